// The first address, e-mail address, phones and category of a contact: written by the statement that makes the contact.
import { prepared } from '../platform/database/database.ts'
import { comparisonKey } from '../platform/runtime/text.ts'
import {
  type AddressInput,
  type PhoneInput,
  type PhonesInput,
  type PhoneType,
  phoneTypes,
} from './address.schema.ts'

/** A statement made finished once, and the names of the values that it takes in their order. */
export type PreparedStatement = { text: string; names: readonly string[] }

/** Writes a value's place in a statement. */
export type Placeholder = (name: string, type: 'text' | 'integer') => string

/** The statements of each shape, made once, with their parameters numbered as they are first named. */
export function cachedStatements<S extends object>(
  build: (shape: S, placeholder: Placeholder) => string,
): (shape: S) => PreparedStatement {
  const cache = new Map<string, PreparedStatement>()
  return (shape) => {
    const key = Object.values(shape).join()
    const cached = cache.get(key)
    if (cached) return cached
    const names: string[] = []
    const text = build(shape, (name, type) => {
      if (!names.includes(name)) names.push(name)
      return `$${names.indexOf(name) + 1}::${type}`
    })
    const statement = { text: prepared(text), names }
    cache.set(key, statement)
    return statement
  }
}

const fieldByColumn = {
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
const columns = Object.keys(fieldByColumn) as (keyof typeof fieldByColumn)[]

export type ContactDetailsInput = AddressInput &
  PhonesInput & { email?: string | undefined; categoryId?: number | undefined }

/** Whether a phone says nothing; then it is as if it were null. */
export const isEmptyPhone = (phone: PhoneInput | null): boolean =>
  !phone || !(phone.countryCode || phone.areaCode || phone.number)

/** The phones of a request that say something. */
export const nonEmptyPhoneTypes = (data: PhonesInput): PhoneType[] =>
  phoneTypes.filter((type) => !isEmptyPhone(data[type] ?? null))

/** The values that the parts of `newReach` name. */
export function contactDetailValues(data: ContactDetailsInput, addressType: number): Record<string, unknown> {
  return {
    ...Object.fromEntries(columns.map((name) => [name, data[fieldByColumn[name]] ?? ''])),
    isPostOfficeBox: data.isPostOfficeBox ?? 0,
    addressType,
    email: data.email,
    emailKey: data.email && comparisonKey(data.email),
    ...Object.fromEntries(
      nonEmptyPhoneTypes(data).flatMap((type) => [
        [`${type}Country`, data[type]!.countryCode ?? ''],
        [`${type}Area`, data[type]!.areaCode ?? ''],
        [`${type}Number`, data[type]!.number ?? ''],
      ]),
    ),
    categoryId: data.categoryId,
  }
}

/** Which tables a new contact has rows in beside its address: those of others need not be opened. */
export type ContactDetailsShape = { email: boolean; phones: readonly PhoneType[]; category: boolean }

export const contactDetailsShape = (data: ContactDetailsInput): ContactDetailsShape => ({
  email: Boolean(data.email),
  phones: nonEmptyPhoneTypes(data),
  category: data.categoryId !== undefined,
})

/** The parts of a `with` that insert what a new contact is reached by. `own`, a part before, has its id and its company's. */
export function contactDetailCtes(shape: ContactDetailsShape, placeholder: Placeholder): string[] {
  const type = placeholder('addressType', 'integer')
  const ctes = [
    `new_address as (
      insert into address (contact_id, parent_contact_id, is_default, address_type_id, is_invoice, is_invoice_send,
        is_post_office_box, ${columns.join(', ')})
      select own.id, own.company_id, true, ${type}, (select is_invoice from address_type where id = ${type}),
        (select is_invoice_send from address_type where id = ${type}), ${placeholder('isPostOfficeBox', 'integer')} = 1,
        ${columns.map((name) => placeholder(name, 'text')).join(', ')}
      from own returning id, is_invoice, is_invoice_send)`,
  ]
  if (shape.email)
    ctes.push(`new_email as (
      insert into email_address (contact_id, address_id, email, email_key, is_default)
      select own.id, new_address.id, ${placeholder('email', 'text')}, ${placeholder('emailKey', 'text')}, true from own, new_address
      returning id)`)
  if (shape.phones.length > 0) {
    const rows = shape.phones.map((type) => {
      const values = ['Country', 'Area', 'Number'].map((component) =>
        placeholder(`${type}${component}`, 'text'),
      )
      return `('${type}', ${values.join(', ')})`
    })
    ctes.push(`new_phone as (
      insert into phone (contact_id, address_id, is_default, type, country_code, area_code, number)
      select own.id, new_address.id, true, given.* from own, new_address, (values ${rows.join(', ')}) given
      returning id, type)`)
  }
  if (shape.category)
    ctes.push(`new_category as (
      insert into contact_in_category (contact_id, category_id) select own.id, ${placeholder('categoryId', 'integer')} from own)`)
  return ctes
}
