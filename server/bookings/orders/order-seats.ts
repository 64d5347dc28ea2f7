// The seats of orders as visitors see them: their names as they were entered, their state, their price, and what can be done with them.
import { type RawBuilder, sql } from 'kysely'
import { dateTitle } from '../../catalogue/records/names.sql.ts'
import { vatExemption } from '../../catalogue/records/vat-exemption.sql.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { ExplainedAmount } from '../price-text.ts'
import { finalPrice } from '../seat-price.ts'
import { offered } from '../waiting-list/offers.ts'
import { claimingBooking } from './claimed-contacts.ts'

/** The status of a seat, as visitors see it. */
export const seatStates = {
  booked: { isOpen: true, isOffered: false, hasSeat: true },
  offered: { isOpen: true, isOffered: true, hasSeat: false },
  waiting: { isOpen: true, isOffered: false, hasSeat: false },
  cancelled: { isOpen: false, isOffered: false, hasSeat: false },
} as const
export type SeatState = keyof typeof seatStates

/** A price with its reductions, in its own terms: with VAT, or without. `amount` is what is left; all are decimal texts. */
export type ShownPrice = ExplainedAmount & {
  title: string
  full: string
  reductions: { reason: string; amount: string }[]
}

/** A seat of an order, as visitors see it. */
export type LinkedSeat = {
  id: number
  dateId: number
  eventId: number
  title: string
  startDate: string | null
  endDate: string | null
  /** On which the date ends: for an evening that ends after midnight, the day after. */
  lastDay: string | null
  goesAhead: boolean
  /** '': named later. A visitor sees the name as it was entered. */
  name: string
  entered: { firstName?: string; lastName?: string; email?: string }
  state: SeatState
  /** Of an offered seat. */
  offeredUntil: Date | null
  dietaryNotes: string
  accessibilityNotes: string
  /** Of the participant. */
  answers: Record<string, string>
  hasAttendance: boolean
  /** With reductions, and with the fee in its place if the seat is cancelled; null: none. */
  price: ShownPrice | null
  /** The allowed changes of the event's bookings by visitors. */
  mayName: boolean
  mayMove: boolean
  mayCancel: boolean
  /** The last day on which a seat is moved or cancelled; null: no date starts. */
  lastChangeDay: string | null
}

export async function seatsWhere(reader: Reader, condition: RawBuilder<boolean>): Promise<LinkedSeat[]> {
  const { rows } = await sql<LinkedSeat>`
    select b.id, b.date_id as "dateId", d.event_id as "eventId", ${dateTitle} as title, d.start_date::text as "startDate", coalesce(d.end_date, d.start_date)::text as "endDate", last_day(d)::text as "lastDay",
      coalesce(ds.goes_ahead, true) as "goesAhead", r.entered, b.status in ('attended', 'absent') as "hasAttendance",
      e.visitors_may_name as "mayName", e.visitors_may_move as "mayMove", e.visitors_may_cancel as "mayCancel",
      (d.start_date - e.visitor_change_days)::text as "lastChangeDay",
      trim(case when r.entered = '{}' then coalesce(c.first_name || ' ' || c.last_name, '')
        else concat_ws(' ', r.entered ->> 'firstName', r.entered ->> 'lastName') end) as name,
      case when b.status = ${offered} and b.offered_until is not null then 'offered' when s.counts_as = 'waitlisted' then 'waiting' when s.counts_as = 'none' then 'cancelled'
        else 'booked' end as state,
      b.offered_until as "offeredUntil", b.dietary_notes as "dietaryNotes", b.accessibility_notes as "accessibilityNotes", b.answers,
      case when b.price_amount is not null and (s.counts_as <> 'none' or b.cancellation_fee > 0) then json_build_object('title', b.price_title, 'full', b.price_amount::numeric(12, 2)::text,
        'currency', coalesce(nullif(b.price_currency, ''), 'EUR'), 'vatRate', b.price_vat_rate::float8, 'vatIncluded', b.price_vat_included, 'vatExemption', ${sql.raw(vatExemption)},
        'amount', (case when s.counts_as = 'none' then b.cancellation_fee else ${finalPrice('b')} end)::numeric(12, 2)::text,
        'reductions', coalesce((select json_agg(json_build_object('reason', x.reason, 'amount', x.amount::numeric(12, 2)::text) order by not x.is_group_discount, x.id)
          from booking_reduction x where x.booking_id = b.id), '[]')) end as price
    from booking b join booking_status s on s.status = b.status
    join event_date d on d.id = b.date_id join event e on e.id = d.event_id left join date_status ds on ds.status = d.status
    left join contact c on c.id = b.contact_id cross join ${claimingBooking('b')} as claiming join booking r on r.id = claiming.id
    where ${condition} order by d.start_date, d.id, b.id`.execute(reader)
  return rows
}

/** The seats of an order, the earliest first. */
export const loadOrderSeats = (reader: Reader, orderId: number): Promise<LinkedSeat[]> =>
  seatsWhere(reader, sql`b.order_id = ${orderId}`)

export const isOpenSeat = ({ state, goesAhead, hasAttendance }: LinkedSeat): boolean =>
  seatStates[state].isOpen && goesAhead && !hasAttendance
export const hasSeat = ({ state }: Pick<LinkedSeat, 'state'>): boolean => seatStates[state].hasSeat
/** Until the date has ended. */
export const isCurrent = (seat: LinkedSeat, today: string): boolean =>
  isOpenSeat(seat) && (seat.lastDay === null || today <= seat.lastDay)
export const canBeNamed = (seat: LinkedSeat, today: string): boolean => seat.mayName && isCurrent(seat, today)
export const isOfferedSeat = (seat: LinkedSeat): boolean =>
  isOpenSeat(seat) && seatStates[seat.state].isOffered
const isInTime = ({ lastChangeDay }: LinkedSeat, today: string): boolean =>
  lastChangeDay === null || today <= lastChangeDay
/** An offer is declined instead. */
export const canBeCancelled = (seat: LinkedSeat, today: string): boolean =>
  seat.mayCancel && isOpenSeat(seat) && !seatStates[seat.state].isOffered && isInTime(seat, today)
export const canBeMoved = (seat: LinkedSeat, today: string): boolean =>
  seat.mayMove && isOpenSeat(seat) && hasSeat(seat) && isInTime(seat, today)
