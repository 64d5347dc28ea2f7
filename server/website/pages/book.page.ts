// /book/{dateId}: the form by which a visitor books.
import { randomUUID } from 'node:crypto'
import { type InvalidFields, readBooking } from '../../../website/booking-entry.ts'
import {
  type BookingView,
  bookedBeforeView,
  bookingView,
  categoryOf,
  defaultEntries,
  type FormError,
  type FormNotice,
  seatCountOf,
  seatLimit,
  shownPrice,
  takenError,
  toConfirmView,
  voucherErrors,
} from '../../../website/booking-view.ts'
import { countryChoices } from '../../addresses/country-choices.ts'
import { requestLinkPath } from '../../bookings/orders/order-link.ts'
import { Failure } from '../../platform/ground/errors.ts'
import { isUuid } from '../../platform/ground/text.ts'
import { validationErrors } from '../../platform/http/validation.ts'
import { enteredText } from '../../platform/pages/public-pages.ts'
import type { FreshPage, WebsitePage, WebsitePageRequest } from '../../platform/pages/website-pages.ts'
import { InvoiceTo, NamedSeat, Orderer } from '../booking/booking.schema.ts'
import { quoteSeats } from '../booking/quote.ts'
import { loadBookingTerms } from '../booking/terms.public.ts'
import { getDate } from '../dates.public.ts'
import type { PublicDate } from '../schemas.ts'
import { type Booked, bookOnce, findEarlier, type Refusal, toSentForm } from './book-once.ts'
import { missingPage } from './missing-page.ts'
import { ask, listPath, openContext, type PageContext, renderWebsitePage } from './page-frame.ts'

/** The parts of a booking page. */
type Form = Omit<BookingView, 'value' | 'errors' | 'notices' | 'hidden'> & { context: PageContext }

const partSchemas = { orderer: Orderer, seat: NamedSeat, invoiceTo: InvoiceTo }

const invalidFields: InvalidFields = (part, _path, value) =>
  validationErrors(partSchemas[part], value).map(({ field }) => field)

async function loadForm(
  context: PageContext,
  date: PublicDate,
  { seats, voucher, category }: { seats: number; voucher: string; category: string },
): Promise<Form> {
  const { instance, request, settings, texts } = context
  const { db } = instance
  const { language } = texts
  const order = {
    dateId: date.id,
    seats,
    day: request.today,
    ...(voucher !== '' && { voucher }),
    ...(category !== '' && { visitorCategory: category }),
  }
  const [quote, terms] = await Promise.all([
    quoteSeats(db, { ...order, language }),
    loadBookingTerms(db, settings.key, { dateId: date.id, language }),
  ])
  return {
    ...terms,
    context,
    texts,
    date,
    seats,
    maxSeats: seatLimit(date.seats.max),
    quote,
    countries: countryChoices(language),
    action: context.link(`/book/${date.id}`),
    listPath: context.link(listPath),
    ownText: settings.formText[language],
  }
}

/** The content of a form. */
type Shown = {
  errors?: readonly FormError[]
  notices?: readonly FormNotice[]
  /** As the visitor has filled it in; left out: it is empty. */
  fields?: URLSearchParams
  /** A form has a key as long as it has not booked. */
  once?: string
}

const showForm = (form: Form, status: number, shown: Shown = {}): FreshPage => {
  const { fields, errors = [], notices = [], once = fields?.get('once') ?? '' } = shown
  const { html, headers } = renderWebsitePage(
    form.context,
    bookingView({
      ...form,
      errors,
      notices,
      value: (name) => (fields ? (fields.get(name) ?? '') : (defaultEntries[name] ?? '')),
      hidden: {
        once: isUuid(once) ? once : randomUUID(),
        seats: String(form.seats),
        price: shownPrice(form),
      },
    }),
  )
  // The back button leads to the same form, with its key and what was typed. An empty form has nothing of the visitor.
  return { status, html, headers: { ...headers, ...(!fields && { 'cache-control': 'private, no-cache' }) } }
}

function refusalError({ code, status, free, fields }: Refusal, { texts }: Form): FormError {
  const { errors, notBookable } = texts
  if (status === 429) return { name: '', text: errors.tooMany }
  if (fields.includes('voucher')) return { name: 'voucher', text: errors.voucher }
  if (code === 'seats-taken') return takenError(texts, free)
  return { name: '', text: code.includes('notBookable') ? notBookable : errors.other }
}

/** The page of what a form has booked. */
function answerBooked(
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
const askAgain = ({ context, texts }: Form, { isToConfirm, orderPath }: Booked) => ({
  once: randomUUID(),
  notices: [
    {
      text: isToConfirm ? texts.formHasAsked : texts.formHasBooked,
      ...(orderPath !== '' && { link: { label: texts.booked.manage, path: context.link(orderPath) } }),
    },
  ],
})

export const bookPage: WebsitePage = {
  path: '/book/{dateId}',
  use: 'begun',
  open(instance) {
    const findDate = getDate.open(instance)
    const loadDate = async (context: PageContext): Promise<PublicDate | undefined> => {
      const { dateId = '' } = context.request.params
      if (!/^[1-9]\d{0,8}$/.test(dateId)) return undefined
      try {
        return (await ask<PublicDate>(context, getDate, findDate, { params: { id: dateId } })).read()
      } catch (error) {
        if (error instanceof Failure && error.status === 404) return undefined
        throw error
      }
    }
    const openForm = async (
      request: WebsitePageRequest,
      fields: URLSearchParams,
      seatCount: string | null,
    ) => {
      const context = await openContext(instance, request)
      if (!context) return missingPage(undefined, request)
      request.count(context.settings.key)
      const date = await loadDate(context)
      return date
        ? loadForm(context, date, {
            seats: seatCountOf(seatCount, date.seats.max),
            voucher: enteredText(fields, 'voucher', 255),
            category: categoryOf(enteredText(fields, 'visitorCategory', 255), date),
          })
        : missingPage(context, request)
    }
    return {
      async show(request) {
        const form = await openForm(request, new URLSearchParams(), request.query.get('seats'))
        return 'html' in form ? form : showForm(form, 200)
      },
      async submit(request) {
        const { fields } = request
        const context = await openContext(instance, request)
        const sent = toSentForm(fields)
        const books = fields.get('step') === 'book'
        // Before anything else: the date may be full by the booking of this form.
        const earlier = context && sent && books ? await findEarlier(instance, request, sent) : undefined
        if (context && earlier?.isSame) return answerBooked(context, earlier, fields)
        const form = await openForm(request, fields, fields.get('seatCount'))
        if ('html' in form) return form
        if (earlier) return showForm(form, 200, { fields, ...askAgain(form, earlier) })
        const { texts } = form
        const isChanged = fields.get('seats') !== String(form.seats)
        const ofVoucher = voucherErrors(form)
        if (!books || isChanged)
          return showForm(form, ofVoucher.length === 0 ? 200 : 422, { errors: ofVoucher, fields })
        const refuse = (...errors: FormError[]) => showForm(form, 422, { errors, fields })
        // Only programs fill in a field that nobody sees.
        if (fields.get('homepage')) return refuse({ name: '', text: texts.errors.other })
        const entry = (name: string) => (fields.has(name) ? enteredText(fields, name) : undefined)
        const read = readBooking(entry, form, invalidFields)
        if ('errors' in read || ofVoucher.length > 0)
          return refuse(...ofVoucher, ...('errors' in read ? read.errors : []))
        if (fields.get('price') !== shownPrice(form)) return refuse({ name: '', text: texts.errors.price })
        const booked = await bookOnce(form.context, request, sent, {
          ...read.booking,
          utm: form.context.utm,
        })
        if ('code' in booked) return refuse(refusalError(booked, form))
        return booked.isSame
          ? answerBooked(form.context, booked, fields)
          : showForm(form, 200, { fields, ...askAgain(form, booked) })
      },
    }
  },
}
