// Imports as the back office shows them.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Reader, Tx } from '../platform/database.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { Count, Id, IdOrNone, record } from '../platform/schema.ts'
import { Plan } from './fields.ts'

const states = ['draft', 'checking', 'checked', 'running', 'done', 'undoing', 'undone'] as const
export type State = (typeof states)[number]
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
export type Verdict = (typeof verdicts)[number]

const shown = {
  id: Id,
  fileName: Type.String(),
  state: Type.Unsafe<State>(Type.Enum([...states])),
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
const nameOf = (column: string) =>
  sql<string>`coalesce((select name from app_user where id = ${sql.ref(column)}), '')`
// Undoing goes from the last row up.
const done = sql<number>`(select count(*)::integer from contact_import_row r where r.import_id = i.id and i.state in
  ('checking', 'running', 'undoing') and case when i.state = 'undoing' then r.number >= i.at_row else r.number <= i.at_row end)`

export const importRows = (db: Reader) =>
  db
    .selectFrom('contact_import as i')
    .select([
      'i.id',
      'i.file_name as fileName',
      sql<State>`i.state`.as('state'),
      sql<string>`i.plan ->> 'kind'`.as('kind'),
      'i.row_count as rowCount',
      done.as('done'),
      'i.made',
      'i.changed',
      'i.skipped',
      'i.faulty',
      'i.removed',
      'i.kept',
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
      sql<Plan>`i.plan`.as('plan'),
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
  started_by: number | null
  made_categories: number[]
}

/** An import, locked until the transaction ends: nobody else goes on with it meanwhile. @throws Failure 404 */
export async function holdImport(tx: Tx, id: number): Promise<Held> {
  const found = await tx
    .selectFrom('contact_import')
    .select([
      'id',
      sql<State>`state`.as('state'),
      sql<Plan>`plan`.as('plan'),
      'columns',
      'at_row',
      'row_count',
      'started_by',
      'made_categories',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound(`There is no import ${id}.`)
  return found
}

/** @throws Failure 409 where an import is in another state */
export function assertState(held: Held, ...allowed: State[]): void {
  if (!allowed.includes(held.state)) throw conflict(`The import is in another state: ${held.state}.`)
}

export type WorkRow = {
  number: number
  cells: string[]
  verdict: Verdict
  contact_id: number | null
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
  logBefore?: number
}

/** Writes what became of rows, in one statement; the log's last entry of their contacts where `logged`. */
export async function writeOutcomes(
  tx: Tx,
  importId: number,
  outcomes: readonly Outcome[],
  logged = false,
): Promise<void> {
  if (outcomes.length === 0) return
  await sql`
    update contact_import_row r set verdict = v.verdict, faults = coalesce(v.faults, r.faults), identity = coalesce(v.identity, r.identity),
      contact_id = coalesce(v."contactId", r.contact_id), log_before = coalesce(v."logBefore", r.log_before),
      log_after = ${
        logged
          ? sql`case when v.verdict in ('made', 'changed') then
        (select coalesce(max(l.id), 0) from change_log l where l.subject = 'contact' and l.subject_id = v."contactId") else r.log_after end`
          : sql`r.log_after`
      }
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as v(number integer, verdict text, faults jsonb, identity text, "contactId" integer, "logBefore" bigint)
    where r.import_id = ${importId} and r.number = v.number`.execute(tx)
}
