// Forms of the booking page that have booked. Each form has a key of its own, so that a repetition (a double click, a reload, a copy
// in another tab) leads to the booking that it made. The key is a secret: for a day, it opens the page of the order.
import { sql } from 'kysely'
import { tokenHash } from '../../platform/auth/principal.ts'
import { lockKey, lockNamespace, type Reader, type Tx } from '../../platform/database/database.ts'

/** A form as it is sent. `entries`: the hash of what the visitor has entered. */
export type SentForm = { key: string; entries: Buffer }

/** The booking of a form. `orderId` null: it waits for its confirmation by mail. */
export type BookedForm = {
  /** The same was entered. */
  isSame: boolean
  orderId: number | null
  /** The form still leads to the page of the order. */
  opensOrder: boolean
}

const opensOrderMs = 24 * 3_600_000

/** The booking of a form; undefined: it has made none, or one that was not confirmed. */
export async function findBookedForm(
  reader: Reader,
  { key, entries }: SentForm,
  now: Date,
): Promise<BookedForm | undefined> {
  const { rows } = await sql<BookedForm>`
    select f.entries = ${entries} as "isSame", f.order_id as "orderId", f.created_at > ${new Date(now.getTime() - opensOrderMs)}
        and not exists (select from order_link l where l.order_id = f.order_id and l.revoked_at is not null) as "opensOrder"
    from order_form f left join pending_booking p on p.id = f.pending_id
    where f.hash = ${tokenHash(key)}
      and (f.order_id is not null or (p.refused_at is null and p.expires_at > clock_timestamp()))`.execute(
    reader,
  )
  return rows[0]
}

/** Waits while the same form books in another transaction. */
export const lockForm = (tx: Tx, { key }: SentForm): Promise<void> =>
  lockKey(tx, lockNamespace.bookingForm, key)

/** Keeps what a form has booked. @param booked the order, or the booking to be confirmed */
export async function keepBookedForm(
  tx: Tx,
  { key, entries }: SentForm,
  booked: { orderId: number } | { pendingId: number },
  now: Date,
): Promise<void> {
  const orderId = 'orderId' in booked ? booked.orderId : null
  const pendingId = 'pendingId' in booked ? booked.pendingId : null
  await sql`
    insert into order_form (hash, entries, order_id, pending_id, created_at)
    values (${tokenHash(key)}, ${entries}, ${orderId}, ${pendingId}, ${now})
    on conflict (hash) do update set entries = excluded.entries, order_id = excluded.order_id,
      pending_id = excluded.pending_id, created_at = excluded.created_at`.execute(tx)
}
