import type pg from 'pg'
import type { Clock } from '../ground/clock.ts'

const intervalMs = 60_000
/** A slower answer says little about the time at which it was given. */
const maxRoundTripMs = 1000

/** A clock that goes on until it is closed. */
type DatabaseClock = Clock & { close(): void }

/**
 * The time of the database, on which all processes of a service agree: the clock of a process may be wrong, and would let keys,
 * sessions and links expire too early or too late. Measured every minute; in between, the monotonic clock of the process counts.
 */
export async function openDatabaseClock(pool: pg.Pool): Promise<DatabaseClock> {
  const measure = async () => {
    const sentAt = performance.now()
    const { rows } = await pool.query<{ now: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
    )
    const receivedAt = performance.now()
    return { offset: rows[0]!.now - (sentAt + receivedAt) / 2, roundTripMs: receivedAt - sentAt }
  }
  let { offset } = await measure()
  const timer = setInterval(() => {
    measure().then(
      (measured) => {
        if (measured.roundTripMs <= maxRoundTripMs) offset = measured.offset
      },
      // Without the database nothing expires; the next measurement follows.
      () => {},
    )
  }, intervalMs)
  timer.unref()
  return { now: () => new Date(offset + performance.now()), close: () => clearInterval(timer) }
}
