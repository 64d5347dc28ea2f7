// A session is a cookie (HttpOnly, SameSite=Strict, __Host- and Secure behind TLS). The secret is stored as a hash; the
// principal is cached behind the barrier. Every write must send the CSRF token, which is derived from the session secret, and
// is rejected if the browser says that another site sends it. Endpoints with `confirmed` require the password within the last
// ten minutes (POST /session/confirm); a GET among them is an export, and recorded in the security log. The
// Content-Security-Policy of the page has a new nonce for every request and allows no other host.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import type { Barrier, BarrierSubscriber } from '../database/barrier.ts'
import { concerns } from '../database/change-topics.ts'
import type { Db, Reader } from '../database/database.ts'
import type { Clock } from '../ground/clock.ts'
import { Failure, forbidden } from '../ground/errors.ts'
import { generalErrors } from '../ground/general.errors.ts'
import { readCookie } from './cookies.ts'
import { type Principal, type PrincipalRow, principalColumns, tokenHash, toPrincipal } from './principal.ts'

/** The cookie that holds a session's secret. */
export const sessionCookie = 'kontor_session'

/** The header for the CSRF token, which every write of a session must send. */
export const csrfHeader = 'x-csrf-token'

/** Idle and absolute time-outs of a session. */
const maxIdleMs = 12 * 3_600_000
const maxAgeMs = 30 * 24 * 3_600_000
const touchIntervalMs = 60_000

/** A new secret of a session or an invitation: 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** CSRF token, derived from the session secret; required on every write. */
export const csrfTokenOf = (secret: string): string =>
  createHmac('sha256', secret).update('csrf').digest('base64url')

type CachedSession = { principal: Principal; createdAt: number; usedAt: number }

/** Principals by session, dropped when users, rights or sessions change. */
export type SessionCache = BarrierSubscriber & {
  /** The principal of a session secret; undefined if there is no such session. Call it after `barrier.ensureCurrent()`. */
  find(secret: string, now: Date): Promise<Principal | undefined>
}

/** @param db for sessions that are not cached */
export function createSessionCache(db: Db): SessionCache {
  let cache = new Map<string, CachedSession>()
  const clear = () => {
    cache = new Map()
  }
  const isExpired = ({ createdAt, usedAt }: CachedSession, now: number) =>
    now - usedAt > maxIdleMs || now - createdAt > maxAgeMs

  const load = async (secret: string): Promise<CachedSession | undefined> => {
    // If the cache was cleared while the query ran, discard the result.
    const cacheBefore = cache
    const row = await findSession(db, tokenHash(secret))
    if (!row) return undefined
    const principal = toPrincipal(row)
    const found = {
      // In the back office, administrators are of all clients; a token names those of its user (decision 3.4).
      principal: { ...principal, clientIds: row.all_client_ids ?? principal.clientIds },
      createdAt: row.created_at.getTime(),
      usedAt: row.last_used_at.getTime(),
    }
    cacheBefore.set(secret, found)
    return found
  }

  return {
    applyChanges(changes) {
      if (concerns(changes, 'principals')) clear()
    },
    reset: clear,
    async find(secret, now) {
      const cached = cache.get(secret)
      // Another process may have recorded a later use.
      const found = cached && !isExpired(cached, now.getTime()) ? cached : await load(secret)
      if (!found || isExpired(found, now.getTime())) return undefined
      if (now.getTime() - found.usedAt >= touchIntervalMs) {
        found.usedAt = now.getTime()
        await db
          .updateTable('session')
          .set({ last_used_at: now })
          .where('id', '=', found.principal.sessionId)
          .execute()
      }
      return found.principal
    },
  }
}

type Row = PrincipalRow & { created_at: Date; last_used_at: Date; all_client_ids: number[] | null }

async function findSession(db: Reader, hash: Buffer): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select 0 as token_id, s.id as session_id, '{}'::text[] as operations, s.created_at, s.last_used_at, s.confirmed_at, ${sql.raw(principalColumns)},
      case when u.is_admin then array(select k.id from client k order by k.id) end as all_client_ids
    from session s join app_user u on u.id = s.user_id
    where u.locked_at is null and s.hash = ${hash}`.execute(db)
  return rows[0]
}

/** Deletes sessions that have ended by themselves. @returns how many */
export async function deleteExpiredSessions(db: Reader, now: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from session
    where last_used_at < ${new Date(now.getTime() - maxIdleMs)} or created_at < ${new Date(now.getTime() - maxAgeMs)}
    limit ${limit}`.execute(db)
  // Every deletion, even of no row, makes all processes read their sessions again.
  if (rows.length === 0) return 0
  const { numAffectedRows } = await sql`
    delete from session where id = any(${rows.map(({ id }) => id)})
      and (last_used_at < ${new Date(now.getTime() - maxIdleMs)} or created_at < ${new Date(now.getTime() - maxAgeMs)})`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** The parts of a request that show whether the back office itself sends it. */
type RequestHead = { method: string; headers: IncomingHttpHeaders }

/** Whether the browser says that a page of another site sends the request. */
export function isCrossSite(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** The rejection of a write that may come from another site. */
function crossSiteFailure({ method, headers }: RequestHead, secret: string | undefined): Failure | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined
  if (isCrossSite(headers)) return forbidden(generalErrors.crossSite())
  if (secret === undefined) return undefined
  const actual = Buffer.from(String(headers[csrfHeader] ?? ''))
  const expected = Buffer.from(csrfTokenOf(secret))
  const isRight = actual.length === expected.length && timingSafeEqual(actual, expected)
  return isRight ? undefined : forbidden(generalErrors.csrfToken())
}

const anonymous: Principal = {
  userId: 0,
  tokenId: 0,
  sessionId: 0,
  confirmedAt: 0,
  admin: false,
  rights: new Set(),
  operations: [],
  origins: [],
  clientIds: [],
  defaultClientId: 0,
  // It signs users in, whose clients are not known yet.
  seesAllClients: true,
}

/**
 * Authenticates a request to the back office by its session.
 * @param secure the request came over TLS
 * @throws Failure 401 without a session, 403 if the request may come from another site, or if the password must be given again
 */
export async function authenticateSession(
  { sessions, barrier, clock }: { sessions: SessionCache; barrier: Barrier; clock: Clock },
  endpoint: { public?: true; confirmed?: true },
  request: RequestHead,
  secure: boolean,
): Promise<Principal> {
  const secret = readCookie(request.headers.cookie, sessionCookie, secure)
  if (endpoint.public) {
    const rejection = crossSiteFailure(request, undefined)
    if (rejection) throw rejection
    return anonymous
  }
  if (secret === undefined) throw signedOut()
  await barrier.ensureCurrent()
  const principal = await sessions.find(secret, clock.now())
  if (!principal) throw signedOut()
  const isUnconfirmed = endpoint.confirmed && !isConfirmed(principal, clock.now())
  const rejection =
    crossSiteFailure(request, secret) ??
    (isUnconfirmed ? forbidden(generalErrors.confirmationRequired()) : undefined)
  if (rejection) throw rejection.reportAs({ event: 'requestRefused', userId: principal.userId })
  return principal
}

const confirmedForMs = 10 * 60_000

/** Whether the user has given the password recently. */
export const isConfirmed = ({ confirmedAt }: Principal, now: Date): boolean =>
  now.getTime() - confirmedAt <= confirmedForMs

const signedOut = () => new Failure(401, generalErrors.signedOut())
