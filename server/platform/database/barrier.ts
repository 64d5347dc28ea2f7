import pg from 'pg'
import type { Connection } from './database.ts'

/** What was written since the last look. The topics stand in migrations/0001-change-tracking.sql; 'access': who may do what. */
export type Change = { topic: string; id: number }

/** Holds something of the database in memory, and is told when it is no longer true. */
export type BarrierSubscriber = {
  /** These were written. Told before any request that came in after their commit goes on. */
  applyChanges(changes: readonly Change[]): void
  /** Anything may have been written: the connection was lost, or this is the beginning. */
  reset(): void
  /** Reads what it must have before a request goes on; undefined: nothing, as nearly always. A failure fails the requests that wait. */
  refresh?(): Promise<void> | undefined
}

/**
 * Proves what processes hold in memory current (decision 11.5). `pass()` resolves when every write that was acknowledged
 * before the call has been told to the followers; it costs one small statement, shared by all calls that wait at that
 * moment. No writer is slowed down by it, and the order of commits does not matter: asked for are the rows of `cache_invalidation` whose
 * transactions the last known snapshot does not see.
 */
export type Barrier = {
  ensureCurrent(): Promise<void>
  subscribe(subscriber: BarrierSubscriber): void
  close(): Promise<void>
}

const heartbeatMs = 60_000
/** Rows that every process has been told of long ago are deleted after this time. */
const retentionMs = 15 * 60_000
/** Who has not looked for so long may have missed deleted rows. */
const maxCheckGapMs = 5 * 60_000

const snapshotQuery = 'select pg_current_snapshot()::text as snapshot'

type ChangesRow = { snapshot: string; topics: string[] | null; ids: number[] | null }

const changesQuery = `
  select pg_current_snapshot()::text as snapshot, array_agg(topic) as topics, array_agg(id) as ids from (
    select distinct topic, record_id as id from cache_invalidation
    where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
  ) as unseen`

/** The server says nothing, so that asking it again would only take time. */
const isTimeout = (error: Error): boolean => /^Query read timeout$|timeout expired$/.test(error.message)

// While the answer to one look is on its way, the next one may be sent: else the process would wait for it with idle hands.
const maxConcurrentChecks = 2

/** A barrier on a connection of its own, opened with the first pass and again after it was lost. */
export function openBarrier(connection: Connection): Barrier {
  const subscribers: BarrierSubscriber[] = []
  const snapshots: { at: number; snapshot: string }[] = []
  const runningChecks = new Set<Promise<void>>()
  let client: Promise<pg.Client> | undefined
  let snapshot: string | undefined
  let lastCheckAt = 0
  let nextCheck: Promise<void> | undefined
  let changesRead: Promise<void> = Promise.resolve()
  let closed = false

  const reset = () => {
    snapshot = undefined
    for (const subscriber of subscribers) subscriber.reset()
  }

  const open = async (): Promise<pg.Client> => {
    const newClient = new pg.Client({
      ...connection,
      application_name: 'kontor barrier',
      connectionTimeoutMillis: 5000,
      // A database that stands still is as good as away.
      query_timeout: 5000,
      keepAlive: true,
      pipeline: true,
    })
    // A loss is told by the look that fails.
    newClient.on('error', () => {})
    await newClient.connect()
    reset()
    return newClient
  }

  /** Asks what was written since the known snapshot, and tells the followers. */
  const readChanges = async (connected: pg.Client) => {
    const { rows } = await connected.query<ChangesRow>({
      name: 'look',
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
      const startedAt = Date.now()
      if (startedAt - lastCheckAt > maxCheckGapMs) reset()
      const { rows } = await connected.query<{ snapshot: string }>({ name: 'snapshot', text: snapshotQuery })
      const currentSnapshot = rows[0]!.snapshot
      snapshot ??= currentSnapshot
      // Equal snapshots see the same transactions: nothing was written, which is a quarter of the work to find out.
      if (snapshot !== currentSnapshot) {
        changesRead = changesRead.catch(() => {}).then(() => readChanges(connected))
        await changesRead
      }
      const refreshes = subscribers.flatMap((subscriber) => subscriber.refresh?.() ?? [])
      if (refreshes.length > 0) await Promise.all(refreshes)
      lastCheckAt = startedAt
    } catch (error) {
      // What was written since is unknown from here on.
      if (client === usedClient) client = undefined
      usedClient.then((broken) => broken.end()).catch(() => {})
      throw error
    }
  }

  const startCheck = async (): Promise<void> => {
    while (runningChecks.size === maxConcurrentChecks) await Promise.race(runningChecks).catch(() => {})
    // Requests that have already arrived share the look.
    await new Promise(setImmediate)
    nextCheck = undefined
    // A connection that was lost while nobody looked is found out by the look: then once more, from the beginning.
    const checked = check().catch((error) => (closed || isTimeout(error) ? Promise.reject(error) : check()))
    runningChecks.add(checked)
    return checked.finally(() => runningChecks.delete(checked))
  }

  // A pass shares the next look, which begins after it; never one that is under way.
  const ensureCurrent = (): Promise<void> => {
    if (closed) return Promise.reject(new Error('Connection terminated'))
    nextCheck ??= startCheck()
    return nextCheck
  }

  const heartbeat = setInterval(() => {
    ensureCurrent().then(prune, () => {})
  }, heartbeatMs)
  heartbeat.unref()

  const prune = async () => {
    const now = Date.now()
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
      await Promise.allSettled(runningChecks)
      await client?.then((opened) => opened.end()).catch(() => {})
    },
  }
}
