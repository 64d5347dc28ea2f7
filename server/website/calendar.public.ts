// GET /calendar.ics and GET /dates/{id}/calendar.ics: RFC 5545.
import Type from 'typebox'
import { postalLine } from '../addresses/postal-address.ts'
import type { CatalogueIndex } from '../catalogue/read-model/catalogue-index.ts'
import type { DateEntry } from '../catalogue/read-model/entries.ts'
import {
  calendarHost,
  calendarText,
  type EntryVersion,
  sequenceOf,
} from '../messages/calendar/calendar-text.ts'
import { notFound } from '../platform/ground/errors.ts'
import { Id } from '../platform/ground/schema.ts'
import { type PublicRequest, publicEndpoint } from '../platform/http/public/public-endpoint.ts'
import { availabilities } from './availability.ts'
import { checkRange, countersOfFilters, dateFilters, intersect, matchFilters } from './date-filter.ts'
import { dateTitleOf, eventUrl, httpUrl } from './records.ts'
import { dateIndexOf, recordContextOf, respondFromCatalogue, textResponse } from './respond.ts'
import { availabilityOf, showsDate } from './visibility.ts'
import { websiteErrors } from './website.errors.ts'

const mediaType = 'text/calendar'

/** A calendar program reads a feed again and again: it gets those that come first. */
const maxDates = 1000

/** Calendar programs ask at most so often by themselves. */
const refreshSeconds = 3600

/** The entries that mails bring, without what only participants see. */
export function calendarOf(
  catalogue: CatalogueIndex,
  dates: readonly DateEntry[],
  request: PublicRequest,
): string {
  const { settings, today, key } = request
  const view = recordContextOf(catalogue, request)
  const host = calendarHost(settings)
  const versions = dates.flatMap((date): EntryVersion[] => {
    const { updatedAt, revision, locationIds, calendarDays } = date.facts
    const location = catalogue.locations.get(locationIds[0] ?? 0)
    const shared = {
      title: dateTitleOf(catalogue, date),
      place: location
        ? [location.name, postalLine(location, settings.country)].filter(Boolean).join(', ')
        : '',
      link: httpUrl(eventUrl(view, catalogue.events.get(date.event_id)!) ?? '') ?? '',
    }
    const isCancelled = !availabilities[availabilityOf(catalogue, date, today)].takesPlace
    return calendarDays.map(({ number, ...times }) => ({
      dateId: date.id,
      number,
      host,
      sequence: sequenceOf(revision),
      isCancelled,
      entry: { ...times, ...shared },
      stamp: updatedAt ?? new Date(0),
      lastModified: updatedAt ?? undefined,
    }))
  })
  return calendarText(versions, {
    method: 'PUBLISH',
    timeZone: settings.timeZone,
    name: key.clientName,
    refreshSeconds,
  })
}

const example = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR'

export const getCalendar = publicEndpoint({
  path: '/calendar.ics',
  id: 'getCalendar',
  tag: 'Calendars and feeds',
  summary: 'Dates as a calendar',
  description: `To be subscribed to: one entry for each day of a date, with a UID that stays and a SEQUENCE that grows. Takes the filters of
\`/dates\`; without \`availability\` it has all dates, with those that are cancelled as such. It has the first ${maxDates} dates that match.`,
  query: Type.Object(dateFilters, { additionalProperties: false }),
  rules: checkRange,
  response: Type.String(),
  mediaType,
  examples: { query: { category: [1] }, response: example },
  open: (instance) => (request) =>
    respondFromCatalogue(instance, request, (catalogue) => {
      const { key, today } = request
      // In a calendar that is subscribed to, a date that is full stays, and a cancelled one says so.
      const query = { availability: ['any' as const], ...request.query }
      const index = dateIndexOf(instance, catalogue)
      const matching = intersect(matchFilters(index, query, { shown: key, today }))
      const dates = [...matching].slice(0, maxDates).map((position) => index.dates[position]!)
      return textResponse(calendarOf(catalogue, dates, request), mediaType, countersOfFilters(query))
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
