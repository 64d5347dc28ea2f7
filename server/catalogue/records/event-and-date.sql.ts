// The rows of events and dates, with the interface's column names.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import { type RecordOf, selectList } from '../../platform/database/fields.ts'
import { dateColumns } from '../contract/date.schema.ts'
import { eventColumns } from '../contract/event.schema.ts'
import { anyOf } from './rows.ts'

export type EventRow = RecordOf<typeof eventColumns> & {
  group_discounts: (string | null)[]
  /** jsonb as it is stored. */
  event_misc: unknown
  meta_tags: unknown
  ebg_data: unknown
}

/** Events, ordered by id. */
export async function selectEvents(reader: Reader, ids: number[]): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${sql.raw(selectList(eventColumns, 'e'))}, e.misc as event_misc, e.meta_tags, e.ebg_data, e.group_discounts
    from event e where e.id = ${anyOf(ids)} order by e.id`.execute(reader)
  return rows
}

export type DateRow = RecordOf<typeof dateColumns> & {
  event_id: number
  /** null: a date without a status. */
  status_is_bookable: boolean | null
  booked_count: number
  reserved_count: number
  seats_elsewhere: number
  date_meta_data: unknown
  ebg_data: unknown
  date_misc: unknown
}

/** Dates, selected by their own ids or those of their events; ordered by start date (none last), start time and id. */
export async function selectDates(
  reader: Reader,
  by: { ids: number[] } | { eventIds: number[] },
): Promise<DateRow[]> {
  const condition = 'ids' in by ? sql`d.id = ${anyOf(by.ids)}` : sql`d.event_id = ${anyOf(by.eventIds)}`
  const { rows } = await sql<DateRow>`
    select ${sql.raw(selectList(dateColumns, 'd'))}, d.meta_data as date_meta_data, d.ebg_data, d.misc as date_misc,
      d.event_id, s.is_bookable as status_is_bookable,
      d.booked_count, d.reserved_count, d.seats_elsewhere
    from event_date d left join date_status s on s.status = d.status
    where ${condition}
    order by d.start_date nulls last, d.start_time collate "C", d.id`.execute(reader)
  return rows
}
