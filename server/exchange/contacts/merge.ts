// kontor import --merge: contacts and companies. Addresses, e-mail addresses and phones are in several fields of a record, so what
// one of them changes is changed in the others.
import { isPerson } from '../../addresses/contact-types.ts'
import { mergeRecords } from '../records/merge-records.ts'
import type { Item } from '../records/section.ts'
import { addressLists } from './rows.ts'

const phoneFields = ['defaultPhone', 'defaultFax', 'defaultMobile'] as const

/** A contact or company with the stored values of fields that it leaves out. */
export function mergeContacts(stored: Item, given: Item): Item {
  const base = withoutCompanyNames(stored, given)
  const merged = mergeRecords(withGivenRows(base, given), given)
  mergeAddresses(merged, base, given)
  mergeEmails(merged, base, given)
  mergePhones(merged, base, given)
  return merged
}

/** The names of companies that a contact and its addresses belong to are those of other records. */
function withoutCompanyNames(stored: Item, given: Item): Item {
  const base: Item = { ...stored }
  if (isPerson(stored['contactType']) && (stored['companyId'] || given['companyId'])) base['company'] = ''
  for (const list of addressLists)
    base[list] = listOf(stored, list).map((address) => ({ ...address, parentContact: '' }))
  return base
}

const listOf = (record: Item, list: string): Item[] => record[list] ?? []

/** Lists of a record in which the rows of a kind are, with a function that replaces them. */
type RowLists = (replace: (row: Item) => Item[]) => void

const addressesOf = (record: Item): Item[] => addressLists.flatMap((list) => listOf(record, list))

const listsOf =
  (record: Item, inAddress: 'emails' | 'phones', withoutAddress: 'otherEmails' | 'otherPhones'): RowLists =>
  (replace) => {
    for (const list of addressLists)
      record[list] = listOf(record, list).map((address) => ({
        ...address,
        [inAddress]: listOf(address, inAddress).flatMap(replace),
      }))
    record[withoutAddress] = listOf(record, withoutAddress).flatMap(replace)
  }

const emailsOf = (record: Item): Item[] => [
  ...addressesOf(record).flatMap((address) => listOf(address, 'emails')),
  ...listOf(record, 'otherEmails'),
]

/** Rows may be given by their ids in a field that does not show them yet. */
function withGivenRows(stored: Item, given: Item): Item {
  const base: Item = { ...stored }
  for (const list of addressLists) if (given[list] !== undefined) base[list] = listOf(stored, 'allAddress')
  for (const field of phoneFields) {
    const row = phonesOf(stored).find((phone) => phone['id'] === given[field]?.['id'])
    if (row) base[field] = row
  }
  return base
}

/** `email` is the text of one of the rows. */
function mergeEmails(merged: Item, stored: Item, given: Item): void {
  const byDefault = emailsOf(stored).find((row) => row['email'] === stored['email'])
  const changed = changedRows(emailsOf(merged), emailsOf(stored))
  const isNew = !emailsOf(merged).some((row) => row['email'] === given['email'])
  if (byDefault && given['email'] !== undefined && isNew && !changed.has(byDefault['id']))
    changed.set(byDefault['id'], { ...byDefault, email: given['email'] })
  listsOf(
    merged,
    'emails',
    'otherEmails',
  )((row) => {
    const kept = changed.get(row['id']) ?? row
    return kept['email'] === '' ? [] : [kept]
  })
  if (given['email'] !== undefined || !byDefault) return
  const rows = emailsOf(merged)
  merged['email'] = (rows.find((row) => row['id'] === byDefault['id']) ?? rows[0])?.['email'] ?? ''
}

const phonesOf = (record: Item): Item[] => [
  ...addressesOf(record).flatMap((address) => listOf(address, 'phones')),
  ...listOf(record, 'otherPhones'),
]

const isEmptyPhone = (phone: Item): boolean => !(phone['countryCode'] || phone['areaCode'] || phone['number'])

/** A default phone is one of the rows, or has no address. */
function mergePhones(merged: Item, stored: Item, given: Item): void {
  const defaults = (record: Item): Item[] => phoneFields.map((field): Item => record[field] ?? {})
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
  const isListed = (record: Item, id: unknown) => phonesOf(record).some((row) => row['id'] === id)
  for (const field of phoneFields) {
    const phone: Item = merged[field] ?? {}
    const isRemoved =
      given[field] === undefined && isListed(stored, phone['id']) && !isListed(merged, phone['id'])
    const kept = changed.get(phone['id']) ?? phone
    if (isRemoved || isEmptyPhone(kept)) delete merged[field]
    else merged[field] = kept
  }
}

/** An address is in the list of all addresses, and in those that say what it is for. */
function mergeAddresses(merged: Item, stored: Item, given: Item): void {
  const withoutFlag = (address: Item): Item => ({ ...address, isDefault: false })
  const changed = changedRows(addressesOf(merged).map(withoutFlag), addressesOf(stored).map(withoutFlag))
  const all = new Set<unknown>(listOf(merged, 'allAddress').map((address) => address['id']))
  const isDefaultGiven =
    given['defaultAddress'] !== undefined || addressesOf(given).some((address) => address['isDefault'])
  for (const list of addressLists) {
    const isGiven = given[list] !== undefined
    const isInList = (address: Item) =>
      isGiven ||
      ((given['allAddress'] === undefined || all.has(address['id'])) &&
        !(isDefaultGiven && list === 'defaultAddress'))
    merged[list] = listOf(merged, list)
      .filter(isInList)
      .map((address, index) => ({
        ...(changed.get(address['id']) ?? address),
        isDefault: Boolean(
          isDefaultGiven ? isGiven && given[list][index]?.['isDefault'] : address['isDefault'],
        ),
      }))
  }
}

/** Rows that differ from the stored ones with the same id, by id. */
function changedRows(rows: readonly Item[], stored: readonly Item[]): Map<unknown, Item> {
  const storedById = new Map(stored.map((row) => [row['id'], row]))
  const differs = (row: Item, other: Item) =>
    Object.keys(other).some((field) => JSON.stringify(row[field]) !== JSON.stringify(other[field]))
  return new Map(
    rows.flatMap((row) => {
      const other = row['id'] ? storedById.get(row['id']) : undefined
      return other && differs(row, other) ? [[row['id'], row]] : []
    }),
  )
}
