// Many new contacts in one statement, with all that they are reached by (decisions 4.1 to 4.7, 5.1): a statement for each, with
// the triggers that it sets off, would take several times as long.
import { sql } from 'kysely'
import { phoneTypes } from '../addresses/address.schema.ts'
import { nonEmptyPhoneTypes } from '../addresses/contact-details.sql.ts'
import { defaultAddressType } from '../contacts/contact.insert.ts'
import { prepared, query, type Tx } from '../platform/database/database.ts'
import { comparisonKey } from '../platform/runtime/text.ts'
import type { ContactKind } from './import-plan.ts'
import type { RowData } from './parse-row.ts'

/** A contact to be made. */
export type NewContact = {
  kind: ContactKind
  data: RowData
  categoryIds: readonly number[]
  /** Of a person: the company that it belongs to; undefined: the name of it is kept as a text. */
  companyId?: number | undefined
}

const addressColumns = [
  'department',
  'position',
  'street',
  'houseNumber',
  'addition',
  'zip',
  'city',
  'state',
  'country',
] as const

const insertStatement = prepared(`
  with given as materialized (
    select * from jsonb_to_recordset($1::jsonb) as g(id integer, kind text, salutation text, title text, "firstName" text, "lastName" text,
      name2 text, "nameKey" text, "companyId" integer, company text, website text, comment text, email text, "emailKey" text,
      "addressType" integer, ${addressColumns.map((name) => `"${name}" text`).join(', ')}, phones jsonb, "categoryIds" integer[])),
  identity as (
    insert into contact_identity (email_key, last_name_key, contact_id)
    select "emailKey", "nameKey", id from given where kind = 'person' and "emailKey" <> '' and "nameKey" <> '' order by 1, 2
    on conflict do nothing returning contact_id),
  own as (
    insert into contact (id, contact_type, salutation, title, first_name, last_name, last_name_key, name2, company_id, company, website, comment)
    select id, kind, salutation, title, "firstName", "lastName", "nameKey", name2, "companyId", company, website, comment from given
    where kind = 'company' or "emailKey" = '' or "nameKey" = '' or id in (select contact_id from identity)
    order by id returning id),
  new_address as (
    insert into address (contact_id, parent_contact_id, is_default, address_type_id, is_invoice, is_invoice_send,
      department, position, street, house_number, addition, zip, city, state, country)
    select g.id, g."companyId", true, g."addressType", t.is_invoice, t.is_invoice_send, ${addressColumns.map((name) => `g."${name}"`).join(', ')}
    from given g join own using (id) join address_type t on t.id = g."addressType" order by g.id returning id, contact_id),
  new_email as (
    insert into email_address (contact_id, address_id, email, email_key, is_default)
    select g.id, a.id, g.email, g."emailKey", true from given g join new_address a on a.contact_id = g.id where g.email <> ''),
  new_phone as (
    insert into phone (contact_id, address_id, is_default, type, country_code, area_code, number)
    select g.id, a.id, true, p.type, p.country, p.area, p.number from given g join new_address a on a.contact_id = g.id
    cross join jsonb_to_recordset(g.phones) as p(type text, country text, area text, number text)),
  new_category as (
    insert into contact_in_category (contact_id, category_id)
    select g.id, c from given g join own using (id) cross join unnest(g."categoryIds") c)
  select id from own`)

function toInsertRow(
  { kind, data, categoryIds, companyId }: NewContact,
  id: number,
): Record<string, unknown> {
  const isPerson = kind === 'person'
  const lastName = (isPerson ? data.lastName : data.name) ?? ''
  const phones = phoneTypes.filter((type) => nonEmptyPhoneTypes(data).includes(type))
  return {
    id,
    kind,
    salutation: data.salutation ?? '',
    title: data.title ?? '',
    firstName: data.firstName ?? '',
    lastName,
    name2: data.name2 ?? '',
    nameKey: comparisonKey(lastName),
    companyId: companyId ?? null,
    company: companyId === undefined && isPerson ? (data.company ?? '') : '',
    website: data.website ?? '',
    comment: data.comment ?? '',
    email: data.email ?? '',
    emailKey: comparisonKey(data.email ?? ''),
    addressType: isPerson ? defaultAddressType(data) : 1,
    ...Object.fromEntries(addressColumns.map((name) => [name, data[name] ?? ''])),
    phones: phones.map((type) => {
      const { countryCode, areaCode, number } = data[type]!
      return { type, country: countryCode, area: areaCode, number }
    }),
    categoryIds,
  }
}

/**
 * Makes contacts. The caller holds the names of companies, which are not looked for here.
 * @returns their ids in the same order; undefined: another contact has the e-mail address and last name
 */
export async function insertContacts(
  tx: Tx,
  contacts: readonly NewContact[],
): Promise<(number | undefined)[]> {
  if (contacts.length === 0) return []
  const { rows: ids } = await sql<{
    id: number
  }>`select nextval('contact_id_seq')::integer as id from generate_series(1, ${contacts.length})`.execute(tx)
  const newRows = contacts.map((contact, at) => toInsertRow(contact, ids[at]!.id))
  const inserted = await query<{ id: number }>(tx, insertStatement, [JSON.stringify(newRows)])
  const insertedIds = new Set(inserted.map(({ id }) => id))
  return ids.map(({ id }) => (insertedIds.has(id) ? id : undefined))
}
