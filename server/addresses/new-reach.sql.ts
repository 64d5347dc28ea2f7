// The first address, e-mail address, phones and category of a contact: written by the statement that makes the contact.
import { fold } from '../platform/text.ts'
import { type GivenAddress, type GivenPhones, phoneTypes } from './address.schema.ts'
import { isEmptyPhone } from './reach.sql.ts'

/** What a statement is given: name of a column of `given` → its type in PostgreSQL. */
export type Given = Record<string, 'text' | 'text[]' | 'integer'>

/** `given`, the row of a statement's parameters. Each is named there, so that no part of a statement counts them. */
export const given = (columns: Given): string => {
  const all = Object.entries(columns).map(([name, type], index) => `$${index + 1}::${type} as ${name}`)
  return `given as materialized (select ${all.join(', ')})`
}

const fields = {
  department: 'department',
  position: 'position',
  street: 'street',
  house_number: 'houseNumber',
  addition: 'addition',
  zip: 'zip',
  city: 'city',
  state: 'state',
  country: 'country',
} as const

/** The columns of `given` that `newReach` reads. */
export const reachColumns: Given = {
  ...Object.fromEntries(Object.keys(fields).map((name) => [name, 'text' as const])),
  is_post_office_box: 'integer',
  address_type: 'integer',
  email: 'text',
  email_key: 'text',
  phone_types: 'text[]',
  country_codes: 'text[]',
  area_codes: 'text[]',
  numbers: 'text[]',
  category_id: 'integer',
}

export type NewReach = GivenAddress &
  GivenPhones & { email?: string | undefined; categoryId?: number | undefined }

const givenPhones = (data: GivenPhones) => phoneTypes.filter((type) => !isEmptyPhone(data[type] ?? null))

/** The values of `reachColumns`. */
export function reachValues(data: NewReach, addressType: number): unknown[] {
  const types = givenPhones(data)
  return [
    ...Object.values(fields).map((name) => data[name] ?? ''),
    data.isPostOfficeBox ?? 0,
    addressType,
    data.email ?? '',
    fold(data.email ?? ''),
    types,
    types.map((type) => data[type]!.countryCode ?? ''),
    types.map((type) => data[type]!.areaCode ?? ''),
    types.map((type) => data[type]!.number ?? ''),
    data.categoryId ?? 0,
  ]
}

/** Which tables a new contact has rows in beside its address: those of others need not be opened. */
export type ReachShape = { email: boolean; phones: boolean; category: boolean }

export const reachShape = (data: NewReach): ReachShape => ({
  email: Boolean(data.email),
  phones: givenPhones(data).length > 0,
  category: data.categoryId !== undefined,
})

/** The parts of a `with` that insert what the new row of `contact`, an earlier part, is reached by. */
export const newReach = (shape: ReachShape): string[] => [
  `address as (
    insert into address (contact_id, parent_contact_id, is_default, address_type, is_invoice, is_invoice_send,
      is_post_office_box, ${Object.keys(fields).join(', ')})
    select contact.id, contact.company_id, true, given.address_type, type.is_invoice, type.is_invoice_send,
      given.is_post_office_box = 1, ${Object.keys(fields)
        .map((name) => `given.${name}`)
        .join(', ')}
    from contact cross join given left join address_type type on type.id = given.address_type
    returning *)`,
  ...(shape.email
    ? [
        `email_address as (
    insert into email_address (contact_id, address_id, email, email_key, is_default)
    select contact.id, address.id, given.email, given.email_key, true from contact, address, given
    returning *)`,
      ]
    : []),
  ...(shape.phones
    ? [
        `phone as (
    insert into phone (contact_id, address_id, is_default, type, country_code, area_code, number)
    select contact.id, address.id, true, one.* from contact, address, given,
      unnest(given.phone_types, given.country_codes, given.area_codes, given.numbers) one
    returning *)`,
      ]
    : []),
  ...(shape.category
    ? [
        `contact_in_category as (
    insert into contact_in_category (contact_id, category_id) select contact.id, given.category_id from contact, given
    returning *)`,
      ]
    : []),
]
