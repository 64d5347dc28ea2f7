// The calendar entries of dates as they are, and as mails have sent them.
import { sql } from 'kysely'
import { lastChange } from '../../catalogue/read-model/website-records.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { MessageDate } from '../values.sql.ts'
import { type CalendarEntry, type EntryVersion, sequenceOf } from './calendar-text.ts'

/** An entry of a date as it is now. */
export type CurrentEntry = Pick<EntryVersion, 'dateId' | 'number' | 'entry' | 'sequence'>

type DayRow = Pick<CalendarEntry, 'firstDay' | 'lastDay' | 'startTime' | 'endTime'> & {
  number: number
  revision: number
}

const placeOf = ({ locations: [place], rooms }: MessageDate): string =>
  [place?.name, place?.address, ...rooms].filter(Boolean).join(', ')

/** The entries of a date as its participants see them, with the place and the online room, the earliest first. */
export async function loadCurrentEntries(reader: Reader, date: MessageDate): Promise<CurrentEntry[]> {
  const { rows } = await sql<DayRow>`
    select number, first_day as "firstDay", last_day as "lastDay", start_time as "startTime", end_time as "endTime",
      coalesce(c.id, 0)::float8 as revision
    from calendar_day y left join lateral (${lastChange('date', 'y.date_id')}) c on true
    where y.date_id = ${date.id} and first_day is not null order by first_day, start_time, number`.execute(
    reader,
  )
  const shared = { title: date.title, place: placeOf(date), link: date.isOnline ? date.onlineLink : '' }
  return rows.map(({ number, revision, ...times }) => ({
    dateId: date.id,
    number,
    entry: { ...times, ...shared },
    sequence: sequenceOf(revision),
  }))
}

/** A version that a mail sends. */
export type NewVersion = Omit<EntryVersion, 'stamp' | 'lastModified'>

/** The latest version of an entry that the calendar of an address was sent for one of its recipients: `key` names the seat and its person. */
export type SentEntry = NewVersion & { key: string; mailId: number }

/** The versions that the calendar of an address was sent of dates, and of those that a booking has left. */
export async function loadSentEntries(
  reader: Reader,
  of: { recipient: string; dateIds: readonly number[]; bookingId: number },
): Promise<SentEntry[]> {
  const { rows } = await sql<SentEntry>`
    select distinct on (key, e.date_id, e.number) concat_ws(' ', o.data ->> 'key', o.contact_id) as key, e.date_id as "dateId", e.number, e.host, e.sequence,
      e.is_cancelled as "isCancelled", e.entry, e.mail_id as "mailId"
    from sent_calendar_entry e join outbox_mail o on o.id = e.mail_id
    where e.recipient = lower(${of.recipient}) and (e.date_id = any(${of.dateIds}::int[]) or e.date_id in (
      select f.date_id from outbox_mail b join sent_calendar_entry f on f.mail_id = b.id where b.booking_id = ${of.bookingId}))
    order by key, e.date_id, e.number, e.sequence desc, e.mail_id desc`.execute(reader)
  return rows
}

/** Keeps what a mail sends; a second attempt keeps its version. */
export async function keepSentEntries(
  tx: Tx,
  { mailId, recipient }: { mailId: number; recipient: string },
  entries: readonly NewVersion[],
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ dateId, number, host, sequence, isCancelled, entry }) => ({
    date_id: dateId,
    number,
    host,
    sequence,
    is_cancelled: isCancelled,
    entry,
  }))
  await sql`
    insert into sent_calendar_entry (mail_id, recipient, date_id, number, host, sequence, is_cancelled, entry)
    select ${mailId}, lower(${recipient}), g.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g(date_id int, number int, host text, sequence int, is_cancelled boolean, entry jsonb)
    on conflict (mail_id, date_id, number) do update
      set host = excluded.host, sequence = excluded.sequence, is_cancelled = excluded.is_cancelled, entry = excluded.entry`.execute(
    tx,
  )
}

/** The highest version that a booking's calendar was sent for each entry of a date, by number. */
export async function loadSentVersions(
  reader: Reader,
  dateId: number,
  bookingId: number,
): Promise<Map<number, { host: string; sequence: number }>> {
  const { rows } = await sql<{ number: number; host: string; sequence: number }>`
    select distinct on (e.number) e.number, e.host, e.sequence
    from sent_calendar_entry e join outbox_mail o on o.id = e.mail_id
    where e.date_id = ${dateId} and o.booking_id = ${bookingId} order by e.number, e.sequence desc`.execute(
    reader,
  )
  return new Map(rows.map(({ number, ...version }) => [number, version]))
}
