// Addresses to which mail came back.
import { sql } from 'kysely'
import type { Reader } from '../platform/database/database.ts'
import { emailKey } from '../platform/ground/text.ts'

export type BouncedAddress = { address: string; bouncedAt: string; reason: string }

/** Those of the addresses to which mail came back. */
export async function findBounced(reader: Reader, addresses: readonly string[]): Promise<BouncedAddress[]> {
  const byKey = new Map(addresses.map((address) => [emailKey(address), address]))
  const { rows } = await sql<BouncedAddress & { key: string }>`
    select email_key as key, to_json(bounced_at) #>> '{}' as "bouncedAt", reason from bounced_address
    where email_key = any(${[...byKey.keys()]}::text[]) order by id`.execute(reader)
  return rows.map(({ key, bouncedAt, reason }) => ({ address: byKey.get(key)!, bouncedAt, reason }))
}
