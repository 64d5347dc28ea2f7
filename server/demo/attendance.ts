// The demo's data set: attendance by half day, of dates that were over before this week.
import type { EventDate } from '../catalogue/contract/date.schema.ts'
import type { Booking } from './bookings.ts'
import { addDays, mondayOf } from './days.ts'
import type { Random } from './random.ts'

type HalfDay = { day: string; half: 'morning' | 'afternoon' }

/** Before, only the status was recorded. */
const recordedDays = 90

const halfDaysOf = ({ date_hours }: EventDate): HalfDay[] =>
  date_hours.flatMap(({ date_hours_date: day, date_hours_time_start: start, date_hours_time_end: end }) => [
    ...(start < '12:00' ? [{ day, half: 'morning' } as const] : []),
    ...(end > '14:00' ? [{ day, half: 'afternoon' } as const] : []),
  ])

/** Most participants who attended were there at every half day; absent ones at none. */
export function createAttendance(
  dates: readonly EventDate[],
  bookings: readonly Booking[],
  today: string,
  random: Random,
) {
  const monday = mondayOf(today)
  const recorded = new Map(
    dates
      .filter(({ end_date }) => end_date < monday && end_date >= addDays(monday, -recordedDays))
      // The participants of a series attend its modules.
      .filter(({ series_dates }) => series_dates.length === 0)
      .map((date) => [date.date_id, halfDaysOf(date)]),
  )
  return bookings
    .filter(({ dateId, partStatus }) => recorded.has(dateId) && ['attended', 'absent'].includes(partStatus))
    .flatMap(({ partId, dateId, partStatus }) => {
      const halfDays = recorded.get(dateId)!
      const missed = halfDays.length > 1 && random.chance(0.12) ? random.int(0, halfDays.length - 1) : -1
      return halfDays.map((halfDay, index) => ({
        partId,
        ...halfDay,
        attended: partStatus === 'attended' && index !== missed,
      }))
    })
    .map((row, index) => ({ id: index + 1, ...row }))
}
