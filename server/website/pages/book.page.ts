// /book/{dateId}: the form by which a visitor books, in two steps without a script: the entries, then what is booked of them.
import { type InvalidFields, isOfReview, readBooking, toEntry } from '../../../website/booking-entry.ts'
import {
  type FormError,
  lacksSeats,
  shownPrice,
  steps,
  takenError,
  voucherErrors,
} from '../../../website/booking-form.ts'
import { bookedBeforeView, enteredTwice, toConfirmView } from '../../../website/booking-view.ts'
import { canBeBooked } from '../../../website/date-parts.ts'
import { hintsOf } from '../../../website/form-hints.ts'
import type { Texts } from '../../../website/texts.ts'
import { requestLinkPath } from '../../bookings/orders/order-link.ts'
import { validationErrors } from '../../platform/http/validation.ts'
import { enteredText } from '../../platform/pages/public-pages.ts'
import type { FreshPage, WebsiteFormRequest, WebsitePage } from '../../platform/pages/website-pages.ts'
import { InvoiceTo, NamedSeat, Orderer } from '../booking/booking.schema.ts'
import { type Booked, bookOnce, findEarlier, type Refusal, toSentForm } from './book-once.ts'
import { entriesOf, openForms, type PageForm, showForm, stepOfForm } from './booking-page-form.ts'
import { missingPage } from './missing-page.ts'
import { openContext, type PageContext, renderWebsitePage } from './page-frame.ts'

const partSchemas = { orderer: Orderer, seat: NamedSeat, invoiceTo: InvoiceTo }

export const invalidFields: InvalidFields = (part, _path, value) =>
  validationErrors(partSchemas[part], value).map(({ field }) => field)

export function refusalError({ code, status, free, fields }: Refusal, texts: Texts): FormError {
  const { errors, notBookable } = texts
  if (status === 429) return { name: '', text: errors.tooMany }
  if (fields.includes('voucher')) return { name: 'voucher', text: errors.voucher }
  if (code === 'seats-taken') return takenError(texts, free)
  return { name: '', text: code.includes('notBookable') ? notBookable : errors.other }
}

/** The page of what a form has booked. */
export function answerBooked(
  context: PageContext,
  { isToConfirm, orderPath }: Booked,
  fields: URLSearchParams,
): FreshPage | { redirect: string } {
  const { texts } = context
  if (isToConfirm)
    return {
      status: 202,
      ...renderWebsitePage(context, toConfirmView(texts, enteredText(fields, 'orderer.email', 255))),
    }
  if (orderPath !== '') return { redirect: context.link(orderPath, { booked: '' }) }
  return {
    status: 200,
    ...renderWebsitePage(context, bookedBeforeView(texts, context.link(requestLinkPath))),
  }
}

/** The form has booked, and something else was entered since: pressed again, it books that, too. */
export const bookedNotice = (
  { context, texts }: Pick<PageForm, 'context' | 'texts'>,
  { isToConfirm, orderPath }: Booked,
) => ({
  text: isToConfirm ? texts.formHasAsked : texts.formHasBooked,
  ...(orderPath !== '' && { link: { label: texts.booked.manage, path: context.link(orderPath) } }),
})

/** Why the button that was shown books nothing: fewer seats are free than it says. */
function takenErrors({ texts, seats, waits, entries, date }: PageForm, fields: URLSearchParams): FormError[] {
  const isFull = waits && fields.get('waits') !== 'yes'
  const areFewer = !waits && lacksSeats({ seats, entries }) && date.seats.free !== null
  return isFull || areFewer ? [takenError(texts, isFull ? 0 : seats)] : []
}

/** Reads a form: either step is shown, or it can be booked. */
function readForm(form: PageForm, fields: URLSearchParams) {
  const { texts, entries, seats } = form
  const step = stepOfForm(fields)
  const read = readBooking(toEntry(entries), form, invalidFields)
  const { booking } = read
  const errors = [...voucherErrors(form), ...read.errors]
  const ofEntries = errors.filter((error) => !isOfReview(error))
  const twice: FormError[] =
    enteredTwice(booking.seats).length > 0 && entries['confirmed'] !== 'twice'
      ? [{ name: 'confirmed', text: texts.errors.twice }]
      : []
  // A number or a price that has changed is shown first.
  const isChanged = fields.has('seats') && fields.get('seats') !== String(seats)
  const price: FormError[] =
    fields.has('price') && fields.get('price') !== shownPrice(form)
      ? [{ name: '', text: texts.errors.price }]
      : []
  return { step, booking, ofEntries, ofReview: [...price, ...twice, ...errors.filter(isOfReview)], isChanged }
}

export const bookPage: WebsitePage = {
  path: '/book/{dateId}',
  use: 'begun',
  open(instance) {
    const forms = openForms(instance)

    /** The form as it has to be shown again; undefined: it can be booked. @param refused why it was not booked */
    const pageOf = async (
      form: PageForm,
      read: ReturnType<typeof readForm>,
      once: string,
      refused: readonly FormError[] = [],
    ): Promise<FreshPage | undefined> => {
      const { booking, ofEntries, ofReview, isChanged } = read
      const { checks, books } = steps[read.step]
      const isOpen = canBeBooked(form.date)
      const notices = form.seatsNotices
      const ways = lacksSeats(form) || refused.length > 0 || !isOpen ? await forms.ways(form) : []
      const show = (errors: readonly FormError[], isReview = false) => {
        const all = [...refused, ...errors]
        const review = isReview && { checked: booking, hints: hintsOf(form.texts, booking) }
        return showForm(form, all.length > 0 ? 422 : 200, { errors: all, notices, ways, once, ...review })
      }
      if (!isOpen) return show([])
      if (!checks || isChanged) return show(voucherErrors(form))
      if (ofEntries.length > 0) return show(ofEntries)
      if (!books || refused.length > 0) return show([], true)
      return ofReview.length > 0 ? show(ofReview, true) : undefined
    }

    const submit = async (request: WebsiteFormRequest) => {
      const { fields } = request
      const context = await openContext(instance, request)
      if (!context) return missingPage(instance, undefined, request)
      request.count(context.settings.key)
      const sent = toSentForm(request)
      const once = sent?.key ?? ''
      // Before anything else: the date may be full by the booking of this form.
      const earlier =
        sent && steps[stepOfForm(fields)].books ? await findEarlier(instance, request, sent) : undefined
      if (earlier?.isSame) return answerBooked(context, earlier, fields)
      const load = () => forms.load(context, entriesOf(fields), Number(fields.get('seats')) || 0)
      const form = await load()
      if (!form) return missingPage(instance, context, request)
      const asksAgain = (again: PageForm, booked: Booked) =>
        showForm(again, 200, { notices: [bookedNotice(again, booked)] })
      if (earlier) return asksAgain(form, earlier)
      // Only programs fill in a field that nobody sees.
      if (fields.get('homepage'))
        return showForm(form, 422, { once, errors: [{ name: '', text: form.texts.errors.other }] })
      const read = readForm(form, fields)
      const taken = steps[read.step].books ? takenErrors(form, fields) : []
      const page = await pageOf(form, read, once, taken)
      if (page) return page
      const booking = { ...read.booking, utm: context.utm }
      const booked = await bookOnce(context, request, sent, booking, `/book/${booking.dateId}`)
      if ('code' in booked) {
        // The date as it is by now.
        const now = (await load()) ?? form
        return (await pageOf(now, readForm(now, fields), once, [refusalError(booked, now.texts)]))!
      }
      return booked.isSame ? answerBooked(form.context, booked, fields) : asksAgain(form, booked)
    }

    return {
      async show(request) {
        const context = await openContext(instance, request)
        if (!context) return missingPage(instance, undefined, request)
        request.count(context.settings.key)
        const seats = request.query.get('seats')
        const form = await forms.load(context, seats === null ? {} : { seatCount: seats }, 0)
        if (!form) return missingPage(instance, context, request)
        const isAsked = form.seatsNotices.length > 0 && Number(seats) !== form.seats
        const ways = isAsked || !canBeBooked(form.date) ? await forms.ways(form) : []
        return showForm(form, 200, { isEmpty: true, ways, notices: isAsked ? form.seatsNotices : [] })
      },
      submit,
    }
  },
}
