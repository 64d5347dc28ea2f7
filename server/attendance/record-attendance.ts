// Records attendance. Of two who record the same half day of the same person, the later one counts; other cells are not touched.
import { sql } from 'kysely'
import { lockRecord } from '../platform/database/change-log.ts'
import type { Tx } from '../platform/database/database.ts'
import { badRequest, conflict, type FieldError, notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { attendanceErrors } from './attendance.errors.ts'
import type { AttendanceMark, AttendanceSheet, Half } from './attendance.schema.ts'
import { loadSheet } from './attendance.sql.ts'

/** The sheet of a date, locked: other transactions that record attendance, book, move or cancel at this date wait. @throws Failure 404, 409 */
async function lockSheet(tx: Tx, dateId: number, today: string): Promise<AttendanceSheet> {
  await lockRecord(tx, 'date', dateId)
  const sheet = await loadSheet(tx, dateId, today)
  if (!sheet) throw notFound(generalErrors.notFound({ kind: 'date', id: dateId }))
  if (!sheet.goesAhead) throw conflict(attendanceErrors.dateCancelled())
  return sheet
}

function halfDayErrors(
  { halfDays }: AttendanceSheet,
  { day, half }: { day: string; half: Half },
  field: string,
): FieldError[] {
  const found = halfDays.find((one) => one.day === day && one.half === half)
  if (!found) return [{ field, ...attendanceErrors.unknownHalfDay() }]
  return found.isOpen ? [] : [{ field, ...attendanceErrors.notYet() }]
}

function validateMarks(sheet: AttendanceSheet, marks: readonly AttendanceMark[]): void {
  const seen = new Set<string>()
  const errors = marks.flatMap((mark, index) => {
    const cell = `${mark.bookingId} ${mark.day} ${mark.half}`
    const isRepeated = seen.has(cell) || !seen.add(cell)
    return [
      ...halfDayErrors(sheet, mark, `marks[${index}].day`),
      ...(isRepeated ? [{ field: `marks[${index}]`, ...attendanceErrors.repeated() }] : []),
    ]
  })
  if (errors.length > 0) throw badRequest(errors)
  const bookingIds = new Set(sheet.participants.map(({ bookingId }) => bookingId))
  const other = marks.find(({ bookingId }) => !bookingIds.has(bookingId))
  if (other) throw conflict(attendanceErrors.notParticipant({ bookingId: other.bookingId }))
}

/** A status that was set by hand stands for the half days without a record: they get one before the first of them changes. */
const recordWhatStatusSays = (tx: Tx, dateId: number, bookingIds: readonly number[], today: string) =>
  sql`insert into attendance (booking_id, day, half, attended)
    select h.booking_id, h.day, h.half, h.attended from booking_half_day h
    where h.date_id = ${dateId} and h.booking_id = any(${bookingIds}::int[]) and h.attended is not null and h.day <= ${today}::date
    on conflict do nothing`.execute(tx)

async function writeMarks(tx: Tx, marks: readonly AttendanceMark[]): Promise<void> {
  const rows = sql`json_to_recordset(${JSON.stringify(marks)}::json) as m("bookingId" int, day date, half text, mark text)`
  await sql`delete from attendance a using ${rows}
    where m.mark = '' and a.booking_id = m."bookingId" and a.day = m.day and a.half = m.half`.execute(tx)
  await sql`insert into attendance as a (booking_id, day, half, attended)
    select m."bookingId", m.day, m.half, m.mark = 'attended' from ${rows} where m.mark <> ''
    on conflict (booking_id, day, half) do update set attended = excluded.attended
      where a.attended <> excluded.attended`.execute(tx)
}

/** With all half days recorded, a booking is attended, if one of them is, or absent. Before, it is neither. */
const updateStatuses = (tx: Tx, dateId: number, bookingIds: readonly number[]) =>
  sql`update booking b set status = r.next
    from (
      select p.id, case when count(a.id) < count(*) then case when p.status in ('attended', 'absent') then 'booked' else p.status end
        when bool_or(a.attended) then 'attended' else 'absent' end as next
      from booking p
      join date_half_day h on h.date_id = p.date_id
      left join attendance a on a.booking_id = p.id and a.day = h.day and a.half = h.half
      where h.date_id = ${dateId} and p.id = any(${bookingIds}::int[])
      group by p.id
    ) r where r.id = b.id and r.next <> b.status`.execute(tx)

async function applyMarks(
  tx: Tx,
  { id, ...sheet }: AttendanceSheet,
  marks: readonly AttendanceMark[],
  today: string,
): Promise<AttendanceSheet> {
  const markOf = new Map(
    sheet.participants.flatMap(({ bookingId, marks: stored }) =>
      sheet.halfDays.map(({ day, half }, index) => [`${bookingId} ${day} ${half}`, stored[index]] as const),
    ),
  )
  const changed = marks.filter(
    ({ bookingId, day, half, mark }) => markOf.get(`${bookingId} ${day} ${half}`) !== mark,
  )
  if (changed.length === 0) return { id, ...sheet }
  const bookingIds = [...new Set(changed.map(({ bookingId }) => bookingId))]
  await sql`select from booking where id = any(${bookingIds}::int[]) order by id for no key update`.execute(
    tx,
  )
  await recordWhatStatusSays(tx, id, bookingIds, today)
  await writeMarks(tx, changed)
  await updateStatuses(tx, id, bookingIds)
  return (await loadSheet(tx, id, today))!
}

/** Records marks, all or none. @returns the sheet of the date @throws Failure 400, 404, 409 */
export async function recordMarks(
  tx: Tx,
  dateId: number,
  marks: readonly AttendanceMark[],
  today: string,
): Promise<AttendanceSheet> {
  const sheet = await lockSheet(tx, dateId, today)
  validateMarks(sheet, marks)
  return applyMarks(tx, sheet, marks, today)
}

/** Records that all attended a half day who are not recorded there yet. @throws Failure 400, 404, 409 */
export async function recordAllAttended(
  tx: Tx,
  dateId: number,
  { day, half }: { day: string; half: Half },
  today: string,
): Promise<AttendanceSheet> {
  const sheet = await lockSheet(tx, dateId, today)
  const errors = halfDayErrors(sheet, { day, half }, 'day')
  if (errors.length > 0) throw badRequest(errors)
  const index = sheet.halfDays.findIndex((one) => one.day === day && one.half === half)
  const marks = sheet.participants
    .filter((one) => one.marks[index] === '')
    .map(({ bookingId }): AttendanceMark => ({ bookingId, day, half, mark: 'attended' }))
  return applyMarks(tx, sheet, marks, today)
}
