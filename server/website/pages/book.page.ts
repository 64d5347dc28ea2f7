// /book/{dateId}: the form by which a visitor books.
import { randomUUID } from 'node:crypto'
import { type InvalidFields, readBooking } from '../../../website/booking-entry.ts'
import {
  type BookingView,
  bookingView,
  categoryOf,
  defaultEntries,
  type FormError,
  seatCountOf,
  seatLimit,
  shownPrice,
  takenError,
  toConfirmView,
  voucherErrors,
} from '../../../website/booking-view.ts'
import { countryChoices } from '../../addresses/country-choices.ts'
import { createOrderLink } from '../../bookings/orders/order-link.ts'
import { Failure } from '../../platform/ground/errors.ts'
import { isUuid } from '../../platform/ground/text.ts'
import { requestHash, runOnce } from '../../platform/http/idempotency.ts'
import { ProblemFailure } from '../../platform/http/public/problem.ts'
import { validationErrors } from '../../platform/http/validation.ts'
import type { Instance } from '../../platform/instance/instance.ts'
import { enteredText } from '../../platform/pages/public-pages.ts'
import type {
  FreshPage,
  WebsiteFormRequest,
  WebsitePage,
  WebsitePageRequest,
} from '../../platform/pages/website-pages.ts'
import {
  InvoiceTo,
  NamedSeat,
  Orderer,
  type PendingBooking,
  type VisitorBooking,
} from '../booking/booking.schema.ts'
import { placeBooking, prepareBooking } from '../booking/bookings.public.ts'
import { quoteSeats } from '../booking/quote.ts'
import { loadBookingTerms } from '../booking/terms.public.ts'
import type { PlacedOrder } from '../booking/visitor-order.ts'
import { getDate } from '../dates.public.ts'
import type { PublicDate } from '../schemas.ts'
import { missingPage } from './missing-page.ts'
import { ask, listPath, openContext, type PageContext, renderWebsitePage } from './page-frame.ts'

/** The parts of a booking page. */
type Form = Omit<BookingView, 'value' | 'errors' | 'hidden'> & { context: PageContext }

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

const showForm = (
  form: Form,
  status: number,
  errors: readonly FormError[] = [],
  fields?: URLSearchParams,
): FreshPage => ({
  status,
  ...renderWebsitePage(
    form.context,
    bookingView({
      ...form,
      errors,
      value: (name) => (fields ? (fields.get(name) ?? '') : (defaultEntries[name] ?? '')),
      // A form that is sent twice books once; one that is shown again has not booked.
      hidden: { once: randomUUID(), seats: String(form.seats), price: shownPrice(form) },
    }),
  ),
})

/** Why nothing was booked, in the words of the page. */
type Refusal = { code: string; free: number | null; fields: readonly string[] }

const refusalOf = (failure: Failure): Refusal => ({
  code: failure instanceof ProblemFailure ? failure.problem : failure.text.code,
  free: failure instanceof ProblemFailure ? ((failure.members['free'] as number | null) ?? null) : null,
  fields: failure.details.map(({ field }) => field),
})

function refusalError({ code, free, fields }: Refusal, { texts }: Form): FormError {
  const { errors, notBookable } = texts
  if (fields.includes('voucher')) return { name: 'voucher', text: errors.voucher }
  if (code === 'seats-taken') return takenError(texts, free)
  return { name: '', text: code.includes('notBookable') ? notBookable : errors.other }
}

/** Books once, however often the form is sent. @returns the path of the order's page, what the mail says, or why nothing was booked */
async function bookOnce(
  instance: Instance,
  {
    request,
    context,
    fields,
  }: { request: WebsiteFormRequest; context: PageContext; fields: URLSearchParams },
  booking: VisitorBooking,
): Promise<{ path: string } | PendingBooking | Refusal> {
  const { key } = context.settings
  const { now, today, origin, keyQuota } = request
  const once = fields.get('once') ?? ''
  const bookingRequest = await prepareBooking(instance, {
    key,
    body: booking,
    now,
    timeZone: instance.settingsCache.settings.timeZone,
    today,
    origin,
  })
  return request.transact(async (tx) => {
    const keyed = {
      owner: `website ${key.id}`,
      key: `form-${isUuid(once) ? once : randomUUID()}`,
      hash: requestHash('POST', '/book', Buffer.from(JSON.stringify(booking))),
      now,
      failureBody: (failure: Failure) => JSON.stringify(refusalOf(failure)),
      secretResponse: false,
      quota: keyQuota,
    }
    const response = await runOnce(tx, keyed, async () => {
      const placed = await placeBooking(tx, bookingRequest)
      return { status: 200, headers: {}, body: JSON.stringify(placed) }
    })
    const result = JSON.parse(response.body) as PlacedOrder | PendingBooking | Refusal
    return 'orderId' in result ? { path: await createOrderLink(tx, result.orderId) } : result
  })
}

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
        const form = await openForm(request, fields, fields.get('seatCount'))
        if ('html' in form) return form
        const { texts, context } = form
        const isChanged = fields.get('seats') !== String(form.seats)
        const ofVoucher = voucherErrors(form)
        if (fields.get('step') !== 'book' || isChanged)
          return showForm(form, ofVoucher.length === 0 ? 200 : 422, ofVoucher, fields)
        const refuse = (...errors: FormError[]) => showForm(form, 422, errors, fields)
        // Only programs fill in a field that nobody sees.
        if (fields.get('homepage')) return refuse({ name: '', text: texts.errors.other })
        const entry = (name: string) => (fields.has(name) ? enteredText(fields, name) : undefined)
        const read = readBooking(entry, form, invalidFields)
        if ('errors' in read || ofVoucher.length > 0)
          return refuse(...ofVoucher, ...('errors' in read ? read.errors : []))
        if (fields.get('price') !== shownPrice(form)) return refuse({ name: '', text: texts.errors.price })
        try {
          const booking = { ...read.booking, utm: context.utm }
          const booked = await bookOnce(instance, { request, context, fields }, booking)
          if ('path' in booked) return { redirect: context.link(booked.path, { booked: '' }) }
          if ('expiresAt' in booked)
            return { status: 202, ...renderWebsitePage(context, toConfirmView(texts, booking.orderer.email)) }
          return refuse(refusalError(booked, form))
        } catch (error) {
          const status = error instanceof Failure ? error.status : 500
          if (status !== 409 && status !== 429) throw error
          return refuse({ name: '', text: status === 409 ? texts.errors.repeated : texts.errors.tooMany })
        }
      },
    }
  },
}
