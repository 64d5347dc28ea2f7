// Data set: contacts and companies as records.
import { sql } from 'kysely'
import { loadCompanies } from '../../companies/company.sql.ts'
import { loadContacts } from '../../contacts/contact.sql.ts'
import type { Reader } from '../../platform/database/database.ts'
import { timestamp } from '../../platform/database/fields.ts'
import type { Key } from '../records/section.ts'

const loadEverything = {
  loadAllAddresses: 1,
  loadInvoiceAddresses: 1,
  loadInvoiceSendAddresses: 1,
  loadContactImage: 1,
  loadResourceData: 1,
}

const pageSize = 500

async function* contactIdPages(
  reader: Reader,
  areCompanies: boolean,
  keys?: readonly Key[],
): AsyncGenerator<number[]> {
  // A company may also be imported in the form of a contact.
  const wanted = keys
    ? sql`id = any(${keys}::int[]) and (contact_type = 'company' or not ${areCompanies})`
    : sql`(contact_type = 'company') = ${areCompanies}`
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number }>`select id from contact
      where id > ${last} and ${wanted} order by id limit ${pageSize}`.execute(reader)
    if (rows.length > 0) yield rows.map((row) => row.id)
    if (rows.length < pageSize) return
    last = rows.at(-1)!.id
  }
}

type AdditionalFields = { name2: string; language: string; comment: string; createdAt: string }
type WithoutAddress = { otherEmails: object[]; otherPhones: object[] }

/** The fields that the interface's records do not have. */
async function loadAdditionalFields(reader: Reader, ids: number[]) {
  const { rows } = await sql<AdditionalFields & WithoutAddress & { id: number; boxes: number[] }>`
    select c.id, c.name2, c.language, c.comment, ${sql.raw(timestamp.read('c.created_at'))} as "createdAt",
      array(select a.id from address a where a.contact_id = c.id and a.is_post_office_box) as boxes,
      coalesce((select json_agg(json_build_object('id', e.id, 'email', e.email) order by e.id) from email_address e
        where e.contact_id = c.id and e.address_id is null), '[]') as "otherEmails",
      coalesce((select json_agg(json_build_object('id', p.id, 'type', p.type, 'countryCode', p.country_code,
          'areaCode', p.area_code, 'number', p.number) order by p.id) from phone p
        where p.contact_id = c.id and p.address_id is null and not p.is_default), '[]') as "otherPhones"
    from contact c where c.id = any(${ids}::int[])`.execute(reader)
  return new Map(rows.map((row) => [row.id, row]))
}

const withPostOfficeBox = (addresses: readonly { id: number }[], boxes: readonly number[]) =>
  addresses.map((address) => ({ ...address, isPostOfficeBox: boxes.includes(address.id) ? 1 : 0 }))

/** Persons and locations as JSON texts, by id. */
export async function* readContacts(reader: Reader, keys?: readonly Key[]): AsyncGenerator<string> {
  for await (const ids of contactIdPages(reader, false, keys)) {
    const more = await loadAdditionalFields(reader, ids)
    for (const contact of await loadContacts(reader, ids, loadEverything)) {
      const { boxes, name2, language, comment, createdAt, otherEmails, otherPhones } = more.get(contact.id)!
      yield JSON.stringify({
        ...contact,
        defaultAddress: withPostOfficeBox(contact.defaultAddress, boxes),
        allAddress: withPostOfficeBox(contact.allAddress, boxes),
        invoiceAddress: withPostOfficeBox(contact.invoiceAddress, boxes),
        invoiceSendAddress: withPostOfficeBox(contact.invoiceSendAddress, boxes),
        name2,
        language,
        comment,
        createdAt,
        otherEmails,
        otherPhones,
      })
    }
  }
}

/** Companies as JSON texts, by id. */
export async function* readCompanies(reader: Reader, keys?: readonly Key[]): AsyncGenerator<string> {
  for await (const ids of contactIdPages(reader, true, keys)) {
    const more = await loadAdditionalFields(reader, ids)
    const asContacts = new Map(
      (await loadContacts(reader, ids, loadEverything)).map((contact) => [contact.id, contact]),
    )
    for (const company of await loadCompanies(reader, ids)) {
      const { boxes, language, comment, createdAt, otherEmails, otherPhones } = more.get(company.id)!
      const contact = asContacts.get(company.id)!
      yield JSON.stringify({
        ...company,
        defaultAddress: withPostOfficeBox(company.defaultAddress, boxes),
        allAddress: withPostOfficeBox(company.allAddress, boxes),
        invoiceAddress: withPostOfficeBox(contact.invoiceAddress, boxes),
        invoiceSendAddress: withPostOfficeBox(contact.invoiceSendAddress, boxes),
        website: contact.website,
        image_url: contact.image_url,
        extNewsletter: contact.extNewsletter,
        language,
        comment,
        createdAt,
        otherEmails,
        otherPhones,
      })
    }
  }
}
