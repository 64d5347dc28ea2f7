// Data set: what contacts and companies refer to, and what the database says against them.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { Given, Import, Item } from '../records/section.ts'
import { checkParts, type Part } from '../records/unique.ts'
import type { ContactRows } from './rows.ts'
import { identitiesOf } from './write.ts'

const rowsIn = (given: Given) => given.items as unknown as ContactRows[]

/** Checks what the data set alone shows. */
export function checkContacts(given: Given, run: Import, others: string[]): void {
  const { faults, references } = run
  const elsewhere = new Set(
    others.flatMap((name) => rowsIn(run.section(name)).map(({ contact }) => contact['id'])),
  )
  const identities = new Map<string, number>()
  rowsIn(given).forEach((rows, index) => {
    const pointer = given.pointer(index)
    const { contact, categories, addresses } = rows
    const { id, contactType, salutation, companyId } = contact
    if (elsewhere.has(id)) faults.add(`${pointer}/id`, `is that of a company in ${others.join()}`)
    if (!['person', 'location', 'company'].includes(contactType))
      faults.add(`${pointer}/contactType`, 'must be person, location or company')
    if (!['', 'mr', 'ms'].includes(salutation)) faults.add(`${pointer}/salutation`, 'must be mr, ms or empty')
    if (companyId !== 0 && contactType !== 'person')
      faults.add(`${pointer}/companyId`, 'is what persons alone have')
    references.need('company', companyId, `${pointer}/companyId`)
    for (const [at, category] of categories.entries())
      references.need('contactCategory', category, `${pointer}/contactCategoriesId/${at}`)
    for (const address of addresses) {
      references.need(
        'company',
        address['parentContactId'],
        `${pointer}${address['pointer']}/parentContactId`,
      )
      if (address['parentContactId'] === 0 && address['parentContact'] !== '')
        faults.add(`${pointer}${address['pointer']}/parentContact`, 'needs parentContactId')
      if (address['addressType'] < 0)
        faults.add(`${pointer}${address['pointer']}/addressType`, 'must be at least 1')
      address['addressType'] ||=
        address['department'] || address['position'] || companyId || contact['company'] ? 1 : 2
    }
    for (const [email, name] of identitiesOf(rows)) {
      const key = JSON.stringify([email, name])
      const other = identities.get(key)
      if (other === undefined) identities.set(key, index)
      else faults.add(pointer, `has the e-mail address ${email} and the last name of ${given.pointer(other)}`)
    }
  })
}

/** Checks contacts in view of the database: kinds, names of companies, identities, parts of other contacts. */
export async function compareContacts(reader: Reader, given: Given, run: Import): Promise<void> {
  const rows = rowsIn(given)
  if (rows.length === 0) return
  const indexOf = new Map(rows.map(({ contact }, index) => [contact['id'] as number, index]))
  await compareKinds(reader, given, run, indexOf)
  await compareNames(reader, given, run)
  await compareIdentities(reader, given, run)
}

/** Checks that no part of a contact or company belongs to another one. */
export async function compareParts(reader: Reader, run: Import): Promise<void> {
  const owners = new Set(
    ['contacts', 'companies'].flatMap((name) =>
      rowsIn(run.section(name)).map(({ contact }) => contact['id'] as number),
    ),
  )
  const check = (table: string, list: keyof ContactRows) => {
    const parts = ['contacts', 'companies'].flatMap((name) => partsOf(run.section(name), list))
    return checkParts(reader, run.faults, table, 'contact_id', parts, owners)
  }
  await check('address', 'addresses')
  await check('email_address', 'emails')
  await check('phone', 'phones')
  await check('trainer_data', 'trainers')
  await check('location_data', 'locations')
}

const partsOf = (given: Given, list: keyof ContactRows): Part[] =>
  rowsIn(given).flatMap((row, index) =>
    (row[list] as Item[])
      .filter((part) => part['id'] !== 0)
      .map((part) => ({ id: part['id'], owner: row.contact['id'], pointer: given.pointer(index) })),
  )

async function compareKinds(
  reader: Reader,
  given: Given,
  { faults }: Import,
  indexOf: Map<number, number>,
): Promise<void> {
  const { rows } = await sql<{ id: number; contact_type: string }>`
    select id, contact_type from contact where id = any(${[...indexOf.keys()]}::int[])`.execute(reader)
  for (const { id, contact_type } of rows) {
    const index = indexOf.get(id)!
    const { contact } = rowsIn(given)[index]!
    if (contact['contactType'] !== contact_type)
      faults.add(`${given.pointer(index)}/id`, `is that of a ${contact_type} here`)
  }
}

async function compareNames(reader: Reader, given: Given, run: Import): Promise<void> {
  const rows = rowsIn(given)
  const names = new Map<number, string>()
  const asked = new Set(
    rows.flatMap(({ contact, addresses }) => [
      contact['companyId'],
      ...addresses.map((one) => one['parentContactId']),
    ]),
  )
  const stored = await sql<{ id: number; name: string }>`
    select id, last_name as name from contact where id = any(${[...asked]}::int[])`.execute(reader)
  for (const { id, name } of stored.rows) names.set(id, name)
  for (const section of ['companies', 'contacts'])
    for (const { contact } of rowsIn(run.section(section)))
      if (contact['contactType'] === 'company') names.set(contact['id'], contact['lastName'])
  rows.forEach(({ contact, addresses }, index) => {
    const pointer = given.pointer(index)
    const named = (id: number, name: string, at: string) => {
      const known = names.get(id)
      if (id !== 0 && name !== '' && known !== undefined && known !== name)
        run.faults.add(
          `${pointer}${at}`,
          `is not the name of company ${id}, which is ${JSON.stringify(known)}`,
        )
    }
    named(contact['companyId'], contact['company'], '/company')
    if (contact['companyId'] !== 0) contact['company'] = ''
    for (const address of addresses)
      named(address['parentContactId'], address['parentContact'], `${address['pointer']}/parentContact`)
  })
}

async function compareIdentities(reader: Reader, given: Given, { faults, section }: Import): Promise<void> {
  const index = new Map<string, number>()
  const pairs: [string, string][] = []
  rowsIn(given).forEach((row, at) => {
    for (const pair of identitiesOf(row)) {
      index.set(JSON.stringify(pair), at)
      pairs.push(pair)
    }
  })
  const ids = ['contacts', 'companies'].flatMap((name) =>
    rowsIn(section(name)).map(({ contact }) => contact['id'] as number),
  )
  const { rows } = await sql<{ email_key: string; last_name_key: string; contact_id: number }>`
    select i.* from contact_identity i
    join unnest(${pairs.map(([email]) => email)}::text[], ${pairs.map(([, name]) => name)}::text[]) as g(email, name)
      on i.email_key = g.email and i.last_name_key = g.name
    where not exists (select from unnest(${ids}::int[]) o(id) where o.id = i.contact_id)`.execute(reader)
  for (const row of rows)
    faults.add(
      given.pointer(index.get(JSON.stringify([row.email_key, row.last_name_key]))!),
      `has the e-mail address and the last name of contact ${row.contact_id}`,
    )
}
