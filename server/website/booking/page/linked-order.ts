// The order that a link leads to.
import { type RawBuilder, sql } from 'kysely'
import { bookingsOfCompany } from '../../../bookings/booking.sql.ts'
import { claimingBookingId } from '../../../bookings/orders/claimed-contacts.ts'
import { enteredCompanyOf } from '../../../bookings/orders/entered-company.ts'
import { findOrderLink } from '../../../bookings/orders/order-link.ts'
import { findSeatLink } from '../../../bookings/orders/seat-link.ts'
import { offered } from '../../../bookings/waiting-list/offers.ts'
import { dateTitle } from '../../../catalogue/records/names.sql.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { LinkVisit } from '../../../platform/ground/link-end.ts'
import type { NamedSeat } from '../booking.schema.ts'
import type { StoredAnswers } from '../questions.sql.ts'

/** The status of a seat, as visitors see it. */
export const seatStates = {
  booked: { isOpen: true, isOffered: false, hasSeat: true },
  offered: { isOpen: true, isOffered: true, hasSeat: false },
  waiting: { isOpen: true, isOffered: false, hasSeat: false },
  cancelled: { isOpen: false, isOffered: false, hasSeat: false },
} as const
export type SeatState = keyof typeof seatStates

export type LinkedSeat = {
  id: number
  dateId: number
  eventId: number
  title: string
  startDate: string | null
  endDate: string | null
  goesAhead: boolean
  /** '': named later. A visitor sees the name as it was entered. */
  name: string
  entered: Partial<NamedSeat>
  state: SeatState
  /** Of an offered seat. */
  offeredUntil: Date | null
  dietaryNotes: string
  accessibilityNotes: string
  /** Of the participant. */
  answers: StoredAnswers
  hasAttendance: boolean
  /** The allowed changes of the event's bookings by visitors. */
  mayName: boolean
  mayMove: boolean
  mayCancel: boolean
  /** The last day on which a seat is moved or cancelled; null: no date starts. */
  lastChangeDay: string | null
}

export type LinkedOrder = {
  id: number
  /** The link was sent to the orderer. */
  isByMail: boolean
  code: string
  isConsumer: boolean
  company: string | undefined
  /** Whose price was booked; '': that for everyone. */
  visitorCategory: string
  seats: LinkedSeat[]
}

/** undefined: the link is not valid. */
export async function loadOrder(
  reader: Reader,
  secret: string,
  visit: LinkVisit,
): Promise<LinkedOrder | undefined> {
  const link = await findOrderLink(reader, secret, visit)
  if (!link || link.isOver) return undefined
  const { orderId: id, isByMail } = link
  const { company, ...order } = await reader
    .selectFrom('booking_order')
    .select([
      sql<string>`coalesce(code, '')`.as('code'),
      'is_consumer as isConsumer',
      sql<string>`coalesce(entered ->> 'visitorCategory', '')`.as('visitorCategory'),
      enteredCompanyOf(sql`entered`).as('company'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, isByMail, ...order, company: company ?? undefined, seats: await loadOrderSeats(reader, id) }
}

async function seatsWhere(reader: Reader, condition: RawBuilder<boolean>): Promise<LinkedSeat[]> {
  const { rows } = await sql<LinkedSeat>`
    select b.id, b.date_id as "dateId", d.event_id as "eventId", ${dateTitle} as title, d.start_date::text as "startDate", coalesce(d.end_date, d.start_date)::text as "endDate",
      coalesce(ds.goes_ahead, true) as "goesAhead", r.entered, b.status in ('attended', 'absent') as "hasAttendance",
      e.visitors_may_name as "mayName", e.visitors_may_move as "mayMove", e.visitors_may_cancel as "mayCancel",
      (d.start_date - e.visitor_change_days)::text as "lastChangeDay",
      trim(case when r.entered = '{}' then coalesce(c.first_name || ' ' || c.last_name, '')
        else concat_ws(' ', r.entered ->> 'firstName', r.entered ->> 'lastName') end) as name,
      case when b.status = ${offered} and b.offered_until is not null then 'offered' when s.counts_as = 'waitlisted' then 'waiting' when s.counts_as = 'none' then 'cancelled'
        else 'booked' end as state,
      b.offered_until as "offeredUntil", b.dietary_notes as "dietaryNotes", b.accessibility_notes as "accessibilityNotes", b.answers
    from booking b join booking_status s on s.status = b.status
    join event_date d on d.id = b.date_id join event e on e.id = d.event_id left join date_status ds on ds.status = d.status
    left join contact c on c.id = b.contact_id join booking r on r.id = ${claimingBookingId('b')}
    where ${condition} order by d.start_date, d.id, b.id`.execute(reader)
  return rows
}

/** The seats of an order, the earliest first. */
export const loadOrderSeats = (reader: Reader, orderId: number): Promise<LinkedSeat[]> =>
  seatsWhere(reader, sql`b.order_id = ${orderId}`)

/** Without those that its people have booked for themselves. */
export const loadCompanySeats = (reader: Reader, companyId: number): Promise<LinkedSeat[]> =>
  seatsWhere(
    reader,
    sql`b.id = any(${bookingsOfCompany(companyId)}) and b.status <> 'cancelled'
      and not exists (select from booking_order o where o.id = b.order_id and o.is_consumer)`,
  )

/** The seat of a link; undefined: the link is not valid. */
export async function findSeat(
  reader: Reader,
  secret: string,
  visit: LinkVisit,
): Promise<LinkedSeat | undefined> {
  const link = await findSeatLink(reader, secret, visit)
  return link && !link.isOver ? (await seatsWhere(reader, sql`b.id = ${link.bookingId}`))[0] : undefined
}

export const isOpenSeat = ({ state, goesAhead, hasAttendance }: LinkedSeat): boolean =>
  seatStates[state].isOpen && goesAhead && !hasAttendance
export const hasSeat = ({ state }: Pick<LinkedSeat, 'state'>): boolean => seatStates[state].hasSeat
/** Until the date has ended. */
export const isCurrent = (seat: LinkedSeat, today: string): boolean =>
  isOpenSeat(seat) && (seat.endDate === null || today <= seat.endDate)
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

export function formatDays(
  { startDate, endDate }: Pick<LinkedSeat, 'startDate' | 'endDate'>,
  locale: string,
  dateStyle: 'full' | 'medium' = 'full',
): string {
  if (startDate === null || endDate === null) return ''
  const format = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' })
  return format.formatRange(new Date(startDate), new Date(endDate))
}

export const formatMoment = (moment: Date, timeZone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(moment)

export const linkedDateLabel = (
  date: Pick<LinkedSeat, 'title' | 'startDate' | 'endDate'>,
  locale: string,
): string => [date.title, formatDays(date, locale)].filter((part) => part !== '').join(', ')
