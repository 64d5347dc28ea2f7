// The dry run: what would become of each row. Nothing of it is written but the verdicts.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { comparisonKey } from '../platform/runtime/text.ts'
import { type LockedImport, loadNextRows, type RowResult, writeRowResults } from './import.rows.ts'
import type { ImportPlan } from './import-plan.ts'
import { matchContacts } from './match-contacts.ts'
import { parseRow, type RowError } from './parse-row.ts'

const rowsPerStep = 2000

const hashIdentity = (identity: string) =>
  identity === '' ? '' : createHash('sha256').update(identity).digest('base64url')

/** The ids of categories by their folded names. */
export async function loadCategoriesByName(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx.selectFrom('contact_category').select(['id', 'name']).orderBy('id', 'desc').execute()
  return new Map(rows.map(({ id, name }) => [comparisonKey(name), id]))
}

/** Rows of the table that came before and are the same, by identity. */
async function findEarlierRows(
  tx: Tx,
  contactImport: LockedImport,
  identities: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ identity: string; number: number }>`
    select identity, min(number) as number from contact_import_row
    where import_id = ${contactImport.id} and number <= ${contactImport.at_row} and identity = any(${identities}::text[]) and identity <> ''
    group by identity`.execute(tx)
  return new Map(rows.map(({ identity, number }) => [identity, number]))
}

/** What is wrong with a row that may be several contacts: only where they all stay as they are it does not matter which. */
export const ambiguousMatchErrors = (plan: ImportPlan, ids: readonly number[]): RowError[] =>
  ids.length > 1 && plan.duplicates !== 'skip'
    ? [{ column: -1, field: '', message: `may be contact ${ids[0]} or contact ${ids[1]}` }]
    : []

/** Judges the next rows. @returns whether any were left */
export async function validateStep(tx: Tx, contactImport: LockedImport): Promise<boolean> {
  const rows = await loadNextRows(tx, contactImport, rowsPerStep)
  const last = rows.at(-1)
  if (!last) return false
  const parsed = rows.map(({ cells }) => parseRow(cells, contactImport.plan))
  const categories = await loadCategoriesByName(tx)
  const identities = parsed.map(({ identity }) => hashIdentity(identity))
  const earlier = await findEarlierRows(tx, contactImport, identities)
  const matchesOf = await matchContacts(tx, contactImport, parsed)
  const outcomes = rows.map(({ number }, at): RowResult => {
    const row = parsed[at]!
    const identity = identities[at]!
    const errors: RowError[] = [...row.errors]
    if (!contactImport.plan.createCategories)
      for (const name of row.categories)
        if (!categories.has(comparisonKey(name)))
          errors.push({
            column: contactImport.plan.columns.indexOf('categories'),
            field: 'categories',
            message: `there is no category "${name}"`,
          })
    const ids = matchesOf(row)
    errors.push(...ambiguousMatchErrors(contactImport.plan, ids))
    const sameRow = earlier.get(identity)
    if (sameRow !== undefined)
      errors.push({ column: -1, field: '', message: `is the same as row ${sameRow}` })
    else if (identity !== '') earlier.set(identity, number)
    if (errors.length > 0) return { number, verdict: 'faulty', faults: errors, identity }
    if (ids.length === 0) return { number, verdict: 'new', identity }
    const verdict = contactImport.plan.duplicates === 'skip' ? 'skip' : 'change'
    return { number, verdict, identity, contactId: ids[0]! }
  })
  await writeRowResults(tx, contactImport.id, outcomes)
  const count = (verdict: string) => outcomes.filter((one) => one.verdict === verdict).length
  await sql`update contact_import set at_row = ${last.number}, made = made + ${count('new')}, changed = changed + ${count('change')},
    skipped = skipped + ${count('skip')}, faulty = faulty + ${count('faulty')} where id = ${contactImport.id}`.execute(
    tx,
  )
  return rows.length === rowsPerStep
}
