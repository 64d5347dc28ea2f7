// Visitors who have proven, by a link in a mail to them, to be the contacts whose names and addresses they entered.
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

/** Of a booking: the one that has what a visitor entered of its participant, which a module's booking does not repeat. */
const claimingBookingId = (booking: 'b' | 'p') =>
  sql.raw(`coalesce(
    (select x.id from booking x where x.id = ${booking}.series_booking_id and x.contact_id = ${booking}.contact_id), ${booking}.id)`)

/** The same as a table, so that a query finds the booking by its index, also where a policy of the table is checked first. */
export const claimingBooking = (booking: 'b' | 'p') =>
  sql`lateral (select ${claimingBookingId(booking)} as id offset 0)`

/** The orderer is the contact, and so is the participant with the same e-mail address. */
export async function proveOrderer(tx: Tx, orderId: number): Promise<void> {
  await sql`update booking b set claims_contact = false from booking_order o
    where o.id = ${orderId} and b.order_id = o.id and b.claims_contact
      and lower(b.entered ->> 'email') = lower(o.entered -> 'orderer' ->> 'email')`.execute(tx)
  await tx
    .updateTable('booking_order')
    .set({ claims_contact: false })
    .where('id', '=', orderId)
    .where('claims_contact', '=', true)
    .execute()
}

export async function proveParticipant(tx: Tx, bookingId: number): Promise<void> {
  await sql`update booking set claims_contact = false
    where claims_contact and id = (select ${claimingBookingId('b')} from booking b where b.id = ${bookingId})`.execute(
    tx,
  )
}
