// The one place that decides the visible events and dates of a key, and the availability of a date.
import type { CatalogueIndex } from '../catalogue/read-model/catalogue-index.ts'
import type { DateEntry, EventEntry } from '../catalogue/read-model/entries.ts'
import { isBookable } from '../catalogue/records/bookability.ts'
import { bookableSeats } from '../catalogue/records/module-dates.sql.ts'
import type { WebsiteKey } from '../platform/auth/website-key.ts'
import {
  type Availability,
  type AvailabilityFilter,
  availabilities,
  isListed,
  listed,
} from './availability.ts'

/** The catalogues of an event: those of its categories. */
const cataloguesOfEvent = ({ lookupTables }: CatalogueIndex, { categoryIds }: EventEntry): number[] =>
  categoryIds.flatMap((id) => lookupTables.categories.get(id)?.catalogueId || [])

/** The catalogues of a date: its own, otherwise those of its event. */
export const cataloguesOf = (index: CatalogueIndex, date: DateEntry): readonly number[] =>
  date.catalogueIds.length > 0
    ? date.catalogueIds
    : cataloguesOfEvent(index, index.events.get(date.event_id)!)

/** The categories that a website shows of an event. */
export const openCategories = ({ lookupTables }: CatalogueIndex, { categoryIds }: EventEntry): number[] =>
  categoryIds.filter((id) => lookupTables.categories.get(id)?.isProtected === false)

/** An event that is only in protected categories is not shown. */
const isOpen = ({ lookupTables }: CatalogueIndex, { categoryIds }: EventEntry): boolean =>
  categoryIds.length === 0 || categoryIds.some((id) => lookupTables.categories.get(id)?.isProtected === false)

/** The catalogues and clients of a key. */
export type Shown = Pick<WebsiteKey, 'catalogueIds' | 'clientIds'>

const isOfClients = ({ client_id }: DateEntry, { clientIds }: Shown): boolean =>
  clientIds.length === 0 || clientIds.includes(client_id ?? 0)

const isWithin = (own: readonly number[], wanted: readonly number[]): boolean =>
  own.some((id) => wanted.includes(id))

/** Whether a key shows a published date: also depends on its display period. */
export function showsDate(index: CatalogueIndex, date: DateEntry, shown: Shown, today: string): boolean {
  const { catalogueIds } = shown
  const { display_start_date: from, display_end_date: to } = date
  return (
    (from === null || from <= today) &&
    (to === null || to >= today) &&
    isOpen(index, index.events.get(date.event_id)!) &&
    isOfClients(date, shown) &&
    (catalogueIds.length === 0 || isWithin(cataloguesOf(index, date), catalogueIds))
  )
}

/** Whether a key shows a published event: one of its catalogues, or with a date in them. Events have no client. */
export const showsEvent = (index: CatalogueIndex, event: EventEntry, shown: Shown): boolean =>
  isOpen(index, event) &&
  (shown.catalogueIds.length === 0 ||
    isWithin(cataloguesOfEvent(index, event), shown.catalogueIds) ||
    event.dates.some((date) => isOfClients(date, shown) && isWithin(date.catalogueIds, shown.catalogueIds)))

/** Whether visitors are promised that a date takes place. */
export const isGuaranteed = ({ lookupTables }: CatalogueIndex, { status }: DateEntry): boolean =>
  status !== null && lookupTables.statuses.get(status)?.is_guaranteed === true

/** Whether and how a date can be booked today. */
export function availabilityOf(index: CatalogueIndex, date: DateEntry, today: string): Availability {
  if (date.status !== null && index.lookupTables.statuses.get(date.status)?.goes_ahead === false)
    return 'cancelled'
  // For every number of seats.
  if (!lastsUntil(date, today) || !isBookable({ ...date, has_waiting_list: true }, today)) return 'closed'
  if (date.takenModules.some(({ goesAhead }) => !goesAhead)) return 'closed'
  const free = bookableSeats(date, date.takenModules)
  if (free === 0) return date.has_waiting_list ? 'waitingList' : 'full'
  return free <= 3 || free * 5 <= date.participants_max ? 'few' : 'available'
}

/** The day from which a date takes bookings; null: no such day, or it takes none then. */
export function bookableFrom(index: CatalogueIndex, date: DateEntry, today: string): string | null {
  const { booking_start_date: day } = date
  const isLater = day !== null && day > today
  return isLater && !availabilities[availabilityOf(index, date, day)].canBeBooked ? null : day
}

/** Whether a date is not over on a day. Dates without a start never are. */
export const lastsUntil = ({ lastDay }: DateEntry, day: string): boolean => lastDay === null || lastDay >= day

/** The values of a filter by availability that a date has. */
export function availabilityValues(
  index: CatalogueIndex,
  date: DateEntry,
  today: string,
): AvailabilityFilter[] {
  const availability = availabilityOf(index, date, today)
  const isInLists = isListed({ availability, bookableFrom: bookableFrom(index, date, today) }, today)
  return ['any', availability, ...(isInLists ? ([listed] as const) : [])]
}
