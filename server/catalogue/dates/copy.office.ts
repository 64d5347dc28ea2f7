// Dates in the back office: copies a date; moves a date with all its days by the same number of days.
import { emptyDate } from './create.office.ts'
import type { DateContent } from './date.schema.office.ts'
import { addDays, daysBetween } from './recurrence.office.ts'

/** Parts that a copy can include in addition to the date's own fields. */
export const copyGroups = {
  sessionDays: ['sessionDays'],
  trainers: ['trainers'],
  locations: ['locationIds', 'roomIds'],
  prices: ['prices'],
  hotelQuotas: ['hotelQuotas'],
  files: ['fileIds', 'pdfs'],
  people: ['responsiblePersons', 'partners'],
  conferencePackageItems: ['conferencePackageItems'],
  modules: ['modules'],
} as const satisfies Record<string, readonly (keyof DateContent)[]>

export type CopyGroup = keyof typeof copyGroups
export const copyGroupNames = Object.keys(copyGroups) as CopyGroup[]

const dayFields = [
  'startDate',
  'endDate',
  'bookingStartDate',
  'bookingEndDate',
  'displayStartDate',
  'displayEndDate',
] as const

/** The number of days from the start of a date to a new start. */
export const daysUntilStart = (date: DateContent, start: string): number =>
  date.startDate === '' || start === '' ? 0 : daysBetween(date.startDate, start)

/** Moves all days of a date, display and booking period included. */
export const shiftDate = (date: DateContent, dayCount: number): DateContent => ({
  ...date,
  ...Object.fromEntries(dayFields.map((name) => [name, addDays(date[name], dayCount)])),
  sessionDays: date.sessionDays.map((one) => ({ ...one, day: addDays(one.day, dayCount) })),
  prices: date.prices.map((one) => ({
    ...one,
    validFrom: addDays(one.validFrom, dayCount),
    validTo: addDays(one.validTo, dayCount),
  })),
})

const withoutId = <T extends { id?: number }>({ id: _id, ...rest }: T) => rest

/** An unpublished copy of a date without bookings; `start` '' keeps the days. */
export function copyDateContent(date: DateContent, start: string, groups: readonly CopyGroup[]): DateContent {
  const moved = shiftDate(date, daysUntilStart(date, start))
  const copiedFields = new Set<string>(groups.flatMap((name) => [...copyGroups[name]]))
  const copiedField = <K extends keyof DateContent>(name: K): DateContent[K] =>
    copiedFields.has(name) ? moved[name] : (emptyDate as DateContent)[name]
  return {
    ...moved,
    ...(date.startDate === '' && start !== '' ? { startDate: start } : {}),
    status: 'planned',
    isPublished: false,
    seatsElsewhere: 0,
    // Identifiers are unique.
    identifier: '',
    sessionDays: copiedField('sessionDays'),
    trainers: copiedField('trainers'),
    locationIds: copiedField('locationIds'),
    roomIds: copiedField('roomIds'),
    prices: copiedField('prices').map(withoutId),
    hotelQuotas: copiedField('hotelQuotas').map((one) => ({ ...withoutId(one), status: 'requested' })),
    fileIds: copiedField('fileIds'),
    pdfs: copiedField('pdfs').map(withoutId),
    responsiblePersons: copiedField('responsiblePersons'),
    partners: copiedField('partners'),
    conferencePackageItems: copiedField('conferencePackageItems').map(withoutId),
    modules: copiedField('modules').map(withoutId),
  }
}
