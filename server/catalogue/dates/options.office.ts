// Dates in the back office: the look-ups of a date's form.
import { sql } from 'kysely'
import Type from 'typebox'
import { record } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'

const Choice = record({ id: Type.String(), name: Type.String() })
const Choices = Type.Array(Choice)

const DateOptions = record({
  statuses: Type.Array(
    record({ ...Choice.properties, isBookable: Type.Boolean(), goesAhead: Type.Boolean() }),
  ),
  formats: Choices,
  moduleTypes: Choices,
  seriesSorts: Choices,
  hotelQuotaStatuses: Choices,
})
type DateOptions = Type.Static<typeof DateOptions>

export const getDateOptions = officeEndpoint({
  method: 'GET',
  path: '/date-options',
  response: Type.Array(DateOptions),
  handle: async ({ db }) => {
    const lookupSql = (table: string, id: string, extraColumns = '') =>
      sql`(select coalesce(json_agg(json_build_object('id', ${sql.ref(id)}, 'name', name ${sql.raw(extraColumns)})), '[]') from ${sql.table(table)})`
    const { rows } = await sql<DateOptions>`select
      ${lookupSql('date_status', 'status', ", 'isBookable', is_bookable, 'goesAhead', goes_ahead")} as statuses,
      ${lookupSql('date_format', 'format')} as formats, ${lookupSql('module_type', 'module_type')} as "moduleTypes",
      ${lookupSql('series_sort', 'sort_by')} as "seriesSorts", ${lookupSql('hotel_quota_status', 'status')} as "hotelQuotaStatuses"`.execute(
      db,
    )
    return rows
  },
})
