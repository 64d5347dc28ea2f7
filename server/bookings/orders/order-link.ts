// Links to the page of an order, for who ordered.
import { tokenHash } from '../../platform/auth/principal.ts'
import { newSecret } from '../../platform/auth/session.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'

export const orderPath = (secret: string): string => `/booking/${secret}`

/** A new link. Earlier ones stay valid. @returns the path of the page; the secret in it is not stored */
export async function createOrderLink(tx: Tx, orderId: number): Promise<string> {
  const secret = newSecret()
  await tx
    .insertInto('order_link')
    .values({ order_id: orderId, hash: tokenHash(secret) })
    .execute()
  return orderPath(secret)
}

/** The order of the link with this secret; undefined: there is none, or it is revoked. */
export async function findLinkedOrder(reader: Reader, secret: string): Promise<number | undefined> {
  const row = await reader
    .selectFrom('order_link')
    .select('order_id')
    .where('hash', '=', tokenHash(secret))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row?.order_id
}
