// Requests share a check that starts after they arrived, never one that has already started; two checks may overlap, so that
// the process does not idle for a round trip. Rows of cache_invalidation older than 15 minutes are deleted; a process that has
// made no check for 5 minutes drops all caches.
import type pg from 'pg'
import { processName } from '../ground/process.ts'
import { LinkedClient, type ServerLink } from './server-link.ts'
import { cacheCheckLimits } from './time-limits.ts'

/** A record that was written since the last check. The topics are listed in migrations/0001-change-tracking.sql. */
export type Invalidation = { topic: string; id: number }

/** A cache that the barrier keeps current. */
export type BarrierSubscriber = {
  /** Drops what these changes affect. Called before any request continues that arrived after their commit. */
  applyChanges(changes: readonly Invalidation[]): void
  /** Drops everything: on the first check, and after a lost connection. */
  reset(): void
  /** Reads what must be loaded before requests continue; usually undefined: nothing. An error fails the waiting requests. */
  refresh?(): Promise<void> | undefined
}

/**
 * Keeps the caches of a process current (decision 11.5). `ensureCurrent()` resolves when the subscribers have received every
 * write that was acknowledged before the call. It costs one small statement, shared by all calls that wait at that moment.
 * Writers do not wait, and the order of commits does not matter: the check reads the rows of `cache_invalidation` whose
 * transactions are not visible in the last known snapshot.
 */
export type Barrier = {
  ensureCurrent(): Promise<void>
  subscribe(subscriber: BarrierSubscriber): void
  close(): Promise<void>
}

/** An idle process notices within this time, and the timeout of a check, that the server is gone. */
const heartbeatMs = 2000
const pruneMs = 60_000
/** A database that hangs is treated as unavailable. */
const timeoutMs = 5000
/** Rows of `cache_invalidation` are deleted after this time. */
const retentionMs = 15 * 60_000
/** After a longer gap a process may have missed deleted rows, so it drops everything. */
const maxCheckGapMs = 5 * 60_000

const snapshotQuery = 'select pg_current_snapshot()::text as snapshot'

type ChangesRow = { snapshot: string; topics: string[] | null; ids: number[] | null }

const changesQuery = `
  select pg_current_snapshot()::text as snapshot, array_agg(topic) as topics, array_agg(id) as ids from (
    select distinct topic, record_id as id from cache_invalidation
    where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
  ) as unseen`

/** The server does not respond: a retry would only take time. */
const isTimeout = (error: Error): boolean =>
  /^Query read timeout$|timeout expired$|due to statement timeout$/.test(error.message)

// Two checks may overlap, so that the process does not idle for a round trip.
const maxConcurrentChecks = 2

/** Opens a barrier with a connection of its own, which it opens on the first check and reopens after a loss. */
export function openBarrier(link: ServerLink): Barrier {
  const subscribers: BarrierSubscriber[] = []
  const snapshots: { at: number; snapshot: string }[] = []
  const runningChecks = new Set<Promise<void>>()
  let client: Promise<pg.Client> | undefined
  let snapshot: string | undefined
  let lastCheck = { at: 0, monotonicAt: 0 }
  let nextCheck: Promise<void> | undefined
  let changesRead: Promise<void> = Promise.resolve()
  let closed = false
  /** At the last two heartbeats. */
  let bytesRead = { earlier: 0, latest: 0 }

  const reset = () => {
    snapshot = undefined
    for (const subscriber of subscribers) subscriber.reset()
  }

  const open = async (): Promise<pg.Client> => {
    const newClient = new LinkedClient({
      link,
      limits: cacheCheckLimits,
      application_name: processName(),
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      pipeline: true,
    })
    // The next check reports a lost connection.
    newClient.on('error', () => {})
    await newClient.connect()
    reset()
    return newClient
  }

  /** Reads what was written since the known snapshot and passes it to the subscribers. */
  const readChanges = async (connected: pg.Client) => {
    const { rows } = await connected.query<ChangesRow>({
      name: 'changes',
      text: changesQuery,
      values: [snapshot],
    })
    const { snapshot: currentSnapshot, topics, ids } = rows[0]!
    snapshot = currentSnapshot
    if (!topics) return
    const changes = topics.map((topic, index) => ({ topic, id: ids![index]! }))
    for (const subscriber of subscribers) subscriber.applyChanges(changes)
  }

  const check = async () => {
    client ??= open()
    const usedClient = client
    try {
      const connected = await usedClient
      const started = { at: Date.now(), monotonicAt: performance.now() }
      // The clock of the process may be set back; the monotonic one stops while the machine sleeps.
      const gapMs = Math.max(started.at - lastCheck.at, started.monotonicAt - lastCheck.monotonicAt)
      if (gapMs > maxCheckGapMs) reset()
      const { rows } = await connected.query<{ snapshot: string }>({ name: 'snapshot', text: snapshotQuery })
      const currentSnapshot = rows[0]!.snapshot
      snapshot ??= currentSnapshot
      // Equal snapshots see the same transactions: nothing was written. This costs a quarter of reading the changes.
      if (snapshot !== currentSnapshot) {
        changesRead = changesRead.catch(() => {}).then(() => readChanges(connected))
        await changesRead
      }
      const refreshes = subscribers.flatMap((subscriber) => subscriber.refresh?.() ?? [])
      if (refreshes.length > 0) await Promise.all(refreshes)
      lastCheck = started
    } catch (error) {
      // From here on, writes may have been missed: reconnecting resets the subscribers.
      if (client === usedClient) client = undefined
      usedClient.then((broken) => broken.end()).catch(() => {})
      if (isTimeout(error as Error)) await link.closeIfSilent(bytesRead.earlier)
      throw error
    }
  }

  const startCheck = async (): Promise<void> => {
    while (runningChecks.size === maxConcurrentChecks) await Promise.race(runningChecks).catch(() => {})
    // Requests that have already arrived share this check.
    await new Promise(setImmediate)
    nextCheck = undefined
    // If the connection was lost between checks, the first attempt fails and the second reconnects.
    const startedAt = performance.now()
    const checked = check().catch((error) => (closed || isTimeout(error) ? Promise.reject(error) : check()))
    runningChecks.add(checked)
    return checked.finally(() => {
      runningChecks.delete(checked)
      const { cacheChecks } = link.statistics
      cacheChecks.count++
      cacheChecks.seconds += (performance.now() - startedAt) / 1000
    })
  }

  // A call shares the next check, which starts after it, never one that has already started.
  const ensureCurrent = (): Promise<void> => {
    if (closed) return Promise.reject(new Error('Connection terminated'))
    nextCheck ??= startCheck()
    return nextCheck
  }

  const heartbeat = setInterval(() => {
    bytesRead = { earlier: bytesRead.latest, latest: link.bytesRead() }
    if (runningChecks.size === 0) ensureCurrent().catch(() => {})
  }, heartbeatMs).unref()
  const pruning = setInterval(() => {
    ensureCurrent().then(prune, () => {})
  }, pruneMs).unref()

  const prune = async () => {
    // Not Date.now(): a clock that is set ahead would delete rows that other processes have not read.
    const now = performance.now()
    if (snapshot) snapshots.push({ at: now, snapshot })
    const expired = snapshots.findLast((one) => now - one.at > retentionMs)
    if (!expired || !client) return
    snapshots.splice(0, snapshots.indexOf(expired) + 1)
    await (await client)
      .query('delete from cache_invalidation where xid < pg_snapshot_xmin($1::pg_snapshot)', [
        expired.snapshot,
      ])
      .catch(() => {})
  }

  return {
    ensureCurrent,
    subscribe(subscriber) {
      subscribers.push(subscriber)
    },
    async close() {
      closed = true
      clearInterval(heartbeat)
      clearInterval(pruning)
      await Promise.allSettled(runningChecks)
      await client?.then((opened) => opened.end()).catch(() => {})
    },
  }
}
