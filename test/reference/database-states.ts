// The states that a database goes through, one commit after the other, each kept for as long as an answer may show it.
import type pg from 'pg'
import type { EventQuery } from '../../server/catalogue/contract/event.schema.ts'
import { expectedBody } from './events.reference.ts'

export type DatabaseStates = {
  /** The last state whose commit was acknowledged. */
  acknowledged(): number
  /** The last state whose commit has begun. */
  begun(): number
  /**
   * Runs what makes the next state, as the only one: a commit, or a call that ends with one.
   * Every writer has to commit in here; what it does before may be done beside others.
   */
  commit<T>(work: () => Promise<T>): Promise<T>
  /** A commit that no kept state lives through: TRUNCATE empties a table in old snapshots, too. Nothing may be pinned. */
  commitWithoutOlder(work: () => Promise<void>): Promise<void>
  /** Keeps all states from the last acknowledged one on. */
  pin(): { from: number; release(): void }
  /** What GET /events has to answer with in a state that is kept; asked once for each query and day. */
  expected(state: number, query: EventQuery, today: string): Promise<string>
  close(): Promise<void>
}

type KeptSnapshot = {
  opened: Promise<pg.Client>
  answers: Map<string, Promise<string>>
  last: Promise<unknown>
}

/** @param connections as many states can be kept; a commit waits where all of them are needed */
export async function openStates(connections: pg.Client[]): Promise<DatabaseStates> {
  const idle = [...connections]
  const snapshots = new Map<number, KeptSnapshot>()
  const pins = new Map<number, number>()
  const waiting: ((connection: pg.Client) => void)[] = []
  const closing = new Set<Promise<void>>()
  let begun = 0
  let acknowledged = 0
  let last: Promise<unknown> = Promise.resolve()

  const releaseConnection = (connection: pg.Client) => {
    const next = waiting.shift()
    if (next) next(connection)
    else idle.push(connection)
  }
  const closeSnapshot = async (state: number, one: KeptSnapshot) => {
    snapshots.delete(state)
    const connection = await one.opened
    await one.last
    await connection.query('rollback')
    releaseConnection(connection)
  }
  const closeUnneeded = () => {
    const needed = Math.min(acknowledged, ...pins.keys())
    for (const [state, one] of snapshots)
      if (state < needed) {
        const going: Promise<void> = closeSnapshot(state, one).finally(() => closing.delete(going))
        closing.add(going)
      }
  }
  const acquireConnection = (): Promise<pg.Client> => {
    const connection = idle.pop()
    return connection ? Promise.resolve(connection) : new Promise((resolve) => waiting.push(resolve))
  }
  const open = async (connection: pg.Client) => {
    await connection.query('begin isolation level repeatable read read only')
    // The snapshot is that of the first query.
    await connection.query('select pg_current_snapshot()')
    return connection
  }
  const keepSnapshot = (state: number, opened: Promise<pg.Client>) =>
    snapshots.set(state, { opened, answers: new Map(), last: opened })
  const commitNext = async <T>(work: () => Promise<T>): Promise<T> => {
    const connection = await acquireConnection()
    const state = ++begun
    const opening = Promise.withResolvers<pg.Client>()
    keepSnapshot(state, opening.promise)
    try {
      return await work()
    } finally {
      acknowledged = state
      await open(connection).then(opening.resolve, opening.reject)
      closeUnneeded()
    }
  }
  const runInOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }

  // Not later than any commit: the first answer is compared with this state.
  keepSnapshot(0, Promise.resolve(await open(await acquireConnection())))
  return {
    acknowledged: () => acknowledged,
    begun: () => begun,
    commit: (work) => runInOrder(() => commitNext(work)),
    commitWithoutOlder: (work) =>
      runInOrder(async () => {
        if (pins.size > 0) throw new Error('states are pinned')
        for (const [state, one] of [...snapshots]) await closeSnapshot(state, one)
        await commitNext(work)
      }),
    pin() {
      const from = acknowledged
      pins.set(from, (pins.get(from) ?? 0) + 1)
      return {
        from,
        release() {
          const left = pins.get(from)! - 1
          if (left > 0) return void pins.set(from, left)
          pins.delete(from)
          closeUnneeded()
        },
      }
    },
    async expected(state, query, today) {
      const snapshot = snapshots.get(state)
      if (!snapshot) throw new Error(`state ${state} is not kept`)
      const key = `${today} ${JSON.stringify(query)}`
      const cached = snapshot.answers.get(key)
      if (cached) return cached
      const before = snapshot.last
      const answer = snapshot.opened.then(async (connection) => {
        await before
        return expectedBody(connection, query, today)
      })
      snapshot.last = answer.catch(() => {})
      snapshot.answers.set(key, answer)
      return answer
    },
    async close() {
      await last
      await Promise.allSettled([...closing, ...[...snapshots.values()].map((one) => one.last)])
      await Promise.all(connections.map((connection) => connection.end()))
    },
  }
}
