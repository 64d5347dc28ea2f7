// /book/confirm/{secret}: a visitor makes a booking that has to be confirmed by mail.

import { isFree } from '../../../../website/date-parts.ts'
import { textsOf } from '../../../../website/texts.ts'
import { proveOrderer } from '../../../bookings/orders/claimed-contacts.ts'
import { createOrderLink } from '../../../bookings/orders/order-link.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { inSavepoint } from '../../../platform/database/savepoint.ts'
import { Failure } from '../../../platform/ground/errors.ts'
import { formatMoney } from '../../../platform/ground/format-money.ts'
import type { Language } from '../../../platform/ground/language.ts'
import type { PageText } from '../../../platform/pages/page-html.ts'
import type { PageSubmission, PublicPage } from '../../../platform/pages/public-pages.ts'
import { requestedDates } from '../order-request.ts'
import { formatMoment, linkedDateLabel } from '../page/linked-order.ts'
import { bookPending } from './book-pending.ts'
import { findEarlierBookings } from './earlier-bookings.sql.ts'
import {
  bookingConfirmationPath,
  findPendingBooking,
  lockPendingBooking,
  markBooked,
  type PendingBookingRow,
} from './pending-booking.ts'
import { confirmationTexts } from './texts.ts'

async function question(
  reader: Reader,
  found: PendingBookingRow,
  language: Language,
  timeZone: string,
): Promise<PageText> {
  const text = confirmationTexts[language]
  const { locale, buy, bookFree } = textsOf(language, 'formal')
  const { gross, booking, expiresAt } = found
  const earlier = await findEarlierBookings(reader, booking)
  return {
    status: 200,
    title: text.title,
    paragraphs: [
      text.intro,
      ...earlier.map(text.earlier),
      ...bookedLines(found, language),
      ...(gross && !isFree(gross) ? [text.total(formatMoney(gross, { locale }))] : []),
      text.until(formatMoment(expiresAt, timeZone, locale)),
      ...(requestedDates(booking).some(({ whenFull }) => whenFull === 'waitingList')
        ? [text.waitingList]
        : []),
    ],
    button: isFree(gross) ? bookFree : buy,
  }
}

/** The summary of the booking, line by line. */
export const bookedLines = ({ dates }: PendingBookingRow, language: Language): string[] =>
  dates.flatMap(({ seats, ...date }) => [
    linkedDateLabel(date, textsOf(language, 'formal').locale),
    confirmationTexts[language].seats(seats),
  ])

const ended = (language: Language): PageText => ({ status: 404, ...confirmationTexts[language].ended })
const isBooked = (language: Language): PageText => ({ status: 200, ...confirmationTexts[language].isBooked })

/** The page of a link whose booking waits no more; undefined: it waits. */
const pageWithoutForm = (found: PendingBookingRow | undefined, language: Language): PageText | undefined =>
  found?.state === 'booked' ? isBooked(language) : found?.state === 'pending' ? undefined : ended(language)

async function confirm(request: PageSubmission, found: PendingBookingRow): Promise<PageText> {
  const { tx, language } = request
  const { booked } = textsOf(language, 'formal')
  try {
    const { orderId, code, status } = await inSavepoint(tx, () =>
      bookPending(request, found, request.origin.agent),
    )
    await markBooked(tx, found.id, orderId)
    await proveOrderer(tx, orderId)
    return {
      status: 200,
      title: booked.title,
      paragraphs: [booked.status[status], `${booked.code}: ${code}`, booked.mail],
      link: { label: booked.manage, href: await createOrderLink(tx, orderId) },
    }
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error
    return { status: 409, ...confirmationTexts[language].refused }
  }
}

export const confirmBookingPage: PublicPage = {
  path: bookingConfirmationPath('{secret}'),
  via: 'website',
  async show({ db, params, language, timeZone }) {
    const found = await findPendingBooking(db, params['secret']!)
    return pageWithoutForm(found, language) ?? question(db, found!, language, timeZone)
  },
  async submit(request) {
    const { tx, params, language } = request
    await lockPendingBooking(tx, params['secret']!)
    const found = await findPendingBooking(tx, params['secret']!)
    const page = pageWithoutForm(found, language)
    if (!page) return confirm(request, found!)
    // The mailbox is proven, and the button was pressed twice.
    const orderId = found?.bookedOrderId
    if (!orderId) return page
    return {
      ...page,
      link: { label: textsOf(language, 'formal').booked.manage, href: await createOrderLink(tx, orderId) },
    }
  },
}
