// The import itself, some rows in each transaction: a crash loses none that was told of, and the next step goes on behind them.
import { sql } from 'kysely'
import { deleteContacts } from '../addresses/delete.office.ts'
import { versionOf } from '../platform/database/change-log.ts'
import { lockKey, lockNamespace, type Tx } from '../platform/database/database.ts'
import { Failure } from '../platform/http/errors.ts'
import { comparisonKey } from '../platform/runtime/text.ts'
import { doubtful, knownCategories } from './check.ts'
import { companiesOf } from './companies.ts'
import { writeExisting } from './existing.ts'
import { type Held, nextRows, type Outcome, type WorkRow, writeOutcomes } from './import.rows.ts'
import { makeMany } from './many.write.ts'
import { holdNames, knownContacts } from './match-contacts.ts'
import { type ReadRow, type RowFault, readRow } from './values.ts'

/** A step ends after so many rows, or so many of contacts that exist, so that progress is seen and nobody waits long for it. */
const batch = 500
const mostChanges = 100

/** Makes the categories that the table names and nobody knows. @returns their ids */
export async function makeCategories(tx: Tx, held: Held): Promise<number[]> {
  const column = held.plan.columns.indexOf('categories')
  if (!held.plan.createCategories || column < 0) return []
  const { rows } = await sql<{
    text: string
  }>`select distinct cells ->> ${column}::integer as text from contact_import_row
    where import_id = ${held.id} and verdict in ('new', 'change') order by 1`.execute(tx)
  // Two imports at once make each name once.
  await lockKey(tx, lockNamespace.contactCategories, '')
  const known = await knownCategories(tx)
  const names = new Map<string, string>()
  for (const { text } of rows)
    for (const name of readRow([text], { ...held.plan, columns: ['categories'] }).categories)
      if (!known.has(comparisonKey(name)))
        names.set(comparisonKey(name), names.get(comparisonKey(name)) ?? name)
  if (names.size === 0) return []
  const made = await tx
    .insertInto('contact_category')
    .values([...names.values()].map((name) => ({ name })))
    .returning('id')
    .execute()
  return made.map(({ id }) => id)
}

type Row = { number: number; row: ReadRow; categoryIds: readonly number[] }

const same = (number: number): RowFault => ({
  column: -1,
  field: '',
  message: `is the same as row ${number}`,
})

/** The rows of a step: as many as there is time for. */
function cut(rows: readonly WorkRow[]): readonly WorkRow[] {
  let changes = 0
  const end = rows.findIndex(({ verdict }) => verdict === 'change' && ++changes > mostChanges)
  return end < 0 ? rows : rows.slice(0, end)
}

/** Carries out the next rows. @returns whether any may be left, or that a fault ended an import of all rows or none */
export async function carryOutStep(tx: Tx, held: Held): Promise<boolean | 'faulty'> {
  const next = await nextRows(tx, held, batch, ['new', 'change', 'skip'])
  const work = cut(next)
  const categories = await knownCategories(tx)
  const still = new Set(categories.values())
  const rows = work.map(({ number, cells }): Row => {
    const row = readRow(cells, held.plan)
    const named = row.categories.flatMap((name) => categories.get(comparisonKey(name)) ?? [])
    return {
      number,
      row,
      categoryIds: [...new Set([...held.plan.categoryIds.filter((id) => still.has(id)), ...named])],
    }
  })
  await holdNames(
    tx,
    held,
    rows.map(({ row }) => row),
  )
  const outcomes = await writeRows(tx, held, rows)
  await writeOutcomes(tx, held.id, outcomes, true)
  const count = (verdict: string) => outcomes.filter((one) => one.verdict === verdict).length
  const companies = outcomes.filter(({ companyId }) => companyId !== undefined).length
  await sql`update contact_import set at_row = ${work.at(-1)?.number ?? held.at_row}, made = made + ${count('made')},
    changed = changed + ${count('changed')}, skipped = skipped + ${count('skipped')}, faulty = faulty + ${count('faulty')},
    companies = coalesce(companies, 0) + ${companies} where id = ${held.id}`.execute(tx)
  if (held.plan.whole && count('faulty') > 0) return 'faulty'
  return next.length === batch || work.length < next.length
}

async function writeRows(tx: Tx, held: Held, rows: readonly Row[]): Promise<Outcome[]> {
  const known = await knownContacts(
    tx,
    held,
    rows.map(({ row }) => row),
  )
  const fresh: Row[] = []
  const there: [Row, readonly number[]][] = []
  const late: Row[] = []
  const names = new Map<string, string[]>()
  for (const one of rows) {
    const ids = known(one.row)
    if (ids.length > 0) there.push([one, ids])
    else if (held.plan.kind === 'company' && isNamedBefore(names, one.row)) late.push(one)
    else fresh.push(one)
  }
  const { outcomes, refused } = await make(tx, held, fresh)
  const made = new Map(outcomes.map(({ number, contactId }) => [contactId!, number]))
  late.push(...refused)
  if (late.length > 0) {
    // Made by an earlier row, or by somebody between the two looks.
    const again = await knownContacts(
      tx,
      held,
      late.map(({ row }) => row),
    )
    for (const one of late) there.push([one, again(one.row)])
  }
  const earlier = await rowsOf(
    tx,
    held,
    there.flatMap(([, ids]) => ids[0] ?? []),
  )
  for (const [one, ids] of there.toSorted(([a], [b]) => a.number - b.number)) {
    const id = ids[0]
    // Gone again: the whole step once more.
    if (id === undefined) throw new Error(`row ${one.number} is neither new nor known`)
    const twin = made.get(id) ?? earlier.get(id)
    const faults = twin === undefined ? doubtful(held.plan, ids) : [same(twin)]
    if (faults.length > 0) outcomes.push({ number: one.number, verdict: 'faulty', faults })
    else if (held.plan.duplicates === 'skip')
      outcomes.push({ number: one.number, verdict: 'skipped', contactId: id })
    else {
      outcomes.push(await change(tx, held, one, id))
      made.set(id, one.number)
    }
  }
  return outcomes
}

/** Whether a row before names the same company (decision 5.1). */
function isNamedBefore(names: Map<string, string[]>, { data }: ReadRow): boolean {
  const key = comparisonKey(data.name ?? '')
  const zips = names.get(key) ?? []
  const zip = data.zip ?? ''
  if (zips.some((one) => one === '' || zip === '' || one === zip)) return true
  names.set(key, [...zips, zip])
  return false
}

async function make(
  tx: Tx,
  held: Held,
  rows: readonly Row[],
): Promise<{ outcomes: Outcome[]; refused: Row[] }> {
  const isPerson = held.plan.kind === 'person'
  const named = isPerson ? rows.flatMap(({ row }) => row.data.company ?? []) : []
  const companies = await companiesOf(tx, held, named)
  const companyOf = ({ data }: ReadRow) =>
    data.company ? companies.get(comparisonKey(data.company)) : undefined
  const ids = await makeMany(
    tx,
    rows.map(({ row, categoryIds }) => ({
      kind: held.plan.kind,
      data: row.data,
      categoryIds,
      companyId: isPerson ? companyOf(row)?.id : undefined,
    })),
  )
  const outcomes: Outcome[] = []
  const refused: Row[] = []
  const told = new Set<number>()
  for (const [at, one] of rows.entries()) {
    const contactId = ids[at]
    if (contactId === undefined) {
      refused.push(one)
      continue
    }
    const company = isPerson ? companyOf(one.row) : undefined
    const companyId = company?.made && !told.has(company.id) ? company.id : undefined
    if (companyId !== undefined) told.add(companyId)
    outcomes.push({ number: one.number, verdict: 'made', contactId, companyId, logBefore: 0 })
  }
  // Made for somebody who turned out to be there.
  const unused = [...companies.values()].filter(({ id, made }) => made && !told.has(id))
  if (unused.length > 0)
    await deleteContacts(
      tx,
      unused.map(({ id }) => id),
    )
  return { outcomes, refused }
}

/** The rows of this import that have contacts already, by the contacts. */
async function rowsOf(tx: Tx, held: Held, contactIds: readonly number[]): Promise<Map<number, number>> {
  if (contactIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('contact_import_row')
    .select(['contact_id', 'number'])
    .where('import_id', '=', held.id)
    .where('contact_id', '=', sql<number>`any(${contactIds}::int[])`)
    .where('verdict', 'in', ['made', 'changed'])
    .execute()
  return new Map(rows.map(({ contact_id, number }) => [contact_id!, number]))
}

async function change(tx: Tx, held: Held, { number, row, categoryIds }: Row, id: number): Promise<Outcome> {
  const { rows } = await sql<{ company: boolean }>`
    select company_id is not null or company <> '' as company from contact where id = ${id} for no key update`.execute(
    tx,
  )
  const takesCompany = row.data.company && (held.plan.duplicates === 'update' || rows[0]?.company === false)
  const logBefore = await versionOf(tx, 'contact', id)
  await sql`savepoint import_row`.execute(tx)
  try {
    const [company] = takesCompany ? (await companiesOf(tx, held, [row.data.company!])).values() : []
    await writeExisting(tx, id, held.plan, row.data, categoryIds)
    await sql`release savepoint import_row`.execute(tx)
    const companyId = company?.made ? company.id : undefined
    return { number, verdict: 'changed', contactId: id, companyId, logBefore }
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error
    await sql`rollback to savepoint import_row`.execute(tx)
    return { number, verdict: 'faulty', faults: [{ column: -1, field: '', message: error.message }] }
  }
}
