// Links for orderers: to the page of an order, and to withdraw from it.
import { sql } from 'kysely'
import { tokenHash } from '../../platform/auth/principal.ts'
import { newSecret } from '../../platform/auth/session.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { isLinkOver, type LinkState, type LinkVisit } from '../../platform/ground/link-end.ts'

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

/** A link that is not revoked, and its order. */
type OrderLink = { id: number; orderId: number; isByMail: boolean; isOver: boolean }

/** The link with this secret; undefined: there is none, or it is revoked. */
export async function findOrderLink(
  reader: Reader,
  secret: string,
  visit: LinkVisit,
): Promise<OrderLink | undefined> {
  const { rows } = await sql<Omit<OrderLink, 'isOver'> & LinkState>`
    select l.id, l.order_id as "orderId", l.by_mail as "isByMail", l.created_at as "madeAt", l.replaced_at is not null as "isReplaced",
      (select case when bool_or(d.start_date is null and b.status <> 'cancelled') then null
          else coalesce(max(coalesce(d.end_date, d.start_date)), l.created_at::date) end
        from booking b join event_date d on d.id = b.date_id where b.order_id = l.order_id) as "countedOn"
    from order_link l where l.hash = ${tokenHash(secret)} and l.revoked_at is null`.execute(reader)
  const [link] = rows
  return link && { ...link, isOver: isLinkOver('order', link, visit) }
}

/** A new link by mail in place of one that is over. @returns undefined: the link was revoked */
export async function replaceOrderLink(tx: Tx, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ orderId: number }>`
    update order_link set replaced_at = coalesce(replaced_at, now()) where id = ${id} and revoked_at is null
    returning order_id as "orderId"`.execute(tx)
  return rows[0] && createOrderLink(tx, rows[0].orderId, { byMail: true })
}
