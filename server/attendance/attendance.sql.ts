// Reads the attendance of a date.
import { sql } from 'kysely'
import type { Reader } from '../platform/database/database.ts'
import type { AttendanceSheet, HalfDay, Mark } from './attendance.schema.ts'

const loadHalfDays = async (reader: Reader, dateId: number, today: string): Promise<HalfDay[]> =>
  (
    await sql<HalfDay>`
      select h.day::text, h.half, count(*) over (partition by h.day) > 1 as "isHalf", h.start_time as "startTime",
        h.end_time as "endTime", h.day <= ${today}::date as "isOpen"
      from date_half_day h where h.date_id = ${dateId} order by h.day, h.half = 'afternoon'`.execute(reader)
  ).rows

type Row = AttendanceSheet['participants'][number]

// Two statements instead of a join: the planner cannot know how many bookings have half days, and its nested loop takes a time that
// grows with the square of their number. A status that was set by hand does not stand for days to come.
async function loadParticipants(reader: Reader, dateId: number, today: string): Promise<Row[]> {
  const [participants, marks] = await Promise.all([
    sql<Omit<Row, 'marks'>>`
      select b.id as "bookingId", c.id as "contactId", c.title, c.first_name as "firstName", c.last_name as "lastName", b.status
      from booking b
      join booking_status s on s.status = b.status and s.counts_as = 'booked'
      join contact c on c.id = b.contact_id
      where b.date_id = ${dateId}
      order by sort_key(c.last_name) collate "C", sort_key(c.first_name) collate "C", b.id`.execute(reader),
    sql<Pick<Row, 'bookingId' | 'marks'>>`
      select h.booking_id as "bookingId",
        array_agg(case when coalesce(a.attended, h.attended and h.day <= ${today}::date) then 'attended'
            when a.attended is null and (h.attended is null or h.day > ${today}::date) then '' else 'absent' end
          order by h.day, h.half = 'afternoon') as marks
      from booking_half_day h left join attendance a on a.booking_id = h.booking_id and a.day = h.day and a.half = h.half
      where h.date_id = ${dateId} group by h.booking_id`.execute(reader),
  ])
  const marksOf = new Map(marks.rows.map(({ bookingId, marks }) => [bookingId, marks]))
  return participants.rows.map((row) => ({ ...row, marks: marksOf.get(row.bookingId) ?? [] }))
}

/** The sheet of a date; undefined if there is no such date. @param today YYYY-MM-DD */
export async function loadSheet(
  reader: Reader,
  dateId: number,
  today: string,
): Promise<AttendanceSheet | undefined> {
  const { rows } = await sql<Omit<AttendanceSheet, 'halfDays' | 'participants'>>`
    select d.id, coalesce(nullif(d.title, ''), e.title) as title, coalesce(d.start_date::text, '') as "startDate",
      coalesce(d.end_date, d.start_date)::text as "endDate", d.is_active and coalesce(t.goes_ahead, true) as "goesAhead",
      exists (select from series_module m where m.date_id = d.id) as "isSeries"
    from event_date d join event e on e.id = d.event_id left join date_status t on t.status = d.status
    where d.id = ${dateId}`.execute(reader)
  const date = rows[0]
  if (!date) return undefined
  const [halfDays, participants] = await Promise.all([
    loadHalfDays(reader, dateId, today),
    loadParticipants(reader, dateId, today),
  ])
  return { ...date, endDate: date.endDate ?? '', halfDays, participants }
}

/** How many participants have each mark at the half day with this index. */
export function countMarks(sheet: AttendanceSheet, index: number): Record<Mark, number> {
  const counts = { attended: 0, absent: 0, '': 0 }
  for (const { marks } of sheet.participants) counts[marks[index] ?? '']++
  return counts
}
