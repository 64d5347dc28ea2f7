// The fields of a booking that do not concern its seat: price, reductions and notes.
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { badRequest } from '../platform/ground/errors.ts'
import { bookingErrors } from './booking.errors.ts'
import type { Booking, BookingDetails, Reduction } from './booking.schema.ts'

const columns = {
  priceTitle: 'price_title',
  priceAmount: 'price_amount',
  priceCurrency: 'price_currency',
  priceVatRate: 'price_vat_rate',
  priceVatIncluded: 'price_vat_included',
  dietaryNotes: 'dietary_notes',
  accessibilityNotes: 'accessibility_notes',
  internalNotes: 'internal_notes',
} as const satisfies Record<Exclude<keyof BookingDetails, 'reductions'>, string>

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

/** Writes the answers of the participant of a locked booking. */
export const updateAnswers = (tx: Tx, id: number, answers: Booking['answers']) =>
  tx
    .updateTable('booking')
    .set({ answers: JSON.stringify(answers) })
    .where('id', '=', id)
    .execute()

/** A booking whose group discount staff have changed has the price that they agreed, whatever the other seats. */
async function replaceReductions(tx: Tx, id: number, reductions: readonly Reduction[]): Promise<void> {
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

/** Writes the given fields of a locked booking. @throws Failure 400 if the reductions are larger than the price */
export async function updateDetails(tx: Tx, id: number, details: Partial<BookingDetails>): Promise<void> {
  const changes = Object.fromEntries(
    Object.entries(columns).flatMap(([field, column]) => {
      const value = details[field as keyof typeof columns]
      return value === undefined ? [] : [[column, value]]
    }),
  )
  if (Object.keys(changes).length > 0)
    await tx.updateTable('booking').set(changes).where('id', '=', id).execute()
  if (details.reductions !== undefined) await replaceReductions(tx, id, details.reductions)
  if (details.reductions === undefined && details.priceAmount === undefined) return
  const { rows } = await sql<{ isTooLarge: boolean }>`
    select coalesce(sum(r.amount), 0) > coalesce(max(b.price_amount), 0) as "isTooLarge"
    from booking b join booking_reduction r on r.booking_id = b.id where b.id = ${id}`.execute(tx)
  if (rows[0]?.isTooLarge) throw badRequest([{ field: 'reductions', ...bookingErrors.reductionsTooLarge() }])
}
