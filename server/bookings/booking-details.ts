// The fields of a booking that do not concern its seat: price, reductions and notes.
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { badRequest } from '../platform/ground/errors.ts'
import { bookingErrors } from './booking.errors.ts'
import type { Booking, BookingDetails } from './booking.schema.ts'
import { updateGroupDiscounts } from './group-discount.ts'
import { replaceReductions } from './reductions.ts'

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

/** Writes the answers of the participant of a locked booking. */
export const updateAnswers = (tx: Tx, id: number, answers: Booking['answers']) =>
  tx
    .updateTable('booking')
    .set({ answers: JSON.stringify(answers) })
    .where('id', '=', id)
    .execute()

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
  if (details.priceAmount !== undefined) await updateGroupDiscounts(tx, [id])
  if (details.reductions === undefined && details.priceAmount === undefined) return
  const { rows } = await sql<{ isTooLarge: boolean }>`
    select coalesce(sum(r.amount), 0) > coalesce(max(b.price_amount), 0) as "isTooLarge"
    from booking b join booking_reduction r on r.booking_id = b.id where b.id = ${id}`.execute(tx)
  if (rows[0]?.isTooLarge) throw badRequest([{ field: 'reductions', ...bookingErrors.reductionsTooLarge() }])
}
