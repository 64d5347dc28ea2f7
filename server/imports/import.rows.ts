// Imports as the back office shows them.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Reader, Tx } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { Count, Id, IdOrNone, record } from '../platform/http/schema.ts'
import { Plan } from './fields.ts'

const states = ['draft', 'checking', 'checked', 'running', 'done', 'undoing', 'undone'] as const
export type State = (typeof states)[number]
/** States in which an import goes on by itself. */
export const underWay = ['checking', 'running', 'undoing'] as const satisfies State[]
export const verdicts = [
  'new',
  'change',
  'skip',
  'faulty',
  'made',
  'changed',
  'skipped',
  'removed',
  'restored',
  'kept',
] as const
/** Why what is under way stands still; '': it goes on. */
const pauses = ['', 'asked', 'right', 'fault'] as const
export type Pause = (typeof pauses)[number]
export type Verdict = (typeof verdicts)[number]

const shown = {
  id: Id,
  fileName: Type.String(),
  state: Type.Unsafe<State>(Type.Enum([...states])),
  paused: Type.Unsafe<Pause>(Type.Enum([...pauses])),
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
export const ImportRow = record(shown)

/** An import on its page. */
export const ImportRecord = record({
  ...shown,
  format: Type.String(),
  encoding: Type.String(),
  delimiter: Type.String(),
  sheet: Type.String(),
  sheets: Type.Array(Type.String()),
  columns: Type.Array(Type.String()),
  plan: Plan,
})
export type ImportRecord = Static<typeof ImportRecord>

export const RowFaults = Type.Array(
  record({ column: Type.Integer(), field: Type.String(), message: Type.String() }),
)

/** A row of the table with what becomes of it. */
export const TableRow = record({
  id: Id,
  cells: Type.Array(Type.String()),
  verdict: Type.String(),
  faults: RowFaults,
  contactId: IdOrNone,
})

const moment = (column: string) => sql<string>`coalesce(to_json(${sql.ref(column)}) #>> '{}', '')`
// What an earlier version kept lacks the option.
const plan = (column: string) => sql<Plan>`'{"createCompanies": false}'::jsonb || ${sql.ref(column)}`
const nameOf = (column: string) =>
  sql<string>`coalesce((select name from app_user where id = ${sql.ref(column)}), '')`
// Faults are no work; undoing, only what was written is.
const done = sql<number>`case when i.state in ('checking', 'running') then least(i.made + i.changed + i.skipped + i.faulty, i.row_count)
  when i.state = 'undoing' then greatest(i.row_count - i.made - i.changed + i.removed + i.kept, 0) else 0 end`

export const importRows = (db: Reader) =>
  db
    .selectFrom('contact_import as i')
    .select([
      'i.id',
      'i.file_name as fileName',
      sql<State>`i.state`.as('state'),
      sql<Pause>`coalesce(i.paused, '')`.as('paused'),
      sql<string>`i.plan ->> 'kind'`.as('kind'),
      'i.row_count as rowCount',
      done.as('done'),
      'i.made',
      'i.changed',
      'i.skipped',
      'i.faulty',
      'i.removed',
      'i.kept',
      sql<number>`coalesce(i.companies, 0)`.as('companies'),
      moment('i.created_at').as('createdAt'),
      nameOf('i.created_by').as('createdBy'),
      moment('i.started_at').as('startedAt'),
      nameOf('i.started_by').as('startedBy'),
      moment('i.ended_at').as('endedAt'),
      moment('i.undone_at').as('undoneAt'),
      nameOf('i.undone_by').as('undoneBy'),
    ])

/** One import. @throws Failure 404 */
export async function oneImport(db: Reader, id: number): Promise<ImportRecord[]> {
  const found = await importRows(db)
    .select([
      'i.format',
      'i.encoding',
      'i.delimiter',
      'i.sheet',
      'i.sheets',
      'i.columns',
      plan('i.plan').as('plan'),
    ])
    .where('i.id', '=', id)
    .execute()
  if (found.length === 0) throw notFound(`There is no import ${id}.`)
  return found
}

/** What the steps of an import need of it. */
export type Held = {
  id: number
  state: State
  plan: Plan
  columns: string[]
  at_row: number
  row_count: number
  made_categories: number[]
}

const held = (tx: Tx, id: number) =>
  tx
    .selectFrom('contact_import')
    .select([
      'id',
      sql<State>`state`.as('state'),
      plan('plan').as('plan'),
      'columns',
      'at_row',
      'row_count',
      'made_categories',
    ])
    .where('id', '=', id)
    .forUpdate()

/** An import, locked until the transaction ends: nobody else goes on with it meanwhile. @throws Failure 404 */
export async function holdImport(tx: Tx, id: number): Promise<Held> {
  const found = await held(tx, id).executeTakeFirst()
  if (!found) throw notFound(`There is no import ${id}.`)
  return found
}

/** An import that a user drives, likewise; undefined: another process is at it, or it does not go on. */
export const takeImport = (tx: Tx, id: number, userId: number): Promise<Held | undefined> =>
  held(tx, id)
    .skipLocked()
    .where('driven_by', '=', userId)
    .where('paused', 'is', null)
    .where('state', 'in', underWay)
    .executeTakeFirst()

/** @throws Failure 409 where an import is in another state */
export function assertState(held: Held, ...allowed: State[]): void {
  if (!allowed.includes(held.state)) throw conflict(`The import is in another state: ${held.state}.`)
}

export type WorkRow = {
  number: number
  cells: string[]
  verdict: Verdict
  contact_id: number | null
  company_id: number | null
  log_before: string | null
  log_after: string | null
}

/** The next rows after one, or before it. */
export const nextRows = (
  tx: Tx,
  held: Held,
  limit: number,
  verdictsWanted?: readonly Verdict[],
  backwards = false,
): Promise<WorkRow[]> =>
  tx
    .selectFrom('contact_import_row')
    .select([
      'number',
      sql<string[]>`cells`.as('cells'),
      sql<Verdict>`verdict`.as('verdict'),
      'contact_id',
      'company_id',
      'log_before',
      'log_after',
    ])
    .where('import_id', '=', held.id)
    .where('number', backwards ? '<' : '>', held.at_row)
    .$if(verdictsWanted !== undefined, (query) => query.where('verdict', 'in', verdictsWanted!))
    .orderBy('number', backwards ? 'desc' : 'asc')
    .limit(limit)
    .execute()

/** What is written of a row. */
export type Outcome = {
  number: number
  verdict: Verdict
  faults?: readonly unknown[]
  identity?: string
  contactId?: number | null
  /** The company that was made for it. */
  companyId?: number | undefined
  logBefore?: number
}

/** Writes what became of rows, in one statement; where `logged` the log's last entry that is the import's own. */
export async function writeOutcomes(
  tx: Tx,
  importId: number,
  outcomes: readonly Outcome[],
  logged = false,
): Promise<void> {
  if (outcomes.length === 0) return
  // Nobody else has written of a contact that was made in this transaction: for it any last entry will do.
  const logAfter = logged
    ? sql`case v.verdict when 'made' then (select max(id) from change_log) when 'changed' then
        (select coalesce(max(l.id), 0) from change_log l where l.subject = 'contact' and l.subject_id = v."contactId") else r.log_after end`
    : sql`r.log_after`
  await sql`
    update contact_import_row r set verdict = v.verdict, faults = coalesce(v.faults, r.faults), identity = coalesce(v.identity, r.identity),
      contact_id = coalesce(v."contactId", r.contact_id), company_id = coalesce(v."companyId", r.company_id),
      log_before = coalesce(v."logBefore", r.log_before), log_after = ${logAfter}
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as v(number integer, verdict text, faults jsonb, identity text, "contactId" integer, "companyId" integer, "logBefore" bigint)
    where r.import_id = ${importId} and r.number = v.number`.execute(tx)
}
