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
import { firstNamesDiffer, matchContacts } from './match-contacts.ts'
import { parseRow, type RowError } from './parse-row.ts'

const rowsPerStep = 2000

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

const firstNameError = (plan: ImportPlan, error: ErrorText): RowError => ({
  column: Math.max(plan.columns.indexOf('firstName'), plan.columns.indexOf('fullName')),
  field: 'firstName',
  ...error,
})

/** The question whether a row is the contact with its e-mail address and last name: a user decides. */
export const otherFirstNameError = (plan: ImportPlan, id: number, name: string): RowError =>
  firstNameError(plan, importErrors.otherFirstName({ id, name }))

/** Checks the next rows. @returns whether any may be left */
export async function validateStep(tx: Tx, contactImport: LockedImport): Promise<boolean> {
  const rows = await loadNextRows(tx, contactImport, rowsPerStep)
  const last = rows.at(-1)
  if (!last) return false
  const parsed = rows.map(({ cells }) => parseRow(cells, contactImport.plan))
  const categories = await loadCategoriesByName(tx)
  const matchKeys = parsed.map(({ identity }) => matchKeyOf(identity))
  // Two persons who share an e-mail address and a last name are told apart by the first name.
  const firstNameKeys = parsed.map(({ identity, data }) =>
    matchKeyOf(identity && `${identity}\n${wordsKey(data.firstName ?? '')}`),
  )
  const earlier = await findEarlierRows(tx, contactImport, [...matchKeys, ...firstNameKeys])
  const matchesOf = await matchContacts(tx, contactImport, parsed)
  const outcomes = rows.map(({ number }, at): RowResult => {
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
    const { ids, otherFirstName } = matchesOf(row)
    errors.push(...ambiguousMatchErrors(contactImport.plan, ids))
    const firstName = row.data.firstName ?? ''
    const firstNameKey = firstNameKeys[at]!
    const earlierRow = earlier.get(firstNameKey) ?? earlier.get(emailKey)
    const isOtherPerson = earlierRow !== undefined && firstNamesDiffer(earlierRow.firstName, firstName)
    const question =
      otherFirstName !== undefined
        ? otherFirstNameError(contactImport.plan, ids[0]!, otherFirstName)
        : isOtherPerson
          ? firstNameError(
              contactImport.plan,
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
  await writeRowResults(tx, contactImport.id, outcomes)
  const count = (outcome: string) => outcomes.filter((one) => one.outcome === outcome).length
  await sql`update contact_import set last_row = ${last.number}, created_count = created_count + ${count('create')}, updated_count = updated_count + ${count('update')},
    skipped_count = skipped_count + ${count('skip')}, invalid_count = invalid_count + ${count('invalid')},
    question_count = question_count + ${count('question')} where id = ${contactImport.id}`.execute(tx)
  return rows.length === rowsPerStep
}
