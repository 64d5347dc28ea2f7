// Imports and their rows: read, locked, written.

import { sql } from 'kysely'
import { hasRight, type Principal } from '../platform/auth/principal.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import type { Finding } from './findings.ts'
import { importErrors } from './import.errors.ts'
import type { ImportRecord, PauseReason, RowDecision, RowOutcome } from './import.schema.ts'
import type { ImportPlan } from './import-plan.ts'
import { type ActiveStatus, activeStatuses, type ImportStatus, importStatuses } from './import-statuses.ts'
import type { ImportedType } from './imported-types.ts'
import type { RowError } from './parse-row.ts'

const isoTimestamp = (column: string) => sql<string>`coalesce(to_json(${sql.ref(column)}) #>> '{}', '')`
/** Earlier versions did not know the last options. */
const plan = (column: string) =>
  sql<ImportPlan>`'{"omitDamagedNumbers":false,"skipHiddenRows":false,"fillMergedCells":false}'::jsonb || ${sql.ref(column)}`
const userName = (column: string) =>
  sql<string>`coalesce((select name from app_user where id = ${sql.ref(column)}), '')`
// An import skips invalid rows; undoing processes only the rows that were written.
const processedRows = sql<number>`case when i.status in ('checking', 'running') then least(i.created_count + i.updated_count + i.skipped_count + i.invalid_count + i.question_count, i.row_count)
  when i.status = 'undoing' then greatest(i.row_count - i.created_count - i.updated_count + i.deleted_count + i.kept_count, 0) else 0 end`

/** Without the right to see contacts, a user sees the own imports only. */
const seesAll = (principal: Principal): boolean => hasRight(principal, '090300:access')

export const selectImports = (db: Reader, principal: Principal) =>
  db
    .selectFrom('contact_import as i')
    .select([
      'i.id',
      'i.file_name as fileName',
      sql<ImportStatus>`i.status`.as('status'),
      sql<PauseReason>`coalesce(i.pause_reason, '')`.as('pauseReason'),
      sql<ImportedType>`i.plan ->> 'contactType'`.as('contactType'),
      'i.row_count as rowCount',
      processedRows.as('processedCount'),
      'i.created_count as createdCount',
      'i.updated_count as updatedCount',
      'i.skipped_count as skippedCount',
      'i.invalid_count as invalidCount',
      'i.question_count as questionCount',
      'i.deleted_count as deletedCount',
      'i.kept_count as keptCount',
      'i.company_count as companyCount',
      isoTimestamp('i.created_at').as('createdAt'),
      userName('i.created_by').as('createdByName'),
      isoTimestamp('i.started_at').as('startedAt'),
      userName('i.started_by').as('startedByName'),
      isoTimestamp('i.ended_at').as('endedAt'),
      isoTimestamp('i.undone_at').as('undoneAt'),
      userName('i.undone_by').as('undoneByName'),
    ])
    .$if(!seesAll(principal), (some) => some.where('i.created_by', '=', principal.userId))

/** One import that the user may see. @throws Failure 404 */
export async function loadImport(db: Reader, id: number, principal: Principal): Promise<ImportRecord[]> {
  const found = await selectImports(db, principal)
    .select([
      'i.format',
      'i.encoding',
      'i.encodings',
      'i.delimiter',
      'i.worksheet',
      'i.worksheets',
      'i.columns',
      'i.lost_cells as lostCells',
      sql<Finding[]>`i.findings`.as('findings'),
      plan('i.plan').as('plan'),
    ])
    .where('i.id', '=', id)
    .execute()
  if (found.length === 0) throw notFound(generalErrors.notFound({ kind: 'import', id }))
  return found
}

export type LockedImport = {
  id: number
  status: ImportStatus
  plan: ImportPlan
  columns: string[]
  last_row: number
  row_count: number
  updated_count: number
  skipped_count: number
  lost_cells: number[]
  created_category_ids: number[]
}

export type ActiveImport = LockedImport & { status: ActiveStatus }

const selectForUpdate = (tx: Tx, id: number) =>
  tx
    .selectFrom('contact_import')
    .select([
      'id',
      sql<ImportStatus>`status`.as('status'),
      plan('plan').as('plan'),
      'columns',
      'last_row',
      'row_count',
      'updated_count',
      'skipped_count',
      'lost_cells',
      'created_category_ids',
    ])
    .where('id', '=', id)
    .forUpdate()

/** Locks an import that the user may see until the end of the transaction. @throws Failure 404 */
export async function lockImport(tx: Tx, id: number, principal: Principal): Promise<LockedImport> {
  const found = await selectForUpdate(tx, id)
    .$if(!seesAll(principal), (some) => some.where('created_by', '=', principal.userId))
    .executeTakeFirst()
  if (!found) throw notFound(generalErrors.notFound({ kind: 'import', id }))
  return found
}

/** Locks an active import that runs as a user; undefined: another process has locked it, or it is paused or ended. */
export const tryLockImport = (tx: Tx, id: number, userId: number): Promise<ActiveImport | undefined> =>
  selectForUpdate(tx, id)
    .skipLocked()
    .where('run_as_user_id', '=', userId)
    .where('pause_reason', 'is', null)
    .where('status', 'in', activeStatuses)
    .$castTo<ActiveImport>()
    .executeTakeFirst()

const statusErrors = {
  draft: importErrors.isDraft,
  checking: importErrors.isChecking,
  checked: importErrors.isChecked,
  running: importErrors.isRunning,
  done: importErrors.isDone,
  undoing: importErrors.isUndoing,
  undone: importErrors.isUndone,
} as const satisfies Record<ImportStatus, unknown>

/** @throws Failure 409 for a status without the property */
export function assertStatus({ status }: LockedImport, property: keyof typeof importStatuses.draft): void {
  if (!importStatuses[status][property]) throw conflict(statusErrors[status]())
}

/** @throws Failure 409 */
export function assertActive(contactImport: LockedImport): asserts contactImport is ActiveImport {
  assertStatus(contactImport, 'isActive')
}

export type PendingRow = {
  number: number
  cells: string[]
  is_hidden: boolean
  merged_columns: number[]
  outcome: RowOutcome
  decision: RowDecision
  errors: RowError[]
  contact_id: number | null
  company_id: number | null
  log_id_before: string | null
  log_id_after: string | null
}

/** The next rows after one, or before it. */
export const loadNextRows = (
  tx: Tx,
  contactImport: LockedImport,
  limit: number,
  statuses?: readonly RowOutcome[],
  backwards = false,
): Promise<PendingRow[]> =>
  tx
    .selectFrom('contact_import_row')
    .select([
      'row_number as number',
      sql<string[]>`cells`.as('cells'),
      'is_hidden',
      'merged_columns',
      sql<RowOutcome>`outcome`.as('outcome'),
      sql<RowDecision>`decision`.as('decision'),
      sql<RowError[]>`errors`.as('errors'),
      'contact_id',
      'company_id',
      'log_id_before',
      'log_id_after',
    ])
    .where('import_id', '=', contactImport.id)
    .where('row_number', backwards ? '<' : '>', contactImport.last_row)
    .$if(statuses !== undefined, (query) => query.where('outcome', 'in', statuses!))
    .orderBy('row_number', backwards ? 'desc' : 'asc')
    .limit(limit)
    .execute()

export type RowResult = {
  number: number
  outcome: RowOutcome
  errors?: readonly RowError[]
  matchKey?: string
  contactId?: number | null
  /** The company that was created for it. */
  companyId?: number | undefined
  logBefore?: number
}

/**
 * Writes the outcomes of rows in one statement.
 * @param isLogged whether the import has written contacts: then the last entry of the change log is stored for each
 */
export async function writeRowResults(
  tx: Tx,
  importId: number,
  results: readonly RowResult[],
  isLogged = false,
): Promise<void> {
  if (results.length === 0) return
  // A contact that this transaction created has no entries of others: the last entry of all is late enough.
  const logAfter = isLogged
    ? sql`case v.outcome when 'created' then (select max(id) from change_log) when 'updated' then
        (select coalesce(max(l.id), 0) from change_log l where l.subject = 'contact' and l.subject_id = v."contactId") else r.log_id_after end`
    : sql`r.log_id_after`
  await sql`
    update contact_import_row r set outcome = v.outcome, errors = coalesce(v.errors, r.errors), match_key = coalesce(v."matchKey", r.match_key),
      contact_id = coalesce(v."contactId", r.contact_id), company_id = coalesce(v."companyId", r.company_id),
      log_id_before = coalesce(v."logBefore", r.log_id_before), log_id_after = ${logAfter}
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as v(number integer, outcome text, errors jsonb, "matchKey" text, "contactId" integer, "companyId" integer, "logBefore" bigint)
    where r.import_id = ${importId} and r.row_number = v.number`.execute(tx)
}
