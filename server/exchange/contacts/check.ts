// Data set: validation of contacts and companies, by themselves and against the database.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import { type ChildRow, validateChildRows } from '../records/duplicates.ts'
import { withFound } from '../records/record-errors.ts'
import type { ImportRun, Item, SectionRecords } from '../records/section.ts'
import type { ContactRows } from './rows.ts'
import { identitiesOfContact } from './write.ts'

const contactRowsOf = (records: SectionRecords) => records.items as ContactRows[]

/** Validates contacts without the database. */
export function validateContacts(records: SectionRecords, run: ImportRun, otherSections: string[]): void {
  const { errors, references } = run
  const idsInOtherSections = new Set(
    otherSections.flatMap((name) => contactRowsOf(run.section(name)).map(({ contact }) => contact['id'])),
  )
  const identities = new Map<string, number>()
  contactRowsOf(records).forEach((rows, index) => {
    const pointer = records.pointer(index)
    const { contact, categories, addresses } = rows
    const { id, contactType, salutation, companyId } = contact
    if (idsInOtherSections.has(id))
      errors.add(`${pointer}/id`, `is the id of a company in ${otherSections.join()}`)
    if (!['person', 'location', 'company'].includes(contactType))
      errors.add(
        `${pointer}/contactType`,
        withFound('must be person, location or company', 'contactType', contactType),
      )
    if (!['', 'mr', 'ms'].includes(salutation))
      errors.add(`${pointer}/salutation`, withFound('must be mr, ms or empty', 'salutation', salutation))
    if (companyId !== 0 && contactType !== 'person')
      errors.add(`${pointer}/companyId`, 'is allowed for persons only')
    references.require('company', companyId, `${pointer}/companyId`)
    for (const [at, category] of categories.entries())
      references.require('contactCategory', category, `${pointer}/contactCategoriesId/${at}`)
    for (const address of addresses) {
      references.require(
        'company',
        address['parentContactId'],
        `${pointer}${address['pointer']}/parentContactId`,
      )
      if (address['parentContactId'] === 0 && address['parentContact'] !== '')
        errors.add(`${pointer}${address['pointer']}/parentContact`, 'requires parentContactId')
      if (address['addressType'] < 0)
        errors.add(`${pointer}${address['pointer']}/addressType`, 'must be at least 1')
      address['addressType'] ||=
        address['department'] || address['position'] || companyId || contact['company'] ? 1 : 2
    }
    for (const [email, name] of identitiesOfContact(rows)) {
      const key = JSON.stringify([email, name])
      const other = identities.get(key)
      if (other === undefined) identities.set(key, index)
      else
        errors.add(pointer, `has the e-mail address ${email} and the last name of ${records.pointer(other)}`)
    }
  })
}

/** Validates contacts against the database: types, names of companies, identities. */
export async function validateContactsAgainstDatabase(
  reader: Reader,
  records: SectionRecords,
  run: ImportRun,
): Promise<void> {
  const rows = contactRowsOf(records)
  if (rows.length === 0) return
  const indexOf = new Map(rows.map(({ contact }, index) => [contact['id'] as number, index]))
  await validateContactTypes(reader, records, run, indexOf)
  await validateCompanyNames(reader, records, run)
  await validateIdentities(reader, records, run)
}

/** Checks that no child row belongs to another contact or company. */
export async function validateChildRowOwners(reader: Reader, run: ImportRun): Promise<void> {
  const owners = new Set(
    ['contacts', 'companies'].flatMap((name) =>
      contactRowsOf(run.section(name)).map(({ contact }) => contact['id'] as number),
    ),
  )
  const validateTable = (table: string, list: keyof ContactRows) => {
    const childRows = ['contacts', 'companies'].flatMap((name) => childRowsOf(run.section(name), list))
    return validateChildRows(reader, run.errors, table, 'contact_id', childRows, owners)
  }
  await validateTable('address', 'addresses')
  await validateTable('email_address', 'emails')
  await validateTable('phone', 'phones')
  await validateTable('trainer_data', 'trainers')
  await validateTable('location_data', 'locations')
}

const childRowsOf = (records: SectionRecords, list: keyof ContactRows): ChildRow[] =>
  contactRowsOf(records).flatMap((row, index) =>
    (row[list] as Item[])
      .filter((part) => part['id'] !== 0)
      .map((part) => ({ id: part['id'], owner: row.contact['id'], pointer: records.pointer(index) })),
  )

async function validateContactTypes(
  reader: Reader,
  records: SectionRecords,
  { errors }: ImportRun,
  indexOf: Map<number, number>,
): Promise<void> {
  const { rows } = await sql<{ id: number; contact_type: string }>`
    select id, contact_type from contact where id = any(${[...indexOf.keys()]}::int[])`.execute(reader)
  for (const { id, contact_type } of rows) {
    const index = indexOf.get(id)!
    const { contact } = contactRowsOf(records)[index]!
    if (contact['contactType'] !== contact_type)
      errors.add(`${records.pointer(index)}/id`, `is the id of a ${contact_type} in the database`)
  }
}

async function validateCompanyNames(reader: Reader, records: SectionRecords, run: ImportRun): Promise<void> {
  const rows = contactRowsOf(records)
  const names = new Map<number, string>()
  const companyIds = new Set(
    rows.flatMap(({ contact, addresses }) => [
      contact['companyId'],
      ...addresses.map((one) => one['parentContactId']),
    ]),
  )
  const stored = await sql<{ id: number; name: string }>`
    select id, last_name as name from contact where id = any(${[...companyIds]}::int[])`.execute(reader)
  for (const { id, name } of stored.rows) names.set(id, name)
  for (const section of ['companies', 'contacts'])
    for (const { contact } of contactRowsOf(run.section(section)))
      if (contact['contactType'] === 'company') names.set(contact['id'], contact['lastName'])
  rows.forEach(({ contact, addresses }, index) => {
    const pointer = records.pointer(index)
    const checkName = (id: number, name: string, at: string) => {
      const companyName = names.get(id)
      if (id !== 0 && name !== '' && companyName !== undefined && companyName !== name)
        run.errors.add(`${pointer}${at}`, `must be the name of company ${id}, ${JSON.stringify(companyName)}`)
    }
    checkName(contact['companyId'], contact['company'], '/company')
    if (contact['companyId'] !== 0) contact['company'] = ''
    for (const address of addresses)
      checkName(address['parentContactId'], address['parentContact'], `${address['pointer']}/parentContact`)
  })
}

async function validateIdentities(
  reader: Reader,
  records: SectionRecords,
  { errors, section }: ImportRun,
): Promise<void> {
  const index = new Map<string, number>()
  const pairs: [string, string][] = []
  contactRowsOf(records).forEach((row, at) => {
    for (const pair of identitiesOfContact(row)) {
      index.set(JSON.stringify(pair), at)
      pairs.push(pair)
    }
  })
  const ids = ['contacts', 'companies'].flatMap((name) =>
    contactRowsOf(section(name)).map(({ contact }) => contact['id'] as number),
  )
  const { rows } = await sql<{ email_key: string; last_name_key: string; contact_id: number }>`
    select i.* from contact_identity i
    join unnest(${pairs.map(([email]) => email)}::text[], ${pairs.map(([, name]) => name)}::text[]) as g(email, name)
      on i.email_key = g.email and i.last_name_key = g.name
    where not exists (select from unnest(${ids}::int[]) o(id) where o.id = i.contact_id)`.execute(reader)
  for (const row of rows)
    errors.add(
      records.pointer(index.get(JSON.stringify([row.email_key, row.last_name_key]))!),
      `has the e-mail address and the last name of contact ${row.contact_id}`,
    )
}
