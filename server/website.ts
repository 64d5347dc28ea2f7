// The endpoints of the public interface for websites, below /public/v1.
import type { PublicEndpoint } from './platform/http/public/public-endpoint.ts'
import type { PublicWrite } from './platform/http/public/public-write.ts'
import { createBooking } from './website/booking/bookings.public.ts'
import { getChallenge } from './website/booking/challenge.public.ts'
import { createHold } from './website/booking/holds.public.ts'
import { createQuote } from './website/booking/quotes.public.ts'
import { getTerms } from './website/booking/terms.public.ts'
import { getCalendar, getDateCalendar } from './website/calendar.public.ts'
import { getCategories } from './website/categories.public.ts'
import { getChanges } from './website/changes.public.ts'
import { getDate, getDates } from './website/dates.public.ts'
import { getEvent, getPublicEvents } from './website/events.public.ts'
import { getFacets } from './website/facets.public.ts'
import { getFeed, getSitemap } from './website/feed.public.ts'
import { getFile } from './website/files.public.ts'
import { getEventJsonLd } from './website/json-ld.public.ts'

export const publicEndpoints: readonly PublicEndpoint[] = [
  getDates,
  getDate,
  getPublicEvents,
  getEvent,
  getCategories,
  getFacets,
  getDateCalendar,
  getCalendar,
  getEventJsonLd,
  getFeed,
  getSitemap,
  getChanges,
  getTerms,
  getChallenge,
]

/** Files need no key. */
export const publicFileEndpoint = getFile

/** The writes of visitors. */
export const publicWrites: readonly PublicWrite[] = [createQuote, createHold, createBooking]
