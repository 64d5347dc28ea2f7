// kontor import --merge: contacts and companies. Addresses, e-mail addresses and phones are in several fields of a record, so what
// one of them changes is changed in the others.
import { isPerson } from '../../addresses/contact-types.ts'
import { mergeRecords } from '../records/merge-records.ts'
import type { DataRecord } from '../records/section.ts'
import { addressLists } from './rows.ts'

const phoneFields = ['defaultPhone', 'defaultFax', 'defaultMobile'] as const

/** A contact or company with the stored values of fields that it leaves out. */
export function mergeContacts(stored: DataRecord, input: DataRecord): DataRecord {
  const base = withoutCompanyNames(stored, input)
  const merged = mergeRecords(withInputRows(base, input), input)
  mergeAddresses(merged, base, input)
  mergeEmails(merged, base, input)
  mergePhones(merged, base, input)
  return merged
}

/** The names of companies that a contact and its addresses belong to are those of other records. */
function withoutCompanyNames(stored: DataRecord, input: DataRecord): DataRecord {
  const base: DataRecord = { ...stored }
  if (isPerson(stored['contactType']) && (stored['companyId'] || input['companyId'])) base['company'] = ''
  for (const list of addressLists)
    base[list] = listOf(stored, list).map((address) => ({ ...address, parentContact: '' }))
  return base
}

const listOf = (record: DataRecord, list: string): DataRecord[] => record[list] ?? []

/** Lists of a record in which the rows of a kind are, with a function that replaces them. */
type RowLists = (replace: (row: DataRecord) => DataRecord[]) => void

const addressesOf = (record: DataRecord): DataRecord[] => addressLists.flatMap((list) => listOf(record, list))

const listsOf =
  (
    record: DataRecord,
    inAddress: 'emails' | 'phones',
    withoutAddress: 'otherEmails' | 'otherPhones',
  ): RowLists =>
  (replace) => {
    for (const list of addressLists)
      record[list] = listOf(record, list).map((address) => ({
        ...address,
        [inAddress]: listOf(address, inAddress).flatMap(replace),
      }))
    record[withoutAddress] = listOf(record, withoutAddress).flatMap(replace)
  }

const emailsOf = (record: DataRecord): DataRecord[] => [
  ...addressesOf(record).flatMap((address) => listOf(address, 'emails')),
  ...listOf(record, 'otherEmails'),
]

/** Rows may be given by their ids in a field that does not show them yet. */
function withInputRows(stored: DataRecord, input: DataRecord): DataRecord {
  const base: DataRecord = { ...stored }
  for (const list of addressLists) if (input[list] !== undefined) base[list] = listOf(stored, 'allAddress')
  for (const field of phoneFields) {
    const row = phonesOf(stored).find((phone) => phone['id'] === input[field]?.['id'])
    if (row) base[field] = row
  }
  return base
}

/** `email` is the text of one of the rows. */
function mergeEmails(merged: DataRecord, stored: DataRecord, input: DataRecord): void {
  const byDefault = emailsOf(stored).find((row) => row['email'] === stored['email'])
  const changed = changedRows(emailsOf(merged), emailsOf(stored))
  const isNew = !emailsOf(merged).some((row) => row['email'] === input['email'])
  if (byDefault && input['email'] !== undefined && isNew && !changed.has(byDefault['id']))
    changed.set(byDefault['id'], { ...byDefault, email: input['email'] })
  listsOf(
    merged,
    'emails',
    'otherEmails',
  )((row) => {
    const kept = changed.get(row['id']) ?? row
    return kept['email'] === '' ? [] : [kept]
  })
  if (input['email'] !== undefined || !byDefault) return
  const rows = emailsOf(merged)
  merged['email'] = (rows.find((row) => row['id'] === byDefault['id']) ?? rows[0])?.['email'] ?? ''
}

const phonesOf = (record: DataRecord): DataRecord[] => [
  ...addressesOf(record).flatMap((address) => listOf(address, 'phones')),
  ...listOf(record, 'otherPhones'),
]

const isEmptyPhone = (phone: DataRecord): boolean =>
  !(phone['countryCode'] || phone['areaCode'] || phone['number'])

/** A default phone is one of the rows, or has no address. */
function mergePhones(merged: DataRecord, stored: DataRecord, input: DataRecord): void {
  const defaults = (record: DataRecord): DataRecord[] =>
    phoneFields.map((field): DataRecord => record[field] ?? {})
  const changed = changedRows(
    [...phonesOf(merged), ...defaults(merged)],
    [...phonesOf(stored), ...defaults(stored)],
  )
  listsOf(
    merged,
    'phones',
    'otherPhones',
  )((row) => {
    const kept = changed.get(row['id']) ?? row
    return isEmptyPhone(kept) ? [] : [kept]
  })
  const isListed = (record: DataRecord, id: unknown) => phonesOf(record).some((row) => row['id'] === id)
  for (const field of phoneFields) {
    const phone: DataRecord = merged[field] ?? {}
    const isRemoved =
      input[field] === undefined && isListed(stored, phone['id']) && !isListed(merged, phone['id'])
    const kept = changed.get(phone['id']) ?? phone
    if (isRemoved || isEmptyPhone(kept)) delete merged[field]
    else merged[field] = kept
  }
}

/** An address is in the list of all addresses, and in those that say what it is for. */
function mergeAddresses(merged: DataRecord, stored: DataRecord, input: DataRecord): void {
  const withoutFlag = (address: DataRecord): DataRecord => ({ ...address, isDefault: false })
  const changed = changedRows(addressesOf(merged).map(withoutFlag), addressesOf(stored).map(withoutFlag))
  const all = new Set<unknown>(listOf(merged, 'allAddress').map((address) => address['id']))
  const isDefaultInInput =
    input['defaultAddress'] !== undefined || addressesOf(input).some((address) => address['isDefault'])
  for (const list of addressLists) {
    const isInInput = input[list] !== undefined
    const isInList = (address: DataRecord) =>
      isInInput ||
      ((input['allAddress'] === undefined || all.has(address['id'])) &&
        !(isDefaultInInput && list === 'defaultAddress'))
    merged[list] = listOf(merged, list)
      .filter(isInList)
      .map((address, index) => ({
        ...(changed.get(address['id']) ?? address),
        isDefault: Boolean(
          isDefaultInInput ? isInInput && input[list][index]?.['isDefault'] : address['isDefault'],
        ),
      }))
  }
}

/** Rows that differ from the stored ones with the same id, by id. */
function changedRows(rows: readonly DataRecord[], stored: readonly DataRecord[]): Map<unknown, DataRecord> {
  const storedById = new Map(stored.map((row) => [row['id'], row]))
  const differs = (row: DataRecord, other: DataRecord) =>
    Object.keys(other).some((field) => JSON.stringify(row[field]) !== JSON.stringify(other[field]))
  return new Map(
    rows.flatMap((row) => {
      const other = row['id'] ? storedById.get(row['id']) : undefined
      return other && differs(row, other) ? [[row['id'], row]] : []
    }),
  )
}
