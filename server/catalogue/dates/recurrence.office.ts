// Dates in the back office: the days of a plan, by a rule. Days of the calendar, in no time zone.
import { badRequest } from '../../platform/http/errors.ts'
import { isDate } from '../../platform/http/validation.ts'

export type RecurrenceRule = {
  /** The first day that counts. */
  startDate: string
  /** `weeks`: the same day of every k-th week; `weekdays`: these days of every k-th week; `days`: the ones that are listed. */
  kind: 'weeks' | 'weekdays' | 'days'
  count: number
  intervalWeeks: number
  /** 1 Monday to 7 Sunday. */
  weekdays: readonly number[]
  dates: readonly string[]
  /** How many days in a row a date takes. */
  durationDays: number
  /** Dates that would touch a Saturday or a Sunday are left out. */
  skipWeekends: boolean
  /** Dates that would touch a public holiday are left out. */
  skipHolidays: boolean
}

const maxWeeks = 200

const eachDay = (start: Temporal.PlainDate, length: number): string[] =>
  Array.from({ length }, (_, n) => start.add({ days: n }).toString())

function* startDays(rule: RecurrenceRule): Generator<Temporal.PlainDate> {
  const first = Temporal.PlainDate.from(rule.startDate)
  const monday = first.subtract({ days: first.dayOfWeek - 1 })
  const weekdays =
    rule.kind === 'weeks' ? [first.dayOfWeek] : [...new Set(rule.weekdays)].toSorted((a, b) => a - b)
  for (let week = 0; week < maxWeeks * 52; week += rule.intervalWeeks)
    for (const weekday of weekdays) {
      const day = monday.add({ weeks: week, days: weekday - 1 })
      if (Temporal.PlainDate.compare(day, first) >= 0) yield day
    }
}

/**
 * The start and the end of each date of a plan.
 * @param isHoliday asked for days, YYYY-MM-DD
 * @throws Failure 400
 */
export function plannedDays(
  rule: RecurrenceRule,
  isHoliday: (day: string) => boolean,
): { startDate: string; endDate: string }[] {
  if (rule.kind !== 'days' && !isDate(rule.startDate))
    throw badRequest([{ field: 'startDate', message: 'must be a date, YYYY-MM-DD' }])
  if (rule.kind === 'weekdays' && rule.weekdays.length === 0)
    throw badRequest([{ field: 'weekdays', message: 'is required' }])
  if (rule.kind === 'days' && (rule.dates.length === 0 || !rule.dates.every(isDate)))
    throw badRequest([{ field: 'dates', message: 'must be dates, YYYY-MM-DD' }])
  const listedDays =
    rule.kind === 'days'
      ? [...new Set(rule.dates)].toSorted().map((day) => Temporal.PlainDate.from(day))
      : undefined
  const count = listedDays?.length ?? rule.count
  const found: { startDate: string; endDate: string }[] = []
  let examined = 0
  for (const start of listedDays ?? startDays(rule)) {
    // A rule that names weekends alone has no days without them.
    if (found.length === count || ++examined > maxWeeks * 10) break
    const end = start.add({ days: rule.durationDays - 1 })
    const reachesWeekend = rule.durationDays >= 7 || start.dayOfWeek + rule.durationDays - 1 > 5
    if (rule.skipWeekends && reachesWeekend) continue
    if (rule.skipHolidays && eachDay(start, rule.durationDays).some(isHoliday)) continue
    found.push({ startDate: start.toString(), endDate: end.toString() })
  }
  return found
}

/** The number of days from one date to another. */
export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days

/** A date so many days later; '' stays ''. */
export const addDays = (day: string, days: number): string =>
  day === '' ? '' : Temporal.PlainDate.from(day).add({ days }).toString()
