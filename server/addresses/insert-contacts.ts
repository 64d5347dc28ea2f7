// Inserts contacts with their first address, e-mail address, phones, categories and identity (decisions 4.1 to 4.7).

import {
  actorOf,
  prepared,
  query,
  queryAutocommit,
  setActor,
  type Tx,
} from '../platform/database/database.ts'
import { comparisonKey, emailKey } from '../platform/ground/text.ts'
import { type AddressInput, type PhonesInput, type PhoneType, phoneTypes } from './address.schema.ts'
import { addressColumns } from './address.sql.ts'
import { type ContactType, isCompany } from './contact-types.ts'

/** A contact to insert. References (the type of the address, categories) must have been checked. */
export type NewContact = AddressInput &
  PhonesInput & {
    contactType: ContactType
    salutation?: string | undefined
    title?: string | undefined
    firstName?: string | undefined
    /** The name of a company or location. */
    lastName: string
    name2?: string | undefined
    /** Of a person: linked to the company of this name if exactly one has it, otherwise kept as text (decision 4.3). */
    company?: string | undefined
    /** false: `company` stays a text, even if a company has this name. Default: true. */
    linksCompany?: boolean | undefined
    website?: string | undefined
    comment?: string | undefined
    /** The type of the default address. Left out: the contact gets no address, and so no e-mail address and no phones. */
    addressType?: number | undefined
    email?: string | undefined
    categoryIds?: readonly number[] | undefined
  }

/** An inserted contact. */
export type InsertedContact = {
  id: number
  /** The company that was found by its name. */
  companyId: number | null
  companyName: string | null
  addressId: number
  isInvoice: boolean
  isInvoiceSend: boolean
  emailId: number
} & { [type in PhoneType]: number | null }

/** A query of `id` and `last_name` of the company with a name, if exactly one has it (decision 4.3). @param key SQL of the comparison key */
export const companyByNameQuery = (key: string): string =>
  `select min(id) as id, min(last_name) as last_name from (
    select id, last_name from contact where contact_type = 'company' and last_name_key = ${key} limit 2
  ) same having count(*) = 1`

const contactColumns = {
  contact_type: 'contactType',
  salutation: 'salutation',
  title: 'title',
  first_name: 'firstName',
  last_name: 'lastName',
  last_name_key: 'lastNameKey',
  name2: 'name2',
  website: 'website',
  comment: 'comment',
} as const
const addressFields = Object.keys(addressColumns) as (keyof typeof addressColumns)[]
const phoneComponents = ['countryCode', 'areaCode', 'number'] as const
const phoneFields = (type: PhoneType) => phoneComponents.map((component) => `${type}.${component}`)

type InputColumn = { type: string; of: (contact: NewContact) => unknown }
const textColumn = (of: (contact: NewContact) => string | null | undefined): InputColumn => ({
  type: 'text',
  of: (contact) => of(contact) ?? '',
})
const keyColumn = (
  keyOf: (text: string) => string,
  of: (contact: NewContact) => string | undefined,
): InputColumn => ({
  type: 'text',
  of: (contact) => keyOf(of(contact) ?? '') || null,
})

/** The parameters of the statement for a contact. Empty keys are null. */
const inputColumns: Record<string, InputColumn> = {
  contactType: textColumn(({ contactType }) => contactType),
  salutation: textColumn(({ salutation }) => salutation),
  title: textColumn(({ title }) => title),
  firstName: textColumn(({ firstName }) => firstName),
  lastName: textColumn(({ lastName }) => lastName),
  lastNameKey: textColumn(({ lastName }) => comparisonKey(lastName)),
  name2: textColumn(({ name2 }) => name2),
  website: textColumn(({ website }) => website),
  comment: textColumn(({ comment }) => comment),
  company: textColumn(({ company }) => company),
  companyKey: keyColumn(comparisonKey, ({ company, linksCompany = true }) => (linksCompany ? company : '')),
  email: textColumn(({ email }) => email),
  emailKey: keyColumn(emailKey, ({ email }) => email),
  hasIdentity: {
    type: 'boolean',
    of: ({ contactType, email, lastName, addressType }) =>
      !isCompany(contactType) && Boolean(addressType && email) && comparisonKey(lastName) !== '',
  },
  addressType: { type: 'integer', of: ({ addressType }) => addressType ?? null },
  isPostOfficeBox: { type: 'boolean', of: ({ isPostOfficeBox }) => isPostOfficeBox === 1 },
  ...Object.fromEntries(addressFields.map((name) => [name, textColumn((contact) => contact[name])])),
  ...Object.fromEntries(
    phoneTypes.flatMap((type) =>
      phoneComponents.map((component) => [
        `${type}.${component}`,
        textColumn((contact) => contact[type]?.[component]),
      ]),
    ),
  ),
  categoryIds: {
    type: 'integer[]',
    of: ({ categoryIds }) => (categoryIds && categoryIds.length > 0 ? categoryIds : null),
  },
}

type InputRow = Record<string, unknown>
const toInputRow = (contact: NewContact): InputRow =>
  Object.fromEntries(Object.entries(inputColumns).map(([name, { of }]) => [name, of(contact)]))

/** The tables that the statement writes, because each table costs time even without rows. */
const partsOf = (rows: readonly InputRow[]) => {
  const anyHas = (name: string) => rows.some((row) => row[name])
  const address = anyHas('addressType')
  return {
    company: anyHas('companyKey'),
    identity: anyHas('hasIdentity'),
    address,
    email: address && anyHas('emailKey'),
    phones: phoneTypes.filter((type) => address && phoneFields(type).some(anyHas)),
    categories: anyHas('categoryIds'),
  }
}
type Parts = ReturnType<typeof partsOf>

/** A statement and the names of its parameters in their order. */
type InsertStatement = { text: string; names: readonly string[] }

/**
 * @param isBatch The contacts are one JSON parameter. A single contact has a parameter for each value: PostgreSQL needs a fifth
 * more time to insert it from JSON, which row 7 of the benchmark shows.
 */
function buildStatement(parts: Parts, isBatch: boolean): InsertStatement {
  const names: string[] = []
  const placeholder = (name: string, type: string) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}::${type}`
  }
  const value = (name: string, from = 'i') =>
    isBatch ? `${from}."${name}"` : placeholder(name, inputColumns[name]!.type)
  const values = (list: readonly string[]) => list.map((name) => value(name)).join(', ')
  const joinInput = (id: string) => (isBatch ? `join input i on i.id = ${id}` : '')
  const recordset = () =>
    `jsonb_to_recordset(${placeholder('rows', 'jsonb')}) as given (${Object.entries(inputColumns).map(([name, { type }]) => `"${name}" ${type}`)})`
  const sameCompany = () =>
    `left join lateral (${companyByNameQuery(value('companyKey', 'given'))}) company on true`
  const ctes = [
    `input as materialized (
      select nextval('contact_id_seq')::integer as id, given.*,
        ${parts.company ? 'company.id' : 'null::integer'} as "companyId", ${parts.company ? 'company.last_name' : 'null'} as "companyName"
      from ${isBatch ? recordset() : '(select) given'} ${parts.company ? sameCompany() : ''})`,
  ]
  // The identity comes first: if another contact has it, there is no row to insert after it.
  let withIdentity = ''
  if (parts.identity) {
    ctes.push(`new_identity as (
      insert into contact_identity (email_key, last_name_key, contact_id)
      select ${values(['emailKey', 'lastNameKey'])}, i.id from input i
      ${isBatch ? 'where i."hasIdentity" order by 1, 2, 3' : ''}
      on conflict do nothing returning contact_id)`)
    withIdentity = isBatch
      ? 'where not i."hasIdentity" or i.id in (select contact_id from new_identity)'
      : 'join new_identity on contact_id = i.id'
  }
  ctes.push(`new_contact as (
      insert into contact (id, company_id, company, ${Object.keys(contactColumns)})
      select i.id, i."companyId", case when i."companyId" is null then ${value('company')} else '' end, ${values(Object.values(contactColumns))}
      from input i ${withIdentity}
      returning id, company_id)`)
  if (parts.address)
    ctes.push(`new_address as (
      insert into address (contact_id, parent_contact_id, is_default, address_type_id, is_invoice, is_invoice_send,
        is_post_office_box, ${Object.values(addressColumns)})
      select c.id, c.company_id, true, ${value('addressType')}, (select is_invoice from address_type where id = ${value('addressType')}),
        (select is_invoice_send from address_type where id = ${value('addressType')}), ${value('isPostOfficeBox')}, ${values(addressFields)}
      from new_contact c ${joinInput('c.id')} where ${value('addressType')} is not null
      returning id, contact_id, is_invoice, is_invoice_send)`)
  if (parts.email)
    ctes.push(`new_email as (
      insert into email_address (contact_id, address_id, email, email_key, is_default)
      select a.contact_id, a.id, ${values(['email', 'emailKey'])}, true
      from new_address a ${joinInput('a.contact_id')} where ${value('emailKey')} is not null
      returning id, contact_id)`)
  if (parts.phones.length > 0)
    ctes.push(`new_phone as (
      insert into phone (contact_id, address_id, is_default, type, country_code, area_code, number)
      select a.contact_id, a.id, true, p.* from new_address a ${joinInput('a.contact_id')} cross join lateral (
        values ${parts.phones.map((type) => `('${type}', ${values(phoneFields(type))})`)}
      ) p (type, country_code, area_code, number) where p.country_code || p.area_code || p.number <> ''
      returning id, contact_id, type)`)
  if (parts.categories)
    ctes.push(`new_category as (
      insert into contact_in_category (contact_id, category_id)
      select c.id, unnest(${value('categoryIds')}) from new_contact c ${joinInput('c.id')})`)
  const text = `with ${ctes}
    select c.id, i."companyId", i."companyName"
      ${parts.address ? ', a.id as "addressId", a.is_invoice as "isInvoice", a.is_invoice_send as "isInvoiceSend"' : ''}
      ${parts.email ? ', e.id as "emailId"' : ''}
      ${parts.phones.map((type) => `, ${type}.id as ${type}`).join('')}
    from (select ${setActor(placeholder('actorUser', 'text'), placeholder('actorVia', 'text'))}) actor
      cross join input i left join new_contact c on c.id = i.id
      ${parts.address ? 'left join new_address a on a.contact_id = c.id' : ''}
      ${parts.email ? 'left join new_email e on e.contact_id = c.id' : ''}
      ${parts.phones.map((type) => `left join new_phone ${type} on ${type}.contact_id = c.id and ${type}.type = '${type}'`).join(' ')}
    order by i.id`
  return { text: prepared(text), names }
}

const statements = new Map<string, InsertStatement>()

function statementFor(rows: readonly InputRow[]): InsertStatement {
  const parts = partsOf(rows)
  const isBatch = rows.length > 1
  const key = `${Object.values(parts)} ${isBatch}`
  const statement = statements.get(key) ?? buildStatement(parts, isBatch)
  statements.set(key, statement)
  return statement
}

/**
 * Inserts contacts with one statement. All contacts are inserted by this function, except where existing ids are restored: by the
 * import of a data set and by undoing a merge.
 * @param options.autocommit nothing else is written in the transaction
 * @returns the contacts in the order given; undefined: another contact has the e-mail address and last name (decision 4.1)
 */
export async function insertContacts(
  tx: Tx,
  contacts: readonly NewContact[],
  { autocommit = false }: { autocommit?: boolean } = {},
): Promise<(InsertedContact | undefined)[]> {
  if (contacts.length === 0) return []
  const rows = contacts.map(toInputRow)
  const { text, names } = statementFor(rows)
  const { userId, via } = actorOf(tx)
  const values: Record<string, unknown> = {
    ...(rows.length > 1 ? { rows: JSON.stringify(rows) } : rows[0]),
    actorUser: String(userId ?? ''),
    actorVia: via,
  }
  const inserted = await (autocommit ? queryAutocommit : query)<InsertedContact | { id: null }>(
    tx,
    text,
    names.map((name) => values[name]),
  )
  return inserted.map((contact) => (contact.id === null ? undefined : contact))
}
