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

/** A barrier on a connection of its own, opened with the first pass and again after it was lost. */
export function openBarrier(connection: Connection): Barrier {
  const followers: Follower[] = []
  const seen: { at: number; snapshot: string }[] = []
  let client: pg.Client | undefined
  let snapshot: string | undefined
  let lookedAt = 0
  let next: Promise<void> | undefined
  let current: Promise<void> = Promise.resolve()
  let closed = false

  const reset = () => {
    snapshot = undefined
    for (const follower of followers) follower.reset()
  }

  const connect = async (): Promise<pg.Client> => {
    if (client) return client
    const fresh = new pg.Client({
      ...connection,
      application_name: 'kontor barrier',
      connectionTimeoutMillis: 5000,
      // A database that stands still is as good as away.
      query_timeout: 5000,
      keepAlive: true,
    })
    const lost = () => {
      if (client === fresh) client = undefined
    }
    fresh.on('error', lost)
    fresh.on('end', lost)
    await fresh.connect()
    client = fresh
    reset()
    return fresh
  }

  const look = async () => {
    const connected = await connect()
    if (Date.now() - lookedAt > trustMs) reset()
    const began = Date.now()
    try {
      const { rows: now } = await connected.query<{ snapshot: string }>({
        name: 'snapshot',
        text: snapshotText,
      })
      if (snapshot === undefined) snapshot = now[0]!.snapshot
      // Equal snapshots see the same transactions: nothing was written, which is a quarter of the work to find out.
      if (snapshot !== now[0]!.snapshot) {
        const { rows } = await connected.query<Look>({ name: 'look', text: lookText, values: [snapshot] })
        const { snapshot: seenNow, topics, ids } = rows[0]!
        snapshot = seenNow
        if (topics) {
          const changes = topics.map((topic, index) => ({ topic, id: ids![index]! }))
          for (const follower of followers) follower.changed(changes)
        }
      }
      lookedAt = began
    } catch (error) {
      // What was written since is unknown from here on.
      client = undefined
      await connected.end().catch(() => {})
      throw error
    }
  }

  // A pass shares the next look, which begins after it; never the one that is under way.
  const pass = (): Promise<void> => {
    if (closed) return Promise.reject(new Error('Connection terminated'))
    next ??= current
      .catch(() => {})
      // Requests that have already arrived share the look.
      .then(() => new Promise(setImmediate))
      .then(() => {
        current = next!
        next = undefined
        // A connection that was lost while nobody looked is found out by the look: then once more, from the beginning.
        return look().catch((error) => (closed || isSilence(error) ? Promise.reject(error) : look()))
      })
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
    await client
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
      await current.catch(() => {})
      await client?.end().catch(() => {})
    },
  }
}
