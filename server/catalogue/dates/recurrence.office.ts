// Dates in the back office: the days of a plan by a recurrence rule. Calendar days without a time zone.
import { Temporal } from 'temporal-polyfill'
import { badRequest } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import type { Doubt } from '../../settings/holidays.ts'
import { dateErrors } from './date.errors.ts'
import type { DateContent } from './date.schema.office.ts'
import { type RecurrenceKind, recurrenceKinds } from './recurrence-kinds.ts'

export type RecurrenceRule = {
  /** The first possible day. */
  startDate: string
  kind: RecurrenceKind
  count: number
  intervalWeeks: number
  /** 1 Monday to 7 Sunday. */
  weekdays: readonly number[]
  dates: readonly string[]
  /** How many consecutive days a date lasts. */
  durationDays: number
  /** Omits dates that include a Saturday or a Sunday. */
  skipWeekends: boolean
  /** Omits dates that include a public holiday, and asks about those with a doubtful day. */
  skipHolidays: boolean
}

const maxWeeks = 200
/** Days of a rule that are looked at: ten times as many as a plan has dates. */
const maxExamined = 1000

const dayMs = 86_400_000

/** The first day of a range of which something holds, for ranges in the order of their starts: no day is looked at twice. */
function dayFinder(holds: (day: string) => boolean) {
  // It holds of no day from the last start up to this one.
  let next = Number.NEGATIVE_INFINITY
  return (start: Temporal.PlainDate, length: number): string | undefined => {
    const first = Date.parse(start.toString()) / dayMs
    const dayAt = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)
    next = Math.max(next, first)
    while (next < first + length && !holds(dayAt(next))) next++
    return next < first + length ? dayAt(next) : undefined
  }
}

function* startDays(rule: RecurrenceRule): Generator<Temporal.PlainDate> {
  const first = Temporal.PlainDate.from(rule.startDate)
  const monday = first.subtract({ days: first.dayOfWeek - 1 })
  const weekdays = recurrenceKinds[rule.kind].hasWeekdays
    ? [...new Set(rule.weekdays)].toSorted((a, b) => a - b)
    : [first.dayOfWeek]
  for (let week = 0; week < maxWeeks * 52; week += rule.intervalWeeks)
    for (const weekday of weekdays) {
      const day = monday.add({ weeks: week, days: weekday - 1 })
      if (Temporal.PlainDate.compare(day, first) >= 0) yield day
    }
}

/** The days of a date of a plan. `omitted`: why the rule leaves it out. */
export type PlannedDays = { startDate: string; endDate: string; omitted?: 'weekend' | 'holiday' | Doubt }

/**
 * The days of each date of a plan, and of those between them that the rule omits.
 * @param isHoliday for a day `YYYY-MM-DD` @param doubtOf why staff are asked about a day; only if holidays are omitted
 * @throws Failure 400
 */
export function plannedDays(
  rule: RecurrenceRule,
  isHoliday: (day: string) => boolean,
  doubtOf: (day: string) => Doubt | undefined = () => undefined,
): PlannedDays[] {
  const required = (field: string) => badRequest([{ field, ...generalErrors.required() }])
  const { isList, hasWeekdays } = recurrenceKinds[rule.kind]
  if (!isList && rule.startDate === '') throw required('startDate')
  if (hasWeekdays && rule.weekdays.length === 0) throw required('weekdays')
  if (isList && rule.dates.length === 0) throw required('dates')
  const listedDays = isList
    ? [...new Set(rule.dates)].toSorted().map((day) => Temporal.PlainDate.from(day))
    : undefined
  const count = listedDays?.length ?? rule.count
  const findHoliday = dayFinder(isHoliday)
  const findDoubtful = dayFinder((day) => doubtOf(day) !== undefined)
  const planned: PlannedDays[] = []
  let found = 0
  let examined = 0
  for (const start of listedDays ?? startDays(rule)) {
    // A rule of weekends only never ends if it omits weekends.
    if (found === count || ++examined > maxExamined) break
    const days = {
      startDate: start.toString(),
      endDate: start.add({ days: rule.durationDays - 1 }).toString(),
    }
    const reachesWeekend = rule.durationDays >= 7 || start.dayOfWeek + rule.durationDays - 1 > 5
    // Looked for last, because each day asks for its neighbours.
    const omittedBy = (): PlannedDays['omitted'] => {
      if (rule.skipWeekends && reachesWeekend) return 'weekend'
      if (!rule.skipHolidays) return undefined
      if (findHoliday(start, rule.durationDays)) return 'holiday'
      const doubtful = findDoubtful(start, rule.durationDays)
      return doubtful ? doubtOf(doubtful) : undefined
    }
    const omitted = omittedBy()
    planned.push(omitted ? { ...days, omitted } : days)
    if (!omitted) found++
  }
  return listedDays ? planned : planned.slice(0, planned.findLastIndex(({ omitted }) => !omitted) + 1)
}

/** The number of days from one date to another. */
export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days

/** The day that many days later; '' for ''. @throws Failure 400 beyond the years 1 to 9999 */
export function addDays(day: string, days: number): string {
  if (day === '') return ''
  const later = Temporal.PlainDate.from(day).add({ days })
  if (later.year < 1 || later.year > 9999)
    throw badRequest([{ field: 'startDate', ...dateErrors.outsideCalendar() }])
  return later.toString()
}

/** All days from one to another, both included. */
export const daysInRange = (from: string, to: string): string[] =>
  from === '' ? [] : Array.from({ length: daysBetween(from, to || from) + 1 }, (_, n) => addDays(from, n))

/** The number of days that a date lasts; 0 if it has no start, or ends before it. */
export const dayCount = ({ startDate, endDate }: { startDate: string; endDate: string }): number =>
  startDate === '' ? 0 : Math.max(0, daysBetween(startDate, endDate || startDate) + 1)

type DaysOfDate = Pick<DateContent, 'startDate' | 'endDate' | 'sessionDays' | 'modules'>

/** The number of days on which a date takes place; 0 for a series without session days, whose modules have the days. */
export const ownDayCount = ({ sessionDays, modules, ...period }: DaysOfDate): number =>
  new Set(sessionDays.flatMap(({ day }) => day || [])).size || (modules.length > 0 ? 0 : dayCount(period))
