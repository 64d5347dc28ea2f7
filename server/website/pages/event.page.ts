// GET /events/{slug}: an event with its dates, for visitors and search engines.
import { eventView } from '../../../website/event-view.ts'
import { htmlToText } from '../../mail/body.ts'
import { Failure } from '../../platform/ground/errors.ts'
import { MovedPermanently } from '../../platform/http/public/public-endpoint.ts'
import type { WebsitePage } from '../../platform/pages/website-pages.ts'
import { publicPrefix } from '../cursor.ts'
import { newDatesPath } from '../date-alerts/new-dates.page.ts'
import { alertTexts } from '../date-alerts/texts.ts'
import { getEvent } from '../events.public.ts'
import { getEventJsonLd } from '../json-ld.public.ts'
import type { PublicEvent } from '../schemas.ts'
import { createPageCache } from './kept-pages.ts'
import { missingPage } from './missing-page.ts'
import { ask, basketEntry, canonicalUrl, openContext, type PageContext } from './page-frame.ts'

/** The length of a description that search engines show. */
const maxDescription = 160

const descriptionOf = ({ teaser, description, subtitle }: PublicEvent): string => {
  const text = (htmlToText(teaser || description) || subtitle).replace(/\s+/g, ' ').trim()
  return text.length <= maxDescription ? text : `${text.slice(0, maxDescription - 1).trimEnd()}…`
}

export const eventPage: WebsitePage = {
  path: '/events/{slug}',
  use: 'views',
  open(instance) {
    const findEvent = getEvent.open(instance)
    const findJsonLd = getEventJsonLd.open(instance)
    const keep = createPageCache()
    const load = async (context: PageContext, slug: string) => {
      const params = { event: slug }
      try {
        const event = await ask<PublicEvent>(context, getEvent, findEvent, { params })
        const jsonLd = await ask<object>(context, getEventJsonLd, findJsonLd, { params })
        return { event, jsonLd }
      } catch (error) {
        if (error instanceof Failure && [400, 404].includes(error.status)) return undefined
        throw error
      }
    }
    return {
      async show(request) {
        const context = await openContext(instance, request)
        if (!context) return missingPage(undefined, request)
        request.count(context.settings.key)
        const loaded = await load(context, request.params['slug']!)
        if (!loaded) return missingPage(context, request)
        const { event: answer, jsonLd } = loaded
        return keep(context, [answer.response, jsonLd.response], () => {
          const event = answer.read()
          // One address for each event.
          if (event.slug !== request.params['slug'] && event.slug !== '')
            throw new MovedPermanently(`/events/${event.slug}`)
          return eventView({
            texts: context.texts,
            event,
            today: request.today,
            canonical: canonicalUrl(context, `/events/${event.slug}`),
            jsonLd: jsonLd.response.bytes.toString(),
            description: descriptionOf(event),
            bookPath: ({ id }) => context.link(`/book/${id}`),
            newDates: {
              path: context.link(newDatesPath(event.slug || String(event.id))),
              label: alertTexts[context.texts.language].link,
            },
            basket: ({ id }) => basketEntry(context, id),
            calendarPath: ({ id }) =>
              `${publicPrefix}/dates/${id}/calendar.ics?key=${context.settings.keyText}`,
          })
        })
      },
    }
  },
}
