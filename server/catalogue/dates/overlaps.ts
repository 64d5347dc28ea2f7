// Overlaps: a trainer or a room at two dates at once. PostgreSQL forbids them (migrations/0014-overlaps.sql); this file reports
// them by field.
//
// busy_period has a row for each session of a date that takes place, with its trainers and rooms. Triggers derive it from the
// tables of dates. If a trainer or a room forbids overlaps, its rows are exclusive, and two exclusion constraints let no two of
// them overlap at the end of a transaction; past days are not exclusive, so that an old overlap does not keep the setting from
// being changed. The triggers lock the rows of such trainers and rooms, so that transactions that take the same one queue up.
//
// rejectOverlaps looks at the dates that its transaction has just written. A transaction that loses the race is run again, and
// then sees the rows of the other one. Warnings, and hints about days that are not stored yet, come from planningHints
// (planning-hints.ts), with the same function of the database for the sessions of a date.
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { ErrorText } from '../../platform/ground/error-text.ts'
import { badRequest, conflict, type FieldError } from '../../platform/ground/errors.ts'
import { dateTitle, roomName, trainerName } from '../records/names.sql.ts'
import { dateErrors } from './date.errors.ts'
import type { DateContent } from './date.schema.office.ts'

type Overlap = {
  dateId: number
  trainerId: number | null
  roomId: number | null
  name: string
  title: string
  day: string
}

/** Forbidden overlaps of stored dates with others. @param which SQL of the periods (alias `a`) that are looked at */
export async function findForbiddenOverlaps(reader: Reader, which: RawBuilder<unknown>): Promise<Overlap[]> {
  const { rows } = await sql<Overlap>`
    select distinct on (a.date_id, a.trainer_id, a.room_id)
      a.date_id as "dateId", a.trainer_id as "trainerId", a.room_id as "roomId",
      case when a.trainer_id is null then ${roomName} else ${trainerName} end as name, ${dateTitle} as title, lower(a.period * b.period)::date::text as day
    from busy_period a
    join busy_period b on (b.trainer_id = a.trainer_id or b.room_id = a.room_id) and b.date_id <> a.date_id and b.period && a.period
    join event_date d on d.id = b.date_id join event e on e.id = d.event_id
    left join trainer t on t.id = a.trainer_id
    left join room r on r.id = a.room_id left join contact c on c.id = r.location_id
    where a.is_exclusive and b.is_exclusive and ${which}
    order by a.date_id, a.trainer_id, a.room_id, lower(b.period)`.execute(reader)
  return rows
}

export const overlapError = ({
  trainerId,
  name,
  title,
  day,
}: Pick<Overlap, 'trainerId' | 'name' | 'title' | 'day'>): ErrorText =>
  (trainerId === null ? dateErrors.roomTaken : dateErrors.trainerTaken)({ name, title, day })

/** The field of a date that has a trainer or a room. */
export const fieldOf = ({ trainers }: Pick<DateContent, 'trainers'>, trainerId: number | null): string =>
  trainerId === null
    ? 'roomIds'
    : `trainers[${trainers.findIndex((one) => one.trainerId === trainerId)}].trainerId`

/**
 * Checks dates that have just been written.
 * @param ids those of the dates, in their order
 * @throws Failure 400 by field
 */
export async function rejectOverlaps(
  tx: Tx,
  dates: readonly DateContent[],
  ids: readonly number[],
  fieldPath: (nth: number, field: string) => string = (_, field) => field,
): Promise<void> {
  const overlaps = await findForbiddenOverlaps(tx, sql`a.date_id = any(${ids}::int[])`)
  const errors = overlaps.map((overlap): FieldError => {
    const nth = ids.indexOf(overlap.dateId)
    return { field: fieldPath(nth, fieldOf(dates[nth]!, overlap.trainerId)), ...overlapError(overlap) }
  })
  if (errors.length > 0) throw badRequest(errors)
}

/** Checks what has just been changed. @param which SQL of the periods (alias `a`) @throws Failure 409 */
export async function throwIfOverlapping(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  const [overlap] = await findForbiddenOverlaps(tx, which)
  if (overlap) throw conflict(overlapError(overlap))
}
