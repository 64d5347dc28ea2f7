// GET /events/{event}/schema.json: an event for search engines, in the vocabulary of schema.org.
import type { Course, CourseInstance, EventStatusType, Offer, WithContext } from 'schema-dts'
import { Temporal } from 'temporal-polyfill'
import Type from 'typebox'
import type { CatalogueIndex } from '../catalogue/read-model/catalogue-index.ts'
import type { DateEntry } from '../catalogue/read-model/entries.ts'
import { countersOfEvent } from '../catalogue/read-model/read-model.ts'
import { htmlToText } from '../mail/body.ts'
import { notFound } from '../platform/ground/errors.ts'
import {
  MovedPermanently,
  type PublicRequest,
  publicEndpoint,
} from '../platform/http/public/public-endpoint.ts'
import { type Availability, availabilities, opensLater } from './availability.ts'
import { toEmbeddedJson } from './embedded-json.ts'
import { eventIndexOf } from './event-index.ts'
import { upcomingDates } from './events.public.ts'
import { generalPrices } from './general-prices.ts'
import { httpUrl, toPublicEvent } from './records.ts'
import { recordContextOf, respondFromCatalogue, textResponse } from './respond.ts'
import type { PublicDate, PublicImage } from './schemas.ts'
import { availabilityOf } from './visibility.ts'
import { websiteErrors } from './website.errors.ts'

const mediaType = 'application/ld+json'

/** Bookings are taken from a later day on. */
const notYet = 'https://schema.org/PreOrder'

const stock: Record<
  Availability,
  `https://schema.org/${'InStock' | 'LimitedAvailability' | 'BackOrder' | 'SoldOut' | 'Discontinued'}`
> = {
  available: 'https://schema.org/InStock',
  few: 'https://schema.org/LimitedAvailability',
  waitingList: 'https://schema.org/BackOrder',
  full: 'https://schema.org/SoldOut',
  closed: 'https://schema.org/SoldOut',
  cancelled: 'https://schema.org/Discontinued',
}

const statusOf = (availability: Availability): EventStatusType =>
  availabilities[availability].takesPlace
    ? 'https://schema.org/EventScheduled'
    : 'https://schema.org/EventCancelled'

/** Search engines take absolute addresses alone. */
function imageProperty(image: PublicImage | null): { image?: string } {
  const url = httpUrl(image?.url ?? '')
  return url ? { image: url } : {}
}

/** The hours of all days, ISO 8601; undefined: not all are known. */
function workloadOf(days: PublicDate['days']): string | undefined {
  let minutes = 0
  for (const { from, to } of days) {
    if (from === null || to === null || to <= from) return undefined
    minutes += Temporal.PlainTime.from(from).until(to).total('minutes')
  }
  return minutes === 0
    ? undefined
    : Temporal.Duration.from({ minutes }).round({ largestUnit: 'hours' }).toString()
}

function attendanceOf({ lookupTables }: CatalogueIndex, format: string | null) {
  const { isOnline = false, isOnsite = false } = lookupTables.formats.get(format ?? '') ?? {}
  if (isOnline && isOnsite) return { mode: 'blended', attendance: 'Mixed' } as const
  return isOnline
    ? ({ mode: 'online', attendance: 'Online' } as const)
    : ({ mode: 'onsite', attendance: 'Offline' } as const)
}

const priceOf = ({ gross }: PublicDate['prices'][number]) =>
  ({
    '@type': 'Offer',
    price: gross.amount,
    priceCurrency: gross.currency,
    category: Number(gross.amount) === 0 ? 'Free' : 'Paid',
  }) as const

const offersOf = (
  date: PublicDate,
  availability: Availability,
  today: string,
  page: string | undefined,
): Offer[] =>
  generalPrices(date.prices)
    .filter(({ isCurrent }) => isCurrent)
    .map((price) => ({
      ...priceOf(price),
      name: price.title,
      availability: opensLater({ availability, bookableFrom: date.bookableFrom }, today)
        ? notYet
        : stock[availability],
      ...(page ? { url: page } : {}),
      ...(date.bookableFrom ? { validFrom: date.bookableFrom, availabilityStarts: date.bookableFrom } : {}),
    }))

/** The place where a date is booked: on a page of this server, its entry. */
function pageOf({ id, bookingUrl, url }: PublicDate, { isForPages }: PublicRequest): string | undefined {
  const page = httpUrl(url ?? '')
  return isForPages ? page && `${page}#date-${id}` : (httpUrl(bookingUrl ?? '') ?? page)
}

/** The price of a course, as search engines show it: the lowest that its dates have today. */
function courseOffers(dates: readonly PublicDate[]): { offers?: Offer } {
  const [lowest] = dates
    .flatMap(({ prices }) => generalPrices(prices).filter(({ isCurrent }) => isCurrent))
    .sort((one, other) => Number(one.gross.amount) - Number(other.gross.amount))
  return lowest ? { offers: priceOf(lowest) } : {}
}

function toInstance(
  catalogue: CatalogueIndex,
  entry: DateEntry,
  date: PublicDate,
  request: PublicRequest,
): CourseInstance {
  const availability = availabilityOf(catalogue, entry, request.today)
  const { mode, attendance } = attendanceOf(catalogue, date.format)
  const workload = workloadOf(date.days)
  const { location } = date
  const page = pageOf(date, request)
  return {
    '@type': 'CourseInstance',
    name: date.title,
    ...imageProperty(date.event.image),
    identifier: String(date.id),
    startDate: date.start!,
    endDate: date.end!,
    eventStatus: statusOf(availability),
    eventAttendanceMode: `https://schema.org/${attendance}EventAttendanceMode`,
    courseMode: mode,
    ...(workload ? { courseWorkload: workload } : {}),
    ...(date.days.length > 0
      ? {
          courseSchedule: {
            '@type': 'Schedule',
            repeatFrequency: 'Daily',
            repeatCount: date.days.length,
            startDate: date.days[0]!.date,
            endDate: date.days.at(-1)!.date,
          },
        }
      : {}),
    ...(attendance === 'Online'
      ? { location: { '@type': 'VirtualLocation', ...(page ? { url: page } : {}) } }
      : location
        ? {
            location: {
              '@type': 'Place',
              name: location.name,
              ...imageProperty(location.image),
              address: {
                '@type': 'PostalAddress',
                streetAddress: location.street,
                postalCode: location.zip,
                addressLocality: location.city,
                ...(location.country ? { addressCountry: location.country } : {}),
              },
            },
          }
        : {}),
    maximumAttendeeCapacity: date.seats.max,
    ...(date.seats.free === null ? {} : { remainingAttendeeCapacity: date.seats.free }),
    instructor: date.trainers.map(({ name, image }) => ({
      '@type': 'Person',
      name,
      ...imageProperty(image),
    })),
    organizer: { '@type': 'Organization', name: request.key.clientName },
    ...(page ? { url: page } : {}),
    offers: offersOf(date, availability, request.today, page),
  }
}

export const getEventJsonLd = publicEndpoint({
  path: '/events/{event}/schema.json',
  id: 'getEventJsonLd',
  tag: 'Calendars and feeds',
  summary: 'One event with its dates in the vocabulary of schema.org (JSON-LD)',
  description: 'To be embedded in the page of an event as `application/ld+json`.',
  params: Type.Object({ event: Type.String({ description: 'Id or slug', maxLength: 255 }) }),
  response: Type.Object(
    {},
    { additionalProperties: true, description: 'A schema.org `Course` with `CourseInstance`s' },
  ),
  mediaType,
  examples: {
    params: { event: '7' },
    response: { '@context': 'https://schema.org', '@type': 'Course', name: 'Introduction to R' },
  },
  open: (instance) => (request) =>
    respondFromCatalogue(instance, request, (catalogue) => {
      const { key, params } = request
      const found = eventIndexOf(catalogue).get(params.event, key)
      if (!found) throw notFound(websiteErrors.noEvent({ id: params.event }))
      const { event, isFormer } = found
      if (isFormer) throw new MovedPermanently(`/events/${event.facts.slug}/schema.json`)
      if (!event.serialized) return { missing: { events: [event.id], dates: [], trainers: [] } }
      const view = recordContextOf(catalogue, request)
      const dates = upcomingDates(view, event, key)
      const record = toPublicEvent(view, event, dates)
      const url = httpUrl(record.url ?? '')
      const course: WithContext<Course> = {
        '@context': 'https://schema.org',
        '@type': 'Course',
        name: record.title,
        // Search engines require a description.
        description: htmlToText(record.teaser || record.description) || record.subtitle || record.title,
        courseCode: record.identifier || String(record.id),
        provider: {
          '@type': 'Organization',
          name: key.clientName,
          ...(request.isForPages && httpUrl(request.publicUrl) ? { url: request.publicUrl } : {}),
        },
        ...(url ? { url } : {}),
        ...imageProperty(record.image),
        ...(record.language ? { inLanguage: record.language } : {}),
        ...courseOffers(record.dates),
        hasCourseInstance: record.dates.map((date, at) => toInstance(catalogue, dates[at]!, date, request)),
      }
      return textResponse(toEmbeddedJson(course), mediaType, [countersOfEvent(event.id)])
    }),
})
