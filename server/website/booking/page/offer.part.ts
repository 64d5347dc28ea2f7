// The part of the page of an order, or of a seat, on which seats that are offered from a waiting list are accepted or declined.

import { bookingsById } from '../../../bookings/booking.sql.ts'
import { isOfferedSeat, type LinkedSeat } from '../../../bookings/orders/order-seats.ts'
import { priceText } from '../../../bookings/price-text.ts'
import { taxedPrice } from '../../../bookings/seat-price.ts'
import { answerOffers } from '../../../bookings/waiting-list/answer-offers.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { Failure } from '../../../platform/ground/errors.ts'
import type { Language } from '../../../platform/ground/language.ts'
import type { PageText } from '../../../platform/pages/page-html.ts'
import type { PageSubmission } from '../../../platform/pages/public-pages.ts'
import { formatMoment, linkedDateLabel } from './linked-order.ts'
import { changeOrder, frame, type OrderView, seatLabel } from './overview.ts'
import { texts } from './texts.ts'

const offerName = (id: number): string => `seat.${id}`
const declineName = 'decline'

/** An offered seat with its number in the order, and its price, or '' if it has none. */
export type OfferedSeat = { seat: LinkedSeat; index: number; price: string }

export async function offeredSeats(
  reader: Reader,
  seats: readonly LinkedSeat[],
  language: Language,
): Promise<OfferedSeat[]> {
  const bookings = await bookingsById(
    reader,
    seats.filter(isOfferedSeat).map(({ id }) => id),
  )
  return bookings.map((booking) => {
    const index = seats.findIndex((seat) => seat.id === booking.id)
    const price = taxedPrice({ ...booking, priceAmount: booking.finalPrice })
    const seat = seats[index]!
    const vatExemption = seat.price?.vatExemption ?? { de: '', en: '' }
    return { seat, index, price: price ? priceText({ ...price, vatExemption }, language) : '' }
  })
}

/** The form of the offer. With several seats, each is chosen by itself. */
export function offerForm(
  offers: readonly OfferedSeat[],
  { language, timeZone, fields }: Pick<OrderView, 'language' | 'timeZone' | 'fields'>,
) {
  const text = texts[language]
  const withPrice = (label: string, { price }: OfferedSeat) => (price === '' ? label : `${label}, ${price}`)
  const until = offers.map(({ seat }) => seat.offeredUntil!).toSorted((a, b) => a.getTime() - b.getTime())[0]!
  return {
    paragraphs: [
      text.offerIntro(formatMoment(until, timeZone, text.locale)),
      ...(offers.length === 1
        ? offers.flatMap((offer) => [
            linkedDateLabel(offer.seat, text.locale),
            withPrice(offer.seat.name || text.later, offer),
          ])
        : []),
    ],
    ...(offers.length > 1 && {
      questions: offers.map((offer) => ({
        name: offerName(offer.seat.id),
        label: withPrice(seatLabel(offer.seat, offer.index, language), offer),
        answers: [
          { value: 'chosen', label: text.answerOffer },
          { value: 'later', label: text.answerLater },
        ],
        chosen: fields?.get(offerName(offer.seat.id)) === 'later' ? 'later' : 'chosen',
      })),
    }),
    button: offers.some(({ price }) => price !== '') ? text.acceptWithPrice : text.accept,
    otherButton: { name: declineName, label: text.decline },
  }
}

/** The answer of the visitor, and its seats. */
export const answerOf = (offers: readonly OfferedSeat[], fields: URLSearchParams) => ({
  ids: offers
    .filter(({ seat }) => offers.length === 1 || fields.get(offerName(seat.id)) === 'chosen')
    .map(({ seat }) => seat.id),
  isAccepted: !fields.has(declineName),
})

/** The result of `change`; undefined: an offer has ended meanwhile, and nothing is changed. */
export async function unlessEnded<T>(change: () => Promise<T>): Promise<T | undefined> {
  try {
    return await change()
  } catch (error) {
    if (error instanceof Failure && error.status === 409) return undefined
    throw error
  }
}

export const offerPart = (view: OrderView, offers: readonly OfferedSeat[]): PageText => ({
  ...frame(view, 'offer'),
  ...offerForm(offers, view),
})

export async function submitOffer(request: PageSubmission, view: OrderView): Promise<PageText> {
  const { tx, fields } = request
  const text = texts[view.language]
  const offers = await offeredSeats(tx, view.order.seats, view.language)
  const { ids, isAccepted } = answerOf(offers, fields)
  const correct = (alert: string) => offerPart({ ...view, fields, alert }, offers)
  if (ids.length === 0) return correct(text.nothingChosen)
  const changed = await unlessEnded(() =>
    changeOrder(request, view, isAccepted ? text.accepted : text.declined, (allocation) =>
      answerOffers(allocation, ids, isAccepted),
    ),
  )
  return changed ?? correct(text.offerEnded)
}
