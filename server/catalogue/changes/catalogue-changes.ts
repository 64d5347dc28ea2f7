// The changes of the catalogue since a cursor. A trigger on cache_invalidation copies its rows into catalogue_change for a
// month; another one adds things that were published before and are not any more. A cursor is a snapshot with the database, its
// timeline and the day, so that a reader misses no late commit. Read rows are flushed before the reader gets its cursor, because
// after a crash the server may give the id of a transaction that was rolled back to another one. If the barrier has reported
// nothing since a cursor, the answer comes from memory. An entry is deleted when a later one for the same record is visible to
// every reader that sees the earlier one (after_xid).
import type { BarrierSubscriber } from '../../platform/database/barrier.ts'
import { concerns } from '../../platform/database/change-topics.ts'
import type { Db } from '../../platform/database/database.ts'
import { hidesTimeline, primaryTimeline } from '../../platform/database/server-state.ts'
import {
  type CatalogueChange,
  flushLog,
  type ReadState,
  readChanges,
  readState,
} from './catalogue-changes.sql.ts'
import { type ChangeCursor, decodeCursor, encodeCursor } from './change-cursor.ts'

export type ChangePage = {
  /** In the order of type and id, each thing once. */
  changes: CatalogueChange[]
  /** The cursor for the next call. */
  next: string
  /** The day of the given cursor, for changes at midnight; without a cursor, the day of `next`. */
  since: string
  /** Whether the changes up to now are complete; only then the day of `next` is today. */
  isLast: boolean
  /** Of the dates that the days from `since` to today have changed, those up to this id are known. */
  daysAfter: number
}

/** The cursor after a page that leaves out some of the dates that days have changed. @param after the id of the last one on it */
export function continueDays({ next, since }: ChangePage, today: string, after: number): string {
  return encodeCursor({ ...decodeCursor(next)!, day: since, days: { until: today, after } })
}

/**
 * 'malformed': the text is no cursor; 'gone': it is older than 30 days, or belongs to another database or a former primary, or everything
 * has changed: the reader must read the catalogue again.
 */
export type ReadChanges = ChangePage | 'malformed' | 'gone'

/** The changes of the catalogue in one process. It subscribes to the barrier, and must be used only behind it. */
export type CatalogueChanges = BarrierSubscriber & {
  /**
   * The changes since a cursor.
   * @param cursor undefined: none, only the newest cursor
   * @param today the calendar date in the instance's time zone
   * @returns at once if nothing has changed since the cursor
   */
  read(cursor: string | undefined, limit: number, today: string): ReadChanges | Promise<ReadChanges>
}

/** How long a cursor holds. */
const cursorDays = 30
/** Cursors that are remembered to be current. */
const maxCurrent = 5000

const dayMs = 86_400_000
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs

export function openCatalogueChanges(db: Db): CatalogueChanges {
  /** Cursors after which nothing has changed, all of one day. */
  let current = new Set<string>()
  let currentDay = ''
  let newest: Promise<string> | undefined
  let generation = 0
  let timeline = primaryTimeline

  const forget = () => {
    generation++
    current = new Set()
    newest = undefined
  }

  const withTimeline = async <Result>(query: (timeline: string) => Promise<Result>): Promise<Result> => {
    try {
      return await query(timeline)
    } catch (error) {
      if (timeline === `''` || !hidesTimeline(error as { code?: string })) throw error
      timeline = `''`
      return query(timeline)
    }
  }

  /** If something has changed meanwhile, the cursor is not current. */
  const remember = (cursor: string, startGeneration: number) => {
    if (startGeneration !== generation) return
    if (current.size >= maxCurrent) current.clear()
    current.add(cursor)
  }

  const cursorAt = ({ snapshot, ...identity }: ReadState, day: string): string =>
    encodeCursor({ ...identity, day, from: snapshot, page: undefined, days: undefined })

  const readNewest = async (day: string): Promise<string> => {
    const startGeneration = generation
    const state = await withTimeline((expression) => readState(db, expression))
    await flushLog(db)
    const cursor = cursorAt(state, day)
    remember(cursor, startGeneration)
    return cursor
  }

  const readPage = async (
    text: string,
    cursor: ChangeCursor,
    limit: number,
    today: string,
  ): Promise<ChangePage | 'gone'> => {
    const startGeneration = generation
    const { state, changes, isReload } = await withTimeline((expression) =>
      readChanges(db, cursor.from, cursor.page, limit, expression),
    )
    const isSame = (['system', 'database', 'timeline'] as const).every((name) => state[name] === cursor[name])
    if (!isSame || isReload) return 'gone'
    // The same cursor, so that it is current in every process.
    if (changes.length === 0 && !cursor.page && cursor.day === today) {
      remember(text, startGeneration)
      return { changes, next: text, since: today, isLast: true, daysAfter: 0 }
    }
    await flushLog(db)
    const until = cursor.page?.until ?? state.snapshot
    const last = changes.at(-1)
    if (last && changes.length === limit) {
      const page = { until, after: { type: last.type, id: last.id } }
      return {
        changes,
        next: encodeCursor({ ...cursor, page }),
        since: cursor.day,
        isLast: false,
        daysAfter: 0,
      }
    }
    // The pages of a window are complete; changes since its first page follow.
    if (cursor.page) {
      const following: ChangeCursor = { ...cursor, ...state, from: until, page: undefined }
      const next = encodeCursor(following)
      // An empty page says that nothing has changed since.
      if (changes.length === 0) return readPage(next, following, limit, today)
      return { changes, next, since: cursor.day, isLast: false, daysAfter: 0 }
    }
    const next = cursorAt(state, today)
    remember(next, startGeneration)
    // Another midnight has passed: what it changes may have been told before.
    const daysAfter = cursor.days?.until === today ? cursor.days.after : 0
    return { changes, next, since: cursor.day, isLast: true, daysAfter }
  }

  return {
    applyChanges(changes) {
      if (concerns(changes, 'catalogueChanges')) forget()
    },
    reset: forget,
    read(text, limit, today) {
      if (currentDay !== today) {
        forget()
        currentDay = today
      }
      const nothing = (next: string): ChangePage => ({
        changes: [],
        next,
        since: today,
        isLast: true,
        daysAfter: 0,
      })
      if (text === undefined) {
        newest ??= readNewest(today).catch((error) => {
          newest = undefined
          throw error
        })
        return newest.then(nothing)
      }
      if (current.has(text)) return nothing(text)
      const cursor = decodeCursor(text)
      if (!cursor) return 'malformed'
      if (daysBetween(cursor.day, today) > cursorDays) return 'gone'
      return readPage(text, cursor, limit, today)
    },
  }
}
