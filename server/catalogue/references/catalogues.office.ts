// Catalogues in the back office.
import { sql } from 'kysely'
import Type from 'typebox'
import { lockRecord } from '../../platform/database/change-log.ts'
import { fields, name } from '../../platform/database/fields.ts'
import { conflict } from '../../platform/ground/errors.ts'
import { Count, Id } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { recordEndpoints } from '../../platform/http/record-endpoints.ts'
import { referenceErrors } from './references.errors.ts'
import { dateName, findUsage } from './used-by.ts'

export const catalogueFields = fields({ name })

const categoryCount = sql<number>`(select count(*)::int from catalogue_category k where k.catalogue_id = r.id)`
const dateCount = sql<number>`(select count(*)::int from date_catalogue d where d.catalogue_id = r.id)`

const [list, get, create, change] = recordEndpoints({
  path: '/catalogues',
  subject: 'catalogue',
  write: 'catalogue:edit',
  fields: catalogueFields,
  derived: { categoryCount: Count, dateCount: Count },
  rows: (reader) =>
    reader
      .selectFrom('catalogue as r')
      .select([categoryCount.as('categoryCount'), dateCount.as('dateCount')]),
  searchText: 'r.name',
  sorts: { name: sql`lower(r.name)`, id: sql`r.id`, categoryCount, dateCount },
})

// The error names what belongs to the catalogue.
const remove = officeEndpoint({
  method: 'DELETE',
  path: '/catalogues/{id}',
  right: 'catalogue:edit',
  params: Type.Object({ id: Id }),
  handle: async ({ tx, params: { id } }) => {
    await lockRecord(tx, 'catalogue', id)
    const categories = await findUsage(
      tx,
      sql`select name from catalogue_category where catalogue_id = ${id} order by id`,
    )
    if (categories) throw conflict(referenceErrors.catalogueHasCategories(categories))
    const dates = await findUsage(
      tx,
      sql`select ${dateName} as name
        from date_catalogue c join event_date d on d.id = c.date_id join event e on e.id = d.event_id
        where c.catalogue_id = ${id} order by d.start_date desc`,
    )
    if (dates) throw conflict(referenceErrors.catalogueHasDates(dates))
    await tx.deleteFrom('catalogue').where('id', '=', id).execute()
    return []
  },
})

export const catalogueOffice = [list, get, create, change, remove] as const
