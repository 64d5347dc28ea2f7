// The dry run: what would become of each row. Nothing of it is written but the verdicts.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { comparisonKey } from '../platform/runtime/text.ts'
import type { Plan } from './fields.ts'
import { type Held, nextRows, type Outcome, writeOutcomes } from './import.rows.ts'
import { knownContacts } from './match-contacts.ts'
import { type RowFault, readRow } from './values.ts'

const batch = 2000

const hashed = (identity: string) =>
  identity === '' ? '' : createHash('sha256').update(identity).digest('base64url')

/** The ids of categories by their folded names. */
export async function knownCategories(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx.selectFrom('contact_category').select(['id', 'name']).orderBy('id', 'desc').execute()
  return new Map(rows.map(({ id, name }) => [comparisonKey(name), id]))
}

/** Rows of the table that came before and are the same, by identity. */
async function earlierRows(tx: Tx, held: Held, identities: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ identity: string; number: number }>`
    select identity, min(number) as number from contact_import_row
    where import_id = ${held.id} and number <= ${held.at_row} and identity = any(${identities}::text[]) and identity <> ''
    group by identity`.execute(tx)
  return new Map(rows.map(({ identity, number }) => [identity, number]))
}

/** What is wrong with a row that may be several contacts: only where they all stay as they are it does not matter which. */
export const doubtful = (plan: Plan, ids: readonly number[]): RowFault[] =>
  ids.length > 1 && plan.duplicates !== 'skip'
    ? [{ column: -1, field: '', message: `may be contact ${ids[0]} or contact ${ids[1]}` }]
    : []

/** Judges the next rows. @returns whether any were left */
export async function checkStep(tx: Tx, held: Held): Promise<boolean> {
  const rows = await nextRows(tx, held, batch)
  const last = rows.at(-1)
  if (!last) return false
  const read = rows.map(({ cells }) => readRow(cells, held.plan))
  const categories = await knownCategories(tx)
  const identities = read.map(({ identity }) => hashed(identity))
  const earlier = await earlierRows(tx, held, identities)
  const known = await knownContacts(tx, held, read)
  const outcomes = rows.map(({ number }, at): Outcome => {
    const row = read[at]!
    const identity = identities[at]!
    const faults: RowFault[] = [...row.faults]
    if (!held.plan.createCategories)
      for (const name of row.categories)
        if (!categories.has(comparisonKey(name)))
          faults.push({
            column: held.plan.columns.indexOf('categories'),
            field: 'categories',
            message: `there is no category "${name}"`,
          })
    const ids = known(row)
    faults.push(...doubtful(held.plan, ids))
    const same = earlier.get(identity)
    if (same !== undefined) faults.push({ column: -1, field: '', message: `is the same as row ${same}` })
    else if (identity !== '') earlier.set(identity, number)
    if (faults.length > 0) return { number, verdict: 'faulty', faults, identity }
    if (ids.length === 0) return { number, verdict: 'new', identity }
    const verdict = held.plan.duplicates === 'skip' ? 'skip' : 'change'
    return { number, verdict, identity, contactId: ids[0]! }
  })
  await writeOutcomes(tx, held.id, outcomes)
  const count = (verdict: string) => outcomes.filter((one) => one.verdict === verdict).length
  await sql`update contact_import set at_row = ${last.number}, made = made + ${count('new')}, changed = changed + ${count('change')},
    skipped = skipped + ${count('skip')}, faulty = faulty + ${count('faulty')} where id = ${held.id}`.execute(
    tx,
  )
  return rows.length === batch
}
