// The companies of the persons of a table that do not exist yet (decision 4.3).

import { sql } from 'kysely'
import { isPerson } from '../addresses/contact-types.ts'
import { insertContacts } from '../addresses/insert-contacts.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { comparisonKey } from '../platform/ground/text.ts'
import type { LockedImport } from './import.rows.ts'
import { duplicateOptions } from './imported-types.ts'

/** The names that no company has, by comparison key, in the spelling of the first occurrence. */
async function missingCompanyNames(db: Reader, names: readonly string[]): Promise<Map<string, string>> {
  const missing = new Map<string, string>()
  for (const name of names) {
    const key = comparisonKey(name)
    if (key !== '' && !missing.has(key)) missing.set(key, name)
  }
  const { rows } = await sql<{ key: string }>`
    select distinct last_name_key as key from contact
    where contact_type = 'company' and last_name_key = any(${[...missing.keys()]}::text[])`.execute(db)
  for (const { key } of rows) missing.delete(key)
  return missing
}

/**
 * Inserts companies with the names that no company has, where the plan says so; the caller has locked the names.
 * @returns their ids by the comparison keys of their names
 */
export async function createMissingCompanies(
  tx: Tx,
  contactImport: LockedImport,
  names: readonly string[],
): Promise<Map<string, number>> {
  if (!contactImport.plan.createCompanies) return new Map()
  const missing = await missingCompanyNames(tx, names)
  const companies = await insertContacts(
    tx,
    [...missing.values()].map((lastName) => ({ contactType: 'company', lastName, addressType: 1 })),
  )
  return new Map([...missing.keys()].map((key, index) => [key, companies[index]!.id]))
}

/** How many companies the import will insert, according to the rows of the dry run. */
export async function countNewCompanies(tx: Tx, contactImport: LockedImport): Promise<number> {
  const { contactType, createCompanies, columns, onDuplicate } = contactImport.plan
  const column = columns.indexOf('company')
  if (!isPerson(contactType) || !createCompanies || column < 0) return 0
  const { rows } = await sql<{ name: string }>`
    select distinct trim(r.cells ->> ${column}::integer) as name from contact_import_row r
    where r.import_id = ${contactImport.id} and (r.cells ->> ${column}::integer) <> '' and (r.outcome = 'create' or r.outcome = 'update' and (
      ${duplicateOptions[onDuplicate].overwrites} or exists (select from contact c where c.id = r.contact_id and c.company = '' and c.company_id is null)))`.execute(
    tx,
  )
  const names = rows.map(({ name }) => name)
  return (await missingCompanyNames(tx, names)).size
}
