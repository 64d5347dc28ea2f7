// Invoice confirmations for the seats of bookings, at the prices at which they were booked.
import { sql } from 'kysely'
import { finalPrice } from '../bookings/seat-price.ts'
import { dateTitle } from '../catalogue/records/names.sql.ts'
import { formatHundredths, parseHundredths } from '../catalogue/records/vat.ts'
import type { Principal } from '../platform/auth/principal.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { badRequest, type FieldError } from '../platform/ground/errors.ts'
import type { Language } from '../platform/ground/language.ts'
import { checkReceiver } from './add-confirmation.ts'
import type { BookingConfirmationBody } from './confirmation.schema.ts'
import { invoiceErrors } from './invoice.errors.ts'
import {
  insertConfirmation,
  invoiceAddressOf,
  loadUserLanguage,
  type NewConfirmationElement,
} from './invoice.sql.ts'

export type InvoicedSeat = {
  id: number
  /** The price less its reductions, or the fee of a cancelled booking, as a decimal text. */
  amount: string | null
  isCancelled: boolean
  participant: string
  dateId: number
  dateTitle: string
  startDate: string | null
  endDate: string | null
  priceTitle: string
  currency: string
  vatRate: number
  vatIncluded: boolean
  receiverId: number | null
  reference: string
}

export const loadInvoicedSeats = (reader: Reader, ids: readonly number[]) =>
  sql<InvoicedSeat>`
    select b.id, (case when b.status = 'cancelled' then b.cancellation_fee
        else ${finalPrice('b')} end)::numeric(14, 2)::text as amount,
      b.status = 'cancelled' as "isCancelled", trim(coalesce(c.first_name || ' ' || c.last_name, '')) as participant,
      b.date_id as "dateId", ${dateTitle} as "dateTitle", d.start_date::text as "startDate", coalesce(d.end_date, d.start_date)::text as "endDate",
      b.price_title as "priceTitle", coalesce(nullif(b.price_currency, ''), 'EUR') as currency, b.price_vat_rate::float8 as "vatRate",
      b.price_vat_included as "vatIncluded",
      coalesce(o.invoice_contact_id, o.company_id, o.orderer_id, c.company_id, b.contact_id) as "receiverId",
      coalesce(o.invoice_reference, '') as reference
    from booking b join event_date d on d.id = b.date_id join event e on e.id = d.event_id
    left join contact c on c.id = b.contact_id left join booking_order o on o.id = b.order_id
    where b.id = any(${ids}::int[]) order by d.start_date, d.id, b.status = 'cancelled', c.last_name nulls last, b.id`.execute(
    reader,
  )

export const seatErrors = (
  bookingIds: readonly number[],
  seats: ReadonlyMap<number, InvoicedSeat>,
): FieldError[] =>
  bookingIds.flatMap((id, index): FieldError[] => {
    const field = `bookingIds[${index}]`
    const seat = seats.get(id)
    if (!seat) return [{ field, ...invoiceErrors.unknownBooking() }]
    return seat.amount === null ? [{ field, ...invoiceErrors.bookingWithoutPrice() }] : []
  })

const cancellationFee = { de: 'Stornogebühr', en: 'Cancellation fee' } as const

/** Seats of one date at one price are one element. */
function toElement(seats: readonly InvoicedSeat[], language: Language): NewConfirmationElement {
  const [first] = seats
  const {
    dateTitle: name,
    priceTitle,
    isCancelled,
    startDate,
    endDate,
    vatIncluded,
    vatRate,
    currency,
  } = first!
  const label = [isCancelled ? cancellationFee[language] : '', name, priceTitle]
    .filter((part) => part !== '')
    .join(', ')
  return {
    article_id: null,
    content: seats.length > 1 ? `${seats.length} × ${label}` : label,
    name,
    description: seats
      .map(({ participant }) => participant)
      .filter((participant) => participant !== '')
      .join(', '),
    vat_included: vatIncluded,
    vat_rate: vatRate,
    total_price: formatHundredths(seats.reduce((sum, { amount }) => sum + parseHundredths(amount!), 0n)),
    currency,
    start_date: startDate,
    start_time: '',
    end_date: endDate,
    end_time: '',
  }
}

/** The confirmation that would be created, in the user's language. @throws Failure 400 */
export async function buildBookingConfirmation(tx: Tx, principal: Principal, body: BookingConfirmationBody) {
  const language = await loadUserLanguage(tx, principal)
  const bookingIds = [...new Set(body.bookingIds)]
  const { rows } = await loadInvoicedSeats(tx, bookingIds)
  const errors = seatErrors(bookingIds, new Map(rows.map((seat) => [seat.id, seat])))
  const contactId = body.contactId ?? rows[0]?.receiverId ?? undefined
  if (contactId === undefined) errors.push({ field: 'contactId', ...invoiceErrors.noReceiver() })
  else errors.push(...(await checkReceiver(tx, contactId, body.addressId)))
  if (errors.length > 0) throw badRequest(errors)
  const groups = Map.groupBy(rows, (seat) =>
    JSON.stringify([
      seat.dateId,
      seat.isCancelled,
      seat.priceTitle,
      seat.currency,
      seat.vatRate,
      seat.vatIncluded,
    ]),
  )
  return {
    bookingIds,
    contactId: contactId!,
    reference: (body.reference ?? rows[0]!.reference).trim(),
    elements: [...groups.values()].map((seats) => toElement(seats, language)),
  }
}

/** @returns the id of the confirmation. @throws Failure 400 */
export async function addBookingConfirmation(
  tx: Tx,
  principal: Principal,
  body: BookingConfirmationBody,
  now: Date,
): Promise<number> {
  const { bookingIds, contactId, reference, elements } = await buildBookingConfirmation(tx, principal, body)
  const { id } = await insertConfirmation(
    tx,
    {
      booking_id: bookingIds[0]!,
      contact_id: contactId,
      address_id: body.addressId ?? (await invoiceAddressOf(tx, contactId)),
      created_by: principal.userId,
      created_at: now,
      reference,
    },
    elements,
    bookingIds,
  )
  return id
}
