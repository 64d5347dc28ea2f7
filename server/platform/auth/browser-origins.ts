// The origins that valid tokens name: a preflight has no token, so that it cannot be answered by its own.
import { sql } from 'kysely'
import type { BarrierSubscriber } from '../database/barrier.ts'
import { concerns } from '../database/change-topics.ts'
import type { Db } from '../database/database.ts'

/** Dropped when users, rights or tokens change. */
export type BrowserOrigins = BarrierSubscriber & {
  /** Whether a token that is valid now names the origin. Call it after `barrier.ensureCurrent()`. */
  isNamed(origin: string, now: Date): Promise<boolean>
}

export function createBrowserOrigins(db: Db): BrowserOrigins {
  let expiries: Promise<ReadonlyMap<string, number>> | undefined
  const clear = () => {
    expiries = undefined
  }
  return {
    applyChanges(changes) {
      if (concerns(changes, 'principals')) clear()
    },
    reset: clear,
    async isNamed(origin, now) {
      if (!expiries) {
        const loading = loadExpiries(db)
        expiries = loading
        loading.catch(() => {
          if (expiries === loading) clear()
        })
      }
      return ((await expiries).get(origin) ?? 0) > now.getTime()
    },
  }
}

/** When the last token that names an origin expires. */
async function loadExpiries(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ origin: string; expires_at: Date | null }>`
    select o.origin, case when bool_or(t.expires_at is null) then null else max(t.expires_at) end as expires_at
    from token t join app_user u on u.id = t.user_id cross join lateral unnest(t.origins) o(origin)
    where t.revoked_at is null and u.locked_at is null group by o.origin`.execute(db)
  return new Map(
    rows.map(({ origin, expires_at }) => [origin, expires_at?.getTime() ?? Number.POSITIVE_INFINITY]),
  )
}
