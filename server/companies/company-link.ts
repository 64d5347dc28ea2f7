// Links to a page with all bookings of a company, for those whom it names.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { tokenHash } from '../platform/auth/principal.ts'
import { newSecret } from '../platform/auth/session.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { isLinkOver, type LinkState, type LinkVisit, lastDayOfLink } from '../platform/ground/link-end.ts'
import { Id, record } from '../platform/ground/schema.ts'

export const companyPath = (secret: string): string => `/company/${secret}`

export const CompanyLink = record({
  id: Id,
  /** The user of the link. */
  name: Type.String(),
  createdAt: Type.String(),
  /** '': it is not revoked. */
  revokedAt: Type.String(),
  /** The last day on which it opens the page, unless it is used before. */
  lastDay: Type.String(),
  /** Whether a new one was sent in its place. */
  isReplaced: Type.Boolean(),
})

/** The latest first. */
export async function loadCompanyLinks(
  reader: Reader,
  companyId: number,
  settings: LinkVisit['settings'],
): Promise<Static<typeof CompanyLink>[]> {
  const { rows } = await sql<Omit<Static<typeof CompanyLink>, 'lastDay'> & LinkState>`
    select id, name, to_json(created_at) #>> '{}' as "createdAt", coalesce(to_json(revoked_at) #>> '{}', '') as "revokedAt",
      created_at as "madeAt", replaced_at is not null as "isReplaced", coalesce(last_used_at, created_at) as "countedOn"
    from company_link where company_id = ${companyId} order by id desc`.execute(reader)
  return rows.map(({ madeAt, countedOn, ...link }) => ({
    ...link,
    lastDay: lastDayOfLink('company', { madeAt, countedOn }, settings),
  }))
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

type FoundCompanyLink = { id: number; companyId: number; company: string; user: string; isOver: boolean }

/** The link with this secret; undefined: there is none, or it is revoked. */
export async function findCompanyLink(
  reader: Reader,
  secret: string,
  visit: LinkVisit,
): Promise<FoundCompanyLink | undefined> {
  const { rows } = await sql<Omit<FoundCompanyLink, 'isOver'> & LinkState>`
    select l.id, c.id as "companyId", c.last_name as company, l.name as user,
      l.created_at as "madeAt", l.replaced_at is not null as "isReplaced", coalesce(l.last_used_at, l.created_at) as "countedOn"
    from company_link l join contact c on c.id = l.company_id
    where l.hash = ${tokenHash(secret)} and l.revoked_at is null`.execute(reader)
  const [link] = rows
  return link && { ...link, isOver: isLinkOver('company', link, visit) }
}

/** Remembers that a link was used, once a day: its end is counted from then. */
export const touchCompanyLink = (reader: Reader, id: number, now: Date) =>
  sql`update company_link set last_used_at = ${now}
    where id = ${id} and (last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 day')`.execute(
    reader,
  )

/** A new link in place of one that is over. @returns undefined: the link was revoked */
export async function replaceCompanyLink(tx: Tx, id: number, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ companyId: number; name: string }>`
    update company_link set replaced_at = coalesce(replaced_at, ${now}) where id = ${id} and revoked_at is null
    returning company_id as "companyId", name`.execute(tx)
  return rows[0] && createCompanyLink(tx, rows[0], now)
}
