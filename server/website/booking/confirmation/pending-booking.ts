// Bookings that are made by a link in a mail: until then, their seats are held.
import { type RawBuilder, sql } from 'kysely'
import { isDisposable } from '../../../addresses/disposable-address.ts'
import { holdSeats } from '../../../bookings/hold-seats.ts'
import { freeSeatsOf, type SeatAllocation } from '../../../bookings/seat-allocation.ts'
import { lockForNewSeats, promoteFromWaitingLists } from '../../../bookings/waiting-list/promote.ts'
import type { ConfirmationRule } from '../../../catalogue/records/event-fields.ts'
import { dateTitle } from '../../../catalogue/records/names.sql.ts'
import type { OrderChannel } from '../../../documents/orders/signed-record.ts'
import { tokenHash } from '../../../platform/auth/principal.ts'
import { newSecret } from '../../../platform/auth/session.ts'
import type { Reader, Tx } from '../../../platform/database/database.ts'
import type { Language } from '../../../platform/ground/language.ts'
import { networksOf } from '../../../platform/ground/network.ts'
import type { Money } from '../../schemas.ts'
import type { PendingBooking, VisitorBooking } from '../booking.schema.ts'
import {
  type CheckedOrder,
  dateIdsOf,
  orderDates,
  requestedDates,
  type VisitorRequest,
  withModules,
} from '../order-request.ts'
import { findProvider } from '../terms.sql.ts'
import { rejectTooManyHolds } from '../visitor-limits.ts'
import { orderGross, priceVisitorSeats, requireNewsletter } from '../visitor-order.ts'

/** How long a link books, and its seats are held. */
const validMinutes = 60

export const bookingConfirmationPath = (secret: string): string => `/book/confirm/${secret}`

/** Whose bookings of a date are made by a link in a mail only. */
export async function loadConfirmationRule(reader: Reader, dateId: number): Promise<ConfirmationRule> {
  const { rows } = await sql<{ rule: ConfirmationRule }>`
    select e.visitors_confirm_by_mail as rule from event_date d join event e on e.id = d.event_id where d.id = ${dateId}`.execute(
    reader,
  )
  return rows[0]?.rule ?? 'never'
}

export async function mustBeConfirmed(
  reader: Reader,
  booking: Pick<VisitorBooking, 'dateId' | 'seats' | 'furtherDates' | 'orderer'>,
): Promise<boolean> {
  const rules = await Promise.all(
    requestedDates(booking).map(({ dateId }) => loadConfirmationRule(reader, dateId)),
  )
  return (
    rules.includes('always') || (rules.includes('disposable') && (await isDisposable(booking.orderer.email)))
  )
}

/** Holds the seats: all of them, or, with a waiting list, those that are free. @returns null: none is free */
async function holdForConfirmation(
  allocation: SeatAllocation,
  request: VisitorRequest,
  checked: CheckedOrder,
): Promise<{ id: string; expiresAt: Date } | null> {
  const { body, origin } = request
  const { holdId } = body
  const dates = orderDates({ request, checked })
  const [, visitorNetwork] = networksOf(origin.address)
  await rejectTooManyHolds(allocation.tx, visitorNetwork, {
    seats: dates.reduce((sum, { seats }) => sum + seats.length, 0),
    ...(holdId && { holdId }),
  })
  await lockForNewSeats(allocation, dateIdsOf({ request, checked }), holdId)
  const seats = dates.map((date) => {
    const dateIds = withModules(date)
    const mayWait = date.whenFull === 'waitingList' && allocation.dates.get(date.dateId)?.hasWaitingList
    const free = mayWait ? dateIds.flatMap((id) => Math.max(freeSeatsOf(allocation.dates.get(id)!), 0)) : []
    return { dateIds, seats: Math.min(date.seats.length, ...free) }
  })
  const held = seats.filter((one) => one.seats > 0)
  if (held.length > 0)
    return holdSeats(allocation, { seats: held, holdId: undefined, visitorNetwork }, validMinutes)
  await promoteFromWaitingLists(allocation)
  return null
}

export type RequestedBooking = PendingBooking & { pendingId: number }

/**
 * Keeps a booking until it is confirmed, and sends the link by mail.
 * @throws Failure 400, 409 as booking does; 429
 */
export async function requestConfirmation(
  allocation: SeatAllocation,
  request: VisitorRequest,
  { isUnusual, ...checked }: CheckedOrder & { isUnusual: boolean },
): Promise<RequestedBooking> {
  const { tx } = allocation
  const { key, body, now, origin, page } = request
  const { proof: _proof, language = 'de', ...booking } = body
  const gross = orderGross(await priceVisitorSeats(tx, request))
  if (body.newsletter) await requireNewsletter(tx, key.clientId)
  const hold = await holdForConfirmation(allocation, request, checked)
  const secret = newSecret()
  const { rows } = await sql<{ id: number; expiresAt: Date }>`
    insert into pending_booking
      (hash, client_id, date_id, hold_id, booking, checked, gross, language, channel, visitor_address, created_at, is_unusual, expires_at)
    values (${tokenHash(secret)}, ${key.clientId}, ${body.dateId}, ${hold?.id ?? null}::uuid, ${JSON.stringify(booking)}::jsonb,
      ${JSON.stringify(checked)}::jsonb, ${gross && JSON.stringify(gross)}::jsonb, ${language}, ${JSON.stringify({ key: key.name, page } satisfies OrderChannel)}::jsonb, ${origin.address}, ${now}, ${isUnusual},
      coalesce(${hold?.expiresAt ?? null}::timestamptz, clock_timestamp() + make_interval(mins => ${validMinutes}::int)))
    returning id::float8 as id, expires_at as "expiresAt"`.execute(tx)
  await tx
    .insertInto('outbox_mail')
    .values({
      kind: 'booking_confirmation',
      recipient: body.orderer.email,
      client_id: (await findProvider(tx, body.dateId))?.clientId ?? null,
      language,
      data: JSON.stringify({ secret }),
      created_at: now,
    })
    .execute()
  const { id, expiresAt } = rows[0]!
  return { status: 'toConfirm', expiresAt: expiresAt.toISOString(), pendingId: id }
}

export type PendingBookingRow = {
  id: number
  clientId: number
  holdId: string | null
  booking: VisitorBooking
  checked: CheckedOrder
  /** The price of all seats that the visitor has agreed to; null: not known. */
  gross: Money | null
  language: Language
  /** Empty: of the version before. */
  channel: Partial<OrderChannel>
  visitorAddress: string
  createdAt: Date
  expiresAt: Date
  state: 'pending' | 'refused' | 'expired' | 'booked'
  bookedOrderId: number | null
  /** The first of the dates. */
  title: string
  startDate: string | null
  /** In the order of the booking. */
  dates: { title: string; startDate: string | null; endDate: string | null; seats: number }[]
}

/** The booking of a link; undefined: there is none. */
export const findPendingBooking = async (
  reader: Reader,
  secret: string,
): Promise<PendingBookingRow | undefined> =>
  (await loadPendingBookings(reader, sql`p.hash = ${tokenHash(secret)}`))[0]

/** The oldest first. @param condition of pending_booking p */
export async function loadPendingBookings(
  reader: Reader,
  condition: RawBuilder<unknown>,
): Promise<PendingBookingRow[]> {
  const { rows } = await sql<PendingBookingRow>`
    select p.id::float8 as id, p.client_id as "clientId", p.hold_id as "holdId", p.booking, p.checked, p.gross, p.language, p.channel,
      p.visitor_address as "visitorAddress", p.created_at as "createdAt", p.expires_at as "expiresAt",
      p.booked_order_id as "bookedOrderId", case when p.booked_order_id is not null then 'booked' when p.expires_at <= clock_timestamp() then 'expired'
        when p.refused_at is not null then 'refused' else 'pending' end as state,
      ${dateTitle} as title, d.start_date::text as "startDate",
      (select json_agg(json_build_object('title', ${dateTitle}, 'startDate', d.start_date::text,
          'endDate', coalesce(d.end_date, d.start_date)::text, 'seats', jsonb_array_length(x.part -> 'seats')) order by x.position)
        from jsonb_array_elements(jsonb_build_array(p.booking) || coalesce(p.booking -> 'furtherDates', '[]')) with ordinality as x(part, position)
        join event_date d on d.id = coalesce((x.part ->> 'dateId')::int, p.date_id) join event e on e.id = d.event_id) as dates
    from pending_booking p join event_date d on d.id = p.date_id join event e on e.id = d.event_id
    where ${condition} order by p.created_at, p.id`.execute(reader)
  return rows
}

/** Of two who press the button at once, one waits and finds it booked. */
export const lockPendingBooking = (tx: Tx, secret: string) =>
  sql`select from pending_booking where hash = ${tokenHash(secret)} for update`.execute(tx)

/** The entries of a visitor are in the order from now on. */
export async function markBooked(tx: Tx, id: number, orderId: number): Promise<void> {
  await sql`update pending_booking set booked_order_id = ${orderId}, booking = '{}', checked = '{}' where id = ${id}`.execute(
    tx,
  )
  await sql`update order_form set order_id = ${orderId}, pending_id = null where pending_id = ${id}`.execute(
    tx,
  )
}
