// GET /sitemap.xml, /dates.atom, /dates.ics and /dates/{id}/calendar.ics: those of the public interface, without a key, and leading
// to the pages for visitors.
import { Failure } from '../../platform/ground/errors.ts'
import type { PublicEndpoint } from '../../platform/http/public/public-endpoint.ts'
import type { WebsitePage } from '../../platform/pages/website-pages.ts'
import { getCalendar, getDateCalendar } from '../calendar.public.ts'
import { getFeed, getSitemap } from '../feed.public.ts'
import { missingPage } from './missing-page.ts'
import { ask, openContext } from './page-frame.ts'
import { calendarPath, dateCalendarPath, feedPath, sitemapPath } from './page-paths.ts'

const feedPage = (
  path: string,
  endpoint: PublicEndpoint,
  { needsUrl = false }: { needsUrl?: boolean } = {},
): WebsitePage => ({
  path,
  open(instance) {
    const find = endpoint.open(instance)
    return {
      async show(request) {
        const context = await openContext(instance, request)
        // A sitemap has absolute addresses.
        if (!context || (needsUrl && instance.settings.publicUrl === ''))
          return missingPage(instance, context, request)
        request.count(context.settings.key)
        try {
          return (await ask(context, endpoint, find, { params: request.params })).response
        } catch (error) {
          if (error instanceof Failure && [400, 404].includes(error.status))
            return missingPage(instance, context, request)
          throw error
        }
      },
    }
  },
})

export const feedPages: readonly WebsitePage[] = [
  feedPage(sitemapPath, getSitemap, { needsUrl: true }),
  feedPage(feedPath, getFeed),
  feedPage(calendarPath, getCalendar),
  feedPage(dateCalendarPath('{id}'), getDateCalendar),
]
