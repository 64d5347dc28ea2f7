// Dates in the back office: tells what speaks against the days of dates before they are stored.
import { Temporal } from 'temporal-polyfill'
import Type from 'typebox'
import type { Reader } from '../../platform/database/database.ts'
import { day, time } from '../../platform/database/fields.ts'
import { badRequest } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { FieldErrorRecord, Id, record, ShortText } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { holidayLookup, holidayRegion } from '../../settings/holidays.ts'
import { copyDateContent, copyGroupNames, daysUntilStart, shiftDate } from './copy.office.ts'
import { emptyDate } from './create.office.ts'
import { completeInput, NewDateWithoutEvent } from './date.schema.office.ts'
import { dailySessionDays } from './plan.office.ts'
import { type Hint, type PlannedDate, planningHints } from './planning-hints.ts'
import { findDate, toDateContent } from './read.office.ts'
import { addDays, dayCount, daysInRange } from './recurrence.office.ts'

/** How many days after its start a free day is looked for; for the first of the dates that need one, unless they are long. */
const searchedDays = 60
const maxSearched = 20
const maxDays = 31

const { trainers, locationIds, roomIds } = NewDateWithoutEvent.properties

const CheckedDays = record({
  trainers,
  locationIds,
  roomIds,
  /** The name in the hints of the other dates; default: its number. */
  label: Type.Optional(ShortText),
  startDate: Type.Optional(day.input),
  endDate: Type.Optional(day.input),
  startTime: Type.Optional(time.input),
  endTime: Type.Optional(time.input),
})

const Checked = record({
  hints: Type.Array(record({ ...FieldErrorRecord.properties, isForbidden: Type.Boolean() })),
  /** The next day on which the date could begin without overlaps, absences, Sundays and holidays; '': none was looked for, or found. */
  freeStartDate: Type.String(),
})

const weekdayOf = (day: string): number => Temporal.PlainDate.from(day).dayOfWeek

const isLong = (date: PlannedDate) => dayCount(date) > maxDays || date.sessionDays.length > maxDays

/** The days on which a date takes place, unless it is long. */
function daysHeld(date: PlannedDate): string[] {
  if (isLong(date)) return []
  const sessionDays = date.sessionDays.flatMap(({ day }) => day || [])
  return sessionDays.length > 0 ? sessionDays : daysInRange(date.startDate, date.endDate)
}

const movedBy = (date: PlannedDate, days: number): PlannedDate => ({
  ...date,
  startDate: addDays(date.startDate, days),
  endDate: addDays(date.endDate, days),
  sessionDays: date.sessionDays.map((one) => ({ ...one, day: addDays(one.day, days) })),
})

const blockingCodes = new Set(
  (['trainerTaken', 'roomTaken', 'trainerAbsent'] as const).map((name) => `dates.${name}`),
)
const isBlocked = (hints: readonly Hint[]) => hints.some(({ code }) => blockingCodes.has(code))

/**
 * For each date that overlaps others, or includes an absence, a Sunday or a holiday, the next start without them: not on the days of
 * the other dates of the request, and on a weekend only if the date itself includes one.
 */
async function findFreeDays(
  reader: Reader,
  dates: readonly PlannedDate[],
  hints: readonly Hint[][],
  isHoliday: (day: string) => boolean,
): Promise<(string | undefined)[]> {
  const taken = new Set(dates.flatMap(daysHeld))
  const isOff = (day: string) => weekdayOf(day) === 7 || isHoliday(day)
  const blocked = dates.flatMap((date, nth) => {
    const needsOther = isBlocked(hints[nth]!) || daysHeld(date).some(isOff)
    return date.startDate !== '' && !isLong(date) && needsOther ? [{ date, nth }] : []
  })
  const searched = blocked.slice(0, maxSearched).flatMap(({ date, nth }) => {
    const isOnWeekend = daysHeld(date).some((day) => weekdayOf(day) > 5)
    const isFree = (day: string) => !isHoliday(day) && (isOnWeekend || weekdayOf(day) <= 5)
    return Array.from({ length: searchedDays }, (_, n) => ({
      nth,
      date: movedBy(date, n + 1),
    })).filter(({ date: moved }) => daysHeld(moved).every(isFree))
  })
  const found = await planningHints(
    reader,
    searched.map(({ date }) => date),
  )
  const freeDays: (string | undefined)[] = []
  for (const [at, { nth, date }] of searched.entries()) {
    const days = daysHeld(date)
    if (freeDays[nth] !== undefined || isBlocked(found[at]!) || days.some((day) => taken.has(day))) continue
    freeDays[nth] = date.startDate
    for (const day of days) taken.add(day)
  }
  return freeDays
}

/**
 * Checks dates: one that is stored and would change (`dateId`), copies of one (`sourceDateId`, `include`), or new ones. `content`
 * overwrites its fields, each of `dates` the days: with another start alone, all days move.
 */
export const checkDays = officeEndpoint({
  method: 'POST',
  path: '/dates/check-days',
  right: 'catalogue:edit',
  body: record({
    dateId: Type.Optional(Id),
    sourceDateId: Type.Optional(Id),
    include: Type.Optional(Type.Array(Type.Enum(copyGroupNames))),
    content: Type.Optional(NewDateWithoutEvent),
    fillSessionDays: Type.Optional(Type.Boolean()),
    /** Looks for a free day for dates on days that are not. */
    proposeDays: Type.Optional(Type.Boolean()),
    dates: Type.Array(CheckedDays, { minItems: 1, maxItems: 100 }),
  }),
  response: Type.Array(Checked),
  handle: async ({ tx, body, settings }) => {
    const { dateId, sourceDateId, include = [], content = {}, fillSessionDays = false } = body
    const storedId = dateId ?? sourceDateId
    const stored = storedId === undefined ? undefined : await findDate(tx, storedId)
    if (storedId !== undefined && !stored) {
      const field = dateId === undefined ? 'sourceDateId' : 'dateId'
      throw badRequest([{ field, ...generalErrors.unknownReference() }])
    }
    const base = stored ? toDateContent(stored) : { ...emptyDate, eventId: 0 }
    const source = sourceDateId === undefined ? base : copyDateContent(base, '', include)
    const candidates = body.dates.map((given): PlannedDate => {
      const date = { ...source, ...completeInput(content) }
      const moved =
        given.startDate && given.endDate === undefined
          ? { ...shiftDate(date, daysUntilStart(date, given.startDate)), startDate: given.startDate }
          : date
      const candidate = { ...moved, ...completeInput(given), id: dateId ?? 0 }
      return fillSessionDays ? { ...candidate, sessionDays: dailySessionDays(candidate) } : candidate
    })
    const hints = await planningHints(tx, candidates, { areTogether: true })
    const isHoliday = holidayLookup(await holidayRegion(tx, settings.timeZone))
    const freeDays = body.proposeDays
      ? await findFreeDays(tx, candidates, hints, (day) => isHoliday(day) !== undefined)
      : []
    return hints.map((ofDate, nth) => ({ hints: ofDate, freeStartDate: freeDays[nth] ?? '' }))
  },
})
