// /events/{slug}/enquiry: a question to the provider, or a request for in-house training.
import { toEntry, toFormError } from '../../../website/booking-entry.ts'
import type { Entries, FormError } from '../../../website/booking-form.ts'
import { enquirySentView, enquiryView } from '../../../website/enquiry-view.ts'
import { toFailure } from '../../platform/ground/errors.ts'
import { MovedPermanently } from '../../platform/http/public/public-endpoint.ts'
import { validationErrors } from '../../platform/http/validation.ts'
import type {
  FreshPage,
  WebsiteFormRequest,
  WebsitePage,
  WebsitePageRequest,
} from '../../platform/pages/website-pages.ts'
import { Enquiry, saveEnquiry } from '../enquiry/enquiry.sql.ts'
import { getEvent } from '../events.public.ts'
import type { PublicEvent } from '../schemas.ts'
import { loadOrMissing } from './event.page.ts'
import { missingPage } from './missing-page.ts'
import { ask, openContext, type PageContext, renderWebsitePage } from './page-frame.ts'
import { eventPath } from './page-paths.ts'

const kinds = ['question', 'inHouse'] as const
type Kind = (typeof kinds)[number]
const isKind = (text: string): text is Kind => kinds.some((kind) => kind === text)

const fieldNames = Object.keys(Enquiry.properties) as (keyof Enquiry)[]

const entriesOf = (fields: URLSearchParams): Entries =>
  Object.fromEntries(['kind', ...fieldNames].map((name) => [name, fields.get(name) ?? '']))

const labelOf = ({ texts }: PageContext, name: keyof Enquiry): string => {
  const { message, participants, period } = texts.shop.enquiry
  const own: Partial<Record<keyof Enquiry, string>> = { message, participants, period }
  return own[name] ?? texts[name as 'firstName' | 'lastName' | 'email' | 'company' | 'phone']
}

/** The entries, and their errors in the order of the form. */
function readEnquiry(context: PageContext, entries: Entries) {
  const entry = toEntry(entries)
  const enquiry = Object.fromEntries(fieldNames.map((name) => [name, entry(name) ?? ''])) as Enquiry
  const kind = entry('kind') ?? ''
  const errors: FormError[] = validationErrors(Enquiry, enquiry).map(({ field }) =>
    toFormError(context.texts, entry, field, labelOf(context, field as keyof Enquiry)),
  )
  if (!isKind(kind)) errors.unshift({ name: 'kind', text: context.texts.shop.enquiry.kindMissing })
  return { enquiry, kind, errors }
}

export const enquiryPage: WebsitePage = {
  path: '/events/{slug}/enquiry',
  open(instance) {
    const findEvent = getEvent.open(instance)
    const load = async (request: WebsitePageRequest) => {
      const context = await openContext(instance, request)
      if (!context) return { missing: await missingPage(instance, undefined, request) }
      request.count(context.settings.key)
      const params = { event: request.params['slug']! }
      const answer = await loadOrMissing(() => ask<PublicEvent>(context, getEvent, findEvent, { params }))
      if (!answer) return { missing: await missingPage(instance, context, request) }
      const event = answer.read()
      if (event.slug !== '' && event.slug !== request.params['slug'])
        throw new MovedPermanently(`${eventPath(event)}/enquiry`)
      return { context, event }
    }
    const viewOf = (context: PageContext, event: PublicEvent) => ({
      texts: context.texts,
      title: event.title,
      eventPath: context.link(eventPath(event)),
      action: context.link(`${eventPath(event)}/enquiry`),
      hidden: {},
    })

    const submit = async (request: WebsiteFormRequest): Promise<FreshPage> => {
      const { context, event, missing } = await load(request)
      if (!context) return missing
      const { texts, settings } = context
      const view = viewOf(context, event)
      const entries = entriesOf(request.fields)
      const show = (status: number, errors: readonly FormError[]): FreshPage => ({
        status,
        ...renderWebsitePage(context, enquiryView({ ...view, entries, errors })),
      })
      // Only programs fill in a field that nobody sees.
      if (request.fields.get('homepage')) return show(422, [{ name: '', text: texts.errors.other }])
      const { enquiry, kind, errors } = readEnquiry(context, entries)
      if (errors.length > 0 || !isKind(kind)) return show(422, errors)
      const texted = fieldNames.flatMap((name) =>
        enquiry[name] === '' ? [] : [`${labelOf(context, name)}: ${enquiry[name]}`],
      )
      const subject = `${texts.shop.enquiry.subjects[kind]}: ${event.title}`.slice(0, 255)
      try {
        await request.transact((tx) =>
          saveEnquiry(tx, enquiry, {
            clientId: settings.key.clientId,
            subject,
            note: [subject, ...texted].join('\n'),
            address: request.origin.address,
            now: request.now,
          }),
        )
      } catch (error) {
        const { status } = toFailure(error, '')
        if (status !== 429) throw error
        return show(429, [{ name: '', text: texts.shop.enquiry.tooMany }])
      }
      return { status: 200, ...renderWebsitePage(context, enquirySentView(view, enquiry.email)) }
    }

    return {
      async show(request) {
        const { context, event, missing } = await load(request)
        if (!context) return missing
        const kind = request.query.get('kind') ?? ''
        const entries: Entries = isKind(kind) ? { kind } : {}
        return {
          status: 200,
          ...renderWebsitePage(context, enquiryView({ ...viewOf(context, event), entries, errors: [] })),
        }
      },
      submit,
    }
  },
}
