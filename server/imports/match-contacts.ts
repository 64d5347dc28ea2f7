// Matches rows with existing contacts: by e-mail address and last name, or without an e-mail address by name and other data.

import { type RawBuilder, sql } from 'kysely'
import { type ContactType, isCompany, isPerson } from '../addresses/contact-types.ts'
import { lockKey, lockNamespace, type Tx } from '../platform/database/database.ts'
import { companyKeys, compareGivenNames, comparePersons } from '../platform/ground/matching/names.ts'
import { phoneDigits } from '../platform/ground/matching/phones.ts'
import { wordsKey } from '../platform/ground/matching/words.ts'
import { comparisonKey, emailKey } from '../platform/ground/text.ts'
import { homeCallingCode } from '../platform/settings/instance-country.ts'
import type { LockedImport } from './import.rows.ts'
import { importedTypes } from './imported-types.ts'
import type { ParsedRow } from './parse-row.ts'

export type Match = {
  /** Several: they match equally well. */
  ids: readonly number[]
  /** The name of the contact that is not, or not quite, that of the row: the row may be another person. */
  otherName?: OtherName
}
export type OtherName = { field: 'firstName' | 'lastName'; name: string }
export type ContactMatcher = (row: ParsedRow) => Match

const joinKeys = (...keys: string[]) => keys.join('\n')

/** Rows without an e-mail address do not match contacts that this import has created. */
export async function matchContacts(
  tx: Tx,
  contactImport: LockedImport,
  rows: readonly ParsedRow[],
): Promise<ContactMatcher> {
  if (isCompany(contactImport.plan.contactType)) return matchCompanies(tx, rows)
  const byEmail = await matchByEmail(
    tx,
    rows.filter(({ data }) => data.email && data.lastName),
  )
  const bySimilarity = await matchByName(
    tx,
    contactImport,
    rows.filter(({ data }) => !data.email && data.lastName),
  )
  return (row) => (row.data.email ? byEmail(row) : bySimilarity(row))
}

/** Whether two first names may be those of different persons; a missing one differs from none. */
export const firstNamesDiffer = (one: string, other: string): boolean =>
  one.trim() !== '' && other.trim() !== '' && compareGivenNames(one, other) !== 'equal'

type Person = { contact_id: number; first_name: string; last_name: string }

async function matchByEmail(tx: Tx, rows: readonly ParsedRow[]): Promise<ContactMatcher> {
  if (rows.length === 0) return () => ({ ids: [] })
  const emailKeys = rows.map(({ data }) => emailKey(data.email!))
  const { rows: identities } = await sql<Person & { email_key: string; last_name_key: string }>`
    select i.email_key, i.last_name_key, i.contact_id, c.first_name, c.last_name from contact_identity i
    join unnest(${emailKeys}::text[], ${rows.map(({ data }) => comparisonKey(data.lastName!))}::text[])
      as input(email_key, last_name_key) using (email_key, last_name_key)
    join contact c on c.id = i.contact_id`.execute(tx)
  const { rows: persons } = await sql<Person & { email_key: string }>`
    select distinct e.email_key, c.id as contact_id, c.first_name, c.last_name
    from email_address e join contact c on c.id = e.contact_id
    where e.email_key = any(${emailKeys}::text[]) and c.contact_type = 'person' order by e.email_key, c.id`.execute(
    tx,
  )
  const byIdentity = new Map(identities.map((one) => [joinKeys(one.email_key, one.last_name_key), one]))
  const byEmail = Map.groupBy(persons, ({ email_key }) => email_key)
  return ({ data: { email = '', lastName = '', firstName = '' } }) => {
    const contact = byIdentity.get(joinKeys(emailKey(email), comparisonKey(lastName)))
    if (!contact) {
      // Another spelling of the same name.
      const compared = Map.groupBy(byEmail.get(emailKey(email)) ?? [], (one) =>
        comparePersons({ firstName, lastName }, toName(one)),
      )
      const same = compared.get('equal') ?? []
      const [near] = compared.get('near') ?? []
      return same.length === 0 && near
        ? {
            ids: [near.contact_id],
            otherName: { field: 'lastName', name: `${near.first_name} ${near.last_name}`.trim() },
          }
        : { ids: same.map(({ contact_id }) => contact_id) }
    }
    const ids = [contact.contact_id]
    return firstNamesDiffer(contact.first_name, firstName)
      ? { ids, otherName: { field: 'firstName', name: contact.first_name } }
      : { ids }
  }
}

const toName = ({ first_name, last_name }: Person) => ({ firstName: first_name, lastName: last_name })

/** The length of the beginnings of search entries that have an index. */
const prefixLength = 17
const prefixOf = (words: string): string => ` ${words}`.slice(0, prefixLength)

/**
 * The beginnings of the entries that persons with a name may have, whichever of its words are the last name: a word and three letters of
 * the next one, because `Karl-Heinz` is `Karlheinz`, too.
 */
function beginningsOf(name: string): string[] {
  const words = wordsKey(name).split(' ')
  if (words.length === 1) return words.map(prefixOf)
  return words.map((word, at) => prefixOf(`${word} ${words[(at + 1) % words.length]!.slice(0, 3)}`))
}

/**
 * Entries of the search that begin with a text.
 * @param kind the kind of the entries
 * @param prefix SQL of the text
 */
const entriesWithPrefix = (
  kind: ContactType,
  prefix: RawBuilder<unknown>,
) => sql`search_entry s where s.kind = ${sql.lit(kind)}
  and left(s.search_text, ${sql.lit(prefixLength)}) ~>=~ ${prefix} and left(s.search_text, ${sql.lit(prefixLength)}) ~<~ (${prefix} || chr(1114111))`

/**
 * Matches persons without an e-mail address: the same name, and the same postcode, phone number or company; the contacts with the most of
 * these match. A row that has none of them matches a person that has none of them either.
 */
async function matchByName(
  tx: Tx,
  contactImport: LockedImport,
  rows: readonly ParsedRow[],
): Promise<ContactMatcher> {
  if (rows.length === 0) return () => ({ ids: [] })
  const home = await homeCallingCode(tx)
  const input = rows.map(
    ({ data: { lastName = '', firstName = '', zip = '', company = '', ...data } }, at) => ({
      at,
      prefixes: beginningsOf(`${firstName} ${lastName}`),
      zip,
      company,
      phones: [data.phone, data.mobile, data.fax].flatMap((phone) =>
        phone ? [phoneDigits(phone, home)] : [],
      ),
    }),
  )
  const { rows: found } = await sql<Person & { at: number; score: number }>`
    with input as materialized (
      select at, prefixes, zip, search_names(company) as company, phones
      from jsonb_to_recordset(${JSON.stringify(input)}::jsonb) as g(at integer, prefixes text[], zip text, company text, phones text[])),
    candidates as (
      select g.at, c.id as contact_id, c.first_name, c.last_name, case when g.zip = '' and g.company = '' and g.phones = '{}' then
          case when c.company = '' and c.company_id is null
            and not exists (select from address a where a.contact_id = c.id and a.zip <> '')
            and not exists (select from phone p where p.contact_id = c.id)
            and not exists (select from email_address e where e.contact_id = c.id) then 1 else 0 end
        else (g.zip <> '' and exists (select from address a where a.contact_id = c.id and a.zip = g.zip))::integer
          + (g.company <> '' and g.company = search_names(coalesce((select o.last_name from contact o where o.id = c.company_id), c.company)))::integer
          + exists (select from phone p where p.contact_id = c.id and phone_digits(p.country_code, p.area_code, p.number, ${home}) = any(g.phones))::integer
        end as score
      from input g cross join lateral (
        select * from contact c
        where c.id in (select s.id from unnest(g.prefixes) p(prefix) cross join lateral (select s.id from ${entriesWithPrefix('person', sql`p.prefix`)} offset 0) s)
          and not exists (select from contact_import_row r where r.import_id = ${contactImport.id} and r.contact_id = c.id and r.outcome = 'created')
        offset 0) c)
    select * from candidates where score > 0 order by at, score desc, contact_id`.execute(tx)
  const byRow = Map.groupBy(found, ({ at }) => rows[at]!)
  return (row) => {
    const { firstName = '', lastName = '' } = row.data
    const same = (byRow.get(row) ?? []).filter(
      (one) => comparePersons({ firstName, lastName }, toName(one)) === 'equal',
    )
    return {
      ids: same
        .filter(({ score }) => score === same[0]!.score)
        .map(({ contact_id }) => contact_id)
        .slice(0, 5),
    }
  }
}

/** Whether two companies may have the same postcode (decision 5.1). */
export const haveOneZip = (one: { zip: string }, other: { zip: string }): boolean =>
  one.zip === '' || other.zip === '' || one.zip === other.zip

/** By name, and by zip if both have one (decision 5.1); then by another spelling of the name. */
async function matchCompanies(tx: Tx, rows: readonly ParsedRow[]): Promise<ContactMatcher> {
  type Company = { key: string; name: string; zip: string; id: number }
  const names = rows.map(({ data }) => data.name ?? '')
  const columns = sql`c.last_name_key as key, c.last_name as name, coalesce(a.zip, '') as zip, c.id
    from contact c left join address a on a.contact_id = c.id and a.is_default`
  const { rows: found } = await sql<Company>`
    select ${columns} where c.contact_type = 'company' and c.last_name_key = any(${names.map(comparisonKey)}::text[])
    order by c.id`.execute(tx)
  const byName = Map.groupBy(found, ({ key }) => key)
  const unknown = names.filter((name) => !byName.has(comparisonKey(name)))
  const initials = [...new Set(unknown.map((name) => prefixOf(wordsKey(name).slice(0, 1))))]
  const { rows: others } = await sql<Company>`select ${columns} where c.id in (
      select s.id from unnest(${initials}::text[]) p(prefix) cross join lateral (select s.id from ${entriesWithPrefix('company', sql`p.prefix`)}) s)
    order by c.id`.execute(tx)
  const byKey = Map.groupBy(
    others.flatMap((company) => companyKeys(company.name).map((key) => ({ key, company }))),
    ({ key }) => key,
  )
  return ({ data: { name = '', zip: ownZip = '' } }) => {
    const hasZip = (company: Company): boolean => haveOneZip({ zip: ownZip }, company)
    const spelt = () => companyKeys(name).flatMap((key) => byKey.get(key) ?? [])
    const same =
      byName.get(comparisonKey(name))?.find(hasZip) ??
      spelt()
        .map(({ company }) => company)
        .find(hasZip)
    return { ids: same ? [same.id] : [] }
  }
}

/** Locks what no unique key protects from concurrent inserts: the names of companies, and persons without an e-mail address. */
export async function lockNames(
  tx: Tx,
  contactImport: LockedImport,
  rows: readonly ParsedRow[],
): Promise<void> {
  const { contactType, createCompanies } = contactImport.plan
  if (isPerson(contactType)) {
    if (rows.some(({ data }) => !data.email)) await lockKey(tx, lockNamespace.personWithoutEmail, '')
    if (!createCompanies) return
  }
  const { companyField } = importedTypes[contactType]
  const names = rows.flatMap(({ data }) => data[companyField] ?? [])
  // Sorted, so that two imports do not deadlock.
  await sql`select pg_advisory_xact_lock(${lockNamespace.companyName}, key) from
    (select distinct hashtext(name) as key from unnest(${names.map(comparisonKey)}::text[]) name order by 1) keys`.execute(
    tx,
  )
}
