// Links to a page with all bookings of a company, for those whom it names.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { tokenHash } from '../platform/auth/principal.ts'
import { newSecret } from '../platform/auth/session.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { Id, record } from '../platform/ground/schema.ts'

export const companyPath = (secret: string): string => `/company/${secret}`

export const CompanyLink = record({
  id: Id,
  /** The user of the link. */
  name: Type.String(),
  createdAt: Type.String(),
  /** '': it is valid. */
  revokedAt: Type.String(),
})

/** The latest first. */
export async function loadCompanyLinks(
  reader: Reader,
  companyId: number,
): Promise<Static<typeof CompanyLink>[]> {
  const { rows } = await sql<Static<typeof CompanyLink>>`
    select id, name, to_json(created_at) #>> '{}' as "createdAt", coalesce(to_json(revoked_at) #>> '{}', '') as "revokedAt"
    from company_link where company_id = ${companyId} order by id desc`.execute(reader)
  return rows
}

/** @returns the path of the page; the secret in it is not stored @throws Failure 404 */
export async function createCompanyLink(
  tx: Tx,
  { companyId, name }: { companyId: number; name: string },
  now: Date,
): Promise<string> {
  const secret = newSecret()
  const { rows } = await sql`
    insert into company_link (company_id, name, hash, created_at)
    select id, ${name.trim()}, ${tokenHash(secret)}, ${now} from contact where id = ${companyId} and contact_type = 'company'
    returning id`.execute(tx)
  if (rows.length === 0) throw notFound(generalErrors.notFound({ kind: 'company', id: companyId }))
  return companyPath(secret)
}

/** @throws Failure 404 */
export async function revokeCompanyLink(tx: Tx, companyId: number, id: number, now: Date): Promise<void> {
  const { rows } = await sql`
    update company_link set revoked_at = coalesce(revoked_at, ${now}) where id = ${id} and company_id = ${companyId} returning id`.execute(
    tx,
  )
  if (rows.length === 0) throw notFound(generalErrors.notFound({ kind: 'link', id }))
}

/** The company and the user of the link with this secret; undefined: there is no such link, or it is revoked. */
export async function findLinkedCompany(
  reader: Reader,
  secret: string,
): Promise<{ id: number; company: string; user: string } | undefined> {
  const { rows } = await sql<{ id: number; company: string; user: string }>`
    select c.id, c.last_name as company, l.name as user from company_link l join contact c on c.id = l.company_id
    where l.hash = ${tokenHash(secret)} and l.revoked_at is null`.execute(reader)
  return rows[0]
}
