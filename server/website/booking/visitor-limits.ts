// Limits of one visitor: only programs book so often, or hold so many seats.
import { sql } from 'kysely'
import { holdMinutes, seatsHeldFrom } from '../../bookings/hold-seats.ts'
import { maxSeats } from '../../bookings/max-seats.ts'
import { lockKey, lockNamespace, type Tx } from '../../platform/database/database.ts'
import { tooManyRequests } from '../../platform/ground/errors.ts'
import { networksOf } from '../../platform/ground/network.ts'
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

/** Seats that visitors book by the form without proof of work within an hour, before bookings have to be confirmed by mail. */
export const unprovenSeats = { network: 20, site: 40, shareOfDate: 1 / 3, leastOfDate: 6 } as const

/** Whether too many seats were booked from the networks of a visitor, or of the date, to book these without a proof of who it is. */
export async function areUnusual(
  tx: Tx,
  {
    address,
    dates,
    now,
  }: { address: string; dates: readonly { dateId: number; seats: number }[]; now: Date },
): Promise<boolean> {
  const [network, site] = networksOf(address)
  // Those that another transaction books count, too.
  await lockKey(tx, lockNamespace.visitorOrders, `site ${site}`)
  const dateIds = dates.map(({ dateId }) => dateId).sort((a, b) => a - b)
  for (const id of dateIds) await lockKey(tx, lockNamespace.visitorOrders, `date ${id}`)
  const since = new Date(now.getTime() - hourMs)
  const { rows } = await sql<{ address: string; dateId: number; seats: number }>`
    select o.visitor_address as address, b.date_id as "dateId", count(*)::int as seats
    from booking_order o join booking b on b.order_id = o.id
    where o.source = 'website' and o.created_at > ${since} and b.cancelled_at is null group by 1, 2`.execute(
    tx,
  )
  const recent = rows.map((row) => ({ ...row, networks: networksOf(row.address) }))
  const all = dates.reduce((sum, { seats }) => sum + seats, 0)
  const booked = (isCounted: (row: (typeof recent)[number]) => boolean, seats = all) =>
    recent.filter(isCounted).reduce((sum, row) => sum + row.seats, seats)
  const { rows: maxima } = await sql<{ id: number; max: number }>`
    select id, participants_max as max from event_date where id = any(${dateIds}::int[])`.execute(tx)
  const isMostOf = ({ id, max }: (typeof maxima)[number]) =>
    booked((row) => row.dateId === id, dates.find(({ dateId }) => dateId === id)!.seats) >
    Math.max(max * unprovenSeats.shareOfDate, unprovenSeats.leastOfDate)
  return (
    booked((row) => row.networks[0] === network) > unprovenSeats.network ||
    booked((row) => row.networks[1] === site) > unprovenSeats.site ||
    maxima.some(isMostOf)
  )
}

/**
 * @param network of the visitor, the site of `networksOf` @param holdId a hold that is replaced
 * @throws Failure 429 if more than `maxSeats` were held from the network
 */
export async function rejectTooManyHolds(
  tx: Tx,
  network: string,
  { seats, holdId }: { seats: number; holdId?: string },
): Promise<void> {
  // Those that another transaction holds count, too.
  await lockKey(tx, lockNamespace.visitorOrders, `held ${network}`)
  if ((await seatsHeldFrom(tx, network, holdId)) + seats > maxSeats)
    throw tooManyRequests(visitorErrors.tooManyHolds(), holdMinutes * 60)
}
