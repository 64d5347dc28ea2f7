// Keys of the public interface in the back office.
import { sql } from 'kysely'
import Type from 'typebox'
import { lockVersion } from '../platform/database/change-log.ts'
import type { Reader } from '../platform/database/database.ts'
import { answerProperties } from '../platform/database/fields.ts'
import { notFound } from '../platform/ground/errors.ts'
import { Id, IsoDate, Name, partly, record, ShortText, Version } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { containsWords, listQuery, selectPage } from '../platform/http/list.ts'
import {
  createWebsiteKey,
  keyFields,
  loadDailyRequests,
  revokeWebsiteKey,
  selectWebsiteKeys,
  updateWebsiteKey,
} from './key.sql.ts'
import { websiteErrors } from './website.errors.ts'

const right = 'website'
const params = Type.Object({ keyId: Id })

const WebsiteKey = record({
  id: Id,
  version: Version,
  clientId: Id,
  clientName: Type.String(),
  ...answerProperties(keyFields),
  /** '': a secret key, of which only the hash is stored. */
  key: Type.String(),
  isSecret: Type.Boolean(),
  catalogueNames: Type.Array(Type.String()),
  createdAt: Type.String(),
  /** '': not revoked. */
  revokedAt: Type.String(),
  /** Of the last 30 days. */
  requests: Type.Integer(),
})

const WholeKey = record({
  ...WebsiteKey.properties,
  dailyRequests: Type.Array(record({ day: IsoDate, requests: Type.Integer() })),
})

const settings = {
  name: Name,
  origins: Type.Array(ShortText, { maxItems: 100 }),
  catalogueIds: Type.Array(Id, { maxItems: 1000 }),
  hidesSeats: Type.Boolean(),
  /** Whose dates it shows and books, too. */
  furtherClientIds: Type.Array(Id, { maxItems: 1000 }),
  showsAllClients: Type.Boolean(),
}

async function loadKey(reader: Reader, id: number, today: string) {
  const key = await selectWebsiteKeys(reader, today).where('k.id', '=', id).executeTakeFirst()
  if (!key) throw notFound(websiteErrors.noKey({ id }))
  return { ...key, dailyRequests: await loadDailyRequests(reader, id, today) }
}

const listKeys = officeEndpoint({
  method: 'GET',
  path: '/website-keys',
  right,
  query: listQuery({
    sorts: ['name', 'clientName', 'createdAt', 'revokedAt', 'id'],
    filters: {
      q: Type.Optional(Type.String()),
      clientId: Type.Optional(Id),
      isRevoked: Type.Optional(Type.Boolean()),
      isSecret: Type.Optional(Type.Boolean()),
    },
  }),
  response: Type.Array(WebsiteKey),
  handle: ({ db, query, today }) => {
    const rows = selectWebsiteKeys(db, today)
      .$if(query.q !== undefined, (q) => q.where(containsWords(`k.name || ' ' || c.name`, query.q!)))
      .$if(query.clientId !== undefined, (q) => q.where('k.client_id', '=', query.clientId!))
      .$if(query.isRevoked !== undefined, (q) =>
        q.where('k.revoked_at', query.isRevoked ? 'is not' : 'is', null),
      )
      .$if(query.isSecret !== undefined, (q) => q.where('k.key', query.isSecret ? 'is' : 'is not', null))
    return selectPage(
      db,
      rows,
      query,
      {
        name: sql`lower(k.name)`,
        clientName: sql`lower(c.name)`,
        createdAt: sql`k.created_at`,
        revokedAt: sql`k.revoked_at`,
        id: sql`k.id`,
      },
      'k.id',
    )
  },
})

const getKey = officeEndpoint({
  method: 'GET',
  path: '/website-keys/{keyId}',
  right,
  params,
  response: Type.Array(WholeKey),
  handle: async ({ db, params: { keyId }, today }) => [await loadKey(db, keyId, today)],
})

const createKey = officeEndpoint({
  method: 'POST',
  path: '/website-keys',
  confirmed: true,
  secretResponse: true,
  right,
  body: record({ ...partly(settings), name: Name, clientId: Id, isSecret: Type.Optional(Type.Boolean()) }),
  response: Type.Array(
    record({
      ...WholeKey.properties,
      /** Of a secret key, which cannot be read again; '': the key is publishable. */
      secret: Type.String(),
    }),
  ),
  handle: async ({ tx, body, today }) => {
    const { clientId, name, isSecret = false, origins = [], catalogueIds = [], hidesSeats = false } = body
    const { furtherClientIds = [], showsAllClients = false } = body
    const { id, key } = await createWebsiteKey(tx, {
      clientId,
      name: name.trim(),
      isSecret,
      origins,
      catalogueIds,
      hidesSeats,
      furtherClientIds,
      showsAllClients,
    })
    return [{ ...(await loadKey(tx, id, today)), secret: isSecret ? key : '' }]
  },
})

const updateKey = officeEndpoint({
  method: 'PATCH',
  path: '/website-keys/{keyId}',
  right,
  params,
  body: record({ version: Version, ...partly(settings) }),
  response: Type.Array(WholeKey),
  handle: async ({ tx, params: { keyId }, body: { version, ...change }, today }) => {
    await lockVersion(tx, 'website_key', keyId, version)
    await updateWebsiteKey(tx, keyId, {
      ...change,
      ...(change.name === undefined ? {} : { name: change.name.trim() }),
    })
    return [await loadKey(tx, keyId, today)]
  },
})

const revokeKey = officeEndpoint({
  method: 'POST',
  path: '/website-keys/{keyId}/revoke',
  right,
  params,
  response: Type.Array(WholeKey),
  handle: async ({ tx, params: { keyId }, today }) => {
    await revokeWebsiteKey(tx, keyId)
    return [await loadKey(tx, keyId, today)]
  },
})

export const websiteKeysOffice = [listKeys, getKey, createKey, updateKey, revokeKey]
