// Catalogues in the back office.
import { sql } from 'kysely'
import Type from 'typebox'
import { lockRecord, lockVersion, versionColumn } from '../../platform/database/change-log.ts'
import type { Reader } from '../../platform/database/database.ts'
import { conflict, notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { Count, Id, Name, partly, record, ShortText, Version } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { containsWords, listQuery, selectPage } from '../../platform/http/list.ts'
import { referenceErrors } from './references.errors.ts'
import { dateName, findUsage } from './used-by.ts'

const right = '100100'
const params = Type.Object({ catalogueId: Id })

const Catalogue = record({
  id: Id,
  version: Version,
  name: Type.String(),
  categoryCount: Count,
  dateCount: Count,
})

const categoryCount = sql<number>`(select count(*)::int from catalogue_category k where k.catalogue_id = c.id)`
const dateCount = sql<number>`(select count(*)::int from date_catalogue d where d.catalogue_id = c.id)`

const select = (reader: Reader) =>
  reader
    .selectFrom('catalogue as c')
    .select([
      'c.id',
      'c.name',
      versionColumn('catalogue', 'c.id').as('version'),
      categoryCount.as('categoryCount'),
      dateCount.as('dateCount'),
    ])

async function read(reader: Reader, id: number) {
  const row = await select(reader).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(generalErrors.notFound({ kind: 'catalogue', id }))
  return row
}

const list = officeEndpoint({
  method: 'GET',
  path: '/catalogues',
  query: listQuery({
    sorts: ['name', 'id', 'categoryCount', 'dateCount'],
    filters: { q: Type.Optional(ShortText) },
  }),
  response: Type.Array(Catalogue),
  handle: ({ db, query }) =>
    selectPage(
      db,
      select(db).$if(!!query.q?.trim(), (rows) => rows.where(containsWords('c.name', query.q!))),
      query,
      {
        name: sql`lower(c.name)`,
        id: sql`c.id`,
        categoryCount,
        dateCount,
      },
      'c.id',
    ),
})

const get = officeEndpoint({
  method: 'GET',
  path: '/catalogues/{catalogueId}',
  params,
  response: Type.Array(Catalogue),
  handle: async ({ db, params: { catalogueId: id } }) => [await read(db, id)],
})

const create = officeEndpoint({
  method: 'POST',
  path: '/catalogues',
  right,
  body: record({ name: Name }),
  response: Type.Array(Catalogue),
  handle: async ({ tx, body }) => {
    const { id } = await tx
      .insertInto('catalogue')
      .values({ name: body.name.trim() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return [await read(tx, id)]
  },
})

const change = officeEndpoint({
  method: 'PATCH',
  path: '/catalogues/{catalogueId}',
  right,
  params,
  body: record({ version: Version, ...partly({ name: Name }) }),
  response: Type.Array(Catalogue),
  handle: async ({ tx, params: { catalogueId: id }, body: { version, name } }) => {
    await lockVersion(tx, 'catalogue', id, version)
    if (name !== undefined)
      await tx.updateTable('catalogue').set({ name: name.trim() }).where('id', '=', id).execute()
    return [await read(tx, id)]
  },
})

const remove = officeEndpoint({
  method: 'DELETE',
  path: '/catalogues/{catalogueId}',
  right,
  params,
  handle: async ({ tx, params: { catalogueId: id } }) => {
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

export const catalogueOffice = [list, get, create, change, remove]
