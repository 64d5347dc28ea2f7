// Keeps a copy of the catalogue up to date by /changes.
import type { DateFilters, KontorClient } from './client.ts'
import { KontorError } from './problem.ts'
import type { PublicDate, PublicEvent } from './website-api.ts'

type MaybePromise<T> = T | Promise<T>

export type CopiedType = 'date' | 'event'
/** An event without its dates, which are records of their own. */
export type CopiedEvent = Omit<PublicEvent, 'dates'>
export type CopiedRecord =
  | { type: 'date'; id: number; record: PublicDate }
  | { type: 'event'; id: number; record: CopiedEvent }

/** Where records are copied to: a database, a search index, a file. */
export type Copy = {
  /** The cursor that was written last; undefined: none. */
  readCursor(): MaybePromise<string | undefined>
  /** Called after everything before it has been put and removed. */
  writeCursor(cursor: string): MaybePromise<unknown>
  /** Adds a record, or replaces the one with its type and id. */
  put(copied: CopiedRecord): MaybePromise<unknown>
  /** Removes a record, if it is there. */
  remove(type: CopiedType, id: number): MaybePromise<unknown>
  /** Everything was read: removes all records of a type whose id is not among these. */
  keepOnly(type: CopiedType, ids: ReadonlySet<number>): MaybePromise<unknown>
}

export type UpdateOptions = {
  /** The kind of records to copy; left out: dates. */
  types?: readonly CopiedType[]
  /** The dates to copy, by the filters of `/dates`; left out: those that can be booked, waited for, or will be bookable. Always the same. */
  filters?: DateFilters
  signal?: AbortSignal
}

export type Update = {
  /** Whether everything was read, because there was no cursor or it had expired. */
  isComplete: boolean
  put: number
  removed: number
}

const callOf = ({ signal }: UpdateOptions) => (signal ? { signal } : {})

/**
 * Brings a copy up to date: everything the first time, and after a cursor has expired; otherwise the changes. Until
 * everything has been read anew, the copy keeps what it has.
 */
export async function updateCopy(
  kontor: KontorClient,
  copy: Copy,
  options: UpdateOptions = {},
): Promise<Update> {
  const cursor = await copy.readCursor()
  if (cursor !== undefined)
    try {
      return await readChanges(kontor, copy, cursor, options)
    } catch (error) {
      if (!(error instanceof KontorError) || error.status !== 410) throw error
    }
  // Before the records: changes while they are read are reported afterwards.
  const { next } = await kontor.changes(options.filters, callOf(options))
  const put = await readEverything(kontor, copy, options)
  await copy.writeCursor(next)
  const since = await readChanges(kontor, copy, next, options)
  return { isComplete: true, put: put + since.put, removed: since.removed }
}

/** @returns how many records were put */
async function readEverything(kontor: KontorClient, copy: Copy, options: UpdateOptions): Promise<number> {
  const { types = ['date'], filters = {} } = options
  const { category, language, q } = filters
  const ofEvents = { ...(category && { category }), ...(language && { language }), ...(q && { q }) }
  let put = 0
  for (const type of types) {
    const ids = new Set<number>()
    const records =
      type === 'date'
        ? kontor.allDates(filters, callOf(options))
        : kontor.allEvents(ofEvents, callOf(options))
    for await (const listed of records) {
      const { dates: _, ...record } = { dates: [], ...listed }
      await copy.put({ type, id: record.id, record } as CopiedRecord)
      ids.add(record.id)
    }
    await copy.keepOnly(type, ids)
    put += ids.size
  }
  return put
}

async function readChanges(
  kontor: KontorClient,
  copy: Copy,
  since: string,
  options: UpdateOptions,
): Promise<Update> {
  const { types = ['date'], filters = {} } = options
  const update: Update = { isComplete: false, put: 0, removed: 0 }
  for (let cursor = since; ; ) {
    const { data, next } = await kontor.changes(
      { ...filters, since: cursor, include: ['data'] },
      callOf(options),
    )
    for (const { type, id, data: record } of data) {
      if (!types.includes(type)) continue
      if (record) {
        await copy.put({ type, id, record } as CopiedRecord)
        update.put++
      } else {
        await copy.remove(type, id)
        update.removed++
      }
    }
    if (next !== cursor) await copy.writeCursor(next)
    if (data.length === 0) return update
    cursor = next
  }
}

export type FollowOptions = UpdateOptions & {
  signal: AbortSignal
  /** The pause between two updates; left out: 60,000. */
  everyMs?: number
  onUpdate?(update: Update): void
  /** Of an update that failed; the next one tries again. */
  onError?(error: unknown): void
}

/** Updates a copy again and again until the signal is aborted. @throws KontorError if the key is refused */
export async function followChanges(kontor: KontorClient, copy: Copy, options: FollowOptions): Promise<void> {
  const { signal, everyMs = 60_000, onUpdate, onError } = options
  while (!signal.aborted) {
    try {
      const update = await updateCopy(kontor, copy, options)
      onUpdate?.(update)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof KontorError && (error.status === 401 || error.status === 403)) throw error
      onError?.(error)
    }
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, everyMs)
      signal.addEventListener('abort', done)
      if (signal.aborted) done()
    })
  }
}
