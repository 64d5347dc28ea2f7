// Dates in the back office: a copy of a date, and a date that is moved: all its days by the same difference.

import { emptyDate } from './create.office.ts'
import type { DateContent } from './date.schema.office.ts'
import { daysBetween, shifted } from './recurrence.office.ts'

/** What a copy may take along beside the master data. */
export const copied = {
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

export type CopiedPart = keyof typeof copied
export const copiedParts = Object.keys(copied) as CopiedPart[]

const days = [
  'start_date',
  'end_date',
  'booking_start_date',
  'booking_end_date',
  'display_start',
  'display_end',
] as const

/** The difference between where a date begins and where it shall begin. */
export const differenceTo = (date: DateContent, start: string): number =>
  date.start_date === '' || start === '' ? 0 : daysBetween(date.start_date, start)

/** All days of a date so many days later. A display or booking range that began long before moves too. */
export const shiftedBy = (date: DateContent, by: number): DateContent => ({
  ...date,
  ...Object.fromEntries(days.map((name) => [name, shifted(date[name], by)])),
  hours: date.hours.map((one) => ({ ...one, day: shifted(one.day, by) })),
  prices: date.prices.map((one) => ({
    ...one,
    valid_from: shifted(one.valid_from, by),
    valid_to: shifted(one.valid_to, by),
  })),
})

const withoutId = <T extends { id?: number }>({ id: _id, ...rest }: T) => rest

/** A new date like another one, which begins on this day ('': the same), without participants and unpublished. */
export function copyOf(date: DateContent, start: string, take: readonly CopiedPart[]): DateContent {
  const moved = shiftedBy(date, differenceTo(date, start))
  const taken = new Set<string>(take.flatMap((name) => [...copied[name]]))
  const part = <K extends keyof DateContent>(name: K): DateContent[K] =>
    taken.has(name) ? moved[name] : (emptyDate as DateContent)[name]
  return {
    ...moved,
    ...(date.start_date === '' && start !== '' ? { start_date: start } : {}),
    status: 'planned',
    is_published: false,
    places_elsewhere: 0,
    // An identifier names one date.
    identifier: '',
    hours: part('hours'),
    trainers: part('trainers'),
    location_ids: part('location_ids'),
    prices: part('prices').map(withoutId),
    hotel_quota: part('hotel_quota').map((one) => ({ ...withoutId(one), status: 'requested' })),
    file_ids: part('file_ids'),
    pdfs: part('pdfs').map(withoutId),
    responsibles: part('responsibles'),
    partners: part('partners'),
    packages: part('packages').map(withoutId),
    modules: part('modules').map(withoutId),
  }
}
