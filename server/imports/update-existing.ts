// Writes a row of an import to the contact that it matches, or rehearses it.
import { sql } from 'kysely'
import { versionOf } from '../platform/database/change-log.ts'
import type { Tx } from '../platform/database/database.ts'
import { Failure } from '../platform/ground/errors.ts'
import type { LockedImport, RowResult } from './import.rows.ts'
import { duplicateOptions } from './imported-types.ts'
import { createMissingCompanies } from './missing-companies.ts'
import type { ParsedRow } from './parse-row.ts'
import { updateContactFromRow } from './update-contact.ts'

export type MatchedRow = { number: number; row: ParsedRow; categoryIds: readonly number[] }

/** Writes a row to the contact that it matches. A contact that has all of it already is skipped. */
export async function updateExisting(
  tx: Tx,
  contactImport: LockedImport,
  { number, row, categoryIds }: MatchedRow,
  id: number,
): Promise<RowResult> {
  const { rows } = await sql<{ company: boolean }>`
    select company_id is not null or company <> '' as company from contact where id = ${id} for no key update`.execute(
    tx,
  )
  const setsCompany =
    row.data.company &&
    (duplicateOptions[contactImport.plan.onDuplicate].overwrites || rows[0]?.company === false)
  const logBefore = await versionOf(tx, 'contact', id)
  await sql`savepoint import_row`.execute(tx)
  try {
    const [companyId] = setsCompany
      ? (await createMissingCompanies(tx, contactImport, [row.data.company!])).values()
      : []
    await updateContactFromRow(tx, id, contactImport.plan, row.data, categoryIds)
    await sql`release savepoint import_row`.execute(tx)
    const isChanged = companyId !== undefined || (await versionOf(tx, 'contact', id)) !== logBefore
    return isChanged
      ? { number, outcome: 'updated', contactId: id, companyId, logBefore }
      : { number, outcome: 'skipped', contactId: id }
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error
    await sql`rollback to savepoint import_row`.execute(tx)
    return {
      number,
      outcome: 'invalid',
      errors: [{ column: -1, field: '', ...error.text }],
    }
  }
}

/** The outcome that a row will have if it is written to the contact that it matches; nothing is written. */
export async function rehearseUpdate(
  tx: Tx,
  contactImport: LockedImport,
  row: MatchedRow,
  id: number,
): Promise<RowResult> {
  await sql`savepoint rehearsal`.execute(tx)
  const result = await updateExisting(tx, contactImport, row, id)
  await sql`rollback to savepoint rehearsal`.execute(tx)
  return result
}
