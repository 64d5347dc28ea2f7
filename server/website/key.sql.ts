// Keys of the public interface: create, list, revoke.
import { sql } from 'kysely'
import { tokenHash } from '../platform/auth/principal.ts'
import { newWebsiteKey } from '../platform/auth/website-key.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { badRequest, type FieldError, notFound } from '../platform/http/errors.ts'
import { originOf } from '../platform/http/request/cors.ts'
import { websiteErrors } from './website.errors.ts'

export type KeyInput = {
  clientId: number
  name: string
  isSecret: boolean
  /** Empty: every catalogue. */
  catalogueIds: readonly number[]
  /** Such as `https://www.example.org`; empty: any. A secret key has none. */
  origins: readonly string[]
  hidesSeats: boolean
}

/** @throws Failure 400 that names the fields */
async function checkInput(
  reader: Reader,
  { clientId, catalogueIds, origins, isSecret }: KeyInput,
): Promise<void> {
  const { rows } = await sql<{ id: number; isKnown: boolean }>`
    select u.id, exists (select from catalogue c where c.id = u.id) as "isKnown" from unnest(${catalogueIds}::int[]) u(id)`.execute(
    reader,
  )
  const { rows: clients } = await sql`select from client where id = ${clientId}`.execute(reader)
  const errors: FieldError[] = [
    ...(clients.length === 0 ? [{ field: 'clientId', ...websiteErrors.noClient({ id: clientId }) }] : []),
    ...rows.flatMap(({ id, isKnown }) =>
      isKnown ? [] : [{ field: 'catalogIds', ...websiteErrors.noCatalogue({ id }) }],
    ),
    ...origins.flatMap((origin) =>
      originOf(origin) ? [] : [{ field: 'origins', ...websiteErrors.origin({ origin }) }],
    ),
    ...(isSecret && origins.length > 0 ? [{ field: 'origins', ...websiteErrors.secretOrigins() }] : []),
  ]
  if (errors.length > 0) throw badRequest(errors)
}

/**
 * Creates a key. A secret key cannot be read again.
 * @throws Failure 400 for an unknown client or catalogue, and for what is no origin
 */
export async function createWebsiteKey(tx: Tx, input: KeyInput): Promise<{ id: number; key: string }> {
  await checkInput(tx, input)
  const key = newWebsiteKey(input.isSecret)
  const { rows } = await sql<{ id: number }>`
    insert into website_key (client_id, name, key, hash, origins, catalogue_ids, hides_seats)
    values (${input.clientId}, ${input.name}, ${input.isSecret ? null : key}, ${tokenHash(key)},
      ${[...new Set(input.origins.map((one) => originOf(one)!))]}::text[], ${[...new Set(input.catalogueIds)]}::int[], ${input.hidesSeats})
    returning id`.execute(tx)
  return { id: rows[0]!.id, key }
}

/** All keys with the requests since a day, by id. */
export async function listWebsiteKeys(reader: Reader, since: string) {
  const { rows } = await sql<{
    id: number
    clientId: number
    name: string
    key: string | null
    origins: string[]
    catalogIds: number[]
    hidesSeats: boolean
    createdAt: Date
    revokedAt: Date | null
    requests: number
  }>`
    select k.id, k.client_id as "clientId", k.name, k.key, k.origins, k.catalogue_ids as "catalogIds", k.hides_seats as "hidesSeats",
      k.created_at as "createdAt", k.revoked_at as "revokedAt",
      (select coalesce(sum(u.requests), 0)::float8 from website_key_use u where u.key_id = k.id and u.day >= ${since}) as requests
    from website_key k order by k.id`.execute(reader)
  return rows
}

/**
 * Revokes a key, with effect for the next request; a revoked one stays so.
 * @throws Failure 404
 */
export async function revokeWebsiteKey(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql`
    update website_key set revoked_at = coalesce(revoked_at, now()) where id = ${id} returning id`.execute(tx)
  if (rows.length === 0) throw notFound(websiteErrors.noKey({ id }))
}
