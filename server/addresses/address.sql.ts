// Changes addresses, e-mail addresses and phones of contacts and companies.
import type { Tx } from '../platform/database/database.ts'
import { emailKey } from '../platform/ground/text.ts'
import {
  type AddressInput,
  type addressFields,
  isEmptyPhone,
  type PhonesInput,
  phoneTypes,
} from './address.schema.ts'

/** The columns of the address fields of a request. */
export const addressColumns = {
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
function columnsOf(input: AddressInput): Record<string, string | boolean> {
  const values: Record<string, string | boolean> = {}
  for (const name of Object.keys(addressColumns) as (keyof typeof addressColumns)[]) {
    if (input[name] !== undefined) values[addressColumns[name]] = input[name] ?? ''
  }
  if (input.isPostOfficeBox !== undefined) values['is_post_office_box'] = input.isPostOfficeBox === 1
  return values
}

/** Adds an address. @returns its id */
export async function insertAddress(
  tx: Tx,
  contactId: number,
  input: AddressInput,
  options: { addressType: number; isDefault: boolean; parentContactId?: number | undefined },
): Promise<number> {
  const { id } = await tx
    .insertInto('address')
    .columns([
      'contact_id',
      'address_type_id',
      'is_default',
      'parent_contact_id',
      'is_invoice',
      'is_invoice_send',
    ])
    .values((eb) => ({
      contact_id: contactId,
      address_type_id: options.addressType,
      is_default: options.isDefault,
      parent_contact_id: options.parentContactId ?? null,
      is_invoice: eb.selectFrom('address_type').select('is_invoice').where('id', '=', options.addressType),
      is_invoice_send: eb
        .selectFrom('address_type')
        .select('is_invoice_send')
        .where('id', '=', options.addressType),
      ...columnsOf(input),
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The address of a contact that has a type, these fields and no others. */
export async function findEqualAddress(
  tx: Tx,
  contactId: number,
  addressType: number,
  input: AddressInput,
): Promise<number | undefined> {
  let rows = tx
    .selectFrom('address')
    .select('id')
    .where('contact_id', '=', contactId)
    .where('address_type_id', '=', addressType)
    .where('is_post_office_box', '=', input.isPostOfficeBox === 1)
  for (const [name, column] of Object.entries(addressColumns) as [
    keyof typeof addressColumns,
    (typeof addressColumns)[keyof typeof addressColumns],
  ][])
    rows = rows.where(column, '=', input[name] ?? '')
  return (await rows.orderBy('id').executeTakeFirst())?.id
}

/** The id of the default address, which is inserted if the contact has none. */
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
export async function updateAddress(tx: Tx, addressId: number, input: AddressInput): Promise<void> {
  const values = columnsOf(input)
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
      .set({ email, email_key: emailKey(email) })
      .where('id', '=', current.id)
      .execute()
  } else {
    await tx
      .insertInto('email_address')
      .values({
        contact_id: contactId,
        address_id: addressId,
        email,
        email_key: emailKey(email),
        is_default: true,
      })
      .execute()
  }
}

/** Replaces the default phones that are given; an empty one or null removes it. */
export async function setPhones(
  tx: Tx,
  contactId: number,
  addressId: number,
  input: PhonesInput,
): Promise<void> {
  const types = phoneTypes.filter((type) => input[type] !== undefined)
  if (types.length === 0) return
  const current = await tx
    .selectFrom('phone')
    .select(['id', 'type'])
    .where('contact_id', '=', contactId)
    .where('is_default', '=', true)
    .execute()
  for (const type of types) {
    const phone = input[type] ?? null
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

/** Whether a request has fields of the default address. */
export const hasAddressFields = (input: object): boolean =>
  [...Object.keys(addressColumns), 'isPostOfficeBox', ...phoneTypes].some(
    (name) => (input as Record<string, unknown>)[name] !== undefined,
  )
