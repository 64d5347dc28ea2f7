// Persons of a booking whom the same orderer has booked for the same dates before. Only the mailbox of this orderer is told of it.
import { sql } from 'kysely'
import type { Reader } from '../../../platform/database/database.ts'
import { comparisonKey, emailKey } from '../../../platform/ground/text.ts'
import type { VisitorBooking } from '../booking.schema.ts'
import { requestedDates } from '../order-request.ts'

/** A person with a seat, or who waits for one, and the code of the order. */
export type EarlierBooking = { name: string; code: string }

type Entered = { dateId: number; firstName: string; lastName: string; email: string; code: string }

const identityOf = (dateId: number, { email, lastName }: { email: string; lastName: string }): string =>
  `${dateId} ${emailKey(email)} ${comparisonKey(lastName)}`

export async function findEarlierBookings(
  reader: Reader,
  booking: Pick<VisitorBooking, 'dateId' | 'orderer' | 'seats' | 'furtherDates'>,
): Promise<EarlierBooking[]> {
  const dates = requestedDates(booking)
  const persons = new Set(
    dates.flatMap(({ dateId, seats }) =>
      seats.flatMap((seat) => ('later' in seat ? [] : [identityOf(dateId, seat)])),
    ),
  )
  if (persons.size === 0) return []
  const { rows } = await sql<Entered>`
    select b.date_id as "dateId", coalesce(b.entered ->> 'firstName', '') as "firstName", b.entered ->> 'lastName' as "lastName", b.entered ->> 'email' as email,
      coalesce(o.code, '') as code
    from booking b join booking_order o on o.id = b.order_id
    join booking_status s on s.status = b.status and s.counts_as <> 'none'
    where b.date_id = any(${dates.map(({ dateId }) => dateId)}::int[]) and o.source = 'website' and b.entered ? 'email'
      and lower(o.entered -> 'orderer' ->> 'email') = lower(${booking.orderer.email}) order by b.id`.execute(
    reader,
  )
  return rows
    .filter((row) => persons.has(identityOf(row.dateId, row)))
    .map(({ firstName, lastName, code }) => ({ name: `${firstName} ${lastName}`.trim(), code }))
}
