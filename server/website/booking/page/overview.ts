// The frame of all parts of an order's page, and the first part: the booking.

import { withdrawPath } from '../../../bookings/orders/order-link.ts'
import {
  canBeCancelled,
  canBeMoved,
  canBeNamed,
  isOfferedSeat,
  type LinkedSeat,
  seatStates,
} from '../../../bookings/orders/order-seats.ts'
import type { SeatAllocation } from '../../../bookings/seat-allocation.ts'
import { orderSections } from '../../../documents/orders/order-sections.ts'
import { loadOrderView } from '../../../documents/orders/order-view.ts'
import { saveAndNotify } from '../../../messages/save-and-notify.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { Language } from '../../../platform/ground/language.ts'
import type { PageText } from '../../../platform/pages/page-html.ts'
import type { PageSubmission } from '../../../platform/pages/public-pages.ts'
import { formatMoment, type LinkedOrder, linkedDateLabel, loadOrder } from './linked-order.ts'
import { texts } from './texts.ts'

type Part = 'overview' | 'offer' | 'names' | 'move' | 'cancel' | 'documents' | 'letters'

/** The context of a page of the order. `fields` are those that the visitor has sent, if something has to be corrected. */
export type OrderView = {
  order: LinkedOrder
  language: Language
  today: string
  timeZone: string
  notice?: string
  /** The text above the booking. */
  intro?: readonly string[]
  alert?: string
  fields?: URLSearchParams
  /** The prices that seats have after the change that the visitor has chosen. */
  newPrices?: { lines: readonly string[]; hidden: Readonly<Record<string, string>> }
}

/** Names a seat in a form. */
export const seatLabel = (seat: LinkedSeat, index: number, language: Language): string => {
  const text = texts[language]
  return `${text.seat(index + 1)}: ${seat.name || text.later} (${linkedDateLabel(seat, text.locale)})`
}

/** The parts that there are: those in which something can be done, and those that only show something. */
const openParts = ({ order: { seats }, today }: OrderView): Part[] => [
  'overview',
  ...(seats.some(isOfferedSeat) ? (['offer'] as const) : []),
  ...(seats.some((seat) => canBeNamed(seat, today)) ? (['names'] as const) : []),
  ...(seats.some((seat) => canBeMoved(seat, today)) ? (['move'] as const) : []),
  ...(seats.some((seat) => canBeCancelled(seat, today)) ? (['cancel'] as const) : []),
  'documents',
  'letters',
]

/** The part that the address of a page names. */
export const openPart = (view: OrderView, query: URLSearchParams): Part =>
  openParts(view).find((part) => part === query.get('part')) ?? 'overview'

/** Links to the parts of a page, of which the first one needs no query. */
export const partLinks = <P extends string>(
  parts: readonly P[],
  labels: Readonly<Record<P, string>>,
  current: P,
) =>
  parts.map((part, index) => ({
    label: labels[part],
    query: index === 0 ? '' : `part=${part}`,
    isCurrent: part === current,
  }))

/** The common parameters of all parts. */
export function frame(view: OrderView, current: Part) {
  const { order, language, notice, alert, newPrices } = view
  const text = texts[language]
  return {
    status: alert === undefined ? 200 : 422,
    title: text.title(order.code),
    ...(notice !== undefined && { notice }),
    ...(alert !== undefined && { alert }),
    ...(newPrices && { hidden: newPrices.hidden }),
    parts: partLinks(openParts(view), text.parts, current),
  }
}

/** The state of a seat, such as booked. */
const stateText = ({ state, offeredUntil }: LinkedSeat, language: Language, timeZone: string): string => {
  const text = texts[language]
  return seatStates[state].isOffered && offeredUntil
    ? text.offeredUntil(formatMoment(offeredUntil, timeZone, text.locale))
    : text.states[state]
}

/** The participant of a seat, and its state. */
export const seatLine = (
  seat: LinkedSeat,
  { language, timeZone }: Pick<OrderView, 'language' | 'timeZone'>,
): string => `${seat.name || texts[language].later}: ${stateText(seat, language, timeZone)}`

/** The booking: all of it, as the mail and the file show it. */
export async function orderOverview(reader: Reader, view: OrderView, now: Date): Promise<PageText> {
  const { order, language, timeZone } = view
  const text = texts[language]
  const shown = await loadOrderView(reader, order.id, { now, timeZone })
  return {
    ...frame(view, 'overview'),
    paragraphs: view.intro ?? [],
    sections: orderSections(shown!, { language, timeZone }),
    ...(order.isConsumer && {
      link: { label: text.withdraw, href: withdrawPath(order.code) },
    }),
  }
}

/** Changes seats by the button of a part, tells whom it concerns, and shows what is booked now. */
export async function changeOrder(
  request: PageSubmission,
  view: OrderView,
  notice: string,
  change: (allocation: SeatAllocation) => Promise<unknown>,
): Promise<PageText> {
  const { tx, now, timeZone, params } = request
  await saveAndNotify(tx, { now, timeZone }, change)
  const order = (await loadOrder(tx, params['secret']!, request))!
  return orderOverview(tx, { ...view, order, notice }, now)
}
