import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Reader } from './database.ts'
import { unauthorized } from './errors.ts'

/** Who calls: the user that a token belongs to, with what the user may do. */
export type Principal = {
  userId: number
  tokenId: number
  admin: boolean
  rights: ReadonlySet<string>
  /** The operations that the token is narrowed to; empty: all. */
  operations: readonly string[]
  clientIds: readonly number[]
  /** 0 where the user is connected with no client. */
  defaultClientId: number
}

/** Rights that can be asked for: `090300` covers its parts (decision 3.3). */
export const may = (principal: Principal, right: string): boolean =>
  principal.admin || principal.rights.has(right) || principal.rights.has(right.split(':')[0]!)

/** The form in which a token is stored (decision 3.2). */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A new token: 256 random bits. */
export const newToken = (): string => `kontor_${randomBytes(32).toString('base64url')}`

const touched = new WeakMap<Db, Map<number, number>>()
const touchEvery = 60_000

type Row = {
  token_id: number
  user_id: number
  hash: Buffer
  operations: string[]
  is_admin: boolean
  rights: string[]
  client_ids: number[]
  default_client_id: number | null
}

/**
 * The principal of an `Authorization` header (interface, Authentication; decision 3.1).
 * One statement by the unique index on the hash; the hash is compared again in constant time.
 * @throws Failure 401 for whatever is wrong, without saying what
 */
export async function authenticate(db: Db, header: string | undefined, now: Date): Promise<Principal> {
  const token = /^token +(\S+)$/i.exec(header?.trim() ?? '')?.[1]
  if (!token) throw unauthorized()
  const hash = tokenHash(token)
  const row = await findToken(db, sql`t.hash = ${hash} and (t.expires_at is null or t.expires_at > ${now})`)
  if (!row || !timingSafeEqual(row.hash, hash)) throw unauthorized()
  touch(db, row.token_id, now)
  return {
    userId: row.user_id,
    tokenId: row.token_id,
    admin: row.is_admin,
    rights: new Set(row.rights),
    operations: row.operations,
    clientIds: row.client_ids,
    defaultClientId: row.default_client_id ?? row.client_ids[0] ?? 0,
  }
}

async function findToken(db: Reader, condition: RawBuilder<unknown>): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select t.id as token_id, t.user_id, t.hash, t.operations, u.is_admin,
      array(select r.code from user_right r where r.user_id = u.id) as rights,
      array(select c.client_id from user_client c where c.user_id = u.id order by c.client_id) as client_ids,
      (select c.client_id from user_client c where c.user_id = u.id and c.is_default) as default_client_id
    from token t join app_user u on u.id = t.user_id
    where t.revoked_at is null and u.locked_at is null and ${condition}`.execute(db)
  return rows[0]
}

// The last use is told to the minute: a read must not cost a write.
function touch(db: Db, tokenId: number, now: Date): void {
  const seen = touched.get(db) ?? new Map<number, number>()
  touched.set(db, seen)
  if (now.getTime() - (seen.get(tokenId) ?? 0) < touchEvery) return
  seen.set(tokenId, now.getTime())
  db.updateTable('token')
    .set({ last_used_at: now })
    .where('id', '=', tokenId)
    .execute()
    .catch(() => seen.delete(tokenId))
}
