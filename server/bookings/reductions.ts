// Writes the reductions of the price of bookings.
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Reduction } from './booking.schema.ts'

export async function insertReductions(
  tx: Tx,
  reductions: readonly (Reduction & { bookingId: number; isGroupDiscount?: boolean })[],
): Promise<void> {
  const rows = reductions.map(({ bookingId, reason, amount, isGroupDiscount = false }) => ({
    booking_id: bookingId,
    reason: reason.trim(),
    amount,
    is_group_discount: isGroupDiscount,
  }))
  if (rows.length > 0) await tx.insertInto('booking_reduction').values(rows).execute()
}

/** A booking whose group discount staff have changed has the price that they agreed, whatever the other seats. */
export async function replaceReductions(tx: Tx, id: number, reductions: readonly Reduction[]): Promise<void> {
  const before = await tx
    .deleteFrom('booking_reduction')
    .where('booking_id', '=', id)
    .returning(['reason', sql<number>`amount::float8`.as('amount'), 'is_group_discount'])
    .execute()
  const discount = before.find((reduction) => reduction.is_group_discount)
  const kept =
    discount && reductions.find((one) => one.reason === discount.reason && one.amount === discount.amount)
  if (discount && !kept)
    await tx.updateTable('booking').set({ group_discount: '[]' }).where('id', '=', id).execute()
  await insertReductions(
    tx,
    reductions.map((one) => ({ bookingId: id, ...one, isGroupDiscount: one === kept })),
  )
}
