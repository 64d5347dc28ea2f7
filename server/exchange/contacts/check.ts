// Data set: validation of contacts and companies, by themselves and against the database.

import { sql } from 'kysely'
import { contactTypeNames, isCompany, isContactType, isPerson } from '../../addresses/contact-types.ts'
import type { Reader } from '../../platform/database/database.ts'
import { type ChildRow, validateChildRows } from '../records/duplicates.ts'
import { withFound } from '../records/record-errors.ts'
import type { ImportRun, SectionRecords } from '../records/section.ts'
import { type ContactRows, packedContacts } from './rows.ts'
import { identitiesOfContact } from './write.ts'

const contactIds = (run: ImportRun, names: readonly string[]): number[] =>
  names.flatMap((name) => packedContacts(run.section(name)).map(({ id }) => id))

const bothSections = ['contacts', 'companies'] as const

/** Validates contacts without the database. */
export function validateContacts(records: SectionRecords, run: ImportRun, otherSections: string[]): void {
  const { errors, references } = run
  const idsInOtherSections = new Set(contactIds(run, otherSections))
  const identities = new Map<string, number>()
  packedContacts(records).forEach(({ unpack }, index) => {
    const pointer = records.pointer(index)
    const rows = unpack()
    const { contact, categories, addresses } = rows
    const { id, contactType, salutation, companyId } = contact
    if (idsInOtherSections.has(id))
      errors.add(`${pointer}/id`, `is the id of a company in ${otherSections.join()}`)
    if (!isContactType(contactType))
      errors.add(
        `${pointer}/contactType`,
        withFound(`must be one of ${contactTypeNames.join(', ')}`, 'contactType', contactType),
      )
    if (!['', 'mr', 'ms'].includes(salutation))
      errors.add(`${pointer}/salutation`, withFound('must be mr, ms or empty', 'salutation', salutation))
    if (companyId !== 0 && !isPerson(contactType))
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

/** The values that the validation against the database compares, read from the records once. */
type Facts = {
  indexOf: Map<number, number>
  companyIds: Set<number>
  /** Names that the records give to companies. */
  givenNames: { id: number; name: string; pointer: string }[]
  identities: [email: string, name: string, index: number][]
}

function readFacts(records: SectionRecords): Facts {
  const facts: Facts = { indexOf: new Map(), companyIds: new Set(), givenNames: [], identities: [] }
  packedContacts(records).forEach(({ id, unpack }, index) => {
    facts.indexOf.set(id, index)
    const rows = unpack()
    const { contact, addresses } = rows
    const addName = (companyId: number, name: string, below: string) => {
      if (companyId === 0) return
      facts.companyIds.add(companyId)
      if (name !== '')
        facts.givenNames.push({ id: companyId, name, pointer: `${records.pointer(index)}${below}` })
    }
    addName(contact['companyId'], contact['company'], '/company')
    for (const { parentContactId, parentContact, pointer } of addresses)
      addName(parentContactId, parentContact, `${pointer}/parentContact`)
    for (const [email, name] of identitiesOfContact(rows)) facts.identities.push([email, name, index])
  })
  return facts
}

/** Validates contacts against the database: types, names of companies, identities. */
export async function validateContactsAgainstDatabase(
  reader: Reader,
  records: SectionRecords,
  run: ImportRun,
): Promise<void> {
  if (records.items.length === 0) return
  const facts = readFacts(records)
  await validateContactTypes(reader, records, run, facts)
  await validateCompanyNames(reader, run, facts)
  await validateIdentities(reader, records, run, facts)
}

const childTables = [
  ['address', 'addresses'],
  ['email_address', 'emails'],
  ['phone', 'phones'],
  ['trainer_data', 'trainers'],
  ['location_data', 'locations'],
] as const satisfies readonly (readonly [table: string, list: keyof ContactRows])[]

/** Checks that no child row belongs to another contact or company. */
export async function validateChildRowOwners(reader: Reader, run: ImportRun): Promise<void> {
  const owners = new Set(contactIds(run, bothSections))
  const childRows = childTables.map((): ChildRow[] => [])
  for (const records of bothSections.map(run.section))
    packedContacts(records).forEach(({ id: owner, unpack }, index) => {
      const rows = unpack()
      const pointer = records.pointer(index)
      for (const [at, [, list]] of childTables.entries())
        for (const { id } of rows[list]) if (id !== 0) childRows[at]!.push({ id, owner, pointer })
    })
  for (const [at, [table]] of childTables.entries())
    await validateChildRows(reader, run.errors, table, 'contact_id', childRows[at]!, owners)
}

async function validateContactTypes(
  reader: Reader,
  records: SectionRecords,
  { errors }: ImportRun,
  { indexOf }: Facts,
): Promise<void> {
  const { rows } = await sql<{ id: number; contact_type: string }>`
    select id, contact_type from contact where id = any(${[...indexOf.keys()]}::int[])`.execute(reader)
  for (const { id, contact_type } of rows) {
    const index = indexOf.get(id)!
    if (packedContacts(records)[index]!.contactType !== contact_type)
      errors.add(`${records.pointer(index)}/id`, `is the id of a ${contact_type} in the database`)
  }
}

async function validateCompanyNames(
  reader: Reader,
  { errors, section }: ImportRun,
  { companyIds, givenNames }: Facts,
): Promise<void> {
  const names = new Map<number, string>()
  const stored = await sql<{ id: number; name: string }>`
    select id, last_name as name from contact where id = any(${[...companyIds]}::int[])`.execute(reader)
  for (const { id, name } of stored.rows) names.set(id, name)
  for (const name of ['companies', 'contacts'])
    for (const { id, contactType, unpack } of packedContacts(section(name)))
      if (isCompany(contactType) && companyIds.has(id)) names.set(id, unpack().contact['lastName'])
  for (const { id, name, pointer } of givenNames) {
    const companyName = names.get(id)
    if (companyName !== undefined && companyName !== name)
      errors.add(pointer, `must be the name of company ${id}, ${JSON.stringify(companyName)}`)
  }
}

async function validateIdentities(
  reader: Reader,
  records: SectionRecords,
  run: ImportRun,
  { identities }: Facts,
): Promise<void> {
  const ids = contactIds(run, bothSections)
  const { rows } = await sql<{ email_key: string; last_name_key: string; contact_id: number }>`
    select i.* from contact_identity i
    join unnest(${identities.map(([email]) => email)}::text[], ${identities.map(([, name]) => name)}::text[]) as g(email, name)
      on i.email_key = g.email and i.last_name_key = g.name
    where not exists (select from unnest(${ids}::int[]) o(id) where o.id = i.contact_id)`.execute(reader)
  if (rows.length === 0) return
  const index = new Map(identities.map(([email, name, at]) => [JSON.stringify([email, name]), at]))
  for (const row of rows)
    run.errors.add(
      records.pointer(index.get(JSON.stringify([row.email_key, row.last_name_key]))!),
      `has the e-mail address and the last name of contact ${row.contact_id}`,
    )
}
