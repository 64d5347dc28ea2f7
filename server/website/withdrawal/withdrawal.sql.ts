// Declarations of withdrawal: their rows, their order, and whether it is cancelled at once.

import { sql } from 'kysely'
import { changeStatus } from '../../bookings/book.ts'
import { isOpenSeat, type LinkedSeat, loadOrderSeats } from '../../bookings/orders/order-seats.ts'
import { clientOfBookings } from '../../documents/date-data.sql.ts'
import { saveAndNotify } from '../../messages/save-and-notify.ts'
import { lockKey, lockNamespace, type Tx } from '../../platform/database/database.ts'
import { dateIn } from '../../platform/ground/clock.ts'
import { tooManyRequests } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { orderCodesIn } from '../../platform/ground/matching/order-codes.ts'
import { emailKey } from '../../platform/ground/text.ts'
import type { PageSubmission } from '../../platform/pages/public-pages.ts'
import { holidayLookup, holidayRegion } from '../../settings/holidays.ts'
import { lastWithdrawalDay } from './period.ts'
import type { WithdrawalObstacle } from './withdrawal.schema.ts'

/** The declaration of a visitor. `part` is '' if it is the whole contract. */
export type Declaration = { name: string; contract: string; part: string; email: string }

/** Declarations with an e-mail address within an hour: nobody fills a mailbox of others with receipts. */
const maxPerHour = 20

/** @throws Failure 429 */
async function limitDeclarations({ tx, now }: PageSubmission, { email }: Declaration): Promise<void> {
  // Those that another transaction declares count, too.
  await lockKey(tx, lockNamespace.withdrawals, emailKey(email))
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from withdrawal
    where lower(email) = lower(${email}) and received_at > ${now}::timestamptz - interval '1 hour'`.execute(
    tx,
  )
  if (rows[0]!.count < maxPerHour) return
  const seconds = 3600
  throw tooManyRequests(generalErrors.tooManyRequests({ seconds }), seconds)
}

type Order = { id: number; ordererId: number | null; email: string; isConsumer: boolean; createdAt: Date }

/** The one order whose code a text names, locked. */
async function lockNamedOrder(tx: Tx, contract: string): Promise<Order | undefined> {
  const { rows } = await sql<Order>`
    select id, orderer_id as "ordererId", coalesce(entered -> 'orderer' ->> 'email', '') as email, is_consumer as "isConsumer",
      created_at as "createdAt"
    from booking_order where code = any(${orderCodesIn(contract)}::text[]) order by id for no key update`.execute(
    tx,
  )
  return rows.length === 1 ? rows[0] : undefined
}

async function isException(tx: Tx, eventIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from event where id = any(${eventIds}::int[]) and withdrawal_exception_de || withdrawal_exception_en <> '' limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

async function isLate(tx: Tx, { createdAt }: Order, { today, timeZone }: PageSubmission): Promise<boolean> {
  const holiday = holidayLookup(await holidayRegion(tx, timeZone))
  return today > lastWithdrawalDay(dateIn(timeZone, createdAt), (day) => holiday(day) !== undefined)
}

async function clientOfOrder(tx: Tx, orderId: number): Promise<number | null> {
  const { rows } = await sql<{
    id: number | null
  }>`select ${clientOfBookings(sql`b.order_id = ${orderId}`)} as id`.execute(tx)
  return rows[0]?.id ?? null
}

async function findObstacle(
  request: PageSubmission,
  { email, part }: Declaration,
  order: Order | undefined,
  seats: readonly LinkedSeat[],
): Promise<WithdrawalObstacle | null> {
  const { tx, today } = request
  if (!order) return 'unknown'
  if (emailKey(order.email) !== emailKey(email)) return 'email'
  if (!order.isConsumer) return 'business'
  if (part !== '') return 'part'
  if (await isLate(tx, order, request)) return 'late'
  const eventIds = seats.map(({ eventId }) => eventId)
  if (await isException(tx, eventIds)) return 'exception'
  if (seats.some(({ startDate }) => startDate !== null && startDate <= today)) return 'started'
  return seats.length === 0 ? 'nothingBooked' : null
}

/**
 * Stores a declaration, once for each form, with its receipt by mail. The order of a consumer is cancelled without a fee if nothing
 * speaks against it; everything else is left to staff.
 * @param formId UUID
 * @param receiptOf the mail of the receipt
 * @returns when it was received
 * @throws Failure 429
 */
export async function withdraw(
  request: PageSubmission,
  formId: string,
  declaration: Declaration,
  receiptOf: (receivedAt: Date) => { subject: string; body: string },
): Promise<Date> {
  const { tx, now, timeZone, origin } = request
  await limitDeclarations(request, declaration)
  const order = await lockNamedOrder(tx, declaration.contract)
  const seats = order ? (await loadOrderSeats(tx, order.id)).filter(isOpenSeat) : []
  const obstacle = await findObstacle(request, declaration, order, seats)
  const inserted = await tx
    .insertInto('withdrawal')
    .values({
      ...declaration,
      form_id: formId,
      received_at: now,
      visitor_address: origin.address,
      order_id: order?.id ?? null,
      obstacle,
      is_done: obstacle === null,
    })
    .onConflict((on) => on.column('form_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) {
    const earlier = await tx
      .selectFrom('withdrawal')
      .select('received_at')
      .where('form_id', '=', formId)
      .executeTakeFirstOrThrow()
    return earlier.received_at
  }
  if (order && obstacle === null)
    await saveAndNotify(tx, { now, timeZone }, (allocation) =>
      changeStatus(allocation, {
        ids: seats.map(({ id }) => id),
        status: 'cancelled',
        cancellation: { reason: 'Widerruf', fees: [] },
      }),
    )
  await tx
    .insertInto('outbox_mail')
    .values({
      kind: 'withdrawal',
      recipient: declaration.email,
      contact_id: obstacle === 'email' ? null : (order?.ordererId ?? null),
      // Nobody else learns whose order it is.
      client_id: order && obstacle !== 'email' ? await clientOfOrder(tx, order.id) : null,
      // Of the frame; the receipt is a text.
      language: request.language,
      ...receiptOf(now),
    })
    .execute()
  return now
}
