// GET /calendar.ics and GET /dates/{id}/calendar.ics: RFC 5545.
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { tzlib_get_ical_block as timeZoneBlock } from 'timezones-ical-library'
import Type from 'typebox'
import { postalLine } from '../addresses/postal-address.ts'
import type { CatalogueIndex } from '../catalogue/read-model/catalogue-index.ts'
import type { DateEntry } from '../catalogue/read-model/entries.ts'
import { allCounters } from '../catalogue/read-model/read-model.ts'
import { notFound } from '../platform/ground/errors.ts'
import { Id } from '../platform/ground/schema.ts'
import { type PublicRequest, publicEndpoint } from '../platform/http/public/public-endpoint.ts'
import { availabilities } from './availability.ts'
import { checkRange, dateFilters, intersect, matchFilters } from './date-filter.ts'
import { dateTitleOf, daysOf, httpUrl } from './records.ts'
import { dateIndexOf, respondFromCatalogue, textResponse } from './respond.ts'
import { availabilityOf, showsDate } from './visibility.ts'
import { websiteErrors } from './website.errors.ts'

const mediaType = 'text/calendar'

/** A calendar program reads a feed again and again: it gets those that come first. */
const maxDates = 1000

/** Calendar programs ask at most so often by themselves. */
const refreshSeconds = 3600

/** The library writes what the local getters of a Date say, with the time zone beside it. */
const wallClock = (day: string, time: string, plusDays = 0): Date => {
  const [year, month, dayOfMonth] = day.split('-').map(Number)
  const [hour, minute] = time.split(':').map(Number)
  return new Date(year!, month! - 1, dayOfMonth! + plusDays, hour, minute)
}

/** One VEVENT for each day of a date, with a UID that stays. */
export function calendarOf(
  catalogue: CatalogueIndex,
  dates: readonly DateEntry[],
  { settings, today, key, publicUrl }: Pick<PublicRequest, 'settings' | 'today' | 'key' | 'publicUrl'>,
): string {
  const { timeZone } = settings
  const host = publicUrl === '' ? 'kontor' : new URL(publicUrl).hostname
  const calendar = ical({
    name: key.clientName,
    prodId: { company: 'Kontor', product: 'Kontor' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
    timezone: { name: null, generator: (zone) => timeZoneBlock(zone)[0] ?? null },
  })
  for (const date of dates) {
    const { updatedAt, revision, locationIds } = date.facts
    const location = catalogue.locations.get(locationIds[0] ?? 0)
    const event = catalogue.events.get(date.event_id)!
    const link = httpUrl(event.facts.link)
    for (const [index, { date: day, from, to }] of daysOf(date).entries()) {
      const times =
        from === null
          ? { allDay: true, start: wallClock(day, '00:00'), end: wallClock(day, '00:00', 1) }
          : {
              timezone: timeZone,
              start: wallClock(day, from),
              // Without an end, or with one before the start, it lasts until midnight.
              end: to === null || to <= from ? wallClock(day, '00:00', 1) : wallClock(day, to),
            }
      calendar.createEvent({
        ...times,
        id: `date-${date.id}${index === 0 ? '' : `-${index + 1}`}@${host}`,
        sequence: revision,
        stamp: updatedAt ?? new Date(0),
        ...(updatedAt ? { lastModified: updatedAt } : {}),
        summary: dateTitleOf(catalogue, date),
        status: availabilities[availabilityOf(catalogue, date, today)].takesPlace
          ? ICalEventStatus.CONFIRMED
          : ICalEventStatus.CANCELLED,
        ...(location
          ? {
              location: [location.name, postalLine(location, settings.country)].filter(Boolean).join(', '),
            }
          : {}),
        ...(link ? { url: link } : {}),
      })
    }
  }
  return calendar.toString()
}

const example = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR'

export const getCalendar = publicEndpoint({
  path: '/calendar.ics',
  id: 'getCalendar',
  tag: 'Calendars and feeds',
  summary: 'Dates as a calendar',
  description: `To be subscribed to: one entry for each day of a date, with a UID that stays and a SEQUENCE that grows. Takes the filters of
\`/dates\`. It has the first ${maxDates} dates that match.`,
  query: Type.Object(dateFilters, { additionalProperties: false }),
  rules: checkRange,
  response: Type.String(),
  mediaType,
  examples: { query: { category: [1] }, response: example },
  open: (instance) => (request) =>
    respondFromCatalogue(instance, request, (catalogue) => {
      const { key, query, today } = request
      const index = dateIndexOf(instance, catalogue)
      const matching = intersect(matchFilters(index, query, { shown: key, today }))
      const dates = [...matching].slice(0, maxDates).map((position) => index.dates[position]!)
      return textResponse(
        calendarOf(catalogue, dates, request),
        mediaType,
        query.availability ? [allCounters] : [],
      )
    }),
})

export const getDateCalendar = publicEndpoint({
  path: '/dates/{id}/calendar.ics',
  id: 'getDateCalendar',
  tag: 'Calendars and feeds',
  summary: 'One date as a calendar',
  params: Type.Object({ id: Id }),
  response: Type.String(),
  mediaType,
  examples: { params: { id: 41 }, response: example },
  open: (instance) => (request) =>
    respondFromCatalogue(instance, request, (catalogue) => {
      const { id } = request.params
      const date = catalogue.dates.get(id)
      if (!date || !showsDate(catalogue, date, request.key, request.today))
        throw notFound(websiteErrors.noDate({ id }))
      return textResponse(calendarOf(catalogue, [date], request), mediaType, [])
    }),
})
