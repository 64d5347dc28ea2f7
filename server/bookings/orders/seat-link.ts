// Links for participants who were booked by somebody else: to the page of their seat. A link ends when the seat gets another participant.
import { sql } from 'kysely'
import { tokenHash } from '../../platform/auth/principal.ts'
import { newSecret } from '../../platform/auth/session.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { isLinkOver, type LinkState, type LinkVisit } from '../../platform/ground/link-end.ts'

export const seatPath = (secret: string): string => `/seat/${secret}`

/** A new link. Earlier ones stay valid. @returns the path of the page; the secret in it is not stored */
export async function createSeatLink(tx: Tx, bookingId: number): Promise<string> {
  const secret = newSecret()
  await tx
    .insertInto('seat_link')
    .values({ booking_id: bookingId, hash: tokenHash(secret) })
    .execute()
  return seatPath(secret)
}

type SeatLink = { id: number; bookingId: number; isOver: boolean }

/** The link with this secret; undefined: there is none. */
export async function findSeatLink(
  reader: Reader,
  secret: string,
  visit: LinkVisit,
): Promise<SeatLink | undefined> {
  const { rows } = await sql<Omit<SeatLink, 'isOver'> & LinkState>`
    select l.id, l.booking_id as "bookingId", l.created_at as "madeAt", l.replaced_at is not null as "isReplaced",
      coalesce(d.end_date, d.start_date) as "countedOn"
    from seat_link l join booking b on b.id = l.booking_id join event_date d on d.id = b.date_id
    where l.hash = ${tokenHash(secret)}`.execute(reader)
  const [link] = rows
  return link && { ...link, isOver: isLinkOver('seat', link, visit) }
}

/** A new link in place of one that is over. @returns undefined: the seat has another participant */
export async function replaceSeatLink(tx: Tx, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ bookingId: number }>`
    update seat_link set replaced_at = coalesce(replaced_at, now()) where id = ${id} returning booking_id as "bookingId"`.execute(
    tx,
  )
  return rows[0] && createSeatLink(tx, rows[0].bookingId)
}
