// Links for orderers: to the page of an order, and to withdraw from it.
import { sql } from 'kysely'
import { tokenHash } from '../../platform/auth/principal.ts'
import { newSecret } from '../../platform/auth/session.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'

export const orderPath = (secret: string): string => `/booking/${secret}`

/** The page on which who ordered asks for a new link by mail. */
export const requestLinkPath = '/booking'

/** The page on which consumers withdraw from a contract, with the code of an order filled in. */
export const withdrawPath = (code = ''): string =>
  `/withdraw${code === '' ? '' : `?${new URLSearchParams({ contract: code })}`}`

/**
 * A new link to an order. Earlier ones stay valid.
 * @param options.byMail it is sent to the orderer
 * @returns the path of the page; the secret in it is not stored
 */
export async function createOrderLink(
  tx: Tx,
  orderId: number,
  { byMail = false }: { byMail?: boolean } = {},
): Promise<string> {
  const secret = newSecret()
  await tx
    .insertInto('order_link')
    .values({ order_id: orderId, hash: tokenHash(secret), by_mail: byMail })
    .execute()
  return orderPath(secret)
}

/** Revokes all links to an order and to its seats. */
export async function revokeLinksOfOrder(tx: Tx, orderId: number): Promise<void> {
  await tx
    .updateTable('order_link')
    .set({ revoked_at: sql<Date>`now()` })
    .where('order_id', '=', orderId)
    .where('revoked_at', 'is', null)
    .execute()
  await tx
    .deleteFrom('seat_link')
    .where('booking_id', 'in', (query) =>
      query.selectFrom('booking').select('id').where('order_id', '=', orderId),
    )
    .execute()
}

/** The order of the link with this secret, and whether it was sent by mail; undefined: there is none, or it is revoked. */
export const findLinkedOrder = (
  reader: Reader,
  secret: string,
): Promise<{ orderId: number; isByMail: boolean } | undefined> =>
  reader
    .selectFrom('order_link')
    .select(['order_id as orderId', 'by_mail as isByMail'])
    .where('hash', '=', tokenHash(secret))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
