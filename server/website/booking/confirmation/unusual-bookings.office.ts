// Bookings by the form that came in unusual numbers and wait for their confirmation by mail, in the back office: grouped by the
// network they came from, their date, and the hour. Staff book or refuse a whole group; a group that was refused can be booked until
// it expires, and seats that were booked are cancelled like any others.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { lockDates, openSeatAllocation } from '../../../bookings/seat-allocation.ts'
import type { Principal } from '../../../platform/auth/principal.ts'
import type { Reader, Tx } from '../../../platform/database/database.ts'
import { inSavepoint } from '../../../platform/database/savepoint.ts'
import { Failure } from '../../../platform/ground/errors.ts'
import { siteName } from '../../../platform/ground/network.ts'
import { bookingRights } from '../../../platform/ground/rights.ts'
import { Count, Id, record } from '../../../platform/ground/schema.ts'
import { officeEndpoint } from '../../../platform/http/endpoint.ts'
import { dateIdsOf } from '../order-request.ts'
import { bookPending } from './book-pending.ts'
import { loadPendingBookings, markBooked, type PendingBookingRow } from './pending-booking.ts'

const UnusualBookings = record({
  /** Of the pending bookings. */
  ids: Type.Array(Id),
  dateId: Id,
  title: Type.String(),
  startDate: Type.String(),
  /** The network, as limits count it. */
  network: Type.String(),
  /** The beginning of the hour in which they came. */
  hour: Type.String(),
  seatCount: Count,
  /** The first of the orderers. */
  names: Type.Array(Type.String()),
  isRefused: Type.Boolean(),
  /** When the first one expires. */
  expiresAt: Type.String(),
})

const shownNames = 3
const hourMs = 3_600_000
/** Of the user's clients. */
type Staff = Pick<Principal, 'clientIds'>
const isUndecided = ({ clientIds }: Staff) => sql`
  p.is_unusual and p.booked_order_id is null and p.expires_at > clock_timestamp() and p.client_id = any(${clientIds}::int[])`

const hourOf = ({ createdAt }: PendingBookingRow) =>
  new Date(Math.floor(createdAt.getTime() / hourMs) * hourMs).toISOString()

function toGroup(found: readonly PendingBookingRow[]): Static<typeof UnusualBookings> {
  const [first] = found
  const { dateId } = first!.booking
  return {
    ids: found.map(({ id }) => id),
    dateId,
    title: first!.title,
    startDate: first!.startDate ?? '',
    network: siteName(first!.visitorAddress),
    hour: hourOf(first!),
    seatCount: found.reduce((sum, { dates }) => sum + dates.reduce((all, { seats }) => all + seats, 0), 0),
    names: found
      .slice(0, shownNames)
      .map(({ booking: { orderer } }) => `${orderer.firstName} ${orderer.lastName}`.trim()),
    isRefused: found.every(({ state }) => state === 'refused'),
    expiresAt: found.map(({ expiresAt }) => expiresAt.toISOString()).toSorted()[0]!,
  }
}

async function loadGroups(reader: Reader, staff: Staff): Promise<Static<typeof UnusualBookings>[]> {
  const found = await loadPendingBookings(reader, isUndecided(staff))
  const groups = Map.groupBy(found, (one) =>
    JSON.stringify([one.booking.dateId, siteName(one.visitorAddress), hourOf(one), one.state === 'refused']),
  )
  return [...groups.values()].map(toGroup)
}

const Ids = record({ ids: Type.Array(Id, { minItems: 1, maxItems: 1000 }) })

/** Those that nobody has confirmed or refused meanwhile, locked against a visitor who presses the button now. */
async function lockUndecided(tx: Tx, ids: readonly number[], staff: Staff): Promise<PendingBookingRow[]> {
  const condition = sql`p.id = any(${ids}::bigint[]) and ${isUndecided(staff)}`
  await sql`select from pending_booking p where ${condition} order by p.id for update`.execute(tx)
  return loadPendingBookings(tx, condition)
}

const allDateIds = (found: readonly PendingBookingRow[]): number[] =>
  found.flatMap(({ booking, checked }) => dateIdsOf({ request: { body: booking }, checked }))

const list = officeEndpoint({
  method: 'GET',
  path: '/unusual-bookings',
  right: bookingRights,
  response: Type.Array(UnusualBookings),
  handle: ({ db, principal }) => loadGroups(db, principal),
})

/** Books them without the mail, each at the price that its visitor has agreed to. What cannot be booked stays. */
const release = officeEndpoint({
  method: 'POST',
  path: '/unusual-bookings/release',
  right: bookingRights,
  body: Ids,
  response: Type.Array(record({ bookedCount: Count, failedCount: Count })),
  async handle({ tx, secrets, principal, body, now, settings: { timeZone } }) {
    const found = await lockUndecided(tx, body.ids, principal)
    // In one order, so that two such requests never wait for each other.
    await lockDates(await openSeatAllocation(tx, { now, timeZone }), allDateIds(found))
    let bookedCount = 0
    for (const one of found)
      try {
        const { orderId } = await inSavepoint(tx, () => bookPending({ tx, secrets, now, timeZone }, one, ''))
        await markBooked(tx, one.id, orderId)
        bookedCount++
      } catch (error) {
        if (!(error instanceof Failure) || error.status >= 500) throw error
      }
    return [{ bookedCount, failedCount: body.ids.length - bookedCount }]
  },
})

/** Gives back their seats. Nobody gets mail: the addresses are those that a program may have typed; the link says that it books no more. */
const refuse = officeEndpoint({
  method: 'POST',
  path: '/unusual-bookings/refuse',
  right: bookingRights,
  body: Ids,
  response: Type.Array(record({ refusedCount: Count })),
  async handle({ tx, principal, body, now, settings: { timeZone } }) {
    const found = (await lockUndecided(tx, body.ids, principal)).filter(({ state }) => state === 'pending')
    await lockDates(await openSeatAllocation(tx, { now, timeZone }), allDateIds(found))
    // The job that promotes tells those who get the seats.
    await sql`delete from seat_hold where id = any(${found.flatMap(({ holdId }) => holdId ?? [])}::uuid[])`.execute(
      tx,
    )
    await sql`update pending_booking set refused_at = ${now} where id = any(${found.map(({ id }) => id)}::bigint[])`.execute(
      tx,
    )
    return [{ refusedCount: found.length }]
  },
})

export const unusualBookingsOffice = [list, release, refuse]
