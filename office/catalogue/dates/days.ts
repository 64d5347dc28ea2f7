// Calendar days `YYYY-MM-DD` without a time zone: computed in UTC, where every day has 24 hours.

const dayMs = 86_400_000
const toUtcMs = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The day that many days later. */
export const addDays = (day: string, days: number): string => toDay(toUtcMs(day) + days * dayMs)

export const daysBetween = (from: string, to: string): number =>
  Math.round((toUtcMs(to) - toUtcMs(from)) / dayMs)

/** All days from start to end, at most a year; only the start if the end is missing or before it. */
export function daysInRange(start: string | undefined, end: string | undefined): string[] {
  if (!start) return []
  const last = end && end >= start ? end : start
  return Array.from({ length: Math.min(366, daysBetween(start, last) + 1) }, (_, n) => addDays(start, n))
}

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string): number => new Date(toUtcMs(day)).getUTCDay() || 7

/** The Monday of the week of a day. */
export const mondayOf = (day: string): string => addDays(day, 1 - weekdayOf(day))

/** Longer dates do not take place every day. */
const maxRangeDays = 14

/** The days on which a date takes place: its session days, or each from start to end, unless these are too many. */
export const daysHeld = (from: string, to: string, sessionDays: readonly string[]): readonly string[] => {
  if (sessionDays.length > 0) return sessionDays
  return daysBetween(from, to) >= maxRangeDays ? [] : daysInRange(from, to)
}
