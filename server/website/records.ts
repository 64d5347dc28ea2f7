// Records of the public interface from the entries of the catalogue.
import { Temporal } from 'temporal-polyfill'
import { countryCode } from '../addresses/countries.ts'
import type { CatalogueIndex } from '../catalogue/read-model/catalogue-index.ts'
import type { DateEntry, EventEntry } from '../catalogue/read-model/entries.ts'
import type { WebsiteImage } from '../catalogue/read-model/website-images.ts'
import type { WebsitePrice } from '../catalogue/read-model/website-records.ts'
import { bookableSeats } from '../catalogue/records/module-dates.sql.ts'
import { exemptionText } from '../catalogue/records/vat.ts'
import { momentIn } from '../platform/ground/clock.ts'
import { eventLanguage } from './date-index.ts'
import { generalPrices } from './general-prices.ts'
import { toLinkedImage, toPublicFiles, toPublicImage } from './images.ts'
import { eventPath } from './pages/page-paths.ts'
import type { PublicDate, PublicEvent } from './schemas.ts'
import { availabilityOf, bookableFrom, isGuaranteed, openCategories } from './visibility.ts'

/** The values that records depend on beside the catalogue. */
export type RecordContext = {
  catalogue: CatalogueIndex
  today: string
  timeZone: string
  hidesSeats: boolean
  /** Where this server is reached from outside; '': not known. */
  publicUrl: string
  /** The pages for visitors show the records of the key. */
  hasPages: boolean
  /** A page for visitors asks. */
  isForPages: boolean
}

/** A day and a time `HH:MM` as a moment with its offset; the day alone if there is no time. */
function momentOf(day: string | null, time: string, timeZone: string): string | null {
  if (day === null || time === '') return day
  const { offset } = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone)
  return `${day}T${time}:00${offset}`
}

export const instantOf = (moment: Date | null, timeZone: string): string | null =>
  moment && momentIn(timeZone, moment)

/** A link with http or https; undefined: it is relative, or of another kind. */
export const httpUrl = (link: string): string | undefined =>
  /^https?:/i.test(link) && URL.canParse(link) ? link : undefined

const orNull = (text: string): string | null => (text === '' ? null : text)

/** The page of an event: the one that its provider has entered, otherwise that of this server, to which its own pages always lead. */
export function eventUrl(
  { publicUrl, hasPages, isForPages }: Pick<RecordContext, 'publicUrl' | 'hasPages' | 'isForPages'>,
  { id, facts }: EventEntry,
): string | null {
  const own =
    isForPages || (hasPages && publicUrl !== '') ? `${publicUrl}${eventPath({ id, slug: facts.slug })}` : null
  const entered = isForPages ? '' : facts.link
  return httpUrl(entered) ?? own ?? orNull(entered)
}

/** The days on which a date takes place; none: it is long, and nobody has entered them. */
export const daysOf = (date: DateEntry): PublicDate['days'] =>
  date.facts.calendarDays
    .filter(({ firstDay, lastDay }) => firstDay === lastDay)
    .map(({ firstDay, startTime, endTime }) => ({
      date: firstDay,
      from: orNull(startTime),
      to: orNull(endTime),
    }))

/** Midnight at the end of a day is the beginning of the next one. */
const endOf = ({ lastDay, facts: { endTime } }: DateEntry, timeZone: string): string | null =>
  momentOf(
    lastDay !== null && endTime === '00:00'
      ? Temporal.PlainDate.from(lastDay).add({ days: 1 }).toString()
      : lastDay,
    endTime,
    timeZone,
  )

type Times = Pick<PublicDate, 'start' | 'end' | 'days' | 'updatedAt'>

/** Of dates in a time zone: bookings change an entry, but not its times, which take most of the time of a record. */
const timesByDate = new WeakMap<DateEntry, { timeZone: string; times: Times }>()

function timesOf(date: DateEntry, timeZone: string): Times {
  const known = timesByDate.get(date)
  if (known?.timeZone === timeZone) return known.times
  const { start_date, start_time, facts } = date
  const times = {
    start: momentOf(start_date, start_time, timeZone),
    end: endOf(date, timeZone),
    days: daysOf(date),
    updatedAt: instantOf(facts.updatedAt, timeZone),
  }
  timesByDate.set(date, { timeZone, times })
  return times
}

const isCurrent = ({ validFrom, validTo }: WebsitePrice, today: string): boolean =>
  (validFrom === null || validFrom <= today) && (validTo === null || validTo >= today)

const toPrice = (
  price: WebsitePrice,
  { facts: { vatExemption } }: EventEntry,
  today: string,
): PublicDate['prices'][number] => {
  const { id, title, description, currency, taxRate, validFrom, validTo, validFor } = price
  return {
    id,
    title,
    description,
    gross: { amount: price.gross!, currency },
    net: { amount: price.net!, currency },
    taxRate,
    taxExemption: Number(taxRate) === 0 && exemptionText(vatExemption, 'de') !== '' ? vatExemption : null,
    validFrom,
    validTo,
    validFor,
    isCurrent: isCurrent(price, today),
  }
}

const pricesOf = (catalogue: CatalogueIndex, date: DateEntry): readonly WebsitePrice[] =>
  date.facts.prices.length > 0 ? date.facts.prices : catalogue.events.get(date.event_id)!.facts.prices

/** The lowest gross price that is valid today for everyone; undefined: there is none. */
export function lowestPrice(catalogue: CatalogueIndex, date: DateEntry, today: string): number | undefined {
  let lowest: number | undefined
  for (const price of generalPrices(pricesOf(catalogue, date))) {
    const amount = Number(price.gross)
    if (isCurrent(price, today) && (lowest === undefined || amount < lowest)) lowest = amount
  }
  return lowest
}

/** The title of a date: its own, otherwise that of its event. */
export const dateTitleOf = (catalogue: CatalogueIndex, date: DateEntry): string =>
  date.title === '' ? catalogue.events.get(date.event_id)!.title : date.title

const imageOf = (publicUrl: string, image: WebsiteImage | undefined) =>
  image ? toPublicImage(publicUrl, image) : null

function toEventSummary({ catalogue, publicUrl }: RecordContext, event: EventEntry): PublicDate['event'] {
  const categoryIds = openCategories(catalogue, event)
  return {
    id: event.id,
    slug: event.facts.slug,
    title: event.title,
    subtitle: event.facts.subtitle,
    language: eventLanguage(catalogue, categoryIds),
    image: imageOf(publicUrl, event.facts.image),
    categories: categoryIds.map((id) => ({ id, name: catalogue.lookupTables.categories.get(id)!.name })),
  }
}

function toLocation({ catalogue, publicUrl }: RecordContext, ids: readonly number[]): PublicDate['location'] {
  const location = catalogue.locations.get(ids[0] ?? 0)
  if (!location) return null
  const { link, country, image, ...fields } = location
  return {
    ...fields,
    country: countryCode(country) ?? null,
    url: orNull(link),
    image: imageOf(publicUrl, image),
  }
}

function toTrainers({ catalogue, publicUrl }: RecordContext, ids: readonly number[]): PublicDate['trainers'] {
  return ids.flatMap((id) => {
    const trainer = catalogue.trainers.get(id)
    if (!trainer) return []
    const { image, imageUrl, name, title } = trainer
    const linked = imageUrl === '' ? null : toLinkedImage(imageUrl, name)
    return [{ id, name, title, image: image ? toPublicImage(publicUrl, image) : linked, url: null }]
  })
}

export function toPublicDate(view: RecordContext, date: DateEntry): PublicDate {
  const { catalogue, today, timeZone, hidesSeats, publicUrl } = view
  const event = catalogue.events.get(date.event_id)!
  const { facts } = date
  const times = timesOf(date, timeZone)
  return {
    id: date.id,
    slug: `${event.facts.slug}-${date.id}`,
    url: eventUrl(view, event),
    event: toEventSummary(view, event),
    title: dateTitleOf(catalogue, date),
    subtitle: facts.subtitle,
    identifier: facts.identifier,
    start: times.start,
    end: times.end,
    timeZone,
    days: times.days,
    duration: orNull(facts.duration),
    status: date.status,
    format: facts.format,
    location: toLocation(view, facts.locationIds),
    trainers: toTrainers(view, date.listedTrainerIds),
    seats: { max: date.participants_max, free: hidesSeats ? null : bookableSeats(date, date.takenModules) },
    availability: availabilityOf(catalogue, date, today),
    isGuaranteed: isGuaranteed(catalogue, date),
    prices: pricesOf(catalogue, date).map((price) => toPrice(price, event, today)),
    bookableFrom: bookableFrom(catalogue, date, today),
    bookableTo: date.booking_end_date,
    bookingUrl: orNull(facts.bookingLink),
    modules: facts.modules.flatMap(({ dateId, isOptional }) => {
      const module = catalogue.dates.get(dateId)
      if (!module) return []
      const start = momentOf(module.start_date, module.start_time, timeZone)
      return [{ dateId, title: dateTitleOf(catalogue, module), start, isOptional }]
    }),
    files: toPublicFiles(publicUrl, facts.files, catalogue.lookupTables.publicAccessRights),
    updatedAt: times.updatedAt,
  }
}

/** The record of an event, which must be serialized. @param dates those that are shown, in the order of their start */
export const toPublicEvent = (
  view: RecordContext,
  event: EventEntry,
  dates: readonly DateEntry[],
): PublicEvent => ({
  ...toEventSummary(view, event),
  url: eventUrl(view, event),
  identifier: event.facts.identifier,
  ...event.serialized!.texts,
  files: toPublicFiles(view.publicUrl, event.facts.files, view.catalogue.lookupTables.publicAccessRights),
  prices: event.facts.prices.map((price) => toPrice(price, event, view.today)),
  cancellation: event.facts.cancellation,
  dates: dates.map((date) => toPublicDate(view, date)),
  updatedAt: instantOf(event.facts.updatedAt, view.timeZone),
})
