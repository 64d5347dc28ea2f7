// Links for participants who were booked by somebody else: to the page of their seat. A link ends when the seat gets another participant.
import { tokenHash } from '../../platform/auth/principal.ts'
import { newSecret } from '../../platform/auth/session.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'

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

/** The booking of the link with this secret; undefined: there is none. */
export async function findLinkedSeat(reader: Reader, secret: string): Promise<number | undefined> {
  const row = await reader
    .selectFrom('seat_link')
    .select('booking_id')
    .where('hash', '=', tokenHash(secret))
    .executeTakeFirst()
  return row?.booking_id
}
