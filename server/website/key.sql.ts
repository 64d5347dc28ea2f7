// Keys of the public interface: create, list, change, revoke.
import { sql } from 'kysely'
import { tokenHash } from '../platform/auth/principal.ts'
import { newWebsiteKey } from '../platform/auth/website-key.ts'
import { versionColumn } from '../platform/database/change-log.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { bool, fields, idList, name, type RecordOf, selections, texts } from '../platform/database/fields.ts'
import { updateRow } from '../platform/database/write-rows.ts'
import { badRequest, conflict, type FieldError, notFound } from '../platform/ground/errors.ts'
import { parseOrigin } from '../platform/http/request/cors.ts'
import { websiteErrors } from './website.errors.ts'

export const keyFields = fields({
  name,
  /** Empty: every catalogue. */
  catalogueIds: idList,
  /** Such as `https://www.example.org`; empty: any. A secret key has none. */
  origins: texts,
  hidesSeats: bool,
  /** Whose dates the key shows and books beside those of its own client. */
  furtherClientIds: idList,
  showsAllClients: bool,
})
export type KeySettings = RecordOf<typeof keyFields>

type ClientSettings = 'furtherClientIds' | 'showsAllClients'
/** Left out: the dates of its own client alone. */
export type KeyInput = Omit<KeySettings, ClientSettings> &
  Partial<Pick<KeySettings, ClientSettings>> & { clientId: number; isSecret: boolean }

/** The errors in the settings of a key, by field. */
async function errorsOf(
  reader: Reader,
  {
    catalogueIds,
    origins,
    furtherClientIds = [],
  }: Pick<KeySettings, 'catalogueIds' | 'origins'> & { furtherClientIds?: number[] },
  isSecret: boolean,
): Promise<FieldError[]> {
  const { rows } = await sql<{ id: number; isKnown: boolean }>`
    select u.id, exists (select from catalogue c where c.id = u.id) as "isKnown" from unnest(${catalogueIds}::int[]) u(id)`.execute(
    reader,
  )
  const { rows: clients } = await sql<{ id: number }>`
    select u.id from unnest(${furtherClientIds}::int[]) u(id) where not exists (select from client c where c.id = u.id)`.execute(
    reader,
  )
  return [
    ...clients.map(({ id }) => ({ field: 'furtherClientIds', ...websiteErrors.noClient({ id }) })),
    ...rows.flatMap(({ id, isKnown }) =>
      isKnown ? [] : [{ field: 'catalogueIds', ...websiteErrors.noCatalogue({ id }) }],
    ),
    ...origins.flatMap((origin) =>
      parseOrigin(origin) ? [] : [{ field: 'origins', ...websiteErrors.origin({ origin }) }],
    ),
    ...(isSecret && origins.length > 0 ? [{ field: 'origins', ...websiteErrors.secretOrigins() }] : []),
  ]
}

/** As they are stored: the origins as browsers send them, each once. */
const normalOrigins = (origins: readonly string[]): string[] => [
  ...new Set(origins.map((one) => parseOrigin(one)!)),
]

/**
 * Creates a key. A secret key cannot be read again.
 * @throws Failure 400 for an unknown client or catalogue, and for an invalid origin
 */
export async function createWebsiteKey(tx: Tx, input: KeyInput): Promise<{ id: number; key: string }> {
  const { clientId, name, isSecret, origins, catalogueIds, hidesSeats } = input
  const { furtherClientIds = [], showsAllClients = false } = input
  const { rows: clients } = await sql`select from client where id = ${clientId}`.execute(tx)
  const errors = [
    ...(clients.length === 0 ? [{ field: 'clientId', ...websiteErrors.noClient({ id: clientId }) }] : []),
    ...(await errorsOf(tx, input, isSecret)),
  ]
  if (errors.length > 0) throw badRequest(errors)
  const key = newWebsiteKey(isSecret)
  const { rows } = await sql<{ id: number }>`
    insert into website_key (client_id, name, key, hash, origins, catalogue_ids, hides_seats, further_client_ids, shows_all_clients)
    values (${clientId}, ${name}, ${isSecret ? null : key}, ${tokenHash(key)},
      ${normalOrigins(origins)}::text[], ${[...new Set(catalogueIds)]}::int[], ${hidesSeats},
      ${[...new Set(furtherClientIds)]}::int[], ${showsAllClients})
    returning id`.execute(tx)
  return { id: rows[0]!.id, key }
}

/**
 * Changes the settings of a key, with effect for the next request. Catalogues that were deleted meanwhile may stay in its list.
 * @throws Failure 400 as for a new key, 404, 409 for a revoked key
 */
export async function updateWebsiteKey(tx: Tx, id: number, change: Partial<KeySettings>): Promise<void> {
  const stored = await tx.selectFrom('website_key').selectAll().where('id', '=', id).executeTakeFirst()
  if (!stored) throw notFound(websiteErrors.noKey({ id }))
  if (stored.revoked_at) throw conflict(websiteErrors.revoked())
  const { origins, catalogueIds, furtherClientIds } = change
  const added = (catalogueIds ?? []).filter((one) => !stored.catalogue_ids.includes(one))
  const errors = await errorsOf(
    tx,
    { catalogueIds: added, origins: origins ?? [], furtherClientIds: furtherClientIds ?? [] },
    stored.key === null,
  )
  if (errors.length > 0) throw badRequest(errors)
  await updateRow(tx, 'website_key', keyFields, id, {
    ...change,
    origins: origins && normalOrigins(origins),
    catalogueIds: catalogueIds && [...new Set(catalogueIds)],
    furtherClientIds: furtherClientIds && [...new Set(furtherClientIds)],
  })
}

/** The days whose requests are shown: as many, up to today. */
export const shownDays = 30

/** Keys with the requests of the last days. */
export const selectWebsiteKeys = (reader: Reader, today: string) =>
  reader
    .selectFrom('website_key as k')
    .innerJoin('client as c', 'c.id', 'k.client_id')
    .select([
      'k.id',
      versionColumn('website_key', 'k.id').as('version'),
      'k.client_id as clientId',
      'c.name as clientName',
      ...selections(keyFields, 'k'),
      sql<string>`coalesce(k.key, '')`.as('key'),
      sql<boolean>`k.key is null`.as('isSecret'),
      sql<
        string[]
      >`array(select coalesce(a.name, '#' || u.id) from unnest(k.catalogue_ids) with ordinality as u(id, position)
        left join catalogue a on a.id = u.id order by u.position)`.as('catalogueNames'),
      sql<string>`to_json(k.created_at) #>> '{}'`.as('createdAt'),
      sql<string>`coalesce(to_json(k.revoked_at) #>> '{}', '')`.as('revokedAt'),
      sql<number>`(select coalesce(sum(u.requests), 0)::float8 from website_key_use u
        where u.key_id = k.id and u.day > ${today}::date - ${shownDays}::int)`.as('requests'),
    ])

/** The requests of a key on each of the last days. */
export async function loadDailyRequests(reader: Reader, id: number, today: string) {
  const { rows } = await sql<{ day: string; requests: number }>`
    select d.day::date::text as day, coalesce(u.requests, 0)::float8 as requests
    from generate_series(${today}::date - ${shownDays - 1}::int, ${today}::date, interval '1 day') as d(day)
      left join website_key_use u on u.key_id = ${id} and u.day = d.day::date
    order by d.day`.execute(reader)
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
