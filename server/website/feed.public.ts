// GET /feed.atom (RFC 4287) and GET /sitemap.xml (sitemaps.org).
import XMLBuilder from 'fast-xml-builder'
import Type from 'typebox'
import type { WebsiteImage } from '../catalogue/read-model/website-images.ts'
import { publicEndpoint } from '../platform/http/public/public-endpoint.ts'
import { publicPrefix } from './cursor.ts'
import { checkRange, countersOfFilters, dateFilters, intersect, matchFilters } from './date-filter.ts'
import { eventIndexOf } from './event-index.ts'
import { toPublicImage } from './images.ts'
import { feedPath, listPath } from './pages/page-paths.ts'
import { dateTitleOf, eventUrl, httpUrl, instantOf } from './records.ts'
import { dateIndexOf, recordContextOf, respondFromCatalogue, textResponse } from './respond.ts'

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true })

const toXml = (root: object): string => `<?xml version="1.0" encoding="utf-8"?>\n${builder.build(root)}`

const maxEntries = 100

/** Of a record that has never been changed. */
const noMoment = '1970-01-01T00:00:00Z'

/** The image of an event as links of an entry. */
function enclosuresOf(publicUrl: string, image: WebsiteImage | undefined) {
  const url = image && httpUrl(toPublicImage(publicUrl, image).url)
  return url ? [{ '@rel': 'enclosure', '@type': 'image/jpeg', '@href': url }] : []
}

export const getFeed = publicEndpoint({
  path: '/feed.atom',
  id: 'getFeed',
  tag: 'Calendars and feeds',
  summary: 'Dates as a feed, those that changed last first',
  description: `Takes the filters of \`/dates\`. It has ${maxEntries} entries.`,
  query: Type.Object(dateFilters, { additionalProperties: false }),
  rules: checkRange,
  response: Type.String(),
  mediaType: 'application/atom+xml',
  examples: { query: { category: [1] }, response: '<feed xmlns="http://www.w3.org/2005/Atom">…</feed>' },
  open: (instance) => (request) =>
    respondFromCatalogue(instance, request, (catalogue) => {
      const { key, query, today, publicUrl, settings, isForPages } = request
      const { timeZone } = settings
      const view = recordContextOf(catalogue, request)
      const index = dateIndexOf(instance, catalogue)
      const matching = intersect(matchFilters(index, query, { shown: key, today }))
      const dates = [...matching]
        .map((position) => index.dates[position]!)
        .sort(
          (one, other) => Number(other.facts.updatedAt) - Number(one.facts.updatedAt) || one.id - other.id,
        )
        .slice(0, maxEntries)
      const addressOf = (id: number) => `${publicUrl}${publicPrefix}/dates/${id}`
      const self = `${publicUrl}${isForPages ? feedPath : `${publicPrefix}/feed.atom`}`
      const feed = {
        '@xmlns': 'http://www.w3.org/2005/Atom',
        id: self,
        title: key.clientName,
        author: { name: key.clientName },
        updated: instantOf(dates[0]?.facts.updatedAt ?? null, timeZone) ?? noMoment,
        link: { '@rel': 'self', '@href': self },
        entry: dates.map((date) => {
          const event = catalogue.events.get(date.event_id)!
          const { city = '' } = catalogue.locations.get(date.facts.locationIds[0] ?? 0) ?? {}
          return {
            id: addressOf(date.id),
            title: dateTitleOf(catalogue, date),
            updated: instantOf(date.facts.updatedAt, timeZone) ?? noMoment,
            link: [
              { '@href': httpUrl(eventUrl(view, event) ?? '') ?? addressOf(date.id) },
              ...enclosuresOf(publicUrl, event.facts.image),
            ],
            summary: [date.start_date, city, event.facts.subtitle].filter(Boolean).join(', '),
          }
        }),
      }
      return textResponse(toXml({ feed }), 'application/atom+xml', countersOfFilters(query))
    }),
})

export const getSitemap = publicEndpoint({
  path: '/sitemap.xml',
  id: 'getSitemap',
  tag: 'Calendars and feeds',
  summary: 'The pages of events for search engines',
  description: 'With their images. Events without a page of their own are left out.',
  response: Type.String(),
  mediaType: 'application/xml',
  examples: { response: '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">…</urlset>' },
  open: (instance) => (request) =>
    respondFromCatalogue(instance, request, (catalogue) => {
      const { publicUrl, isForPages } = request
      const { timeZone } = request.settings
      const view = recordContextOf(catalogue, request)
      const pages = eventIndexOf(catalogue)
        .find({}, request.key)
        .flatMap((event) => {
          const { facts } = event
          const loc = httpUrl(eventUrl(view, event) ?? '')
          const lastmod = instantOf(facts.updatedAt, timeZone)
          if (!loc) return []
          const image = facts.image && httpUrl(toPublicImage(publicUrl, facts.image).url)
          return {
            loc,
            ...(lastmod ? { lastmod } : {}),
            ...(image ? { 'image:image': { 'image:loc': image } } : {}),
          }
        })
      const urlset = {
        '@xmlns': 'http://www.sitemaps.org/schemas/sitemap/0.9',
        '@xmlns:image': 'http://www.google.com/schemas/sitemap-image/1.1',
        url: isForPages ? [{ loc: `${publicUrl}${listPath}` }, ...pages] : pages,
      }
      return textResponse(toXml({ urlset }), 'application/xml', [])
    }),
})
