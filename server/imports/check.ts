// The dry run: what would become of each row. Nothing of it is written but the verdicts.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../platform/database.ts'
import { fold } from '../platform/text.ts'
import { type Held, nextRows, type Outcome, writeOutcomes } from './import.rows.ts'
import { type ReadRow, type RowFault, readRow } from './values.ts'

const batch = 2000

const hashed = (identity: string) =>
  identity === '' ? '' : createHash('sha256').update(identity).digest('base64url')

/** The ids of categories by their folded names. */
export async function knownCategories(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx.selectFrom('contact_category').select(['id', 'name']).orderBy('id', 'desc').execute()
  return new Map(rows.map(({ id, name }) => [fold(name), id]))
}

/** Rows of the table that came before and are the same, by identity. */
async function earlierRows(tx: Tx, held: Held, identities: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ identity: string; number: number }>`
    select identity, min(number) as number from contact_import_row
    where import_id = ${held.id} and number <= ${held.at_row} and identity = any(${identities}::text[]) and identity <> ''
    group by identity`.execute(tx)
  return new Map(rows.map(({ identity, number }) => [identity, number]))
}

const pair = (...keys: string[]) => keys.join('\n')

/** The contacts that there are already, by the row's key. */
async function existing(
  tx: Tx,
  held: Held,
  rows: readonly ReadRow[],
): Promise<(row: ReadRow) => number | undefined> {
  if (held.plan.kind === 'person') {
    const named = rows.filter(({ data }) => data.email && data.lastName)
    const { rows: found } = await sql<{ email_key: string; last_name_key: string; contact_id: number }>`
      select i.email_key, i.last_name_key, i.contact_id from contact_identity i
      join unnest(${named.map(({ data }) => fold(data.email!))}::text[], ${named.map(({ data }) => fold(data.lastName!))}::text[])
        as given(email_key, last_name_key) using (email_key, last_name_key)`.execute(tx)
    const ids = new Map(found.map((one) => [pair(one.email_key, one.last_name_key), one.contact_id]))
    return ({ data }) =>
      data.email && data.lastName ? ids.get(pair(fold(data.email), fold(data.lastName))) : undefined
  }
  const { rows: found } = await sql<{ key: string; zip: string; id: number }>`
    select c.last_name_key as key, coalesce(a.zip, '') as zip, c.id
    from contact c left join address a on a.contact_id = c.id and a.is_default
    where c.contact_type = 'company' and c.last_name_key = any(${rows.map(({ data }) => fold(data.name ?? ''))}::text[])
    order by c.id`.execute(tx)
  const byName = Map.groupBy(found, ({ key }) => key)
  return ({ data }) =>
    byName.get(fold(data.name ?? ''))?.find(({ zip }) => !data.zip || zip === '' || zip === data.zip)?.id
}

/** Judges the next rows. @returns whether any were left */
export async function checkStep(tx: Tx, held: Held): Promise<boolean> {
  const rows = await nextRows(tx, held, batch)
  const last = rows.at(-1)
  if (!last) return false
  const read = rows.map(({ cells }) => readRow(cells, held.plan))
  const categories = await knownCategories(tx)
  const identities = read.map(({ identity }) => hashed(identity))
  const earlier = await earlierRows(tx, held, identities)
  const idOf = await existing(tx, held, read)
  const outcomes = rows.map(({ number }, at): Outcome => {
    const row = read[at]!
    const identity = identities[at]!
    const faults: RowFault[] = [...row.faults]
    if (!held.plan.createCategories)
      for (const name of row.categories)
        if (!categories.has(fold(name)))
          faults.push({
            column: held.plan.columns.indexOf('categories'),
            field: 'categories',
            message: `there is no category "${name}"`,
          })
    const same = earlier.get(identity)
    if (same !== undefined) faults.push({ column: -1, field: '', message: `is the same as row ${same}` })
    else if (identity !== '') earlier.set(identity, number)
    if (faults.length > 0) return { number, verdict: 'faulty', faults, identity }
    const id = idOf(row)
    if (id === undefined) return { number, verdict: 'new', identity }
    return { number, verdict: held.plan.duplicates === 'skip' ? 'skip' : 'change', identity, contactId: id }
  })
  await writeOutcomes(tx, held.id, outcomes)
  const count = (verdict: string) => outcomes.filter((one) => one.verdict === verdict).length
  await sql`update contact_import set at_row = ${last.number}, made = made + ${count('new')}, changed = changed + ${count('change')},
    skipped = skipped + ${count('skip')}, faulty = faulty + ${count('faulty')} where id = ${held.id}`.execute(
    tx,
  )
  return rows.length === batch
}
