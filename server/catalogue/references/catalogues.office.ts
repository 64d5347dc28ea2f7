// Catalogues in the back office.
import { sql } from 'kysely'
import Type from 'typebox'
import { lockRecord, lockVersion, versionColumn } from '../../platform/database/change-log.ts'
import type { Reader } from '../../platform/database/database.ts'
import { containsWords, listQuery, selectPage } from '../../platform/database/list.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { conflict, notFound } from '../../platform/http/errors.ts'
import { Count, Id, partly, record, ShortText, Version } from '../../platform/http/schema.ts'
import { describeUsage } from './used-by.ts'

const right = '100100'
const params = Type.Object({ id: Id })
const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })

const Catalogue = record({
  id: Id,
  version: Version,
  name: Type.String(),
  category_count: Count,
  date_count: Count,
})

const select = (reader: Reader) =>
  reader
    .selectFrom('catalogue as c')
    .select([
      'c.id',
      'c.name',
      versionColumn('catalogue', 'c.id').as('version'),
      sql<number>`(select count(*)::int from catalogue_category k where k.catalogue_id = c.id)`.as(
        'category_count',
      ),
      sql<number>`(select count(*)::int from date_catalogue d where d.catalogue_id = c.id)`.as('date_count'),
    ])

async function read(reader: Reader, id: number) {
  const row = await select(reader).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(`There is no catalogue ${id}.`)
  return row
}

const list = officeEndpoint({
  method: 'GET',
  path: '/catalogs',
  query: listQuery({
    sorts: ['name', 'id', 'category_count', 'date_count'],
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
        category_count: sql.ref('category_count'),
        date_count: sql.ref('date_count'),
      },
      'c.id',
    ),
})

const get = officeEndpoint({
  method: 'GET',
  path: '/catalogs/{id}',
  params,
  response: Type.Array(Catalogue),
  handle: async ({ db, params: { id } }) => [await read(db, id)],
})

const create = officeEndpoint({
  method: 'POST',
  path: '/catalogs',
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
  path: '/catalogs/{id}',
  right,
  params,
  body: record({ version: Version, ...partly({ name: Name }) }),
  response: Type.Array(Catalogue),
  handle: async ({ tx, params: { id }, body: { version, name } }) => {
    await lockVersion(tx, 'catalogue', id, version)
    if (name !== undefined)
      await tx.updateTable('catalogue').set({ name: name.trim() }).where('id', '=', id).execute()
    return [await read(tx, id)]
  },
})

const remove = officeEndpoint({
  method: 'DELETE',
  path: '/catalogs/{id}',
  right,
  params,
  handle: async ({ tx, params: { id } }) => {
    await lockRecord(tx, 'catalogue', id)
    const categories = await describeUsage(
      tx,
      sql`select name from catalogue_category where catalogue_id = ${id} order by id`,
    )
    if (categories) throw conflict(`The catalogue has categories: ${categories}.`)
    const dates = await describeUsage(
      tx,
      sql`select coalesce(nullif(d.title, ''), e.title) || coalesce(' ' || d.start_date, '') as name
        from date_catalogue c join event_date d on d.id = c.date_id join event e on e.id = d.event_id
        where c.catalogue_id = ${id} order by d.start_date desc`,
    )
    if (dates) throw conflict(`The catalogue has dates: ${dates}.`)
    await tx.deleteFrom('catalogue').where('id', '=', id).execute()
    return []
  },
})

export const catalogueOffice = [list, get, create, change, remove]
