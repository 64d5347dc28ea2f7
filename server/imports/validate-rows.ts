// The dry run: determines the outcome of each row. It writes nothing except the outcomes.

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { ErrorText } from '../platform/ground/error-text.ts'
import { wordsKey } from '../platform/ground/matching/words.ts'
import { comparisonKey } from '../platform/ground/text.ts'
import { importErrors } from './import.errors.ts'
import { type LockedImport, loadNextRows, type RowResult, writeRowResults } from './import.rows.ts'
import { loadCategoriesByName } from './import-categories.ts'
import type { ImportPlan } from './import-plan.ts'
import { duplicateOptions } from './imported-types.ts'
import { firstNamesDiffer, matchContacts, type OtherName } from './match-contacts.ts'
import { type ParsedRow, parseRow, type RowError } from './parse-row.ts'
import { rehearseUpdate } from './update-existing.ts'

export const rowsPerStep = 2000
const rehearsedPerStep = 100
/** The rows of a table whose update is rehearsed. Of a larger table, all further rows that match a contact count as updates. */
const rehearsedPerImport = 1000

const matchKeyOf = (identity: string) =>
  identity === '' ? '' : createHash('sha256').update(identity).digest('base64url')

type EarlierRow = { number: number; firstName: string }

/** The first of the earlier rows of the table with each of the keys. */
async function findEarlierRows(
  tx: Tx,
  contactImport: LockedImport,
  matchKeys: readonly string[],
): Promise<Map<string, EarlierRow>> {
  const { rows } = await sql<{ matchKey: string; number: number; cells: string[] }>`
    select distinct on (match_key) match_key as "matchKey", row_number as number, cells from contact_import_row
    where import_id = ${contactImport.id} and row_number <= ${contactImport.last_row} and match_key = any(${matchKeys}::text[]) and match_key <> ''
    order by match_key, row_number`.execute(tx)
  return new Map(
    rows.map(({ matchKey, number, cells }) => [
      matchKey,
      { number, firstName: parseRow(cells, contactImport.plan).data.firstName ?? '' },
    ]),
  )
}

/** A row that matches several contacts is invalid, unless existing contacts are left unchanged anyway. */
export const ambiguousMatchErrors = (plan: ImportPlan, ids: readonly number[]): RowError[] =>
  ids.length > 1 && duplicateOptions[plan.onDuplicate].writes
    ? [
        {
          column: -1,
          field: '',
          ...importErrors.ambiguousContact({ first: ids[0]!, second: ids[1]! }),
        },
      ]
    : []

export const sameRowError = (row: number): RowError => ({
  column: -1,
  field: '',
  ...importErrors.sameAsRow({ row }),
})

/** An error of a name. */
export const rowError = (
  plan: ImportPlan,
  field: OtherName['field'] | 'name',
  error: ErrorText,
): RowError => ({
  column: Math.max(plan.columns.indexOf(field), plan.columns.indexOf('fullName')),
  field,
  ...error,
})

/** The question whether a row is the contact with its e-mail address: a user decides. */
export const otherNameError = (plan: ImportPlan, id: number, { field, name }: OtherName): RowError =>
  rowError(
    plan,
    field,
    field === 'firstName'
      ? importErrors.otherFirstName({ id, name })
      : importErrors.otherLastName({ id, name }),
  )

/** Checks the next rows. @returns whether any may be left */
export async function validateStep(tx: Tx, contactImport: LockedImport): Promise<boolean> {
  const rows = await loadNextRows(tx, contactImport, rowsPerStep)
  if (rows.length === 0) return false
  const parsed = rows.map(({ cells, merged_columns }) => parseRow(cells, contactImport.plan, merged_columns))
  const categories = await loadCategoriesByName(tx)
  const matchKeys = parsed.map(({ identity }) => matchKeyOf(identity))
  // Two persons who share an e-mail address and a last name are told apart by the first name.
  const firstNameKeys = parsed.map(({ identity, data }) =>
    matchKeyOf(identity && `${identity}\n${wordsKey(data.firstName ?? '')}`),
  )
  const earlier = await findEarlierRows(tx, contactImport, [...matchKeys, ...firstNameKeys])
  const matchesOf = await matchContacts(tx, contactImport, parsed)
  const outcomes = rows.map(({ number, is_hidden }, at): RowResult => {
    if (is_hidden && contactImport.plan.skipHiddenRows) return { number, outcome: 'skip' }
    const row = parsed[at]!
    const emailKey = matchKeys[at]!
    const errors: RowError[] = [...row.errors]
    if (!contactImport.plan.createCategories)
      for (const name of row.categories)
        if (!categories.has(comparisonKey(name)))
          errors.push({
            column: contactImport.plan.columns.indexOf('categories'),
            field: 'categories',
            ...importErrors.unknownCategory({ name }),
          })
    const { ids, otherName } = matchesOf(row)
    errors.push(...ambiguousMatchErrors(contactImport.plan, ids))
    const firstName = row.data.firstName ?? ''
    const firstNameKey = firstNameKeys[at]!
    const earlierRow = earlier.get(firstNameKey) ?? earlier.get(emailKey)
    const isOtherPerson = earlierRow !== undefined && firstNamesDiffer(earlierRow.firstName, firstName)
    const question =
      otherName !== undefined
        ? otherNameError(contactImport.plan, ids[0]!, otherName)
        : isOtherPerson
          ? rowError(
              contactImport.plan,
              'firstName',
              importErrors.otherFirstNameInRow({ row: earlierRow.number, name: earlierRow.firstName }),
            )
          : undefined
    const matchKey = question ? firstNameKey : emailKey
    if (earlierRow && !isOtherPerson) errors.push(sameRowError(earlierRow.number))
    else if (matchKey !== '') earlier.set(matchKey, { number, firstName })
    if (errors.length > 0) return { number, outcome: 'invalid', errors, matchKey }
    if (question)
      return { number, outcome: 'question', errors: [question], matchKey, contactId: ids[0] ?? null }
    if (ids.length === 0) return { number, outcome: 'create', matchKey }
    const outcome = duplicateOptions[contactImport.plan.onDuplicate].writes ? 'update' : 'skip'
    return { number, outcome, matchKey, contactId: ids[0]! }
  })
  const done = await rehearseUpdates(tx, contactImport, outcomes, parsed, categories)
  const last = rows[done.length - 1]!
  await writeRowResults(tx, contactImport.id, done)
  const count = (outcome: string) => done.filter((one) => one.outcome === outcome).length
  await sql`update contact_import set last_row = ${last.number}, created_count = created_count + ${count('create')}, updated_count = updated_count + ${count('update')},
    skipped_count = skipped_count + ${count('skip')}, invalid_count = invalid_count + ${count('invalid')},
    question_count = question_count + ${count('question')},
    lost_cells = ${countLostCells(contactImport, rows.slice(0, done.length))}::int[] where id = ${contactImport.id}`.execute(
    tx,
  )
  return done.length < rows.length || rows.length === rowsPerStep
}

/**
 * Tells rows that change their contact from those that change nothing.
 * @returns the outcomes of the first rows: a step rehearses some of them
 */
async function rehearseUpdates(
  tx: Tx,
  contactImport: LockedImport,
  outcomes: readonly RowResult[],
  parsed: readonly ParsedRow[],
  categories: ReadonlyMap<string, number>,
): Promise<RowResult[]> {
  const done: RowResult[] = []
  let rehearsed = 0
  for (const [at, result] of outcomes.entries()) {
    const row = parsed[at]!
    const categoryIds = row.categories.flatMap((name) => categories.get(comparisonKey(name)) ?? [])
    const isOpen =
      result.outcome === 'update' &&
      contactImport.updated_count + contactImport.skipped_count + rehearsed < rehearsedPerImport &&
      // The import creates the others first.
      categoryIds.length === row.categories.length
    if (!isOpen) {
      done.push(result)
      continue
    }
    if (rehearsed === rehearsedPerStep) break
    rehearsed++
    const { outcome } = await rehearseUpdate(
      tx,
      contactImport,
      { number: result.number, row, categoryIds: [...categoryIds, ...contactImport.plan.categoryIds] },
      result.contactId!,
    )
    done.push(outcome === 'skipped' ? { ...result, outcome: 'skip' } : result)
  }
  return done
}

/** By column: the cells with a text that the plan leaves out, of these rows and those checked before. */
function countLostCells(
  { plan, lost_cells: before }: LockedImport,
  rows: readonly { cells: readonly string[] }[],
): number[] {
  return plan.columns.map((field, column) =>
    field === ''
      ? rows.reduce((count, { cells }) => count + (cells[column] ? 1 : 0), before[column] ?? 0)
      : 0,
  )
}
