// The import itself, some rows in each transaction: a crash loses none that was told of, and the next step goes on behind them.
import { sql } from 'kysely'
import { createCompany, findSame } from '../companies/company.write.ts'
import { insertContact } from '../contacts/contact.insert.ts'
import { ownerOf } from '../contacts/identity.ts'
import { versionOf } from '../platform/change-log.ts'
import { lockKey, lockSpace, type Tx } from '../platform/database.ts'
import { Failure } from '../platform/errors.ts'
import { fold } from '../platform/text.ts'
import { knownCategories } from './check.ts'
import { writeExisting } from './existing.ts'
import { type Held, nextRows, type Outcome, writeOutcomes } from './import.rows.ts'
import { type ReadRow, readRow } from './values.ts'

/** A step ends after so many rows or so much time, so that progress is seen. */
const batch = 500
const longMs = 1500

/** Makes the categories that the table names and nobody knows. @returns their ids */
export async function makeCategories(tx: Tx, held: Held): Promise<number[]> {
  const column = held.plan.columns.indexOf('categories')
  if (!held.plan.createCategories || column < 0) return []
  const { rows } = await sql<{
    text: string
  }>`select distinct cells ->> ${column}::integer as text from contact_import_row
    where import_id = ${held.id} and verdict in ('new', 'change') order by 1`.execute(tx)
  // Two imports at once make each name once.
  await lockKey(tx, lockSpace.contactCategories, '')
  const known = await knownCategories(tx)
  const names = new Map<string, string>()
  for (const { text } of rows)
    for (const name of readRow([text], { ...held.plan, columns: ['categories'] }).categories)
      if (!known.has(fold(name))) names.set(fold(name), names.get(fold(name)) ?? name)
  if (names.size === 0) return []
  const made = await tx
    .insertInto('contact_category')
    .values([...names.values()].map((name) => ({ name })))
    .returning('id')
    .execute()
  return made.map(({ id }) => id)
}

type Made = { id: number; comment: string; website: string; categoryIds: number[] }

/** Makes a contact of a row, or gives the id of the one that is there. */
async function make(tx: Tx, held: Held, { data }: ReadRow): Promise<{ made?: number; there?: number }> {
  if (held.plan.kind === 'company') {
    const {
      comment: _c,
      website: _w,
      salutation: _s,
      title: _t,
      firstName: _f,
      lastName: _l,
      company: _o,
      name = '',
      ...rest
    } = data
    await lockKey(tx, lockSpace.companyName, fold(name))
    const there = await findSame(tx, fold(name), data.zip ?? '', 0)
    return there ? { there } : { made: await createCompany(tx, { ...rest, name }) }
  }
  const { comment: _c, website: _w, name: _n, name2: _o, email = '', lastName = '', ...rest } = data
  const there = email ? await ownerOf(tx, fold(email), fold(lastName)) : undefined
  if (there) return { there }
  try {
    return { made: (await insertContact(tx, { ...rest, email, lastName }, 'part')).id }
  } catch (error) {
    // Somebody made it between the two.
    const owner =
      error instanceof Failure && error.status === 409
        ? await ownerOf(tx, fold(email), fold(lastName))
        : undefined
    if (owner === undefined) throw error
    return { there: owner }
  }
}

/** Website, comment and categories of new contacts, in two statements for all. */
async function complete(tx: Tx, made: readonly Made[]): Promise<void> {
  const told = made.filter(({ comment, website }) => comment || website)
  if (told.length > 0)
    await sql`update contact c set comment = v.comment, website = v.website
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as v(id integer, comment text, website text) where c.id = v.id`.execute(
      tx,
    )
  const sorted = made.flatMap(({ id, categoryIds }) =>
    categoryIds.map((categoryId) => [id, categoryId] as const),
  )
  if (sorted.length > 0)
    await sql`insert into contact_in_category (contact_id, category_id)
      select * from unnest(${sorted.map(([id]) => id)}::int[], ${sorted.map(([, id]) => id)}::int[]) on conflict do nothing`.execute(
      tx,
    )
}

/** The row of this import that has a contact already. */
async function rowOf(tx: Tx, held: Held, contactId: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('contact_import_row')
    .select('number')
    .where('import_id', '=', held.id)
    .where('contact_id', '=', contactId)
    .where('verdict', 'in', ['made', 'changed'])
    .executeTakeFirst()
  return row?.number
}

/** Carries out the next rows. @returns whether any may be left, or that a fault ended an import of all rows or none */
export async function carryOutStep(tx: Tx, held: Held): Promise<boolean | 'faulty'> {
  const until = performance.now() + longMs
  const rows = await nextRows(tx, held, batch)
  const known = await knownCategories(tx)
  const outcomes: Outcome[] = []
  const made: Made[] = []
  const touched = new Map<number, number>()
  const same = (number: number) => [{ column: -1, field: '', message: `is the same as row ${number}` }]
  let at = held.at_row
  for (const { number, cells, verdict } of rows) {
    if (outcomes.length > 0 && performance.now() > until) break
    at = number
    if (verdict === 'faulty') continue
    const row = readRow(cells, held.plan)
    const ids = new Set(held.plan.categoryIds)
    for (const name of row.categories) {
      const id = known.get(fold(name))
      if (id) ids.add(id)
    }
    const { made: id, there } = await make(tx, held, row)
    if (id !== undefined) {
      const { comment = '', website = '' } = row.data
      made.push({ id, comment, website, categoryIds: [...ids] })
      touched.set(id, number)
      outcomes.push({ number, verdict: 'made', contactId: id, logBefore: 0 })
      continue
    }
    const twin = touched.get(there!) ?? (await rowOf(tx, held, there!))
    if (twin !== undefined) {
      outcomes.push({ number, verdict: 'faulty', faults: same(twin) })
    } else if (held.plan.duplicates === 'skip') {
      outcomes.push({ number, verdict: 'skipped', contactId: there! })
    } else {
      outcomes.push(await change(tx, held, number, there!, row, [...ids]))
      touched.set(there!, number)
    }
    if (held.plan.whole && outcomes.at(-1)!.verdict === 'faulty') break
  }
  await complete(tx, made)
  await writeOutcomes(tx, held.id, outcomes, true)
  const count = (verdict: string) => outcomes.filter((one) => one.verdict === verdict).length
  await sql`update contact_import set at_row = ${at}, made = made + ${count('made')}, changed = changed + ${count('changed')},
    skipped = skipped + ${count('skipped')}, faulty = faulty + ${count('faulty')} where id = ${held.id}`.execute(
    tx,
  )
  if (held.plan.whole && count('faulty') > 0) return 'faulty'
  return rows.length === batch || (at !== rows.at(-1)?.number && rows.length > 0)
}

async function change(
  tx: Tx,
  held: Held,
  number: number,
  id: number,
  row: ReadRow,
  categoryIds: number[],
): Promise<Outcome> {
  await sql`select from contact where id = ${id} for no key update`.execute(tx)
  const logBefore = await versionOf(tx, 'contact', id)
  await sql`savepoint import_row`.execute(tx)
  try {
    await writeExisting(tx, id, held.plan, row.data, categoryIds)
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error
    await sql`rollback to savepoint import_row`.execute(tx)
    return { number, verdict: 'faulty', faults: [{ column: -1, field: '', message: error.message }] }
  }
  await sql`release savepoint import_row`.execute(tx)
  return { number, verdict: 'changed', contactId: id, logBefore }
}
