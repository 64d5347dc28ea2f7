// GET /events/{slug}: an event with its dates, for visitors and search engines.
import { eventView } from '../../../website/event-view.ts'
import { htmlToText } from '../../mail/body.ts'
import { Failure } from '../../platform/ground/errors.ts'
import { MovedPermanently } from '../../platform/http/public/public-endpoint.ts'
import type { WebsitePage } from '../../platform/pages/website-pages.ts'
import { newDatesPath } from '../date-alerts/new-dates.page.ts'
import { alertTexts } from '../date-alerts/texts.ts'
import { getEvent } from '../events.public.ts'
import { getEventJsonLd } from '../json-ld.public.ts'
import type { PublicEvent } from '../schemas.ts'
import { createPageCache } from './kept-pages.ts'
import { missingPage } from './missing-page.ts'
import { ask, basketEntry, openContext, type PageContext } from './page-frame.ts'
import { canonicalUrl, toDescription } from './page-head.ts'
import { dateCalendarPath, eventPath, listPath } from './page-paths.ts'

const descriptionOf = ({ teaser, description, subtitle }: PublicEvent): string =>
  toDescription(htmlToText(teaser || description) || subtitle)

/** @returns undefined: there is no such event */
export async function loadOrMissing<T>(load: () => Promise<T>): Promise<T | undefined> {
  try {
    return await load()
  } catch (error) {
    if (error instanceof Failure && [400, 404].includes(error.status)) return undefined
    throw error
  }
}

export const eventPage: WebsitePage = {
  path: '/events/{slug}',
  use: 'views',
  open(instance) {
    const findEvent = getEvent.open(instance)
    const findJsonLd = getEventJsonLd.open(instance)
    const keep = createPageCache()
    const load = (context: PageContext, slug: string) => {
      const params = { event: slug }
      return loadOrMissing(async () => ({
        event: await ask<PublicEvent>(context, getEvent, findEvent, { params }),
        jsonLd: await ask<object>(context, getEventJsonLd, findJsonLd, { params }),
      }))
    }
    return {
      async show(request) {
        const context = await openContext(instance, request)
        if (!context) return missingPage(instance, undefined, request)
        request.count(context.settings.key)
        const loaded = await load(context, request.params['slug']!)
        if (!loaded) return missingPage(instance, context, request)
        const { event: answer, jsonLd } = loaded
        return keep(context, [answer.response, jsonLd.response], () => {
          const event = answer.read()
          // One address for each event.
          if (event.slug !== request.params['slug'] && event.slug !== '')
            throw new MovedPermanently(eventPath(event))
          return eventView({
            texts: context.texts,
            event,
            today: request.today,
            canonical: canonicalUrl(context, eventPath(event)),
            jsonLd: jsonLd.response.bytes.toString(),
            description: descriptionOf(event),
            vatNote: context.settings.vatNote[context.texts.language],
            listPath: context.link(listPath),
            enquiryPath: (kind) => context.link(`${eventPath(event)}/enquiry`, { kind }),
            bookPath: ({ id }) => context.link(`/book/${id}`),
            newDates: {
              path: context.link(newDatesPath(event)),
              label: alertTexts[context.texts.language].link,
            },
            basket: ({ id }) => basketEntry(context, id),
            calendarPath: ({ id }) => dateCalendarPath(id),
          })
        })
      },
    }
  },
}
