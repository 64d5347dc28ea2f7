// The companies that persons of a table belong to: found by their names, or made where nobody knows them (decision 4.3).
import { sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/database.ts'
import { comparisonKey } from '../platform/runtime/text.ts'
import type { Held } from './import.rows.ts'
import { makeMany } from './many.write.ts'

/** For folded names of companies: the one that has it, or 'several'. */
async function companiesByName(
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
export type Companies = Map<string, { id: number; made: boolean }>

/**
 * Finds the companies of these names; makes those that are missing where the plan says so and the names are held.
 * The name of one that is made is spelled as it first comes.
 */
export async function companiesOf(tx: Tx, held: Held, names: readonly string[]): Promise<Companies> {
  const spelled = new Map<string, string>()
  for (const name of names) if (!spelled.has(comparisonKey(name))) spelled.set(comparisonKey(name), name)
  const known = await companiesByName(tx, [...spelled.keys()])
  const found: Companies = new Map()
  for (const [key, id] of known) if (id !== 'several') found.set(key, { id, made: false })
  if (!held.plan.createCompanies) return found
  const missing = [...spelled].filter(([key]) => key !== '' && !known.has(key))
  const made = await makeMany(
    tx,
    missing.map(([, name]) => ({ kind: 'company', data: { name }, categoryIds: [] })),
  )
  missing.forEach(([key], at) => {
    found.set(key, { id: made[at]!, made: true })
  })
  return found
}

/** How many companies the import will make, as the dry run has found its rows. */
export async function countMissing(tx: Tx, held: Held): Promise<number> {
  const { kind, createCompanies, columns, duplicates } = held.plan
  const column = columns.indexOf('company')
  if (kind !== 'person' || !createCompanies || column < 0) return 0
  const { rows } = await sql<{ name: string }>`
    select distinct trim(r.cells ->> ${column}::integer) as name from contact_import_row r
    where r.import_id = ${held.id} and (r.cells ->> ${column}::integer) <> '' and (r.verdict = 'new' or r.verdict = 'change' and (
      ${duplicates === 'update'} or exists (select from contact c where c.id = r.contact_id and c.company = '' and c.company_id is null)))`.execute(
    tx,
  )
  const keys = new Set(rows.map(({ name }) => comparisonKey(name)))
  const known = await companiesByName(tx, [...keys])
  return [...keys].filter((key) => key !== '' && !known.has(key)).length
}
