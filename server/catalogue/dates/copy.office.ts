// Dates in the back office: a copy of a date, and a date that is moved: all its days by the same difference.

import { emptyDate } from './create.office.ts'
import type { DateContent } from './date.schema.office.ts'
import { addDays, daysBetween } from './recurrence.office.ts'

/** What a copy may take along beside the master data. */
export const copyGroups = {
  hours: ['hours'],
  trainers: ['trainers'],
  locations: ['location_ids'],
  prices: ['prices'],
  quota: ['hotel_quota'],
  files: ['file_ids', 'pdfs'],
  people: ['responsibles', 'partners'],
  packages: ['packages'],
  modules: ['modules'],
} as const satisfies Record<string, readonly (keyof DateContent)[]>

export type CopyGroup = keyof typeof copyGroups
export const copyGroupNames = Object.keys(copyGroups) as CopyGroup[]

const dayFields = [
  'start_date',
  'end_date',
  'booking_start_date',
  'booking_end_date',
  'display_start',
  'display_end',
] as const

/** The difference between where a date begins and where it shall begin. */
export const daysUntilStart = (date: DateContent, start: string): number =>
  date.start_date === '' || start === '' ? 0 : daysBetween(date.start_date, start)

/** All days of a date so many days later. A display or booking range that began long before moves too. */
export const shiftDate = (date: DateContent, dayCount: number): DateContent => ({
  ...date,
  ...Object.fromEntries(dayFields.map((name) => [name, addDays(date[name], dayCount)])),
  hours: date.hours.map((one) => ({ ...one, day: addDays(one.day, dayCount) })),
  prices: date.prices.map((one) => ({
    ...one,
    valid_from: addDays(one.valid_from, dayCount),
    valid_to: addDays(one.valid_to, dayCount),
  })),
})

const withoutId = <T extends { id?: number }>({ id: _id, ...rest }: T) => rest

/** A new date like another one, which begins on this day ('': the same), without participants and unpublished. */
export function copyDateContent(date: DateContent, start: string, groups: readonly CopyGroup[]): DateContent {
  const moved = shiftDate(date, daysUntilStart(date, start))
  const copiedFields = new Set<string>(groups.flatMap((name) => [...copyGroups[name]]))
  const copiedField = <K extends keyof DateContent>(name: K): DateContent[K] =>
    copiedFields.has(name) ? moved[name] : (emptyDate as DateContent)[name]
  return {
    ...moved,
    ...(date.start_date === '' && start !== '' ? { start_date: start } : {}),
    status: 'planned',
    is_published: false,
    places_elsewhere: 0,
    // An identifier names one date.
    identifier: '',
    hours: copiedField('hours'),
    trainers: copiedField('trainers'),
    location_ids: copiedField('location_ids'),
    prices: copiedField('prices').map(withoutId),
    hotel_quota: copiedField('hotel_quota').map((one) => ({ ...withoutId(one), status: 'requested' })),
    file_ids: copiedField('file_ids'),
    pdfs: copiedField('pdfs').map(withoutId),
    responsibles: copiedField('responsibles'),
    partners: copiedField('partners'),
    packages: copiedField('packages').map(withoutId),
    modules: copiedField('modules').map(withoutId),
  }
}
