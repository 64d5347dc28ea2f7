// Reads complete events, including unpublished ones, for the export and the website preview.
import type { Reader } from '../../platform/database/database.ts'
import type { Event } from '../contract/event.schema.ts'
import { loadCategories } from './categories.sql.ts'
import { selectDates, selectEvents } from './event-and-date.sql.ts'
import { toEvent, toEventDate } from './event-records.ts'
import { loadDateChildRows, loadEventChildRows, loadSharedChildRows } from './load-child-rows.ts'
import { group } from './rows.ts'
import { bookingStateOn } from './series.ts'
import { loadTrainers } from './trainers.sql.ts'

const pageSize = 50

/**
 * Events with all fields except next_dates, in pages, so that memory is bounded. The caller's transaction provides the snapshot.
 * @param ids left out: all events
 */
export async function* loadEvents(
  reader: Reader,
  { ids, today }: { ids?: number[]; everything: true; today: string },
): AsyncGenerator<Event> {
  const idsToLoad =
    ids ?? (await reader.selectFrom('event').select('id').orderBy('id').execute()).map(({ id }) => id)
  for (let start = 0; start < idsToLoad.length; start += pageSize)
    yield* await readEvents(reader, idsToLoad.slice(start, start + pageSize), today)
}

async function readEvents(reader: Reader, ids: number[], today: string): Promise<Event[]> {
  const events = await selectEvents(reader, ids)
  const eventIds = events.map((event) => event.event_id)
  const dates = await selectDates(reader, { eventIds })
  const dateIds = dates.map((date) => date.date_id)
  const eventChildRows = await loadEventChildRows(reader, eventIds)
  const categories = await loadCategories(reader, eventIds)
  const dateChildRows = await loadDateChildRows(
    reader,
    dateIds,
    { publishedOnly: false },
    bookingStateOn(today),
  )
  const shared = await loadSharedChildRows(reader, eventIds, dateIds)
  const trainers = await loadTrainers(reader, dateIds)
  const records = group(
    dates,
    (date) => date.event_id,
    (date) => toEventDate(date, dateChildRows, shared, trainers, today),
  )
  return events.map((event) =>
    toEvent(
      event,
      eventChildRows,
      shared,
      categories.get(event.event_id) ?? [],
      records.get(event.event_id) ?? [],
    ),
  )
}
