// Persons of a booking whom the same orderer has booked for the same date before. Only the mailbox of this orderer is told of it.
import { sql } from 'kysely'
import type { Reader } from '../../../platform/database/database.ts'
import { comparisonKey, emailKey } from '../../../platform/ground/text.ts'
import type { VisitorBooking } from '../booking.schema.ts'

/** A person with a seat, or who waits for one, and the code of the order. */
export type EarlierBooking = { name: string; code: string }

type Entered = { firstName: string; lastName: string; email: string; code: string }

const identityOf = ({ email, lastName }: { email: string; lastName: string }): string =>
  `${emailKey(email)} ${comparisonKey(lastName)}`

export async function findEarlierBookings(
  reader: Reader,
  { dateId, orderer, seats }: Pick<VisitorBooking, 'dateId' | 'orderer' | 'seats'>,
): Promise<EarlierBooking[]> {
  const persons = new Set(seats.flatMap((seat) => ('later' in seat ? [] : [identityOf(seat)])))
  if (persons.size === 0) return []
  const { rows } = await sql<Entered>`
    select coalesce(b.entered ->> 'firstName', '') as "firstName", b.entered ->> 'lastName' as "lastName", b.entered ->> 'email' as email,
      coalesce(o.code, '') as code
    from booking b join booking_order o on o.id = b.order_id
    join booking_status s on s.status = b.status and s.counts_as <> 'none'
    where b.date_id = ${dateId} and o.source = 'website' and b.entered ? 'email'
      and lower(o.entered -> 'orderer' ->> 'email') = lower(${orderer.email}) order by b.id`.execute(reader)
  return rows
    .filter((row) => persons.has(identityOf(row)))
    .map(({ firstName, lastName, code }) => ({ name: `${firstName} ${lastName}`.trim(), code }))
}
