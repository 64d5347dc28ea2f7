// The keys with which clients sign their certificates, and records of orders. The secret leaves this file only as signatures.
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { sql } from 'kysely'
import { lockRecord } from '../../platform/database/change-log.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { type purposes, signedBytes } from './content.ts'

/** A key that can sign. */
export type SigningKey = { id: number; fingerprint: string; publicKey: Buffer; secret: KeyObject }

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

type Row = { id: number; fingerprint: string; publicKey: Buffer; seed: Buffer }

/** The key in use of a client; undefined: none, or its secret is not in this database. */
export async function findSigningKey(
  reader: Reader,
  secrets: Secrets,
  clientId: number,
): Promise<SigningKey | undefined> {
  const { rows } = await sql<Row>`
    select k.id, k.fingerprint, k.public_key as "publicKey", s.seed from signing_key k
    join signing_secret s on s.signing_key_id = k.id where k.client_id = ${clientId} and k.retired_at is null`.execute(
    reader,
  )
  const row = rows[0]
  if (!row) return undefined
  const { seed: stored, ...key } = row
  const seed = secrets.open('signingSeed', key.id, stored)
  const jwk = { kty: 'OKP', crv: 'Ed25519', d: base64url(seed), x: base64url(key.publicKey) }
  return { ...key, secret: createPrivateKey({ key: jwk, format: 'jwk' }) }
}

/** Retires the key in use of a client, if there is one, and creates another. @throws Failure 404 */
export async function rotateSigningKey(
  tx: Tx,
  secrets: Secrets,
  clientId: number,
  now: Date,
): Promise<SigningKey> {
  await lockRecord(tx, 'client', clientId)
  await tx
    .updateTable('signing_key')
    .set({ retired_at: now })
    .where('client_id', '=', clientId)
    .where('retired_at', 'is', null)
    .execute()
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const publicKey = Buffer.from(x!, 'base64url')
  const { id } = await tx
    .insertInto('signing_key')
    .values({
      client_id: clientId,
      fingerprint: createHash('sha256').update(publicKey).digest('hex').slice(0, 16),
      public_key: publicKey,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sealed = await secrets.seal(tx, 'signingSeed', id, Buffer.from(d!, 'base64url'))
  await tx
    .insertInto('signing_secret')
    .values({ signing_key_id: id, seed: Buffer.from(sealed) })
    .execute()
  return (await findSigningKey(tx, secrets, clientId))!
}

/** The key in use of a client. The first certificate, or order of a visitor, creates it. @throws Failure 404 */
export async function ensureSigningKey(
  tx: Tx,
  secrets: Secrets,
  clientId: number,
  now: Date,
): Promise<SigningKey> {
  await lockRecord(tx, 'client', clientId)
  return (await findSigningKey(tx, secrets, clientId)) ?? rotateSigningKey(tx, secrets, clientId, now)
}

/** The signature of a payload, in base64url. */
export const signatureOf = (
  { secret }: SigningKey,
  purpose: keyof typeof purposes,
  payload: string,
): string => base64url(sign(null, signedBytes(purpose, payload), secret))

/** The code of a certificate: fingerprint of the key, payload, signature. */
export const toToken = (key: SigningKey, payload: string): string =>
  [key.fingerprint, base64url(Buffer.from(payload)), signatureOf(key, 'certificate', payload)].join('.')
