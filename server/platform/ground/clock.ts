import { Temporal } from 'temporal-polyfill'

/** The current time, which is the database's: the only thing that tests replace. */
export type Clock = { now(): Date }

// Cached per minute, because every request needs it; in no time zone does a date begin within a minute.
const dateCache = new Map<string, { minute: number; date: string }>()

/** The calendar date of a point in time in a time zone, `YYYY-MM-DD`. */
export function dateIn(timeZone: string, moment: Date): string {
  const minute = Math.floor(moment.getTime() / 60_000)
  const cached = dateCache.get(timeZone)
  if (cached?.minute === minute) return cached.date
  const date = Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString()
  dateCache.set(timeZone, { minute, date })
  return date
}

/** The local date and time of a point in time in a time zone, `YYYY-MM-DDTHH:MM`. */
export const localTimeIn = (timeZone: string, moment: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })

/** A point in time in a time zone, with its offset: `2026-06-15T23:30:00+02:00`. */
export const momentIn = (timeZone: string, moment: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timeZone)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' })

/** The point in time at which a day (`YYYY-MM-DD`) begins in a time zone. */
export const dayBegins = (timeZone: string, day: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)

/** The point in time at which a day (`YYYY-MM-DD`) ends in a time zone. */
export const dayEnds = (timeZone: string, day: string): Date =>
  dayBegins(timeZone, Temporal.PlainDate.from(day).add({ days: 1 }).toString())

/** Adds calendar months to a date; a day that the month does not have becomes its last day. */
export const addMonths = (date: string, months: number): string =>
  Temporal.PlainDate.from(date).add({ months }, { overflow: 'constrain' }).toString()

/** Number of days from one date to another, including both. */
export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days + 1
