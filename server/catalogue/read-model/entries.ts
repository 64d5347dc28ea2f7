// Entries of the index: the columns of published events and dates that filters, counters and bookability need. They are always in
// memory; records are serialized on demand.
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Reader } from '../../platform/database/database.ts'
import { endsNextDay } from '../../platform/ground/days.ts'
import type { BookableDate } from '../records/bookability.ts'
import { loadModuleDates, type TakenModule, takenModules } from '../records/module-dates.sql.ts'
import { anyOf, group } from '../records/rows.ts'
import type { SerializedDate, SerializedEvent } from './serialized-records.ts'
import {
  loadWebsiteDates,
  loadWebsiteEvents,
  type WebsiteDate,
  type WebsiteEvent,
} from './website-records.ts'

/** A published event. `serialized` and `lastUsed` belong to the cache of serialized records (read-model.ts). */
export type EventEntry = {
  id: number
  title: string
  /** Category ids, ascending. */
  categoryIds: number[]
  /** Its published dates, ordered as in responses (`compareDates`). */
  dates: DateEntry[]
  /** For each date with a start: the latest end day of it and of the dates before it. Computed on first use. */
  runningEndDays: string[] | undefined
  facts: WebsiteEvent
  serialized: SerializedEvent | undefined
  lastUsed: number
}

/** A published date of a published event. Days are `YYYY-MM-DD` or null. */
export type DateEntry = BookableDate & {
  id: number
  event_id: number
  title: string
  status: string | null
  start_date: string | null
  start_time: string
  end_date: string | null
  /** On which it ends: for an evening that ends after midnight, the day after. It is over when this day has passed. */
  lastDay: string | null
  client_id: number | null
  display_start_date: string | null
  display_end_date: string | null
  waitlisted_count: number
  /** Catalogue ids, ascending. */
  catalogueIds: number[]
  /** Trainer ids by position: main trainers, listed trainers, all. */
  mainTrainerIds: number[]
  listedTrainerIds: number[]
  trainerIds: number[]
  /** Of a series: the modules that a booking takes if none are chosen, published or not. */
  takenModules: TakenModule[]
  facts: WebsiteDate
  serialized: SerializedDate | undefined
  lastUsed: number
}

const empty: never[] = []

/** Published events without their dates. @param ids undefined: all */
export async function loadEventEntries(reader: Reader, ids?: number[]): Promise<EventEntry[]> {
  const rows = await reader
    .selectFrom('event')
    .select(['id', 'title'])
    .where('is_published', '=', true)
    .$if(ids !== undefined, (events) => events.where('id', '=', anyOf(ids!)))
    .execute()
  const links = await reader
    .selectFrom('event_in_category')
    .select(['event_id', 'category_id'])
    .$if(ids !== undefined, (events) => events.where('event_id', '=', anyOf(ids!)))
    .orderBy('category_id')
    .execute()
  const categories = group(
    links,
    (link) => link.event_id,
    (link) => link.category_id,
  )
  const facts = await loadWebsiteEvents(reader, ids)
  return rows.map(({ id, title }) => ({
    id,
    title,
    categoryIds: categories.get(id) ?? empty,
    dates: [],
    runningEndDays: undefined,
    facts: facts.get(id)!,
    serialized: undefined,
    lastUsed: 0,
  }))
}

/** As the function `last_day` of the database. */
function lastDayOf(
  { start_date, end_date }: Pick<DateEntry, 'start_date' | 'end_date'>,
  { calendarDays }: WebsiteDate,
): string | null {
  const last = end_date ?? start_date
  const ends = calendarDays.map((day) =>
    endsNextDay(day) ? Temporal.PlainDate.from(day.lastDay).add({ days: 1 }).toString() : day.lastDay,
  )
  return last && ends.reduce((a, b) => (b > a ? b : a), last)
}

/** Published dates of published events. @param ids undefined: all */
export async function loadDateEntries(reader: Reader, ids?: number[]): Promise<DateEntry[]> {
  const rows = await reader
    .selectFrom('event_date as d')
    .innerJoin('event as e', 'e.id', 'd.event_id')
    .select([
      'd.id',
      'd.event_id',
      'd.title',
      'd.status',
      'd.start_date',
      'd.start_time',
      'd.end_date',
      'd.client_id',
      'd.display_start_date',
      'd.display_end_date',
      'd.booking_start_date',
      'd.booking_end_date',
      'd.participants_max',
      'd.seats_elsewhere',
      'd.booked_count',
      'd.reserved_count',
      'd.waitlisted_count',
      'd.is_bookable',
      'd.is_active',
      'd.has_waiting_list',
    ])
    .where('d.is_published', '=', true)
    .where('e.is_published', '=', true)
    .$if(ids !== undefined, (dates) => dates.where('d.id', '=', anyOf(ids!)))
    .execute()
  const catalogues = group(
    await reader
      .selectFrom('date_catalogue')
      .select(['date_id', 'catalogue_id'])
      .$if(ids !== undefined, (dates) => dates.where('date_id', '=', anyOf(ids!)))
      .orderBy('catalogue_id')
      .execute(),
    (link) => link.date_id,
    (link) => link.catalogue_id,
  )
  const trainers = group(
    await reader
      .selectFrom('date_trainer')
      .select(['date_id', 'trainer_id', 'is_main', 'is_listed'])
      .$if(ids !== undefined, (dates) => dates.where('date_id', '=', anyOf(ids!)))
      .orderBy('position')
      .execute(),
    (link) => link.date_id,
    (link) => link,
  )
  const facts = await loadWebsiteDates(reader, ids)
  const modules = await loadModuleDates(reader, ids)
  return rows.map((row) => {
    const links = trainers.get(row.id) ?? empty
    const idsOf = (subset: typeof links) =>
      subset.length === 0 ? empty : subset.map(({ trainer_id }) => trainer_id)
    const ownFacts = facts.get(row.id)!
    return {
      ...row,
      lastDay: lastDayOf(row, ownFacts),
      catalogueIds: catalogues.get(row.id) ?? empty,
      mainTrainerIds: idsOf(links.filter(({ is_main }) => is_main)),
      listedTrainerIds: idsOf(links.filter(({ is_listed }) => is_listed)),
      trainerIds: [...new Set(idsOf(links))],
      takenModules: modules.has(row.id) ? takenModules(modules.get(row.id)!) : empty,
      facts: ownFacts,
      // Set by the index, which has the statuses.
      status_is_bookable: null,
      serialized: undefined,
      lastUsed: 0,
    }
  })
}

/** The order of dates in responses: by start date (none last), start time and id. */
export function compareDates(one: DateEntry, other: DateEntry): number {
  if (one.start_date !== other.start_date) {
    if (one.start_date === null) return 1
    if (other.start_date === null) return -1
    return one.start_date < other.start_date ? -1 : 1
  }
  if (one.start_time !== other.start_time) return one.start_time < other.start_time ? -1 : 1
  return one.id - other.id
}

/** Ids of the dates whose serialized records show one of these dates or events: series and their modules. */
export async function loadDependentDateIds(
  reader: Reader,
  dateIds: number[],
  eventIds: number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with touched as (
      select unnest(${dateIds}::int[]) as id union select id from event_date where event_id = ${anyOf(eventIds)}
    )
    select m.date_id as id from series_module_date l join series_module m on m.id = l.series_module_id
      where l.linked_date_id in (select id from touched) or l.module_event_id = ${anyOf(eventIds)}
    union
    select l.linked_date_id from series_module m join series_module_date l on l.series_module_id = m.id
      where m.date_id in (select id from touched)
    union
    select date_id from series_module where module_event_id = ${anyOf(eventIds)}`.execute(reader)
  return rows.map(({ id }) => id)
}
