// The public data of certificates: the keys that check them, and the lists of withdrawn ones.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { SignedList, VerificationKey, WithdrawnList } from './content.ts'
import { findSigningKey, signatureOf } from './signing-key.ts'

/** All keys, also those that are retired. */
export async function loadVerificationKeys(reader: Reader, timeZone: string): Promise<VerificationKey[]> {
  const { rows } = await sql<Omit<VerificationKey, 'publicKey'> & { publicKey: Buffer }>`
    select k.fingerprint, k.client_id as "clientId", c.name as client, k.public_key as "publicKey",
      coalesce((k.retired_at at time zone ${timeZone})::date::text, '') as "retiredOn"
    from signing_key k join client c on c.id = k.client_id order by k.id`.execute(reader)
  return rows.map((row) => ({ ...row, publicKey: row.publicKey.toString('base64url') }))
}

/** A signed list for each client that signs certificates. */
export async function loadWithdrawnLists(
  reader: Reader,
  secrets: Secrets,
  now: Date,
  timeZone: string,
): Promise<SignedList[]> {
  const { rows } = await sql<{ clientId: number; withdrawn: WithdrawnList['withdrawn'] }>`
    select k.client_id as "clientId", coalesce((
      select json_agg(json_build_object('number', c.number, 'on', (c.withdrawn_at at time zone ${timeZone})::date) order by c.year, c.serial)
      from certificate c where c.client_id = k.client_id and c.withdrawn_at is not null), '[]') as withdrawn
    from signing_key k where k.retired_at is null order by k.client_id`.execute(reader)
  const lists: SignedList[] = []
  for (const { clientId, withdrawn } of rows) {
    const key = await findSigningKey(reader, secrets, clientId)
    // A data set has no secrets: the next certificate gets another key.
    if (!key) continue
    const payload = JSON.stringify({ clientId, asOf: now.toISOString(), withdrawn } satisfies WithdrawnList)
    lists.push({ fingerprint: key.fingerprint, payload, signature: signatureOf(key, 'withdrawn', payload) })
  }
  return lists
}
