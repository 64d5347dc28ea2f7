// Undoes an import, from the last row to the first: deletes what it created and restores what it updated, unless changed since.
import { sql } from 'kysely'
import { deleteContacts } from '../addresses/delete.office.ts'
import { updateIdentities } from '../contacts/identity.ts'
import type { Tx } from '../platform/database/database.ts'
import type { ErrorText } from '../platform/ground/error-text.ts'
import { Failure } from '../platform/ground/errors.ts'
import { comparisonKey, emailKey } from '../platform/ground/text.ts'
import { importErrors } from './import.errors.ts'
import {
  type LockedImport,
  loadNextRows,
  type PendingRow,
  type RowResult,
  writeRowResults,
} from './import.rows.ts'
import { contactsChangedSince, type LogEntry, netChanges, rowKey } from './later-changes.ts'
import type { RowError } from './parse-row.ts'

const rowsPerStep = 500
const maxStepMs = 1500

/** The tables whose rows an import changes, with the derived columns that are not in the change log. */
const derivedColumns: Record<string, Record<string, { column: string; keyOf: (text: string) => string }>> = {
  contact: { last_name: { column: 'last_name_key', keyOf: comparisonKey } },
  address: {},
  email_address: { email: { column: 'email_key', keyOf: emailKey } },
  phone: {},
}

/** Undoes the next rows. @returns whether any may be left */
export async function undoStep(tx: Tx, contactImport: LockedImport): Promise<boolean> {
  const deadline = performance.now() + maxStepMs
  const rows = await loadNextRows(tx, contactImport, rowsPerStep, ['created', 'updated'], true)
  const results = await removeCreatedContacts(
    tx,
    rows.filter(({ outcome }) => outcome === 'created'),
  )
  const changed = rows.filter(({ outcome }) => outcome === 'updated')
  let lastRow = rows.at(-1)?.number ?? 0
  for (const [at, row] of changed.entries()) {
    if (at > 0 && performance.now() > deadline) {
      lastRow = changed[at - 1]!.number
      break
    }
    results.push(await restoreRow(tx, row))
  }
  const done = new Map(results.map((outcome) => [outcome.number, outcome]))
  await removeCreatedCompanies(
    tx,
    rows.flatMap((row) => (row.company_id && done.has(row.number) ? [[row, done.get(row.number)!]] : [])),
  )
  await writeRowResults(tx, contactImport.id, results)
  const keptCount = results.filter(({ outcome }) => outcome === 'kept').length
  await sql`update contact_import set last_row = ${lastRow}, kept_count = kept_count + ${keptCount},
    deleted_count = deleted_count + ${results.length - keptCount} where id = ${contactImport.id}`.execute(tx)
  return results.length < rows.length || rows.length === rowsPerStep
}

const rowError = (error: ErrorText): RowError => ({ column: -1, field: '', ...error })
const keptResult = (number: number, ...errors: ErrorText[]): RowResult => ({
  number,
  outcome: 'kept',
  errors: errors.map(rowError),
})

/** Deletes contacts, except those that were changed since an entry of the change log or are referred to. @returns their errors */
async function removeUnchangedContacts(
  tx: Tx,
  createdContacts: readonly { id: number; after: string }[],
): Promise<Map<number, ErrorText>> {
  const ids = createdContacts.map(({ id }) => id)
  const { rows: locked } = await sql<{
    id: number
  }>`select id from contact where id = any(${ids}::int[]) order by id for update`.execute(tx)
  const existingIds = new Set(locked.map(({ id }) => id))
  const keptReasons = new Map<number, ErrorText>()
  for (const id of await contactsChangedSince(tx, createdContacts))
    keptReasons.set(id, importErrors.changedSince())
  for (const id of ids) if (!existingIds.has(id)) keptReasons.set(id, importErrors.deletedSince())
  const unchanged = ids.filter((id) => !keptReasons.has(id))
  for (const [id, reason] of await deleteContacts(tx, unchanged)) keptReasons.set(id, reason)
  return keptReasons
}

async function removeCreatedContacts(tx: Tx, rows: readonly PendingRow[]): Promise<RowResult[]> {
  if (rows.length === 0) return []
  const keptReasons = await removeUnchangedContacts(
    tx,
    rows.map((row) => ({ id: row.contact_id!, after: row.log_id_after! })),
  )
  return rows.map(({ number, contact_id }) => {
    const reason = keptReasons.get(contact_id!)
    return reason === undefined ? { number, outcome: 'deleted' } : keptResult(number, reason)
  })
}

/** Deletes the companies that were created for persons of the table, unless they are referred to; that is an error of the row. */
async function removeCreatedCompanies(tx: Tx, rows: readonly [PendingRow, RowResult][]): Promise<void> {
  if (rows.length === 0) return
  const keptReasons = await removeUnchangedContacts(
    tx,
    rows.map(([row]) => ({ id: row.company_id!, after: row.log_id_after! })),
  )
  for (const [row, outcome] of rows) {
    const reason = keptReasons.get(row.company_id!)
    if (reason !== undefined)
      outcome.errors = [
        ...(outcome.errors ?? []),
        rowError(importErrors.companyKept({ id: row.company_id! })),
        rowError(reason),
      ]
  }
}

async function restoreRow(tx: Tx, row: PendingRow): Promise<RowResult> {
  const id = row.contact_id!
  const { rows: locked } = await sql`select from contact where id = ${id} for update`.execute(tx)
  if (locked.length === 0) return keptResult(row.number, importErrors.deletedSince())
  await sql`savepoint import_row`.execute(tx)
  try {
    const outcome = await restoreContact(tx, row, id)
    await sql`release savepoint import_row`.execute(tx)
    return outcome
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error
    await sql`rollback to savepoint import_row`.execute(tx)
    return keptResult(row.number, error.text)
  }
}

async function restoreContact(tx: Tx, row: PendingRow, id: number): Promise<RowResult> {
  const { rows } = await sql<LogEntry>`select id, action, table_name, row_id, before, after from change_log
    where subject = 'contact' and subject_id = ${id} and id > ${row.log_id_before} order by id desc`.execute(
    tx,
  )
  const isLogComplete =
    row.log_id_after === row.log_id_before || rows.some(({ id: entryId }) => entryId === row.log_id_after)
  if (!isLogComplete) return keptResult(row.number, importErrors.logDeleted())
  const isOwn = (entry: LogEntry) => Number(entry.id) <= Number(row.log_id_after)
  const later = netChanges(rows.filter((entry) => !isOwn(entry)).toReversed())
  const changedLater = (entry: LogEntry, column?: string) => {
    const change = later.get(rowKey(entry))
    return change instanceof Set ? column === undefined || change.has(column) : change !== undefined
  }
  const unrestored: string[] = []
  let identityChanged = false
  for (const entry of rows.filter(isOwn)) {
    if (entry.table_name === 'contact' || entry.table_name === 'email_address') identityChanged = true
    unrestored.push(...(await revertEntry(tx, entry, changedLater)))
  }
  if (identityChanged) await updateIdentities(tx, id)
  return unrestored.length > 0
    ? keptResult(row.number, ...unrestored.map((column) => importErrors.columnChangedSince({ column })))
    : { number: row.number, outcome: 'restored' }
}

/** Reverts an entry of the change log. @returns the columns or the table that were changed since and are not restored */
async function revertEntry(
  tx: Tx,
  entry: LogEntry,
  changedLater: (entry: LogEntry, column?: string) => boolean,
): Promise<string[]> {
  if (entry.table_name === 'contact_in_category' && entry.action === 'insert') {
    const { contact_id, category_id } = entry.after as { contact_id: number; category_id: number }
    await tx
      .deleteFrom('contact_in_category')
      .where('contact_id', '=', contact_id)
      .where('category_id', '=', category_id)
      .execute()
    return []
  }
  const derived = derivedColumns[entry.table_name]
  if (!derived) return [entry.table_name]
  const table = sql.table(entry.table_name)
  if (entry.action === 'insert') {
    if (changedLater(entry) || (entry.table_name === 'address' && (await isAddressUsed(tx, entry.row_id))))
      return [entry.table_name]
    await sql`delete from ${table} where id = ${entry.row_id}`.execute(tx)
    return []
  }
  if (entry.action === 'delete') return [entry.table_name]
  const unrestored: string[] = []
  const values: [string, unknown][] = []
  for (const [column, value] of Object.entries(entry.before ?? {})) {
    if (changedLater(entry, column)) unrestored.push(column)
    else {
      values.push([column, value])
      const key = derived[column]
      if (key) values.push([key.column, key.keyOf(String(value))])
    }
  }
  if (values.length > 0)
    await sql`update ${table} set ${sql.join(values.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))} where id = ${entry.row_id}`.execute(
      tx,
    )
  return unrestored
}

/** Whether other rows refer to an address. */
async function isAddressUsed(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from invoice_confirmation where address_id = ${id} union all
    select from email_address where address_id = ${id} union all select from phone where address_id = ${id} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}
