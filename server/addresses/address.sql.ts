// Addresses, e-mail addresses and phones of contacts and companies: read and written for their slices.
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Reader, Tx } from '../platform/database.ts'
import { fold } from '../platform/text.ts'
import {
  type Address,
  type addressFields,
  type GivenAddress,
  type GivenPhones,
  type Phone,
  type PhoneType,
  phoneTypes,
} from './address.schema.ts'
import { insertEmail, isEmptyPhone } from './reach.sql.ts'

/** An address with what places it in a contact's record. */
export type LoadedAddress = {
  address: Address
  contactId: number
  isInvoice: boolean
  isInvoiceSend: boolean
}

/** All that contacts are reached by. */
export type Reach = {
  addresses: Map<number, LoadedAddress[]>
  emails: Map<number, string>
  phones: Map<number, Map<string, Phone>>
}

/**
 * `= id` or `= any(ids)`. For one id PostgreSQL keeps the plan of a prepared statement; for a list, whose length it does not
 * know beforehand, it plans each time.
 */
export const among = (ids: readonly number[]) =>
  ids.length === 1 ? sql<number>`${ids[0]}::int` : sql<number>`any(${ids}::int[])`

const noPhone = (type: PhoneType): Phone => ({ id: 0, type, countryCode: '', areaCode: '', number: '' })

/** The default phone of a type, or the absent one, which keeps its type. */
export const defaultPhone = (reach: Reach, contactId: number, type: PhoneType): Phone =>
  reach.phones.get(contactId)?.get(type) ?? noPhone(type)

/**
 * Loads addresses, default e-mail addresses and default phones of contacts in one statement.
 * @param which 'default': the default address alone; 'all': every one
 */
export async function loadReach(
  db: Reader,
  contactIds: readonly number[],
  which: 'default' | 'all',
): Promise<Reach> {
  const reach: Reach = { addresses: new Map(), emails: new Map(), phones: new Map() }
  if (contactIds.length === 0) return reach
  const wanted = among(contactIds)
  // One statement for three tables: the way to the database and back costs more than the rows.
  const { rows, emails, phones } = await db
    .selectNoFrom([
      jsonArrayFrom(
        db
          .selectFrom('address as a')
          .leftJoin('contact as parent', 'parent.id', 'a.parent_contact_id')
          .selectAll('a')
          .select('parent.last_name as parent_name')
          .where('a.contact_id', '=', wanted)
          .$if(which === 'default', (query) => query.where('a.is_default', '=', true))
          .orderBy('a.id'),
      ).as('rows'),
      jsonArrayFrom(
        db.selectFrom('email_address').selectAll().where('contact_id', '=', wanted).orderBy('id'),
      ).as('emails'),
      jsonArrayFrom(db.selectFrom('phone').selectAll().where('contact_id', '=', wanted).orderBy('id')).as(
        'phones',
      ),
    ])
    .executeTakeFirstOrThrow()
  const byId = new Map<number, Address>()
  for (const row of rows) {
    const address: Address = {
      id: row.id,
      addressType: row.address_type,
      parentContact: row.parent_name ?? '',
      parentContactId: row.parent_contact_id ?? 0,
      isDefault: row.is_default,
      position: row.position,
      department: row.department,
      street: row.street,
      houseNumber: row.house_number,
      addition: row.addition,
      zip: row.zip,
      city: row.city,
      state: row.state,
      country: row.country,
      emails: [],
      phones: [],
    }
    byId.set(row.id, address)
    const loaded = {
      address,
      contactId: row.contact_id,
      isInvoice: row.is_invoice,
      isInvoiceSend: row.is_invoice_send,
    }
    const own = reach.addresses.get(row.contact_id)
    if (own) own.push(loaded)
    else reach.addresses.set(row.contact_id, [loaded])
  }
  for (const row of emails) {
    if (row.is_default) reach.emails.set(row.contact_id, row.email)
    if (row.address_id !== null) byId.get(row.address_id)?.emails.push({ id: row.id, email: row.email })
  }
  for (const row of phones) {
    const phone: Phone = {
      id: row.id,
      type: row.type,
      countryCode: row.country_code,
      areaCode: row.area_code,
      number: row.number,
    }
    if (row.address_id !== null) byId.get(row.address_id)?.phones.push(phone)
    if (!row.is_default) continue
    const own = reach.phones.get(row.contact_id) ?? new Map<string, Phone>()
    reach.phones.set(row.contact_id, own.set(row.type, phone))
  }
  return reach
}

const columns = {
  department: 'department',
  position: 'position',
  street: 'street',
  houseNumber: 'house_number',
  addition: 'addition',
  zip: 'zip',
  city: 'city',
  state: 'state',
  country: 'country',
} as const satisfies Record<keyof typeof addressFields, string>

/** The columns that a request's address fields set; null clears. */
function columnsOf(given: GivenAddress): Record<string, string | boolean> {
  const values: Record<string, string | boolean> = {}
  for (const name of Object.keys(columns) as (keyof typeof columns)[]) {
    if (given[name] !== undefined) values[columns[name]] = given[name] ?? ''
  }
  if (given.isPostOfficeBox !== undefined) values['is_post_office_box'] = given.isPostOfficeBox === 1
  return values
}

/** Adds an address. @returns its id */
export async function insertAddress(
  tx: Tx,
  contactId: number,
  given: GivenAddress,
  placed: { addressType: number; isDefault: boolean; parentContactId?: number | undefined },
): Promise<number> {
  const { id } = await tx
    .insertInto('address')
    .columns([
      'contact_id',
      'address_type',
      'is_default',
      'parent_contact_id',
      'is_invoice',
      'is_invoice_send',
    ])
    .values((eb) => ({
      contact_id: contactId,
      address_type: placed.addressType,
      is_default: placed.isDefault,
      parent_contact_id: placed.parentContactId ?? null,
      is_invoice: eb.selectFrom('address_type').select('is_invoice').where('id', '=', placed.addressType),
      is_invoice_send: eb
        .selectFrom('address_type')
        .select('is_invoice_send')
        .where('id', '=', placed.addressType),
      ...columnsOf(given),
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The id of the default address; made where the contact has none. */
export async function ensureDefaultAddress(tx: Tx, contactId: number, addressType: number): Promise<number> {
  const row = await tx
    .selectFrom('address')
    .select('id')
    .where('contact_id', '=', contactId)
    .where('is_default', '=', true)
    .executeTakeFirst()
  return row?.id ?? insertAddress(tx, contactId, {}, { addressType, isDefault: true })
}

/** Changes the fields of an address that are given. */
export async function updateAddress(tx: Tx, addressId: number, given: GivenAddress): Promise<void> {
  const values = columnsOf(given)
  if (Object.keys(values).length === 0) return
  await tx.updateTable('address').set(values).where('id', '=', addressId).execute()
}

/** Sets the default e-mail address of a contact; '' or null removes it. */
export async function setEmail(
  tx: Tx,
  contactId: number,
  addressId: number,
  email: string | null,
): Promise<void> {
  const current = await tx
    .selectFrom('email_address')
    .select(['id', 'email'])
    .where('contact_id', '=', contactId)
    .where('is_default', '=', true)
    .executeTakeFirst()
  if (!email) {
    if (current) await tx.deleteFrom('email_address').where('id', '=', current.id).execute()
  } else if (current) {
    await tx
      .updateTable('email_address')
      .set({ email, email_key: fold(email) })
      .where('id', '=', current.id)
      .execute()
  } else {
    await insertEmail(tx, contactId, addressId, email)
  }
}

/** Replaces the default phones that are given as a whole; an empty one or null removes it. */
export async function setPhones(
  tx: Tx,
  contactId: number,
  addressId: number,
  given: GivenPhones,
): Promise<void> {
  const types = phoneTypes.filter((type) => given[type] !== undefined)
  if (types.length === 0) return
  const current = await tx
    .selectFrom('phone')
    .select(['id', 'type'])
    .where('contact_id', '=', contactId)
    .where('is_default', '=', true)
    .execute()
  for (const type of types) {
    const phone = given[type] ?? null
    const id = current.find((row) => row.type === type)?.id
    const values = {
      country_code: phone?.countryCode ?? '',
      area_code: phone?.areaCode ?? '',
      number: phone?.number ?? '',
    }
    if (isEmptyPhone(phone)) {
      if (id) await tx.deleteFrom('phone').where('id', '=', id).execute()
    } else if (id) {
      await tx.updateTable('phone').set(values).where('id', '=', id).execute()
    } else {
      await tx
        .insertInto('phone')
        .values({ contact_id: contactId, address_id: addressId, type, is_default: true, ...values })
        .execute()
    }
  }
}

/** Whether a request says anything of the default address. */
export const mentionsAddress = (given: object): boolean =>
  [...Object.keys(columns), 'isPostOfficeBox', ...phoneTypes].some(
    (name) => (given as Record<string, unknown>)[name] !== undefined,
  )
