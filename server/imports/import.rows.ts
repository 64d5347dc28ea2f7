// Imports as the back office shows them.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Reader, Tx } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { Count, Id, IdOrNone, record } from '../platform/http/schema.ts'
import { ImportPlan } from './import-plan.ts'

const states = ['draft', 'checking', 'checked', 'running', 'done', 'undoing', 'undone'] as const
export type State = (typeof states)[number]
/** States in which an import goes on by itself. */
export const activeStates = ['checking', 'running', 'undoing'] as const satisfies State[]
export const rowStatuses = [
  'create',
  'update',
  'skip',
  'invalid',
  'created',
  'updated',
  'skipped',
  'deleted',
  'restored',
  'kept',
] as const
/** Why what is under way stands still; '': it goes on. */
const pauseReasons = ['', 'requested', 'forbidden', 'failed'] as const
export type PauseReason = (typeof pauseReasons)[number]
export type RowStatus = (typeof rowStatuses)[number]

const listFields = {
  id: Id,
  fileName: Type.String(),
  state: Type.Unsafe<State>(Type.Enum([...states])),
  paused: Type.Unsafe<PauseReason>(Type.Enum([...pauseReasons])),
  kind: Type.String(),
  rowCount: Count,
  /** Rows that the work in hand is through with. */
  done: Count,
  made: Count,
  changed: Count,
  skipped: Count,
  faulty: Count,
  removed: Count,
  kept: Count,
  /** Companies that are made for the persons of the table. */
  companies: Count,
  createdAt: Type.String(),
  createdBy: Type.String(),
  startedAt: Type.String(),
  startedBy: Type.String(),
  endedAt: Type.String(),
  undoneAt: Type.String(),
  undoneBy: Type.String(),
}

/** An import in the list. */
export const ImportListItem = record(listFields)

/** An import on its page. */
export const ImportRecord = record({
  ...listFields,
  format: Type.String(),
  encoding: Type.String(),
  delimiter: Type.String(),
  sheet: Type.String(),
  sheets: Type.Array(Type.String()),
  columns: Type.Array(Type.String()),
  plan: ImportPlan,
})
export type ImportRecord = Static<typeof ImportRecord>

export const RowErrors = Type.Array(
  record({ column: Type.Integer(), field: Type.String(), message: Type.String() }),
)

/** A row of the table with what becomes of it. */
export const ImportTableRow = record({
  id: Id,
  cells: Type.Array(Type.String()),
  verdict: Type.String(),
  faults: RowErrors,
  contactId: IdOrNone,
})

const isoTimestamp = (column: string) => sql<string>`coalesce(to_json(${sql.ref(column)}) #>> '{}', '')`
// What an earlier version kept lacks the option.
const plan = (column: string) => sql<ImportPlan>`'{"createCompanies": false}'::jsonb || ${sql.ref(column)}`
const userName = (column: string) =>
  sql<string>`coalesce((select name from app_user where id = ${sql.ref(column)}), '')`
// Faults are no work; undoing, only what was written is.
const processedRows = sql<number>`case when i.status in ('checking', 'running') then least(i.created_count + i.updated_count + i.skipped_count + i.invalid_count, i.row_count)
  when i.status = 'undoing' then greatest(i.row_count - i.created_count - i.updated_count + i.deleted_count + i.kept_count, 0) else 0 end`

export const selectImports = (db: Reader) =>
  db
    .selectFrom('contact_import as i')
    .select([
      'i.id',
      'i.file_name as fileName',
      sql<State>`i.status`.as('state'),
      sql<PauseReason>`coalesce(i.pause_reason, '')`.as('paused'),
      sql<string>`i.plan ->> 'kind'`.as('kind'),
      'i.row_count as rowCount',
      processedRows.as('done'),
      'i.created_count as made',
      'i.updated_count as changed',
      'i.skipped_count as skipped',
      'i.invalid_count as faulty',
      'i.deleted_count as removed',
      'i.kept_count as kept',
      sql<number>`coalesce(i.company_count, 0)`.as('companies'),
      isoTimestamp('i.created_at').as('createdAt'),
      userName('i.created_by').as('createdBy'),
      isoTimestamp('i.started_at').as('startedAt'),
      userName('i.started_by').as('startedBy'),
      isoTimestamp('i.ended_at').as('endedAt'),
      isoTimestamp('i.undone_at').as('undoneAt'),
      userName('i.undone_by').as('undoneBy'),
    ])

/** One import. @throws Failure 404 */
export async function loadImport(db: Reader, id: number): Promise<ImportRecord[]> {
  const found = await selectImports(db)
    .select([
      'i.format',
      'i.encoding',
      'i.delimiter',
      'i.worksheet as sheet',
      'i.worksheets as sheets',
      'i.columns',
      plan('i.plan').as('plan'),
    ])
    .where('i.id', '=', id)
    .execute()
  if (found.length === 0) throw notFound(`There is no import ${id}.`)
  return found
}

/** What the steps of an import need of it. */
export type LockedImport = {
  id: number
  state: State
  plan: ImportPlan
  columns: string[]
  last_row: number
  row_count: number
  created_category_ids: number[]
}

const selectForUpdate = (tx: Tx, id: number) =>
  tx
    .selectFrom('contact_import')
    .select([
      'id',
      sql<State>`status`.as('state'),
      plan('plan').as('plan'),
      'columns',
      'last_row',
      'row_count',
      'created_category_ids',
    ])
    .where('id', '=', id)
    .forUpdate()

/** An import, locked until the transaction ends: nobody else goes on with it meanwhile. @throws Failure 404 */
export async function lockImport(tx: Tx, id: number): Promise<LockedImport> {
  const found = await selectForUpdate(tx, id).executeTakeFirst()
  if (!found) throw notFound(`There is no import ${id}.`)
  return found
}

/** An import that a user drives, likewise; undefined: another process is at it, or it does not go on. */
export const tryLockImport = (tx: Tx, id: number, userId: number): Promise<LockedImport | undefined> =>
  selectForUpdate(tx, id)
    .skipLocked()
    .where('run_as_user_id', '=', userId)
    .where('pause_reason', 'is', null)
    .where('status', 'in', activeStates)
    .executeTakeFirst()

/** @throws Failure 409 where an import is in another state */
export function assertState(contactImport: LockedImport, ...allowed: State[]): void {
  if (!allowed.includes(contactImport.state))
    throw conflict(`The import is in another state: ${contactImport.state}.`)
}

export type PendingRow = {
  number: number
  cells: string[]
  outcome: RowStatus
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
  statuses?: readonly RowStatus[],
  backwards = false,
): Promise<PendingRow[]> =>
  tx
    .selectFrom('contact_import_row')
    .select([
      'row_number as number',
      sql<string[]>`cells`.as('cells'),
      sql<RowStatus>`outcome`.as('outcome'),
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

/** What is written of a row. */
export type RowResult = {
  number: number
  outcome: RowStatus
  errors?: readonly unknown[]
  matchKey?: string
  contactId?: number | null
  /** The company that was made for it. */
  companyId?: number | undefined
  logBefore?: number
}

/** Writes what became of rows, in one statement; where `logged` the log's last entry that is the import's own. */
export async function writeRowResults(
  tx: Tx,
  importId: number,
  results: readonly RowResult[],
  isLogged = false,
): Promise<void> {
  if (results.length === 0) return
  // Nobody else has written of a contact that was made in this transaction: for it any last entry will do.
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
