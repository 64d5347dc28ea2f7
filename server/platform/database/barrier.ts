import pg from 'pg'
import type { Connection } from './database.ts'

/** What was written since the last look. The topics stand in migrations/0006-change-parts.sql; 'access': who may do what. */
export type Change = { topic: string; id: number }

/** Holds something of the database in memory, and is told when it is no longer true. */
export type Follower = {
  /** These were written. Told before any request that came in after their commit goes on. */
  changed(changes: readonly Change[]): void
  /** Anything may have been written: the connection was lost, or this is the beginning. */
  reset(): void
  /** Reads what it must have before a request goes on; undefined: nothing, as nearly always. A failure fails the requests that wait. */
  settle?(): Promise<void> | undefined
}

/**
 * Proves what processes hold in memory current (decision 11.5). `pass()` resolves when every write that was acknowledged
 * before the call has been told to the followers; it costs one small statement, shared by all calls that wait at that
 * moment. No writer is slowed down by it, and the order of commits does not matter: asked for are the rows of `change` whose
 * transactions the last known snapshot does not see.
 */
export type Barrier = {
  pass(): Promise<void>
  follow(follower: Follower): void
  close(): Promise<void>
}

const heartbeatMs = 60_000
/** Rows that every process has been told of long ago are deleted after this time. */
const keepMs = 15 * 60_000
/** Who has not looked for so long may have missed deleted rows. */
const trustMs = 5 * 60_000

const snapshotText = 'select pg_current_snapshot()::text as snapshot'

type Look = { snapshot: string; topics: string[] | null; ids: number[] | null }

const lookText = `
  select pg_current_snapshot()::text as snapshot, array_agg(topic) as topics, array_agg(id) as ids from (
    select distinct topic, id from change
    where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
  ) as unseen`

/** The server says nothing, so that asking it again would only take time. */
const isSilence = (error: Error): boolean => /^Query read timeout$|timeout expired$/.test(error.message)

// While the answer to one look is on its way, the next one may be sent: else the process would wait for it with idle hands.
const looksAtOnce = 2

/** A barrier on a connection of its own, opened with the first pass and again after it was lost. */
export function openBarrier(connection: Connection): Barrier {
  const followers: Follower[] = []
  const seen: { at: number; snapshot: string }[] = []
  const underWay = new Set<Promise<void>>()
  let client: Promise<pg.Client> | undefined
  let snapshot: string | undefined
  let lookedAt = 0
  let next: Promise<void> | undefined
  let closer: Promise<void> = Promise.resolve()
  let closed = false

  const reset = () => {
    snapshot = undefined
    for (const follower of followers) follower.reset()
  }

  const open = async (): Promise<pg.Client> => {
    const fresh = new pg.Client({
      ...connection,
      application_name: 'kontor barrier',
      connectionTimeoutMillis: 5000,
      // A database that stands still is as good as away.
      query_timeout: 5000,
      keepAlive: true,
      pipeline: true,
    })
    // A loss is told by the look that fails.
    fresh.on('error', () => {})
    await fresh.connect()
    reset()
    return fresh
  }

  /** Asks what was written since the known snapshot, and tells the followers. */
  const lookCloser = async (connected: pg.Client) => {
    const { rows } = await connected.query<Look>({ name: 'look', text: lookText, values: [snapshot] })
    const { snapshot: seenNow, topics, ids } = rows[0]!
    snapshot = seenNow
    if (!topics) return
    const changes = topics.map((topic, index) => ({ topic, id: ids![index]! }))
    for (const follower of followers) follower.changed(changes)
  }

  const look = async () => {
    client ??= open()
    const used = client
    try {
      const connected = await used
      const began = Date.now()
      if (began - lookedAt > trustMs) reset()
      const { rows } = await connected.query<{ snapshot: string }>({ name: 'snapshot', text: snapshotText })
      const now = rows[0]!.snapshot
      snapshot ??= now
      // Equal snapshots see the same transactions: nothing was written, which is a quarter of the work to find out.
      if (snapshot !== now) {
        closer = closer.catch(() => {}).then(() => lookCloser(connected))
        await closer
      }
      const settling = followers.flatMap((follower) => follower.settle?.() ?? [])
      if (settling.length > 0) await Promise.all(settling)
      lookedAt = began
    } catch (error) {
      // What was written since is unknown from here on.
      if (client === used) client = undefined
      used.then((broken) => broken.end()).catch(() => {})
      throw error
    }
  }

  const begin = async (): Promise<void> => {
    while (underWay.size === looksAtOnce) await Promise.race(underWay).catch(() => {})
    // Requests that have already arrived share the look.
    await new Promise(setImmediate)
    next = undefined
    // A connection that was lost while nobody looked is found out by the look: then once more, from the beginning.
    const looked = look().catch((error) => (closed || isSilence(error) ? Promise.reject(error) : look()))
    underWay.add(looked)
    return looked.finally(() => underWay.delete(looked))
  }

  // A pass shares the next look, which begins after it; never one that is under way.
  const pass = (): Promise<void> => {
    if (closed) return Promise.reject(new Error('Connection terminated'))
    next ??= begin()
    return next
  }

  const beat = setInterval(() => {
    pass().then(prune, () => {})
  }, heartbeatMs)
  beat.unref()

  const prune = async () => {
    const now = Date.now()
    if (snapshot) seen.push({ at: now, snapshot })
    const old = seen.findLast((one) => now - one.at > keepMs)
    if (!old || !client) return
    seen.splice(0, seen.indexOf(old) + 1)
    await (await client)
      .query('delete from change where xid < pg_snapshot_xmin($1::pg_snapshot)', [old.snapshot])
      .catch(() => {})
  }

  return {
    pass,
    follow(follower) {
      followers.push(follower)
    },
    async close() {
      closed = true
      clearInterval(beat)
      await Promise.allSettled(underWay)
      await client?.then((opened) => opened.end()).catch(() => {})
    },
  }
}
