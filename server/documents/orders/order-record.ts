// The record of an order: what its visitor was shown, in the words that page, mail and PDF have, and the terms, signed by the client of
// the dates. It is written with the order and never changed. It has the names of the seats, but no address of a person, and is kept as
// long as the order: a claim can be proven or defended with it (GDPR, article 17(3)(e)).
import { createHash, createPublicKey, verify } from 'node:crypto'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { Language } from '../../platform/ground/language.ts'
import { kontorVersion } from '../../platform/ground/version.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { signedBytes } from '../certificates/content.ts'
import { ensureSigningKey, findSigningKey, signatureOf } from '../certificates/signing-key.ts'
import { termsOfOrder } from '../order-terms.ts'
import { orderSections } from './order-sections.ts'
import { loadOrderView, type OrderView } from './order-view.ts'
import type { OrderChannel, OrderRecord, SignedOrderRecord } from './signed-record.ts'

type Recorded = {
  orderId: number
  /** The first of its dates. */
  dateId: number
  language: Language
  channel: OrderChannel
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Records an order of a visitor, after its seats are booked. @returns the order as it is shown */
export async function recordOrder(
  tx: Tx,
  { orderId, dateId, language, channel }: Recorded,
  { secrets, now, timeZone }: { secrets: Secrets; now: Date; timeZone: string },
): Promise<OrderView> {
  const view = (await loadOrderView(tx, orderId, { now, timeZone }))!
  const terms = await termsOfOrder(tx, { orderId, dateId, language })
  // Only the first order of a client locks the client.
  const key =
    (await findSigningKey(tx, secrets, view.clientId)) ??
    (await ensureSigningKey(tx, secrets, view.clientId, now))
  const payload = JSON.stringify({
    format: 1,
    code: view.code,
    recordedAt: now.toISOString(),
    language,
    channel,
    kontor: kontorVersion().version,
    shown: orderSections(withoutAccess(view), { language, timeZone }),
    terms: terms.map(({ title, version, language: ofText, isAccepted, html }) => ({
      title,
      version,
      language: ofText,
      isAccepted,
      sha256: sha256(html),
    })),
  } satisfies OrderRecord)
  const signature = Buffer.from(signatureOf(key, 'order', payload), 'base64url')
  await sql`insert into order_record (order_id, signing_key_id, payload, signature)
    values (${orderId}, ${key.id}, ${payload}, ${signature})`.execute(tx)
  return view
}

/** A record is given to others, who may not enter the online room. */
const withoutAccess = (view: OrderView): OrderView => ({
  ...view,
  dates: view.dates.map((date) => ({ ...date, onlineLink: '' })),
})

type Row = Pick<SignedOrderRecord, 'clientId' | 'client' | 'payload' | 'fingerprint'> & {
  signature: Buffer
  publicKey: Buffer
}

/** The record of an order; undefined: it has none, such as an order of the office. */
export async function loadOrderRecord(
  reader: Reader,
  orderId: number,
): Promise<SignedOrderRecord | undefined> {
  const { rows } = await sql<Row>`
    select k.client_id as "clientId", c.name as client, r.payload, r.signature, k.fingerprint, k.public_key as "publicKey"
    from order_record r join signing_key k on k.id = r.signing_key_id join client c on c.id = k.client_id
    where r.order_id = ${orderId}`.execute(reader)
  const [row] = rows
  if (!row) return undefined
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: row.publicKey.toString('base64url') }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = signedBytes('order', row.payload)
  return {
    ...row,
    record: JSON.parse(row.payload),
    sha256: createHash('sha256').update(signed).digest('hex'),
    signature: row.signature.toString('base64url'),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    isValid: verify(null, signed, publicKey, row.signature),
  }
}

export const hasOrderRecord = async (reader: Reader, orderId: number): Promise<boolean> =>
  (await reader
    .selectFrom('order_record')
    .select('order_id')
    .where('order_id', '=', orderId)
    .executeTakeFirst()) !== undefined
