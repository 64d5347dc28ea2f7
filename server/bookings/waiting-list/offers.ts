// Seats that are offered to waiting people. An offered seat is taken until it is accepted, declined, or the offer has ended.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import { dayBegins } from '../../platform/ground/clock.ts'
import type { BookingStatus } from '../booking-statuses.ts'
import type { LockedDate, Moment } from '../seat-allocation.ts'

/** The status of a booking whose seat is offered. */
export const offered = 'offered' satisfies BookingStatus

/** Of an offer that staff make at a date that promotes at once. */
const defaultHours = 48

/** When an offer that is made now ends: before the day on which the date starts. undefined: that day has come. */
export function deadlineOfOffer(
  { now, timeZone }: Moment,
  { offerHours, startDate }: Pick<LockedDate, 'offerHours' | 'startDate'>,
): Date | undefined {
  const end = now.getTime() + (offerHours || defaultHours) * 3_600_000
  if (startDate === '') return new Date(end)
  const start = dayBegins(timeZone, startDate).getTime()
  return start > now.getTime() ? new Date(Math.min(end, start)) : undefined
}

/** The bookings among these whose offers stand. */
export async function openOffers(reader: Reader, ids: readonly number[], now: Date): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from booking where id = any(${ids}::int[]) and status = ${sql.lit(offered)} and offered_until > ${now}`.execute(
    reader,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The bookings whose offers have ended without an answer, of a date or of all. Those of modules follow their series. */
export async function endedOffers(
  reader: Reader,
  now: Date,
  dateId?: number,
): Promise<{ id: number; dateId: number }[]> {
  const { rows } = await sql<{ id: number; dateId: number }>`
    select id, date_id as "dateId" from booking
    where status = ${sql.lit(offered)} and offered_until <= ${now} and series_booking_id is null
      and (${dateId ?? null}::int is null or date_id = ${dateId ?? null}::int)
    order by date_id, id`.execute(reader)
  return rows
}
