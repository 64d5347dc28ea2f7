// Event catalogue: the rows of events and dates themselves.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import { anyOf } from './rows.ts'

export type EventRow = Awaited<ReturnType<typeof selectEvents>>[number]

/** Events by id, in the order of their ids. */
export const selectEvents = (reader: Reader, ids: number[]) =>
  reader.selectFrom('event').selectAll().where('id', '=', anyOf(ids)).orderBy('id').execute()

export type DateRow = Awaited<ReturnType<typeof selectDates>>[number]

/** Dates by their own or their events' ids: by start date, those without one last, start time, id. */
export const selectDates = (reader: Reader, by: { ids: number[] } | { eventIds: number[] }) =>
  reader
    .selectFrom('event_date as d')
    .leftJoin('date_status as s', 's.status', 'd.status')
    .selectAll('d')
    .select('s.is_bookable as status_is_bookable')
    .$if('ids' in by, (dates) => dates.where('d.id', '=', anyOf((by as { ids: number[] }).ids)))
    .$if('eventIds' in by, (dates) =>
      dates.where('d.event_id', '=', anyOf((by as { eventIds: number[] }).eventIds)),
    )
    .orderBy('d.start_date', (order) => order.asc().nullsLast())
    .orderBy(sql`d.start_time collate "C"`)
    .orderBy('d.id')
    .execute()
