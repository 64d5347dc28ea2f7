import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { BarrierSubscriber } from '../database/barrier.ts'
import { concerns } from '../database/change-topics.ts'
import type { ClientScope } from '../database/client-scope.ts'
import type { Db, Reader } from '../database/database.ts'
import type { Clock } from '../ground/clock.ts'
import { forbidden, unauthorized } from '../ground/errors.ts'
import { generalErrors } from '../ground/general.errors.ts'
import { isForAllClients, isGranted, type Right } from '../ground/rights.ts'

/** The authenticated user with rights and clients. */
export type Principal = {
  /** 0: anonymous. */
  userId: number
  /** 0 for a session. */
  tokenId: number
  /** 0 for a token. */
  sessionId: number
  /** When the user last gave the password in this session, in milliseconds; 0 for a token. */
  confirmedAt: number
  admin: boolean
  rights: ReadonlySet<string>
  /** The operations that the token is limited to; empty: all. */
  operations: readonly string[]
  /** The origins whose pages may use the token in a browser. */
  origins: readonly string[]
  clientIds: readonly number[]
  /** 0 if the user has no client. */
  defaultClientId: number
  /** An administrator, or a user of every client: nothing of the instance is hidden. */
  seesAllClients: boolean
}

/** The rows that the principal may see and change. */
export const scopeOf = ({ seesAllClients, clientIds, defaultClientId }: Principal): ClientScope =>
  seesAllClients ? undefined : { clientIds, defaultClientId }

/** Whether a user has a right that something requires; administrators have all. */
export const hasRight = ({ admin, rights, seesAllClients }: Principal, right: Right): boolean =>
  admin || ((seesAllClients || !isForAllClients(right)) && isGranted(right, (one) => rights.has(one)))

/** @throws Failure 403 that names the missing rights */
export function assertRights(principal: Principal, rights: readonly Right[]): void {
  const missing = rights.filter((right) => !hasRight(principal, right))
  if (missing.length === 0) return
  const right = missing.join(' and ')
  throw forbidden(
    missing.every((one) => isGranted(one, (held) => principal.rights.has(held)))
      ? generalErrors.rightOfAllClients({ right })
      : generalErrors.missingRight({ right }),
  )
}

/** The form in which a token is stored (decision 3.2). */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A new token: 256 random bits. */
export const newToken = (): string => `kontor_${randomBytes(32).toString('base64url')}`

const lastUseWritten = new WeakMap<Db, Map<number, number>>()
const touchIntervalMs = 60_000

/** The columns that a principal is built from. */
export type PrincipalRow = {
  token_id: number
  session_id: number
  confirmed_at?: Date
  user_id: number
  operations: string[]
  origins?: string[]
  is_admin: boolean
  rights: string[]
  client_ids: number[]
  default_client_id: number | null
  sees_all_clients: boolean
}

/** Whether the user `u` sees the rows of all clients. */
export const seesAllClients = `u.is_admin or (exists (select from client) and not exists (select from client k
        where not exists (select from user_client c where c.user_id = u.id and c.client_id = k.id)))`

/** The columns of a PrincipalRow that follow from the user `u`. */
export const principalColumns = `u.id as user_id, u.is_admin,
      array(select r.code from held_right r where r.user_id = u.id) as rights,
      array(select c.client_id from user_client c where c.user_id = u.id order by c.client_id) as client_ids,
      (select c.client_id from user_client c where c.user_id = u.id and c.is_default) as default_client_id,
      ${seesAllClients} as sees_all_clients`

type Row = PrincipalRow & { hash: Buffer; expires_at: Date | null; is_refused: boolean }

/** A principal with the expiry of its token; of a revoked token and of a locked user 0. */
type CachedPrincipal = { principal: Principal; expires: number }

/** Principals by token, dropped when users, rights or tokens change. */
export type PrincipalCache = BarrierSubscriber & {
  /** Does not query the database. */
  get(token: string): CachedPrincipal | undefined
  find(token: string): Promise<CachedPrincipal | undefined>
}

/** @param db for tokens that are not cached */
export function createPrincipalCache(db: Db): PrincipalCache {
  // Keyed by the token itself: looking up a guessed token reveals nothing about others.
  let cache = new Map<string, CachedPrincipal>()
  const clear = () => {
    cache = new Map()
  }
  return {
    applyChanges(changes) {
      if (concerns(changes, 'principals')) clear()
    },
    reset: clear,
    get: (token) => cache.get(token),
    async find(token) {
      const hash = tokenHash(token)
      // If the cache was cleared while the query ran, discard the result.
      const cacheBefore = cache
      const row = await findToken(db, hash)
      if (!row || !timingSafeEqual(row.hash, hash)) return undefined
      const found = {
        principal: toPrincipal(row),
        expires: row.is_refused ? 0 : (row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY),
      }
      cacheBefore.set(token, found)
      return found
    },
  }
}

/** The token of an `Authorization` header (decision 3.1); undefined if the header has none. */
export const parseAuthorization = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : /^token +(\S+)$/i.exec(header.trim())?.[1]

/** Builds the principal of a token or session from its row. */
export const toPrincipal = (row: PrincipalRow): Principal => ({
  userId: row.user_id,
  tokenId: row.token_id,
  sessionId: row.session_id,
  confirmedAt: row.confirmed_at?.getTime() ?? 0,
  admin: row.is_admin,
  rights: new Set(row.rights),
  operations: row.operations,
  origins: row.origins ?? [],
  clientIds: row.client_ids,
  defaultClientId: row.default_client_id ?? row.client_ids[0] ?? 0,
  seesAllClients: row.sees_all_clients,
})

/**
 * The principal of a token (interface, Authentication; decision 3.1). Call it after `barrier.ensureCurrent()`. The hash of
 * an uncached token is compared in constant time.
 * @throws Failure 401 for every cause, without naming it
 */
export function authenticate(
  { principals, clock, db }: { principals: PrincipalCache; clock: Clock; db: Db },
  token: string,
): Principal | Promise<Principal> {
  const check = (found: CachedPrincipal | undefined): Principal => {
    const now = clock.now()
    if (!found) throw unauthorized()
    if (found.expires <= now.getTime())
      throw unauthorized().reportAs({ event: 'requestRefused', userId: found.principal.userId })
    recordTokenUse(db, found.principal.tokenId, now)
    return found.principal
  }
  const cached = principals.get(token)
  return cached ? check(cached) : principals.find(token).then(check)
}

async function findToken(db: Reader, hash: Buffer): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select t.id as token_id, 0 as session_id, t.hash, t.operations, t.origins, t.expires_at,
      t.revoked_at is not null or u.locked_at is not null as is_refused, ${sql.raw(principalColumns)}
    from token t join app_user u on u.id = t.user_id
    where t.hash = ${hash}`.execute(db)
  return rows[0]
}

// The time of last use is accurate to a minute, so that a read does not cost a write.
function recordTokenUse(db: Db, tokenId: number, now: Date): void {
  const seen = lastUseWritten.get(db) ?? new Map<number, number>()
  lastUseWritten.set(db, seen)
  if (now.getTime() - (seen.get(tokenId) ?? 0) < touchIntervalMs) return
  seen.set(tokenId, now.getTime())
  db.updateTable('token')
    .set({ last_used_at: now })
    .where('id', '=', tokenId)
    .execute()
    .catch(() => seen.delete(tokenId))
}
