// Data set: rows of contacts and companies into their tables.
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { writeChildRows } from '../records/child-rows.ts'
import {
  advanceSequence,
  bool,
  type ColumnType,
  creationTimestamp,
  type Fields,
  id,
  reference,
  text,
  texts,
  upsert,
} from '../records/columns.ts'
import { type Item, writeLinks } from '../records/section.ts'
import { insertUnknownAddressTypes, insertUnknownValues } from '../sections/lookups.exchange.ts'
import type { ContactRows } from './rows.ts'

const contactFields: Fields = {
  id: ['id', id],
  contactType: ['contact_type', text],
  salutation: ['salutation', text],
  title: ['title', text],
  firstName: ['first_name', text],
  lastName: ['last_name', text],
  name2: ['name2', text],
  lastNameKey: ['last_name_key', text],
  company: ['company', text],
  companyId: ['company_id', reference],
  website: ['website', text],
  image_url: ['image_url', text],
  comment: ['comment', text],
  createdAt: ['created_at', creationTimestamp],
}

const owner: Fields[string] = ['contact_id', id]

// What nobody says follows from the type of the address.
const defaultByAddressType = (column: string): ColumnType => ({
  ...bool,
  write: (input) =>
    `coalesce(${input}, (select y.${column} from address_type y where y.id = given."addressType"))`,
})

const addressFields: Fields = {
  id: ['id', id],
  owner,
  addressType: ['address_type_id', id],
  parentContactId: ['parent_contact_id', reference],
  isDefault: ['is_default', bool],
  isInvoice: ['is_invoice', defaultByAddressType('is_invoice')],
  isInvoiceSend: ['is_invoice_send', defaultByAddressType('is_invoice_send')],
  isPostOfficeBox: ['is_post_office_box', { ...bool, type: 'integer', write: (input) => `(${input} = 1)` }],
  position: ['position', text],
  department: ['department', text],
  street: ['street', text],
  houseNumber: ['house_number', text],
  addition: ['addition', text],
  zip: ['zip', text],
  city: ['city', text],
  state: ['state', text],
  country: ['country', text],
}

const contactDetailFields: Fields = {
  id: ['id', id],
  owner,
  addressId: ['address_id', reference],
  isDefault: ['is_default', bool],
}
const emailFields: Fields = { ...contactDetailFields, email: ['email', text], emailKey: ['email_key', text] }
const phoneFields: Fields = {
  ...contactDetailFields,
  type: ['type', text],
  countryCode: ['country_code', text],
  areaCode: ['area_code', text],
  number: ['number', text],
}

const trainerFields: Fields = {
  id: ['id', id],
  owner,
  trn_objectives: ['objectives', text],
  trn_travel_expenses: ['travel_expenses', text],
  trn_comment: ['comment', text],
  trn_description_html: ['description_html', text],
  trn_misc1: ['misc1', text],
  trn_misc2: ['misc2', text],
  sub_categories: ['sub_categories', texts],
}

const locationFields: Fields = {
  id: ['id', id],
  owner,
  loc_comment: ['comment', text],
  loc_description_html: ['description_html', text],
  loc_url: ['url', text],
  loc_misc: ['misc', text],
}

const bit: ColumnType = { ...bool, type: 'integer', write: (input) => `(${input} = 1)` }
const newsletterFields: Fields = {
  owner,
  ext_type: ['service', text],
  ext_id: ['external_id', text],
  is_active: ['is_active', bit],
  ext_opt_in: ['opt_in', bit],
  ext_opt_in_executed: ['opt_in_executed', bit],
}

const pageSize = 5000

/** Writes contacts with all their parts; what a record no longer lists goes. */
export async function writeContacts(
  tx: Tx,
  all: readonly ContactRows[],
  written: (count: number) => void,
): Promise<void> {
  await advanceSequence(
    tx,
    'contact',
    all.reduce((highest, { contact }) => Math.max(highest, contact['id']), 0),
  )
  await insertUnknownAddressTypes(
    tx,
    new Set(all.flatMap(({ addresses }) => addresses.map((address) => address['addressType'] as number))),
  )
  await insertUnknownValues(
    tx,
    'newsletterType',
    new Set(all.flatMap(({ newsletters }) => newsletters.map((one) => one['ext_type']))),
  )
  // Every part may move from one contact to another, so no step begins before the one before it has seen all contacts.
  for (const rows of pages(all))
    await upsert(
      tx,
      'contact',
      contactFields,
      ['id'],
      rows.map((row) => row.contact),
    )
  for (const rows of pages(all)) await clearDefaults(tx, rows)
  let done = 0
  for (const rows of pages(all)) {
    await writePage(tx, rows)
    done += rows.length
    written(done)
  }
}

function* pages(all: readonly ContactRows[]): Generator<ContactRows[]> {
  for (let start = 0; start < all.length; start += pageSize) yield all.slice(start, start + pageSize)
}

const idsOf = (rows: readonly ContactRows[]): number[] => rows.map(({ contact }) => contact['id'])

async function clearDefaults(tx: Tx, rows: readonly ContactRows[]): Promise<void> {
  const ids = idsOf(rows)
  for (const table of ['address', 'email_address', 'phone'])
    await sql`update ${sql.raw(table)} set is_default = false where contact_id = any(${ids}::int[]) and is_default`.execute(
      tx,
    )
  await sql`delete from contact_identity where contact_id = any(${ids}::int[])`.execute(tx)
}

async function writePage(tx: Tx, rows: readonly ContactRows[]): Promise<void> {
  const ids = idsOf(rows)
  await writeLinks(
    tx,
    {
      table: 'contact_in_category',
      owner: 'contact_id',
      column: 'category_id',
      type: 'int',
      schema: id.schema,
    },
    rows.map(({ contact, categories }) => [contact['id'], categories]),
  )
  const rowsOf = (pick: (row: ContactRows) => Item[]) => rows.flatMap(pick)
  await writeChildRows(
    tx,
    { table: 'address', owner: 'contact_id', fields: addressFields },
    ids,
    rowsOf((row) => row.addresses),
  )
  const withAddressId = (pick: (row: ContactRows) => Item[]) =>
    rows.flatMap((row) =>
      pick(row).map((part) => ({ ...part, addressId: row.addresses[part['place']]?.['id'] ?? 0 })),
    )
  await writeChildRows(
    tx,
    { table: 'email_address', owner: 'contact_id', fields: emailFields },
    ids,
    withAddressId((row) => row.emails),
  )
  await writeChildRows(
    tx,
    { table: 'phone', owner: 'contact_id', fields: phoneFields },
    ids,
    withAddressId((row) => row.phones),
  )
  await writeChildRows(
    tx,
    { table: 'trainer_data', owner: 'contact_id', fields: trainerFields },
    ids,
    rowsOf((row) => row.trainers),
  )
  await writeChildRows(
    tx,
    { table: 'location_data', owner: 'contact_id', fields: locationFields },
    ids,
    rowsOf((row) => row.locations),
  )
  await sql`delete from newsletter_subscription where contact_id = any(${ids}::int[])`.execute(tx)
  await upsert(
    tx,
    'newsletter_subscription',
    newsletterFields,
    ['contact_id', 'service', 'external_id'],
    rowsOf((row) => row.newsletters),
  )
  await insertIdentities(tx, rows)
}

/** The pairs of e-mail address and last name that a contact is known by (decision 4.1). */
export function identitiesOfContact({ contact, emails }: ContactRows): [emailKey: string, nameKey: string][] {
  if (contact['contactType'] === 'company' || contact['lastNameKey'] === '') return []
  return [...new Set(emails.map((email) => email['emailKey'] as string))].map((key) => [
    key,
    contact['lastNameKey'],
  ])
}

async function insertIdentities(tx: Tx, rows: readonly ContactRows[]): Promise<void> {
  const found = rows.flatMap((row) =>
    identitiesOfContact(row).map(([email, name]) => ({ email, name, id: row.contact['id'] as number })),
  )
  await sql`insert into contact_identity (email_key, last_name_key, contact_id)
    select * from unnest(${found.map((one) => one.email)}::text[], ${found.map((one) => one.name)}::text[],
      ${found.map((one) => one.id)}::int[])`.execute(tx)
}
