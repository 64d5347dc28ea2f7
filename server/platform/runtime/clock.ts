/** What the time is. The only thing that tests replace. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

// Asked for with every request; in no zone of today does a date begin within a minute.
const dateCache = new Map<string, { minute: number; date: string }>()

/** The calendar date of a moment in a time zone, `YYYY-MM-DD`. */
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

/** A date moved by calendar months; a day that the month lacks becomes its last day. */
export const addMonths = (date: string, months: number): string =>
  Temporal.PlainDate.from(date).add({ months }, { overflow: 'constrain' }).toString()

/** Days from one date to another, both counted. */
export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days + 1
