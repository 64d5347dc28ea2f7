// Data set: writes the rows of contacts and companies.
import { sql } from 'kysely'
import Type from 'typebox'
import {
  addressTable,
  emailTable,
  locationDataTable,
  phoneTable,
  trainerDataTable,
} from '../../addresses/child-tables.ts'
import { isCompany } from '../../addresses/contact-types.ts'
import { locationDataFields, trainerDataFields } from '../../contacts/contact.schema.ts'
import { type ChildTable, writeChildRows } from '../../platform/database/child-rows.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  bool,
  creationTimestamp,
  type Fields,
  type FieldType,
  id,
  longText,
  reference,
  shortText,
  text,
} from '../../platform/database/fields.ts'
import { analyzeGrownTables } from '../../platform/database/statistics.ts'
import { advanceSequence, chunks, upsert, writeLinks } from '../../platform/database/write-rows.ts'
import { languages } from '../../platform/ground/language.ts'
import { oneOfOrNonePattern } from '../records/record-errors.ts'
import type { DataRecord } from '../records/section.ts'
import { insertUnknownAddressTypes, insertUnknownValues } from '../sections/lookups.exchange.ts'
import type { ContactRows, PackedContact } from './rows.ts'

/** The language of messages to the contact; '': unknown. */
export const contactLanguage: FieldType = {
  ...text,
  schema: Type.String({ pattern: oneOfOrNonePattern(languages) }),
}

export const contactFields: Fields = {
  id: ['id', id],
  contactType: ['contact_type', text],
  salutation: ['salutation', text],
  title: ['title', shortText],
  firstName: ['first_name', shortText],
  lastName: ['last_name', shortText],
  name2: ['name2', shortText],
  lastNameKey: ['last_name_key', text],
  company: ['company', shortText],
  companyId: ['company_id', reference],
  website: ['website', shortText],
  image_url: ['image_url', shortText],
  language: ['language', contactLanguage],
  comment: ['comment', longText],
  createdAt: ['created_at', creationTimestamp],
}

const bit: FieldType = { ...bool, type: 'integer', write: (input) => `(${input} = 1)` }
export const newsletterFields: Fields = {
  owner: ['contact_id', id],
  ext_type: ['service', text],
  ext_id: ['external_id', shortText],
  is_active: ['is_active', bit],
  ext_opt_in: ['opt_in', bit],
  ext_opt_in_executed: ['opt_in_executed', bit],
}

/** Writes contacts with all their child rows, and deletes child rows that a record no longer lists. */
export async function writeContacts(
  tx: Tx,
  all: readonly PackedContact[],
  written: (count: number) => void,
): Promise<void> {
  const allIds = all.map(({ id }) => id)
  await advanceSequence(tx, 'contact', allIds)
  const addressTypes = new Set<number>()
  const newsletterTypes = new Set<string>()
  // Child rows may move from one contact to another, so each step processes all contacts before the next one begins.
  for (const rows of pages(all)) {
    for (const { addresses, newsletters } of rows) {
      for (const { addressType } of addresses) addressTypes.add(addressType)
      for (const { ext_type } of newsletters) newsletterTypes.add(ext_type)
    }
    await upsert(
      tx,
      'contact',
      contactFields,
      ['id'],
      // The name of a company with a record is in its record.
      rows.map(({ contact }) => (contact['companyId'] === 0 ? contact : { ...contact, company: '' })),
    )
    await analyzeGrownTables(tx)
  }
  await insertUnknownAddressTypes(tx, addressTypes)
  await insertUnknownValues(tx, 'newsletter_service', newsletterTypes)
  for (const ids of chunks(allIds)) await clearDefaults(tx, ids)
  let done = 0
  for (const rows of pages(all)) {
    await writePage(tx, rows)
    await analyzeGrownTables(tx)
    done += rows.length
    written(done)
  }
}

function* pages(all: readonly PackedContact[]): Generator<ContactRows[]> {
  for (const page of chunks(all, pageSize)) yield page.map(({ unpack }) => unpack())
}

// Rows of a page are in memory in several forms.
const pageSize = 1000

const idsOf = (rows: readonly ContactRows[]): number[] => rows.map(({ contact }) => contact['id'])

async function clearDefaults(tx: Tx, ids: readonly number[]): Promise<void> {
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
    { table: 'contact_in_category', owner: 'contact_id', column: 'category_id' },
    rows.map(({ contact, categories }) => [contact['id'], categories]),
  )
  const write = (table: ChildTable, rowsOf: (row: ContactRows) => DataRecord[]) =>
    writeChildRows(
      tx,
      table,
      rows.map((row) => [row.contact['id'], rowsOf(row)]),
      'data set',
    )
  const typeOf = await loadAddressTypes(tx)
  const addressIds = await write(addressTable, ({ addresses }) =>
    addresses.map((address) => {
      const { is_invoice, is_invoice_send } = typeOf.get(address['addressType'])!
      return {
        ...address,
        addressTypeId: address['addressType'],
        isPostOfficeBox: address['isPostOfficeBox'] === 1,
        // If left out, the type of the address decides.
        isInvoice: address['isInvoice'] ?? is_invoice,
        isInvoiceSend: address['isInvoiceSend'] ?? is_invoice_send,
      }
    }),
  )
  const firstAddress = new Map<ContactRows, number>()
  rows.reduce((count, row) => {
    firstAddress.set(row, count)
    return count + row.addresses.length
  }, 0)
  const withAddressId = (list: 'emails' | 'phones') => (row: ContactRows) =>
    row[list].map(({ addressIndex, ...fields }) => ({
      ...fields,
      addressId: addressIndex < 0 ? 0 : addressIds[firstAddress.get(row)! + addressIndex]!,
    }))
  await write(emailTable, withAddressId('emails'))
  await write(phoneTable, withAddressId('phones'))
  await write({ ...trainerDataTable, fields: trainerDataFields }, ({ trainers }) => trainers)
  await write({ ...locationDataTable, fields: locationDataFields }, ({ locations }) => locations)
  await sql`delete from newsletter_subscription where contact_id = any(${ids}::int[])`.execute(tx)
  await upsert(
    tx,
    'newsletter_subscription',
    newsletterFields,
    ['contact_id', 'service', 'external_id'],
    rows.flatMap((row) => row.newsletters),
  )
  await insertIdentities(tx, rows)
}

const loadAddressTypes = async (tx: Tx) => {
  const rows = await tx.selectFrom('address_type').select(['id', 'is_invoice', 'is_invoice_send']).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The identities of a contact: pairs of e-mail address and last name (decision 4.1). */
export function identitiesOfContact({ contact, emails }: ContactRows): [emailKey: string, nameKey: string][] {
  if (isCompany(contact['contactType']) || contact['lastNameKey'] === '') return []
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
