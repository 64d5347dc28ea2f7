// Dates in the back office: the look-up lists that a date's form chooses from.
import { sql } from 'kysely'
import Type from 'typebox'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { record } from '../../platform/http/schema.ts'

const Choice = record({ id: Type.String(), name: Type.String() })
const Choices = Type.Array(Choice)

/** `id` is what is stored; what a status means stands beside it. */
export const LookUps = record({
  statuses: Type.Array(
    record({ ...Choice.properties, is_bookable: Type.Boolean(), takes_place: Type.Boolean() }),
  ),
  formats: Choices,
  moduleTypes: Choices,
  seriesSorts: Choices,
  quotaStatuses: Choices,
})
export type LookUps = Type.Static<typeof LookUps>

export const lookUps = officeEndpoint({
  method: 'GET',
  path: '/date-lookups',
  response: Type.Array(LookUps),
  handle: async ({ db }) => {
    const all = (table: string, id: string, further = '') =>
      sql`(select coalesce(json_agg(json_build_object('id', ${sql.ref(id)}, 'name', name ${sql.raw(further)})), '[]') from ${sql.table(table)})`
    const { rows } = await sql<LookUps>`select
      ${all('date_status', 'status', ", 'is_bookable', is_bookable, 'takes_place', takes_place")} as statuses,
      ${all('date_format', 'format')} as formats, ${all('module_type', 'module_type')} as "moduleTypes",
      ${all('series_sort', 'sort_by')} as "seriesSorts", ${all('hotel_quota_status', 'status')} as "quotaStatuses"`.execute(
      db,
    )
    return rows
  },
})
