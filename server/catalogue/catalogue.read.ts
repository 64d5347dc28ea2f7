// Event catalogue: reads events with what is asked for. A fixed number of flat queries, joined in memory.
import type { Db, Reader } from '../platform/database.ts'
import { badRequest } from '../platform/errors.ts'
import { type Filter, filterOf } from './catalogue.filter.ts'
import { selectDates, selectEvents } from './catalogue.sql.ts'
import {
  everything as allParts,
  loadDateParts,
  loadEventParts,
  loadSharedParts,
  type Wanted,
  wantedOf,
} from './event.parts.ts'
import { dateOf, eventOf } from './event.records.ts'
import type { Event, EventQuery } from './event.schema.ts'
import { filesWanted } from './files.sql.ts'
import { group, type Scope } from './rows.ts'

/**
 * The events that a query asks for, from one snapshot of the database.
 * @param today the calendar date in the instance's zone
 * @throws Failure 400 for parameters that contradict each other
 */
export const findEvents = (db: Db, query: EventQuery, today: string): Promise<Event[]> =>
  inSnapshot(db, async (reader) => {
    const scope = { publishedOnly: true, today }
    const files = await filesWanted(reader, query.eventDateFiles)
    if (files.faults.length > 0) throw badRequest(files.faults)
    return readEvents(reader, filterOf(query, today), wantedOf(query, files.wanted), scope)
  })

const exportPage = 50

/**
 * All events, unpublished ones too, with every part but the derived next_dates, for the export.
 * The caller holds the snapshot; memory is bounded by a page of events.
 */
export async function* loadEvents(
  reader: Reader,
  { ids, today }: { ids?: number[]; everything: true; today: string },
): AsyncGenerator<Event> {
  const wanted =
    ids ?? (await reader.selectFrom('event').select('id').orderBy('id').execute()).map(({ id }) => id)
  for (let start = 0; start < wanted.length; start += exportPage) {
    const page = { eventIds: wanted.slice(start, start + exportPage) }
    yield* await readEvents(reader, page, allParts, { publishedOnly: false, today })
  }
}

// The only transaction that is opened below a handler: the queries of one answer have to see one state.
const inSnapshot = <T>(db: Db, read: (reader: Reader) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

async function readEvents(reader: Reader, filter: Filter, wanted: Wanted, scope: Scope): Promise<Event[]> {
  const events = await selectEvents(reader, filter, scope, wanted)
  if (events.length === 0) return []
  const eventIds = events.map((event) => event.id)
  const dates = await selectDates(reader, eventIds, filter, scope, wanted)
  const dateIds = dates.map((date) => date.id)
  const eventParts = await loadEventParts(reader, eventIds, wanted)
  const dateParts = await loadDateParts(reader, dateIds, wanted, scope)
  const shared = await loadSharedParts(reader, eventIds, dateIds)
  const records = group(
    dates,
    (date) => date.event_id,
    (date) => dateOf(date, dateParts, shared, scope.today),
  )
  return events.map((event) => eventOf(event, eventParts, shared, records.get(event.id) ?? []))
}
