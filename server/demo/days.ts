// The demo's data set: days relative to today.

const toTime = (day: string) => Date.parse(`${day}T00:00:00Z`)
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)

export const addDays = (day: string, count: number): string => toDay(toTime(day) + count * 86_400_000)

/** 1: Monday, … 7: Sunday. */
export const weekday = (day: string): number => new Date(toTime(day)).getUTCDay() || 7

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => addDays(day, 1 - weekday(day))

/** The latest start, not after a day, of a number of consecutive weekdays (at most five). */
export function startOnWeekdays(day: string, count: number): string {
  const last = 6 - Math.min(count, 5)
  const now = weekday(day)
  return now <= last ? day : addDays(day, last - now)
}

/** The days of a course: consecutive, or at a fixed distance. */
export const daysFrom = (start: string, count: number, interval: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(start, index * interval))

/** `31.12.2026` */
export const germanDay = (day: string): string => day.split('-').reverse().join('.')
