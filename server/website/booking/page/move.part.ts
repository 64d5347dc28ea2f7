// The part of an order's page on which seats are moved to other dates of their event, with the difference of price shown before.

import { chooseModules } from '../../../bookings/book.ts'
import type { Booking, SeatPrice } from '../../../bookings/booking.schema.ts'
import { bookingsById } from '../../../bookings/booking.sql.ts'
import { updateDetails } from '../../../bookings/booking-details.ts'
import { cancellationTerms } from '../../../bookings/cancellation.ts'
import { changeSeats, type SeatChange } from '../../../bookings/change-seats.ts'
import {
  type DiscountedSeat,
  groupDiscountAt,
  loadDiscountedSeats,
} from '../../../bookings/group-discount.ts'
import { lockBookings } from '../../../bookings/locked-bookings.ts'
import { canBeMoved, hasSeat } from '../../../bookings/orders/order-seats.ts'
import type { SeatAllocation } from '../../../bookings/seat-allocation.ts'
import { grossAmount, loadSeatPrices, priceForReductions } from '../../../bookings/seat-price.ts'
import { isBookable } from '../../../catalogue/records/bookability.ts'
import { bookableSeats, loadModuleDates, takenModules } from '../../../catalogue/records/module-dates.sql.ts'
import { anyOf } from '../../../catalogue/records/rows.ts'
import { formatHundredths, parseHundredths } from '../../../catalogue/records/vat.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { Failure } from '../../../platform/ground/errors.ts'
import { formatMoney } from '../../../platform/ground/format-money.ts'
import type { PageText } from '../../../platform/pages/page-html.ts'
import type { PageSubmission } from '../../../platform/pages/public-pages.ts'
import { formatDays, loadOrder } from './linked-order.ts'
import { frame, type OrderView, orderOverview, seatLabel } from './overview.ts'
import { changeAtShownPrices } from './shown-prices.ts'
import { texts } from './texts.ts'

const maxTargets = 50

type Target = { id: number; eventId: number; startDate: string; endDate: string; free: number }

/** The coming dates of events that can be booked today and have free seats. */
async function loadTargets(reader: Reader, eventIds: readonly number[], today: string): Promise<Target[]> {
  const rows = await reader
    .selectFrom('event_date as d')
    .leftJoin('date_status as s', 's.status', 'd.status')
    .select([
      'd.id',
      'd.event_id',
      'd.start_date',
      'd.end_date',
      'd.participants_max',
      'd.booked_count',
      'd.reserved_count',
      'd.seats_elsewhere',
      'd.is_bookable',
      'd.is_active',
      'd.has_waiting_list',
      's.is_bookable as status_is_bookable',
      'd.booking_start_date',
      'd.booking_end_date',
    ])
    .where('d.event_id', '=', anyOf(eventIds))
    .where('d.is_published', '=', true)
    .where('d.start_date', '>', today)
    .orderBy('d.start_date')
    .orderBy('d.id')
    .execute()
  const modules = await loadModuleDates(
    reader,
    rows.map(({ id }) => id),
  )
  return rows
    .filter((row) => isBookable(row, today))
    .map((row) => ({
      id: row.id,
      eventId: row.event_id,
      startDate: row.start_date!,
      endDate: row.end_date ?? row.start_date!,
      free: bookableSeats(row, takenModules(modules.get(row.id) ?? [])),
    }))
    .filter(({ free }) => free > 0)
}

/**
 * The price of a seat at another date, if it is the only one that moves; undefined: the reductions are larger, or the prices cannot be
 * compared.
 * @param discounted with a group discount
 */
function priceChange(
  booking: Booking,
  seatPrice: SeatPrice | undefined,
  discounted: DiscountedSeat | undefined,
  seatsThere: number,
): { price: SeatPrice; finalPrice: string; difference: number } | undefined {
  const { priceAmount, finalPrice } = booking
  if (!seatPrice || seatPrice.priceAmount === null) return undefined
  const price = priceForReductions(seatPrice, booking)
  const reductions = discounted
    ? parseHundredths(discounted.otherReductions) +
      groupDiscountAt(discounted, parseHundredths(price.priceAmount!.toFixed(2)), seatsThere + 1).discount
    : parseHundredths(((priceAmount ?? 0) - (finalPrice ?? 0)).toFixed(2))
  const amount = price.priceAmount! - Number(formatHundredths(reductions))
  if (amount < 0) return undefined
  const before = grossAmount({ ...booking, priceAmount: finalPrice })
  const next = grossAmount({ ...price, priceAmount: amount })!
  if (before && next.currency !== before.currency) return undefined
  const cents = Math.round(Number(next.amount) * 100) - Math.round(Number(before?.amount ?? 0) * 100)
  return { price, finalPrice: amount.toFixed(2), difference: cents / 100 }
}

type MoveOption = {
  dateId: number
  price: SeatPrice | undefined
  /** '': none. */
  finalPrice: string
  value: string
  label: string
}

/** By booking: the dates that its seat can move to, each as the value of an option and as its text. */
export async function moveOptions(
  reader: Reader,
  { order, language, today }: OrderView,
): Promise<Map<number, MoveOption[]>> {
  const text = texts[language]
  const bookings = await bookingsById(
    reader,
    order.seats.filter((seat) => canBeMoved(seat, today)).map(({ id }) => id),
  )
  const feeOf = new Map(
    (await cancellationTerms(reader, bookings, today)).map(({ bookingId, fee }) => [bookingId, fee ?? 0]),
  )
  const targets = await loadTargets(reader, [...new Set(bookings.map(({ eventId }) => eventId))], today)
  const prices = await loadSeatPrices(
    reader,
    targets.map(({ id }) => id),
    today,
    order.visitorCategory,
  )
  const discounted = new Map(
    (
      await loadDiscountedSeats(
        reader,
        bookings.map(({ id }) => id),
      )
    ).map((seat) => [seat.id, seat]),
  )
  const seatsAt = (dateId: number) =>
    order.seats.filter((seat) => seat.dateId === dateId && hasSeat(seat)).length
  const optionsOf = (booking: Booking): MoveOption[] =>
    targets
      .filter(({ id, eventId }) => eventId === booking.eventId && id !== booking.dateId)
      .slice(0, maxTargets)
      .flatMap((target): MoveOption[] => {
        const seatPrice = prices.get(target.id)?.[0]
        const isFree = booking.priceAmount === null && !seatPrice
        const change = isFree
          ? { price: undefined, finalPrice: '', difference: 0 }
          : priceChange(booking, seatPrice, discounted.get(booking.id), seatsAt(target.id))
        if (!change) return []
        const { price, finalPrice, difference } = change
        const money = formatMoney(
          { amount: Math.abs(difference), currency: price?.priceCurrency || 'EUR' },
          text,
        )
        return [
          {
            dateId: target.id,
            price,
            finalPrice,
            value: `${target.id} ${difference}`,
            // Short, and the number of seats at the end, where a phone cuts it off.
            label: `${formatDays(target, text.locale, 'medium')}: ${
              difference === 0 ? text.samePrice : difference > 0 ? text.more(money) : text.less(money)
            }, ${text.free(target.free)}`,
          },
        ]
      })
  // Otherwise a cancellation would cost nothing after a move.
  return new Map(
    bookings.map((booking) => [booking.id, feeOf.get(booking.id) === 0 ? optionsOf(booking) : []]),
  )
}

const moveName = (id: number): string => `date.${id}`

export function movePart(view: OrderView, options: ReadonlyMap<number, readonly MoveOption[]>): PageText {
  const { order, language, fields } = view
  const text = texts[language]
  const groups = order.seats.flatMap((seat, index) => {
    const ofSeat = options.get(seat.id) ?? []
    if (ofSeat.length === 0) return []
    const name = moveName(seat.id)
    return {
      legend: seatLabel(seat, index, language),
      fields: [
        {
          name,
          label: text.newDate,
          options: [{ value: '', label: text.stay }, ...ofSeat],
          value: fields?.get(name) ?? '',
        },
      ],
    }
  })
  return groups.length === 0
    ? { ...frame(view, 'move'), paragraphs: [text.noMove] }
    : {
        ...frame(view, 'move'),
        paragraphs: [text.moveIntro, ...(view.newPrices?.lines ?? [])],
        groups,
        button: text.confirmMove,
      }
}

/** All seats, or none. @returns whether they have been moved */
async function moveSeats(
  allocation: SeatAllocation,
  chosen: ReadonlyMap<number, MoveOption>,
): Promise<boolean> {
  const { tx } = allocation
  try {
    const bookings = await lockBookings(
      allocation,
      [...chosen.keys()],
      [...chosen.values()].map(({ dateId }) => dateId),
    )
    const changes = new Map<number, SeatChange>()
    for (const [id, { dateId }] of chosen)
      changes.set(id, { dateId, moduleDateIds: await chooseModules(tx, dateId, undefined) })
    await changeSeats(allocation, bookings, changes)
  } catch (error) {
    // Nothing is written before all seats are found.
    if (error instanceof Failure && [400, 409].includes(error.status)) return false
    throw error
  }
  for (const [id, { price }] of chosen) if (price) await updateDetails(tx, id, price)
  return true
}

export async function submitMove(request: PageSubmission, view: OrderView): Promise<PageText> {
  const { tx, fields } = request
  const text = texts[view.language]
  const options = await moveOptions(tx, view)
  const asked = [...options.keys()].filter((id) => (fields.get(moveName(id)) ?? '') !== '')
  const correct = (alert: string) => movePart({ ...view, fields, alert }, options)
  if (asked.length === 0) return correct(text.noDateChosen)
  const chosen = new Map(
    asked.flatMap((id) => {
      const option = options.get(id)!.find(({ value }) => value === fields.get(moveName(id)))
      return option ? [[id, option]] : []
    }),
  )
  if (chosen.size < asked.length) return correct(text.dateChanged)
  const shown = new Map([...chosen].map(([id, { finalPrice }]) => [id, finalPrice]))
  const changed = await changeAtShownPrices(request, view, shown, (allocation) =>
    moveSeats(allocation, chosen),
  )
  if ('newPrices' in changed) return movePart({ ...view, fields, ...changed }, options)
  if (!changed.isChanged) return correct(text.moveFailed)
  const order = (await loadOrder(tx, request.params['secret']!, request))!
  return orderOverview(tx, { ...view, order, notice: text.moved }, request.now)
}
