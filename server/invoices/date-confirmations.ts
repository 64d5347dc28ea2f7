// Invoice confirmations for all seats of a date that are in none yet, one for each receiver and reference.
import { sql } from 'kysely'
import { documentSums } from '../catalogue/records/document-sums.ts'
import { parseHundredths } from '../catalogue/records/vat.ts'
import type { Principal } from '../platform/auth/principal.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { badRequest } from '../platform/ground/errors.ts'
import {
  addBookingConfirmation,
  type InvoicedSeat,
  loadInvoicedSeats,
  seatErrors,
} from './booking-confirmation.ts'
import type { OpenSeats } from './confirmation.schema.ts'
import { invoiceErrors } from './invoice.errors.ts'

/** Booked seats with a price, and cancelled ones with a fee. */
async function findOpenSeats(reader: Reader, dateId: number): Promise<InvoicedSeat[]> {
  const { rows } = await sql<{ id: number }>`
    select b.id from booking b left join booking_status s on s.status = b.status
    where b.date_id = ${dateId} and (s.counts_as = 'booked' or b.status = 'cancelled')
      and not exists (select from invoice_confirmation i where i.booking_id = b.id)
      and not exists (select from invoice_confirmation_booking i where i.booking_id = b.id)`.execute(reader)
  const seats = await loadInvoicedSeats(
    reader,
    rows.map(({ id }) => id),
  )
  return seats.rows.filter(({ amount }) => amount !== null && parseHundredths(amount) > 0n)
}

const byReceiver = (seats: readonly InvoicedSeat[]): InvoicedSeat[][] => [
  ...Map.groupBy(seats, ({ receiverId, reference }) => JSON.stringify([receiverId, reference])).values(),
]

const sumsOf = (seats: readonly InvoicedSeat[]): OpenSeats['sums'] =>
  documentSums(seats.map((seat) => ({ ...seat, amount: seat.amount! }))).totals.map(
    ({ currency, gross }) => ({
      currency,
      amount: Number(gross),
    }),
  )

export async function loadOpenSeats(reader: Reader, dateId: number): Promise<OpenSeats[]> {
  const groups = byReceiver(await findOpenSeats(reader, dateId))
  const ids = groups.flatMap(([seat]) => seat!.receiverId ?? [])
  const { rows: names } = await sql<{ id: number; name: string }>`
    select id, concat_ws(' ', nullif(title, ''), nullif(first_name, ''), last_name) as name
    from contact where id = any(${ids}::int[])`.execute(reader)
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  return groups.map((seats) => {
    const { receiverId, reference } = seats[0]!
    return {
      contactId: receiverId ?? 0,
      contactName: nameOf.get(receiverId ?? 0) ?? '',
      reference,
      bookingIds: seats.map(({ id }) => id),
      sums: sumsOf(seats),
    }
  })
}

/** @returns the ids of the confirmations. @throws Failure 400, also for a seat that somebody else has just confirmed */
export async function confirmSeatsOfDate(
  tx: Tx,
  principal: Principal,
  dateId: number,
  bookingIds: readonly number[],
  now: Date,
): Promise<number[]> {
  // Of two users at once, the second one finds what the first has confirmed.
  await sql`select from event_date where id = ${dateId} for no key update`.execute(tx)
  const open = new Map((await findOpenSeats(tx, dateId)).map((seat) => [seat.id, seat]))
  const errors = bookingIds.flatMap((id, index) =>
    open.has(id) ? [] : [{ field: `bookingIds[${index}]`, ...invoiceErrors.nothingToConfirm() }],
  )
  if (errors.length === 0) errors.push(...seatErrors(bookingIds, open))
  if (errors.length > 0) throw badRequest(errors)
  const ids: number[] = []
  for (const seats of byReceiver([...new Set(bookingIds)].map((id) => open.get(id)!)))
    ids.push(await addBookingConfirmation(tx, principal, { bookingIds: seats.map(({ id }) => id) }, now))
  return ids
}
