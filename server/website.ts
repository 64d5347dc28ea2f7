// The endpoints of the public interface for websites, below /public/v1.
import type { PublicEndpoint } from './platform/http/public/public-endpoint.ts'
import { getCategories } from './website/categories.public.ts'
import { getDate, getDates } from './website/dates.public.ts'
import { getEvent, getEvents } from './website/events.public.ts'
import { getFacets } from './website/facets.public.ts'

export const publicEndpoints: readonly PublicEndpoint[] = [
  getDates,
  getDate,
  getEvents,
  getEvent,
  getCategories,
  getFacets,
]
