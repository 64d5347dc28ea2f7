// Data set: splits a contact or company into rows of the tables.
import { comparisonKey, emailKey } from '../../platform/ground/text.ts'
import { differingFields } from '../records/differences.ts'
import type { ValidationErrors } from '../records/import-error.ts'
import { type PackedRecord, RecordPacker } from '../records/packed-records.ts'
import { withFound } from '../records/record-errors.ts'
import type { DataRecord, SectionRecords } from '../records/section.ts'

/** The rows of one contact. Child rows have `owner` (the contact) and `addressIndex` (-1: without an address). */
export type ContactRows = {
  contact: DataRecord
  categories: number[]
  addresses: DataRecord[]
  emails: DataRecord[]
  phones: DataRecord[]
  trainers: DataRecord[]
  locations: DataRecord[]
  newsletters: DataRecord[]
}

/** A packed contact with its frequently used fields. */
export type PackedContact = PackedRecord<ContactRows> & { id: number; contactType: string }

/** Packs the contacts of a section. */
export function contactPacker(): (rows: DataRecord) => PackedContact {
  const packer = new RecordPacker<ContactRows>()
  return (item) => {
    const rows = item as ContactRows
    const { id, contactType } = rows.contact as { id: number; contactType: string }
    return { id, contactType, ...packer.pack(rows) }
  }
}

export const packedContacts = ({ items }: SectionRecords) => items as PackedContact[]

const contactFields = [
  'id',
  'contactType',
  'salutation',
  'title',
  'firstName',
  'lastName',
  'name2',
  'company',
  'companyId',
  'website',
  'image_url',
  'language',
  'comment',
  'createdAt',
] as const

const toContactRow = (item: DataRecord): DataRecord => {
  const contact: DataRecord = { lastNameKey: comparisonKey(item['lastName']) }
  for (const field of contactFields) contact[field] = item[field]
  return contact
}

/** That of the company, or the private one. */
const defaultAddressType = (
  { companyId, company }: DataRecord,
  { department, position }: DataRecord,
): number => (department || position || companyId || company ? 1 : 2)

type AddError = (path: string, message: string) => void

const phoneTypes = ['phone', 'fax', 'mobile']

/**
 * Splits a complete record into rows, and reports inconsistencies. `input` is the record as it was sent, `raw` the same with what a
 * merge has added.
 */
export function toContactRows(
  item: DataRecord,
  raw: DataRecord,
  pointer: string,
  errors: ValidationErrors,
  input: DataRecord,
): ContactRows {
  const addError: AddError = (below, message) => errors.add(pointer + below, message)
  const owner: number = item['id']
  const addresses = mergeAddressLists(item, raw, input, owner, addError)
  const emails = toEmailRows(item, owner, addresses)
  const phones = toPhoneRows(item, owner, addresses, addError)
  return {
    contact: toContactRow(item),
    categories: item['contactCategoriesId'],
    addresses: addresses.map(({ emails: _emails, phones: _phones, ...address }) => ({
      ...address,
      addressType: address['addressType'] || defaultAddressType(item, address),
    })),
    emails,
    phones,
    trainers: (item['trn_data'] ?? []).map((part: DataRecord) => ({ ...part, owner })),
    locations: (item['loc_data'] ?? []).map((part: DataRecord) => ({ ...part, owner })),
    newsletters: toNewsletterRows(item, owner, addError),
  }
}

export const addressLists = ['allAddress', 'defaultAddress', 'invoiceAddress', 'invoiceSendAddress'] as const

/** The addresses of all lists without duplicates: by id, or by content if there is no id yet. */
function mergeAddressLists(
  item: DataRecord,
  raw: DataRecord,
  input: DataRecord,
  owner: number,
  report: AddError,
): DataRecord[] {
  const merged = new Map<string, { address: DataRecord; content: string }>()
  for (const list of addressLists) {
    for (const [index, listed] of ((item[list] ?? []) as DataRecord[]).entries()) {
      const { isDefault, ...rest } = listed
      const content = JSON.stringify(rest)
      const key = listed['id'] === 0 ? content : String(listed['id'])
      // If the list is left out, the type of a new address decides.
      const byType = (flagged: string) =>
        input[flagged] === undefined && (raw[flagged] === undefined || listed['id'] === 0) ? null : false
      const existing = merged.get(key)
      if (existing && existing.content !== content)
        report(
          `/${list}/${index}`,
          `differs from address ${listed['id']} in another list of this contact, in ${differingFields(JSON.parse(existing.content), rest)}`,
        )
      const address: DataRecord = existing?.address ?? {
        ...rest,
        owner,
        isDefault: false,
        isInvoice: byType('invoiceAddress'),
        isInvoiceSend: byType('invoiceSendAddress'),
        pointer: `/${list}/${index}`,
      }
      if (!existing) merged.set(key, { address, content })
      if (isDefault || list === 'defaultAddress') address['isDefault'] = true
      if (list === 'invoiceAddress') address['isInvoice'] = true
      if (list === 'invoiceSendAddress') address['isInvoiceSend'] = true
    }
  }
  const found = [...merged.values()].map(({ address }) => address)
  const secondDefault = found.filter((address) => address['isDefault'])[1]
  if (secondDefault) report(secondDefault['pointer'], 'is a second default address')
  return found.map((address, addressIndex) => ({ ...address, addressIndex }))
}

function toEmailRows(item: DataRecord, owner: number, addresses: DataRecord[]): DataRecord[] {
  const emails: DataRecord[] = []
  for (const address of addresses)
    for (const { id, email } of address['emails'] as DataRecord[])
      emails.push({ id, email, owner, addressIndex: address['addressIndex'], isDefault: false })
  for (const { id, email } of item['otherEmails'] as DataRecord[])
    emails.push({ id, email, owner, addressIndex: -1, isDefault: false })
  const email: string = item['email']
  const existing = emails.find((one) => one['email'] === email)
  if (email !== '' && existing) existing['isDefault'] = true
  else if (email !== '') emails.push({ id: 0, email, owner, addressIndex: -1, isDefault: true })
  return emails
    .filter((one) => one['email'] !== '')
    .map((one) => ({ ...one, emailKey: emailKey(one['email']) }))
}

const phoneFields = ['type', 'countryCode', 'areaCode', 'number']

const sameNumber = (one: DataRecord, other: DataRecord) =>
  phoneFields.every((field) => one[field] === other[field])

function toPhoneRows(
  item: DataRecord,
  owner: number,
  addresses: DataRecord[],
  report: AddError,
): DataRecord[] {
  const phones: DataRecord[] = []
  const add = (phoneFields: DataRecord, addressIndex: number, pointer: string) => {
    const phone: DataRecord = { ...phoneFields, type: phoneFields['type'] || 'phone' }
    if (!phoneTypes.includes(phone['type']))
      report(`${pointer}/type`, withFound(`must be one of ${phoneTypes.join(', ')}`, 'type', phone['type']))
    phones.push({ ...phone, owner, addressIndex, isDefault: false })
  }
  for (const address of addresses)
    for (const [index, phone] of (address['phones'] as DataRecord[]).entries())
      add(phone, address['addressIndex'], `${address['pointer']}/phones/${index}`)
  for (const [index, phone] of (item['otherPhones'] as DataRecord[]).entries())
    add(phone, -1, `/otherPhones/${index}`)
  for (const type of phoneTypes) {
    const field = `default${type[0]!.toUpperCase()}${type.slice(1)}`
    const defaultPhone = item[field] as DataRecord
    const isAbsent =
      defaultPhone['id'] === 0 &&
      !(defaultPhone['countryCode'] || defaultPhone['areaCode'] || defaultPhone['number'])
    if (defaultPhone['type'] !== '' && defaultPhone['type'] !== type)
      report(`/${field}/type`, `must be ${type}`)
    if (isAbsent) continue
    const phone: DataRecord = { ...defaultPhone, type }
    const existing = phones.find((one) =>
      phone['id'] === 0 ? sameNumber(one, phone) : one['id'] === phone['id'],
    )
    if (existing && !sameNumber(existing, phone))
      report(
        `/${field}`,
        `differs from phone ${phone['id']} in an address, in ${phoneFields.filter((name) => existing[name] !== phone[name]).join(', ')}`,
      )
    if (existing) existing['isDefault'] = true
    else phones.push({ ...phone, owner, addressIndex: -1, isDefault: true })
  }
  return phones
}

const optInStates = new Set(['0,1,0', '1,1,1', '0,1,1', '1,0,0'])

function toNewsletterRows(item: DataRecord, owner: number, report: AddError): DataRecord[] {
  const found: DataRecord[] = []
  const seen = new Set<string>()
  for (const [at, group] of ((item['extNewsletter'] ?? []) as DataRecord[][]).entries())
    for (const [index, entry] of group.entries()) {
      const pointer = `/extNewsletter/${at}/${index}`
      const key = JSON.stringify([entry['ext_type'], entry['ext_id']])
      if (entry['cmain_id'] !== 0 && entry['cmain_id'] !== owner)
        report(`${pointer}/cmain_id`, 'must be the id of the contact')
      if (entry['ext_type'] === '' || entry['ext_type'] !== entry['ext_type'].toLowerCase())
        report(`${pointer}/ext_type`, 'must be a text in lower case')
      if (entry['ext_id'] === '') report(`${pointer}/ext_id`, 'must not be empty')
      if (!optInStates.has([entry['is_active'], entry['ext_opt_in'], entry['ext_opt_in_executed']].join()))
        report(pointer, 'has an invalid combination of is_active, ext_opt_in and ext_opt_in_executed')
      if (seen.has(key)) report(pointer, 'is a duplicate')
      seen.add(key)
      found.push({ ...entry, owner })
    }
  return found
}
