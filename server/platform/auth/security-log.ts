// The security log: lines of the log, and entries that administrators see. A change is written in its transaction. Failures are
// counted in memory and written by a background job, so that repeating them costs no writes.
// A security event is a line of the log with a stable `event`, and an entry of security_event. recordSecurityEvent(tx, …)
// writes a change in its transaction; its line follows the commit. A Failure with reportAs(…), and every refusal of a signed-in
// user, is counted in memory when the response has been sent (http/report-failure.ts), and a background job writes the counts.
// Equal events of an hour are one row.
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { actorOf, afterCommit, type Db, type Reader, type Tx } from '../database/database.ts'
import { networkOf } from '../ground/network.ts'
import type { ChangeEvent, FailureEvent } from '../ground/security-event.ts'

/** The cause of an event: account and address. */
type Cause = { actorId: number; via: string; address: string; requestId: string }

const toEntry = (
  { event, userId = 0, account = '', detail = '' }: (ChangeEvent | FailureEvent) & { detail?: string },
  { actorId, via, address, requestId }: Cause,
) => ({
  event,
  is_failure: false,
  user_id: userId,
  account,
  actor_id: actorId,
  via,
  address,
  request_id: requestId,
  network: networkOf(address),
  detail: detail.slice(0, 255),
  count: 1,
})
type Entry = ReturnType<typeof toEntry>

/** The common fields of equal events of an hour. */
const sameColumns = ['event', 'user_id', 'account', 'actor_id', 'via', 'network', 'detail'] as const
const keyOf = (entry: Entry): string => JSON.stringify(sameColumns.map((column) => entry[column]))

const insertEntries = (db: Reader, entries: readonly Entry[]) =>
  db
    .insertInto('security_event')
    .values([...entries])
    .onConflict((on) =>
      on.columns(['hour', ...sameColumns]).doUpdateSet((eb) => ({
        count: eb('security_event.count', '+', eb.ref('excluded.count')),
        last_at: eb.ref('excluded.last_at'),
        address: eb.ref('excluded.address'),
        request_id: eb.ref('excluded.request_id'),
      })),
    )
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .execute()

function logEntry(log: Logger, level: 'info' | 'warn', entry: Entry): void {
  const { event, user_id, account, actor_id, via, address, request_id, detail } = entry
  log[level](
    {
      event,
      userId: user_id,
      ...(account === '' ? {} : { account }),
      ...(actor_id === user_id ? {} : { actorId: actor_id }),
      via,
      address,
      reqId: request_id,
      ...(detail === '' ? {} : { detail }),
    },
    'security event',
  )
}

/**
 * Records a change in its transaction. The line of the log is written after the commit, if the transaction belongs to a request.
 * @returns whether it is the first of its kind in this hour
 */
export async function recordSecurityEvent(tx: Tx, event: ChangeEvent): Promise<boolean> {
  const { userId, via, origin } = actorOf(tx)
  const { address = '', requestId = '', log } = origin ?? {}
  const entry = toEntry(event, { actorId: userId ?? 0, via, address, requestId })
  const [row] = await insertEntries(tx, [entry])
  if (log) afterCommit(tx, () => logEntry(log, 'info', entry))
  return row!.isNew
}

/** Entries that wait to be written; further ones are counted without account and address. */
const maxWaiting = 1000
const waitingOf = new WeakMap<Db, Map<string, Entry>>()

function addWaiting(db: Db, entry: Entry): void {
  const waiting = waitingOf.get(db) ?? new Map<string, Entry>()
  waitingOf.set(db, waiting)
  const isFull = waiting.size >= maxWaiting && !waiting.has(keyOf(entry))
  const kept = isFull
    ? { ...entry, user_id: 0, account: '', actor_id: 0, address: '', network: '', detail: '' }
    : entry
  const key = keyOf(kept)
  waiting.set(key, { ...kept, count: kept.count + (waiting.get(key)?.count ?? 0) })
}

/** Counts a failure, and writes its line of the log. `writeFailures` makes it an entry. */
export function countFailure(
  { db, log }: { db: Db; log: Logger },
  event: FailureEvent & { detail: string },
  cause: Cause,
): void {
  const entry = { ...toEntry(event, cause), is_failure: true }
  logEntry(log, 'warn', entry)
  addWaiting(db, entry)
}

/** Writes the failures that were counted since the last call. */
export async function writeFailures(db: Db): Promise<void> {
  const waiting = waitingOf.get(db)
  if (!waiting) return
  waitingOf.delete(db)
  // In one order, so that processes do not wait for each other in a circle.
  const entries = [...waiting].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, entry]) => entry)
  try {
    await insertEntries(db, entries)
  } catch (error) {
    for (const entry of entries) addWaiting(db, entry)
    throw error
  }
}

const keptMs = 365 * 24 * 3_600_000
/** Failures of more addresses than these push out older failures, never changes. */
const maxFailures = 100_000

/** Deletes entries older than a year, and failures beyond the newest 100,000. @returns how many */
export async function deleteExpiredSecurityEvents(
  db: Reader,
  now: Date,
  limit: number,
  keptFailures = maxFailures,
): Promise<number> {
  const { numAffectedRows } = await sql`delete from security_event where id in (
    (select id from security_event where last_at < ${new Date(now.getTime() - keptMs)} order by last_at limit ${limit})
    union all (select id from security_event where is_failure order by id desc offset ${keptFailures} limit ${limit})
    limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}
