// Data set: a contact or company of the data set as rows of the tables.

import { comparisonKey } from '../../platform/runtime/text.ts'
import type { FaultList } from '../records/fault.ts'
import type { Item } from '../records/section.ts'

/** The rows of one contact. Parts have `owner` (the contact) and `place` (the index of their address, -1: none). */
export type ContactRows = {
  contact: Item
  categories: number[]
  addresses: Item[]
  emails: Item[]
  phones: Item[]
  trainers: Item[]
  locations: Item[]
  newsletters: Item[]
}

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
  'comment',
  'createdAt',
] as const

const contactOf = (item: Item): Item => {
  const contact: Item = { lastNameKey: comparisonKey(item['lastName']) }
  for (const field of contactFields) contact[field] = item[field]
  return contact
}

type Report = (below: string, message: string) => void

const phoneTypes = ['phone', 'fax', 'mobile']

/** Splits a complete record into rows; tells what does not fit together. `raw` says which lists were given. */
export function rowsOf(item: Item, raw: Item, pointer: string, faults: FaultList): ContactRows {
  const report: Report = (below, message) => faults.add(pointer + below, message)
  const owner: number = item['id']
  const addresses = unitedAddresses(item, raw, owner, report)
  const emails = emailsOf(item, owner, addresses)
  const phones = phonesOf(item, owner, addresses, report)
  return {
    contact: contactOf(item),
    categories: item['contactCategoriesId'],
    addresses: addresses.map(({ emails: _emails, phones: _phones, ...address }) => address),
    emails,
    phones,
    trainers: (item['trn_data'] ?? []).map((part: Item) => ({ ...part, owner })),
    locations: (item['loc_data'] ?? []).map((part: Item) => ({ ...part, owner })),
    newsletters: newslettersOf(item, owner, report),
  }
}

const lists = ['allAddress', 'defaultAddress', 'invoiceAddress', 'invoiceSendAddress'] as const

/** The addresses of all lists, each once: by id, or by content where there is no id yet. */
function unitedAddresses(item: Item, raw: Item, owner: number, report: Report): Item[] {
  const united = new Map<string, { address: Item; content: string }>()
  for (const list of lists) {
    for (const [index, given] of ((item[list] ?? []) as Item[]).entries()) {
      const { isDefault, ...rest } = given
      const content = JSON.stringify(rest)
      const key = given['id'] === 0 ? content : String(given['id'])
      const known = united.get(key)
      if (known && known.content !== content)
        report(`/${list}/${index}`, `differs from address ${given['id']} in another list of this contact`)
      const address: Item = known?.address ?? {
        ...rest,
        owner,
        isDefault: false,
        // Without its list, the type says what an address is for.
        isInvoice: raw['invoiceAddress'] === undefined ? null : false,
        isInvoiceSend: raw['invoiceSendAddress'] === undefined ? null : false,
        pointer: `/${list}/${index}`,
      }
      if (!known) united.set(key, { address, content })
      if (isDefault || list === 'defaultAddress') address['isDefault'] = true
      if (list === 'invoiceAddress') address['isInvoice'] = true
      if (list === 'invoiceSendAddress') address['isInvoiceSend'] = true
    }
  }
  const found = [...united.values()].map(({ address }) => address)
  const second = found.filter((address) => address['isDefault'])[1]
  if (second) report(second['pointer'], 'is a second default address')
  return found.map((address, place) => ({ ...address, place }))
}

function emailsOf(item: Item, owner: number, addresses: Item[]): Item[] {
  const emails: Item[] = []
  for (const address of addresses)
    for (const { id, email } of address['emails'] as Item[])
      emails.push({ id, email, owner, place: address['place'], isDefault: false })
  for (const { id, email } of item['otherEmails'] as Item[])
    emails.push({ id, email, owner, place: -1, isDefault: false })
  const email: string = item['email']
  const known = emails.find((one) => one['email'] === email)
  if (email !== '' && known) known['isDefault'] = true
  else if (email !== '') emails.push({ id: 0, email, owner, place: -1, isDefault: true })
  return emails
    .filter((one) => one['email'] !== '')
    .map((one) => ({ ...one, emailKey: comparisonKey(one['email']) }))
}

const sameNumber = (one: Item, other: Item) =>
  ['type', 'countryCode', 'areaCode', 'number'].every((field) => one[field] === other[field])

function phonesOf(item: Item, owner: number, addresses: Item[], report: Report): Item[] {
  const phones: Item[] = []
  const add = (given: Item, place: number, pointer: string) => {
    const phone: Item = { ...given, type: given['type'] || 'phone' }
    if (!phoneTypes.includes(phone['type']))
      report(`${pointer}/type`, `must be one of ${phoneTypes.join(', ')}`)
    phones.push({ ...phone, owner, place, isDefault: false })
  }
  for (const address of addresses)
    for (const [index, phone] of (address['phones'] as Item[]).entries())
      add(phone, address['place'], `${address['pointer']}/phones/${index}`)
  for (const [index, phone] of (item['otherPhones'] as Item[]).entries())
    add(phone, -1, `/otherPhones/${index}`)
  for (const type of phoneTypes) {
    const field = `default${type[0]!.toUpperCase()}${type.slice(1)}`
    const given = item[field] as Item
    const isAbsent = given['id'] === 0 && !(given['countryCode'] || given['areaCode'] || given['number'])
    if (given['type'] !== '' && given['type'] !== type) report(`/${field}/type`, `must be ${type}`)
    if (isAbsent) continue
    const phone: Item = { ...given, type }
    const known = phones.find((one) =>
      phone['id'] === 0 ? sameNumber(one, phone) : one['id'] === phone['id'],
    )
    if (known && !sameNumber(known, phone))
      report(`/${field}`, `differs from phone ${phone['id']} in an address`)
    if (known) known['isDefault'] = true
    else phones.push({ ...phone, owner, place: -1, isDefault: true })
  }
  return phones
}

const states = new Set(['0,1,0', '1,1,1', '0,1,1', '1,0,0'])

function newslettersOf(item: Item, owner: number, report: Report): Item[] {
  const found: Item[] = []
  const seen = new Set<string>()
  for (const [at, group] of ((item['extNewsletter'] ?? []) as Item[][]).entries())
    for (const [index, entry] of group.entries()) {
      const pointer = `/extNewsletter/${at}/${index}`
      const key = JSON.stringify([entry['ext_type'], entry['ext_id']])
      if (entry['cmain_id'] !== 0 && entry['cmain_id'] !== owner)
        report(`${pointer}/cmain_id`, 'must be the id of the contact')
      if (entry['ext_type'] === '' || entry['ext_type'] !== entry['ext_type'].toLowerCase())
        report(`${pointer}/ext_type`, 'must be a text in lower case')
      if (entry['ext_id'] === '') report(`${pointer}/ext_id`, 'must not be empty')
      if (!states.has([entry['is_active'], entry['ext_opt_in'], entry['ext_opt_in_executed']].join()))
        report(
          pointer,
          'has is_active, ext_opt_in and ext_opt_in_executed in a combination that means nothing',
        )
      if (seen.has(key)) report(pointer, 'stands twice')
      seen.add(key)
      found.push({ ...entry, owner })
    }
  return found
}
