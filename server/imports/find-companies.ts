// The companies that persons of a table belong to: found by their names, or made where nobody knows them (decision 4.3).
import { sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/database.ts'
import { comparisonKey } from '../platform/runtime/text.ts'
import type { LockedImport } from './import.rows.ts'
import { insertContacts } from './insert-contacts.ts'

/** For folded names of companies: the one that has it, or 'several'. */
async function findCompaniesByName(
  db: Reader,
  keys: readonly string[],
): Promise<Map<string, number | 'several'>> {
  const { rows } = await sql<{ key: string; id: number; count: number }>`
    select last_name_key as key, min(id) as id, count(*)::integer as count from contact
    where contact_type = 'company' and last_name_key = any(${keys}::text[]) group by last_name_key`.execute(
    db,
  )
  return new Map(rows.map(({ key, id, count }) => [key, count === 1 ? id : 'several']))
}

/** The companies of rows, by the folded name: the id, and whether it was made now. Of a name that several have there is none. */
export type CompaniesByName = Map<string, { id: number; isNew: boolean }>

/**
 * Finds the companies of these names; makes those that are missing where the plan says so and the names are held.
 * The name of one that is made is spelled as it first comes.
 */
export async function findOrCreateCompanies(
  tx: Tx,
  contactImport: LockedImport,
  names: readonly string[],
): Promise<CompaniesByName> {
  const spellings = new Map<string, string>()
  for (const name of names) if (!spellings.has(comparisonKey(name))) spellings.set(comparisonKey(name), name)
  const existing = await findCompaniesByName(tx, [...spellings.keys()])
  const found: CompaniesByName = new Map()
  for (const [key, id] of existing) if (id !== 'several') found.set(key, { id, isNew: false })
  if (!contactImport.plan.createCompanies) return found
  const missing = [...spellings].filter(([key]) => key !== '' && !existing.has(key))
  const createdIds = await insertContacts(
    tx,
    missing.map(([, name]) => ({ kind: 'company', data: { name }, categoryIds: [] })),
  )
  missing.forEach(([key], at) => {
    found.set(key, { id: createdIds[at]!, isNew: true })
  })
  return found
}

/** How many companies the import will make, as the dry run has found its rows. */
export async function countNewCompanies(tx: Tx, contactImport: LockedImport): Promise<number> {
  const { kind, createCompanies, columns, duplicates } = contactImport.plan
  const column = columns.indexOf('company')
  if (kind !== 'person' || !createCompanies || column < 0) return 0
  const { rows } = await sql<{ name: string }>`
    select distinct trim(r.cells ->> ${column}::integer) as name from contact_import_row r
    where r.import_id = ${contactImport.id} and (r.cells ->> ${column}::integer) <> '' and (r.outcome = 'create' or r.outcome = 'update' and (
      ${duplicates === 'update'} or exists (select from contact c where c.id = r.contact_id and c.company = '' and c.company_id is null)))`.execute(
    tx,
  )
  const keys = new Set(rows.map(({ name }) => comparisonKey(name)))
  const existing = await findCompaniesByName(tx, [...keys])
  return [...keys].filter((key) => key !== '' && !existing.has(key)).length
}
