// /events/{slug}/new-dates: a visitor asks to be told of new dates of an event.
import { newDatesView } from '../../../website/new-dates-view.ts'
import { Failure } from '../../platform/ground/errors.ts'
import { Email, record } from '../../platform/ground/schema.ts'
import { validationErrors } from '../../platform/http/validation.ts'
import { enteredText } from '../../platform/pages/public-pages.ts'
import type { FreshPage, WebsitePage, WebsitePageRequest } from '../../platform/pages/website-pages.ts'
import { getEvent } from '../events.public.ts'
import { missingPage } from '../pages/missing-page.ts'
import { ask, openContext, type PageContext, renderWebsitePage } from '../pages/page-frame.ts'
import { eventPath } from '../pages/page-paths.ts'
import type { PublicEvent } from '../schemas.ts'
import { requestAlert } from './date-alerts.sql.ts'
import { alertTexts } from './texts.ts'

const Requested = record({ email: Email })

export const newDatesPath = (event: { id: number; slug: string }): string => `${eventPath(event)}/new-dates`

export const newDatesPage: WebsitePage = {
  path: newDatesPath({ id: 0, slug: '{slug}' }),
  open(instance) {
    const findEvent = getEvent.open(instance)
    const load = async (request: WebsitePageRequest) => {
      const context = await openContext(instance, request)
      if (!context) return undefined
      request.count(context.settings.key)
      try {
        const params = { event: request.params['slug']! }
        return { context, event: (await ask<PublicEvent>(context, getEvent, findEvent, { params })).read() }
      } catch (error) {
        if (error instanceof Failure && [400, 404].includes(error.status))
          return { context, event: undefined }
        throw error
      }
    }
    const show = (
      context: PageContext,
      { title, slug, id }: PublicEvent,
      state: { email?: string; error?: string; sentTo?: string },
    ): FreshPage => ({
      status: state.error === undefined ? 200 : 422,
      ...renderWebsitePage(
        context,
        newDatesView({
          texts: alertTexts[context.texts.language],
          event: title,
          eventPath: context.link(eventPath({ id, slug })),
          action: context.link(newDatesPath({ id, slug })),
          email: '',
          error: '',
          sentTo: '',
          ...state,
        }),
      ),
    })
    return {
      async show(request) {
        const found = await load(request)
        return found?.event
          ? show(found.context, found.event, {})
          : missingPage(instance, found?.context, request)
      },
      async submit(request) {
        const found = await load(request)
        if (!found?.event) return missingPage(instance, found?.context, request)
        const { context, event } = found
        const { language } = context.texts
        const email = enteredText(request.fields, 'email', 255)
        if (validationErrors(Requested, { email }).length > 0)
          return show(context, event, { email, error: alertTexts[language].wrong })
        // Only programs fill in a field that nobody sees.
        if (!request.fields.get('homepage'))
          await request.transact((tx) =>
            requestAlert(
              tx,
              { eventId: event.id, clientId: context.settings.key.clientId, email, language },
              request.now,
            ),
          )
        return show(context, event, { sentTo: email })
      },
    }
  },
}
