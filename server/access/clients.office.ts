// Clients in the back office.
import { sql } from 'kysely'
import Type from 'typebox'
import { lockVersion, versionColumn } from '../platform/database/change-log.ts'
import type { Reader } from '../platform/database/database.ts'
import { notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { Id, Name, record, Version } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { containsWords, listQuery, selectPage } from '../platform/http/list.ts'

export const Client = record({
  id: Id,
  version: Version,
  name: Type.String(),
  userCount: Type.Integer(),
})

const selectClients = (reader: Reader) =>
  reader
    .selectFrom('client as c')
    .select([
      'c.id',
      versionColumn('client', 'c.id').as('version'),
      'c.name',
      sql<number>`(select count(*)::int from user_client u where u.client_id = c.id)`.as('userCount'),
    ])

async function loadClient(reader: Reader, id: number) {
  const found = await selectClients(reader).where('c.id', '=', id).executeTakeFirst()
  if (!found) throw notFound(generalErrors.notFound({ kind: 'client', id }))
  return [found]
}

const params = Type.Object({ clientId: Id })

const listClients = officeEndpoint({
  method: 'GET',
  path: '/clients',
  right: 'admin',
  query: listQuery({ sorts: ['name', 'id'], filters: { q: Type.Optional(Type.String()) } }),
  response: Type.Array(Client),
  handle: ({ db, query }) => {
    const rows = selectClients(db).$if(query.q !== undefined, (q) =>
      q.where(containsWords('c.name', query.q!)),
    )
    return selectPage(db, rows, query, { name: sql`lower(c.name)`, id: sql`c.id` }, 'c.id')
  },
})

const getClient = officeEndpoint({
  method: 'GET',
  path: '/clients/{clientId}',
  right: 'admin',
  params,
  response: Type.Array(Client),
  handle: ({ db, params: { clientId } }) => loadClient(db, clientId),
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
    return loadClient(tx, id)
  },
})

const updateClient = officeEndpoint({
  method: 'PATCH',
  path: '/clients/{clientId}',
  right: 'admin',
  params,
  body: record({ version: Version, name: Type.Optional(Name) }),
  response: Type.Array(Client),
  handle: async ({ tx, params: { clientId }, body }) => {
    await lockVersion(tx, 'client', clientId, body.version)
    if (body.name !== undefined)
      await tx.updateTable('client').set({ name: body.name.trim() }).where('id', '=', clientId).execute()
    return loadClient(tx, clientId)
  },
})

export const clientsOffice = [listClients, getClient, createClient, updateClient]
