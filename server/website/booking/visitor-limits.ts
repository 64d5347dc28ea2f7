// What one visitor may do: nobody books so often, or holds so many seats, except programs.
import { sql } from 'kysely'
import { holdMinutes, seatsHeldFrom } from '../../bookings/hold-seats.ts'
import { maxSeats } from '../../bookings/max-seats.ts'
import { lockKeys, lockNamespace, type Tx } from '../../platform/database/database.ts'
import { tooManyRequests } from '../../platform/http/errors.ts'
import { emailKey } from '../../platform/runtime/text.ts'
import { visitorErrors } from './booking.errors.ts'

/** Within an hour. */
export const maxOrders = 20
const hourMs = 3_600_000

/**
 * @param emails of who orders now, once for each order
 * @throws Failure 429 if one of them would have ordered too often within an hour
 */
export async function rejectTooManyOrders(tx: Tx, emails: readonly string[], now: Date): Promise<void> {
  // Those that another transaction has ordered count, too.
  await lockKeys(tx, lockNamespace.visitorOrders, emails.map(emailKey))
  const since = new Date(now.getTime() - hourMs)
  const { rows } = await sql<{ createdAt: Date }>`
    select earlier.created_at as "createdAt"
    from (select lower(email) as email, count(*) as orders from unnest(${emails}::text[]) as e(email) group by 1) asked
    cross join lateral (
      select created_at from booking_order
      where source = 'website' and lower(entered -> 'orderer' ->> 'email') = asked.email
        and created_at > ${since}
      union all select created_at from pending_booking
      where lower(booking -> 'orderer' ->> 'email') = asked.email and created_at > ${since}
      order by created_at desc offset greatest(${maxOrders} - asked.orders, 0) limit 1) earlier`.execute(tx)
  const [oldest] = rows
  if (!oldest) return
  const seconds = Math.ceil((oldest.createdAt.getTime() + hourMs - now.getTime()) / 1000)
  throw tooManyRequests(visitorErrors.tooManyOrders(), Math.max(seconds, 1))
}

/**
 * @param network of the visitor, as `networkOf` says @param holdId a hold that is replaced
 * @throws Failure 429 if more than `maxSeats` were held from the network
 */
export async function rejectTooManyHolds(
  tx: Tx,
  network: string,
  { seats, holdId }: { seats: number; holdId?: string },
): Promise<void> {
  if ((await seatsHeldFrom(tx, network, holdId)) + seats > maxSeats)
    throw tooManyRequests(visitorErrors.tooManyHolds(), holdMinutes * 60)
}
