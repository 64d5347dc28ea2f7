// Clients in the back office: the companies that work with one instance.
import { sql } from 'kysely'
import Type from 'typebox'
import { holdVersion, versionColumn } from '../platform/database/change-log.ts'
import type { Reader } from '../platform/database/database.ts'
import { holdsWords, listQuery, pageOf } from '../platform/database/list.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { notFound } from '../platform/http/errors.ts'
import { Id, Name, record, Version } from '../platform/http/schema.ts'

export const Client = record({
  id: Id,
  version: Version,
  name: Type.String(),
  users: Type.Integer(),
})

const clients = (reader: Reader) =>
  reader
    .selectFrom('client as c')
    .select([
      'c.id',
      versionColumn('client', 'c.id').as('version'),
      'c.name',
      sql<number>`(select count(*)::int from user_client u where u.client_id = c.id)`.as('users'),
    ])

async function client(reader: Reader, id: number) {
  const found = await clients(reader).where('c.id', '=', id).executeTakeFirst()
  if (!found) throw notFound(`There is no client ${id}.`)
  return [found]
}

const params = Type.Object({ id: Id })

const listClients = officeEndpoint({
  method: 'GET',
  path: '/clients',
  right: 'admin',
  query: listQuery({ sorts: ['name', 'id'], filters: { q: Type.Optional(Type.String()) } }),
  response: Type.Array(Client),
  handle: ({ db, query }) => {
    const rows = clients(db).$if(query.q !== undefined, (q) => q.where(holdsWords('c.name', query.q!)))
    return pageOf(db, rows, query, { name: sql`lower(c.name)`, id: sql`c.id` }, 'c.id')
  },
})

const getClient = officeEndpoint({
  method: 'GET',
  path: '/clients/{id}',
  right: 'admin',
  params,
  response: Type.Array(Client),
  handle: ({ db, params: { id } }) => client(db, id),
})

const createClient = officeEndpoint({
  method: 'POST',
  path: '/clients',
  right: 'admin',
  body: record({ name: Name }),
  response: Type.Array(Client),
  handle: async ({ tx, body }) => {
    const { id } = await tx
      .insertInto('client')
      .values({ name: body.name.trim() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return client(tx, id)
  },
})

const changeClient = officeEndpoint({
  method: 'PATCH',
  path: '/clients/{id}',
  right: 'admin',
  params,
  body: record({ version: Version, name: Type.Optional(Name) }),
  response: Type.Array(Client),
  handle: async ({ tx, params: { id }, body }) => {
    await holdVersion(tx, 'client', id, body.version)
    if (body.name !== undefined)
      await tx.updateTable('client').set({ name: body.name.trim() }).where('id', '=', id).execute()
    return client(tx, id)
  },
})

export const clientsOffice = [listClients, getClient, createClient, changeClient]
