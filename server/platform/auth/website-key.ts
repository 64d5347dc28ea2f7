// Keys of the public interface for websites: publishable (`pk_…`, part of a page) and secret (`sk_…`, on a website's own server).
import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { BarrierSubscriber } from '../database/barrier.ts'
import { concerns } from '../database/change-topics.ts'
import type { Db, Reader } from '../database/database.ts'
import { tokenHash } from './principal.ts'

export type WebsiteKey = {
  id: number
  name: string
  clientId: number
  clientName: string
  isSecret: boolean
  /** Empty: any. */
  origins: readonly string[]
  /** Empty: every catalogue. */
  catalogueIds: readonly number[]
  /** Of the dates that it shows and books; 0 stands for dates without a client. Empty: every client. */
  clientIds: readonly number[]
  hidesSeats: boolean
  /** The pages for visitors show what the key shows. */
  isOfPages: boolean
  /** The scope of the key, as a text: keys with the same scope get the same responses. */
  scope: string
}

/** A new key: 256 random bits. */
export const newWebsiteKey = (isSecret: boolean): string =>
  `${isSecret ? 'sk' : 'pk'}_${randomBytes(32).toString('base64url')}`

/** The key of an `Authorization: Bearer …` header; undefined if the header has none. */
export const parseBearer = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : /^bearer +(\S+)$/i.exec(header.trim())?.[1]

/** Keys by their text, dropped when any key changes. Use it behind the barrier. */
export type WebsiteKeyCache = BarrierSubscriber & {
  /** Does not query the database. */
  get(key: string): WebsiteKey | undefined
  /** undefined: there is no such key, or it is revoked. */
  find(key: string): Promise<WebsiteKey | undefined>
}

export function createWebsiteKeyCache(db: Db): WebsiteKeyCache {
  let cache = new Map<string, WebsiteKey>()
  const clear = () => {
    cache = new Map()
  }
  return {
    applyChanges(changes) {
      if (concerns(changes, 'websiteKeys')) clear()
    },
    reset: clear,
    get: (key) => cache.get(key),
    async find(key) {
      // If the cache was cleared while the query ran, discard the result.
      const cacheBefore = cache
      const found = await findWebsiteKey(db, sql`k.hash = ${tokenHash(key)}`)
      if (found) cacheBefore.set(key, found)
      return found
    },
  }
}

type Row = Omit<WebsiteKey, 'scope'>

/** @param condition of a key `k` @returns undefined if there is none, or it is revoked */
export async function findWebsiteKey(
  reader: Reader,
  condition: RawBuilder<unknown>,
): Promise<WebsiteKey | undefined> {
  const { rows } = await sql<Row>`
    select k.id, k.name, k.client_id as "clientId", c.name as "clientName", k.key is null as "isSecret", k.origins,
      k.catalogue_ids as "catalogueIds",
      case when not k.shows_all_clients then k.client_id || k.further_client_ids || case when (select min(o.id) from client o)
        = any(k.client_id || k.further_client_ids) then array[0] else '{}' end else '{}' end as "clientIds", k.hides_seats as "hidesSeats",
      exists (select from website_pages p where p.key_id = k.id) as "isOfPages"
    from website_key k join client c on c.id = k.client_id where ${condition} and k.revoked_at is null`.execute(
    reader,
  )
  const [row] = rows
  if (!row) return undefined
  const catalogues = row.catalogueIds.toSorted((one, other) => one - other).join()
  const clients = row.clientIds.toSorted((one, other) => one - other).join()
  return { ...row, scope: `${catalogues} ${clients} ${row.hidesSeats} ${row.isOfPages} ${row.clientName}` }
}
