// Matches rows with existing contacts: by e-mail address and last name, or without an e-mail address by name and other data.

import { sql } from 'kysely'
import { isCompany, isPerson } from '../addresses/contact-types.ts'
import { lockKey, lockNamespace, type Tx } from '../platform/database/database.ts'
import { comparisonKey, emailKey } from '../platform/ground/text.ts'
import type { LockedImport } from './import.rows.ts'
import { importedTypes } from './imported-types.ts'
import type { ParsedRow, RowData } from './parse-row.ts'

export type Match = {
  /** Several: they match equally well. */
  ids: readonly number[]
  /** The first name of the contact, if it is not that of the row: the row may be another person. */
  otherFirstName?: string
}
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

const firstNameKey = (name: string) =>
  comparisonKey(name)
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')

/** Whether two first names differ in more than case, accents and punctuation; a missing one differs from none. */
export function firstNamesDiffer(one: string, other: string): boolean {
  const [a, b] = [firstNameKey(one), firstNameKey(other)]
  return a !== '' && b !== '' && a !== b
}

async function matchByEmail(tx: Tx, rows: readonly ParsedRow[]): Promise<ContactMatcher> {
  if (rows.length === 0) return () => ({ ids: [] })
  const keyOf = ({ email = '', lastName = '' }: RowData) => joinKeys(emailKey(email), comparisonKey(lastName))
  const { rows: found } = await sql<{
    email_key: string
    last_name_key: string
    contact_id: number
    first_name: string
  }>`
    select i.email_key, i.last_name_key, i.contact_id, c.first_name from contact_identity i
    join unnest(${rows.map(({ data }) => emailKey(data.email!))}::text[], ${rows.map(({ data }) => comparisonKey(data.lastName!))}::text[])
      as input(email_key, last_name_key) using (email_key, last_name_key)
    join contact c on c.id = i.contact_id`.execute(tx)
  const contacts = new Map(found.map((one) => [joinKeys(one.email_key, one.last_name_key), one]))
  return ({ data }) => {
    const contact = contacts.get(keyOf(data))
    if (!contact) return { ids: [] }
    const ids = [contact.contact_id]
    return firstNamesDiffer(contact.first_name, data.firstName ?? '')
      ? { ids, otherFirstName: contact.first_name }
      : { ids }
  }
}

const phoneDigits = ({
  countryCode,
  areaCode,
  number,
}: { [part in 'countryCode' | 'areaCode' | 'number']: string }) =>
  countryCode.replace(/\D/g, '').replace(/^0+/, '') +
  (areaCode + number).replace(/\D/g, '').replace(/^0+/, '')

/**
 * Matches persons without an e-mail address: the same first and last name, and the same postcode, phone number or company; the
 * contacts with the most of these match. A row that has none of them matches a person that has none of them either. Case and
 * accents do not count.
 */
async function matchByName(
  tx: Tx,
  contactImport: LockedImport,
  rows: readonly ParsedRow[],
): Promise<ContactMatcher> {
  if (rows.length === 0) return () => ({ ids: [] })
  const candidates = rows.map(({ data }, at) => ({
    at,
    last: data.lastName,
    first: data.firstName ?? '',
    zip: data.zip ?? '',
    company: data.company ?? '',
    phones: [data.phone, data.mobile, data.fax].flatMap((phone) => (phone ? [phoneDigits(phone)] : [])),
  }))
  const { rows: found } = await sql<{ at: number; ids: number[] }>`
    with input as materialized (
      select at, sort_key(last) collate "C" as last, sort_key(first) collate "C" as first, zip, sort_key(company) as company, phones
      from jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb) as g(at integer, last text, first text, zip text, company text, phones text[])),
    candidates as (
      select g.at, c.id, case when g.zip = '' and g.company = '' and g.phones = '{}' then
          case when c.company = '' and c.company_id is null
            and not exists (select from address a where a.contact_id = c.id and a.zip <> '')
            and not exists (select from phone p where p.contact_id = c.id)
            and not exists (select from email_address e where e.contact_id = c.id) then 1 else 0 end
        else (g.zip <> '' and exists (select from address a where a.contact_id = c.id and a.zip = g.zip))::integer
          + (g.company <> '' and g.company = sort_key(coalesce((select o.last_name from contact o where o.id = c.company_id), c.company)))::integer
          + exists (select from phone p where p.contact_id = c.id and phone_digits(p.country_code, p.area_code, p.number) = any(g.phones))::integer
        end as score
      from input g cross join lateral (
        select * from contact c where c.contact_type = 'person'
          and sort_key(c.last_name) collate "C" = g.last and sort_key(c.first_name) collate "C" = g.first
          and not exists (select from contact_import_row r where r.import_id = ${contactImport.id} and r.contact_id = c.id and r.outcome = 'created')
        offset 0) c),
    best as (select *, rank() over (partition by at order by score desc) from candidates where score > 0)
    select at, (array_agg(id order by id))[1:5] as ids from best where rank = 1 group by at`.execute(tx)
  const ids = new Map(found.map(({ at, ids }) => [rows[at]!, ids]))
  return (row) => ({ ids: ids.get(row) ?? [] })
}

/** By name, and by zip if both have one (decision 5.1). */
async function matchCompanies(tx: Tx, rows: readonly ParsedRow[]): Promise<ContactMatcher> {
  const { rows: found } = await sql<{ key: string; zip: string; id: number }>`
    select c.last_name_key as key, coalesce(a.zip, '') as zip, c.id
    from contact c left join address a on a.contact_id = c.id and a.is_default
    where c.contact_type = 'company' and c.last_name_key = any(${rows.map(({ data }) => comparisonKey(data.name ?? ''))}::text[])
    order by c.id`.execute(tx)
  const byName = Map.groupBy(found, ({ key }) => key)
  return ({ data }) => {
    const same = byName
      .get(comparisonKey(data.name ?? ''))
      ?.find(({ zip }) => !data.zip || zip === '' || zip === data.zip)
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
