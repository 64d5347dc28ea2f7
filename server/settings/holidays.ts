// Public holidays of Germany or of one of its states (feiertagejs).
import { getHolidays } from 'feiertagejs'
import { Temporal } from 'temporal-polyfill'
import Type from 'typebox'
import type { Reader } from '../platform/database/database.ts'
import { badRequest } from '../platform/ground/errors.ts'
import { IsoDate, record } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { settingsErrors } from './settings.errors.ts'

/** `BUND`: holidays of every state; otherwise a state by its code of ISO 3166-2:DE. */
export const holidayRegions = [
  ...(['none', 'BUND', 'BW', 'BY', 'BE', 'BB', 'HB', 'HH', 'HE'] as const),
  ...(['MV', 'NI', 'NW', 'RP', 'SL', 'SN', 'ST', 'SH', 'TH'] as const),
] as const

/** The setting; by default, all of Germany if the time zone is Germany's. */
export async function holidayRegion(reader: Reader, timeZone: string): Promise<string> {
  const row = await reader
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'holiday_region')
    .executeTakeFirst()
  return row?.value ?? (timeZone === 'Europe/Berlin' ? 'BUND' : 'none')
}

/** The holidays of a year by day (YYYY-MM-DD). */
function holidaysInYear(region: string, year: string): Map<string, string> {
  const all = region === 'none' ? [] : getHolidays(year, region as Parameters<typeof getHolidays>[1])
  // `dateString` depends on the machine's time zone; `date` is noon in UTC.
  return new Map(all.map(({ date, name }) => [date.toISOString().slice(0, 10), name]))
}

/** @returns the holiday on a day (YYYY-MM-DD), such as `KARFREITAG`; undefined: none */
export function holidayLookup(region: string): (day: string) => string | undefined {
  const years = new Map<string, Map<string, string>>()
  return (day) => {
    const year = day.slice(0, 4)
    const holidays = years.get(year) ?? holidaysInYear(region, year)
    years.set(year, holidays)
    return holidays.get(day)
  }
}

/** Why a date may not take place on a day, although it is no holiday: staff are asked. */
export const doubts = ['closed', 'eve', 'bridge'] as const
export type Doubt = (typeof doubts)[number]

/** The days on which the provider is closed, beside holidays. */
export async function closedDays(reader: Reader): Promise<string[]> {
  const row = await reader
    .selectFrom('setting')
    .select('value')
    .where('name', '=', closedDaysSetting)
    .executeTakeFirst()
  return row ? row.value.split(',') : []
}
export const closedDaysSetting = 'closed_days'

const neighbour = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString()

/** @returns what is doubtful of a day (YYYY-MM-DD): closed days, 24 and 31 December, and days between a holiday and a weekend or a holiday */
export function doubtLookup(region: string, closed: readonly string[]): (day: string) => Doubt | undefined {
  const [closedSet, holidayOf] = [new Set(closed), holidayLookup(region)]
  const isWeekend = (day: string) => Temporal.PlainDate.from(day).dayOfWeek > 5
  const isOff = (day: string) => isWeekend(day) || holidayOf(day) !== undefined
  return (day) => {
    if (closedSet.has(day)) return 'closed'
    if (region === 'none') return undefined
    if (['12-24', '12-31'].includes(day.slice(5))) return 'eve'
    return !isOff(day) && isOff(neighbour(day, -1)) && isOff(neighbour(day, 1)) ? 'bridge' : undefined
  }
}

/** Enough for a plan of a hundred dates, one each year. */
const maxDays = 40_000

const Holidays = record({
  region: Type.String(),
  days: Type.Array(record({ day: Type.String(), name: Type.String() })),
})

const listHolidays = officeEndpoint({
  method: 'GET',
  path: '/holidays',
  query: Type.Object({ from: IsoDate, to: IsoDate }),
  response: Type.Array(Holidays),
  handle: async ({ db, query, settings }) => {
    const region = await holidayRegion(db, settings.timeZone)
    const count = Temporal.PlainDate.from(query.from).until(query.to, { largestUnit: 'day' }).days + 1
    if (count > maxDays) throw badRequest([{ field: 'to', ...settingsErrors.tooFarAway() }])
    const [first, last] = [query.from, query.to].map((day) => Number(day.slice(0, 4)))
    const years = Array.from({ length: Math.max(0, last! - first! + 1) }, (_, n) => first! + n)
    const days = years
      .flatMap((year) => [...holidaysInYear(region, String(year).padStart(4, '0'))])
      .filter(([day]) => day >= query.from && day <= query.to)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([day, name]) => ({ day, name }))
    return [{ region, days }]
  },
})

export const holidaysOffice = [listHolidays]
