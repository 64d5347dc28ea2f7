// The order that a link leads to.
import { sql } from 'kysely'
import { bookingsOfCompany } from '../../../bookings/booking.sql.ts'
import { enteredCompanyOf } from '../../../bookings/orders/entered-company.ts'
import { findOrderLink } from '../../../bookings/orders/order-link.ts'
import { type LinkedSeat, loadOrderSeats, seatsWhere } from '../../../bookings/orders/order-seats.ts'
import { findSeatLink } from '../../../bookings/orders/seat-link.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { LinkVisit } from '../../../platform/ground/link-end.ts'

export type LinkedOrder = {
  id: number
  /** The link was sent to the orderer. */
  isByMail: boolean
  code: string
  isConsumer: boolean
  company: string | undefined
  /** Whose price was booked; '': that for everyone. */
  visitorCategory: string
  seats: LinkedSeat[]
}

/** undefined: the link is not valid. */
export async function loadOrder(
  reader: Reader,
  secret: string,
  visit: LinkVisit,
): Promise<LinkedOrder | undefined> {
  const link = await findOrderLink(reader, secret, visit)
  if (!link || link.isOver) return undefined
  const { orderId: id, isByMail } = link
  const { company, ...order } = await reader
    .selectFrom('booking_order')
    .select([
      sql<string>`coalesce(code, '')`.as('code'),
      'is_consumer as isConsumer',
      sql<string>`coalesce(entered ->> 'visitorCategory', '')`.as('visitorCategory'),
      enteredCompanyOf(sql`entered`).as('company'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, isByMail, ...order, company: company ?? undefined, seats: await loadOrderSeats(reader, id) }
}

/** Without those that its people have booked for themselves. */
export const loadCompanySeats = (reader: Reader, companyId: number): Promise<LinkedSeat[]> =>
  seatsWhere(
    reader,
    sql`b.id = any(${bookingsOfCompany(companyId)}) and b.status <> 'cancelled'
      and not exists (select from booking_order o where o.id = b.order_id and o.is_consumer)`,
  )

/** The seat of a link; undefined: the link is not valid. */
export async function findSeat(
  reader: Reader,
  secret: string,
  visit: LinkVisit,
): Promise<LinkedSeat | undefined> {
  const link = await findSeatLink(reader, secret, visit)
  return link && !link.isOver ? (await seatsWhere(reader, sql`b.id = ${link.bookingId}`))[0] : undefined
}

export function formatDays(
  { startDate, endDate }: Pick<LinkedSeat, 'startDate' | 'endDate'>,
  locale: string,
  dateStyle: 'full' | 'medium' = 'full',
): string {
  if (startDate === null || endDate === null) return ''
  const format = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' })
  return format.formatRange(new Date(startDate), new Date(endDate))
}

export const formatMoment = (moment: Date, timeZone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(moment)

export const linkedDateLabel = (
  date: Pick<LinkedSeat, 'title' | 'startDate' | 'endDate'>,
  locale: string,
): string => [date.title, formatDays(date, locale)].filter((part) => part !== '').join(', ')
