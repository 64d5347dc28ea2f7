// Limits of one visitor: only programs book so often, or hold so many seats.
import { sql } from 'kysely'
import { holdMinutes, seatsHeldFrom } from '../../bookings/hold-seats.ts'
import { maxSeats } from '../../bookings/max-seats.ts'
import { lockKey, lockNamespace, type Tx } from '../../platform/database/database.ts'
import { tooManyRequests } from '../../platform/ground/errors.ts'
import { emailKey } from '../../platform/ground/text.ts'
import { visitorErrors } from './booking.errors.ts'

/** Within an hour. */
export const maxOrders = 20
const hourMs = 3_600_000

/** @throws Failure 429 if the orderer with this e-mail address has ordered too often within an hour */
export async function rejectTooManyOrders(tx: Tx, email: string, now: Date): Promise<void> {
  // Those that another transaction has ordered count, too.
  await lockKey(tx, lockNamespace.visitorOrders, emailKey(email))
  const since = new Date(now.getTime() - hourMs)
  const { rows } = await sql<{ createdAt: Date }>`
    select created_at as "createdAt" from booking_order
    where source = 'website' and lower(entered -> 'orderer' ->> 'email') = lower(${email}) and created_at > ${since}
    union all select created_at from pending_booking
    where lower(booking -> 'orderer' ->> 'email') = lower(${email}) and created_at > ${since}
    order by "createdAt" desc offset ${maxOrders - 1} limit 1`.execute(tx)
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
