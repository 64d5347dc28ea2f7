// Labels of the records that log entries refer to, loaded by two statements.
import { type RawBuilder, sql } from 'kysely'
import { hasRight, type Principal } from '../platform/auth/principal.ts'
import { subjectOf, tableOf } from '../platform/database/change-log.ts'
import type { Reader } from '../platform/database/database.ts'
import type { Columns, RecordLabel } from './change.rows.ts'
import {
  isExternalReference,
  nameFromRow,
  namingColumn,
  type RecordKind,
  recordKindOf,
} from './record-kinds.ts'
import { loadSchema, type References } from './references.sql.ts'

export type LogEntry = {
  tableName: string
  rowId: number
  subject: string
  subjectId: number
  before: Columns
  after: Columns
}

type Details = Record<string, string>
type FoundLabel = { label: RecordLabel; details: Details }
/** A deleted record whose name is in the log. */
type MissingRecord = { subject: string; subjectId: number; tableName: string; rowId: number }

const keyOf = (tableName: string, id: number | string): string => `${tableName} ${id}`
const noLabel: RecordLabel = { tableName: '', name: '', nameEn: '', startDate: '', isDeleted: false }

/** The ids and keys in a value. */
const idsOf = (value: unknown): (number | string)[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (id) => (Number.isInteger(id) && id > 0) || (typeof id === 'string' && id !== ''),
  )

/** The records that an entry refers to: table, id or key, and column. */
function* referencedRecords({ tableName, before, after }: LogEntry, references: References) {
  for (const columns of [before, after])
    for (const [column, value] of Object.entries(columns)) {
      const referenced = references.get(`${tableName}.${column}`)
      if (referenced) for (const id of idsOf(value)) yield { tableName: referenced, id, column }
    }
}

type KindOf = (table: string) => RecordKind | undefined

const selectNames = (
  tableName: string,
  { name, from, key = 'c.id', isText, client, details }: RecordKind,
  ids: readonly (number | string)[],
  principal: Principal,
) => {
  const column = sql.ref(key)
  const visibleName: RawBuilder<unknown> = client
    ? sql`case when ${client} = any(${principal.clientIds}::int[]) then ${name} end`
    : name
  return sql`select ${sql.lit(tableName)} as "tableName", ${column}::text as id, ${visibleName} as name, ${details ?? sql`null::json`} as details
    from ${from} where ${column} = any(${isText ? sql`${ids}::text[]` : sql`${ids}::int[]`})`
}

async function findExistingLabels(
  reader: Reader,
  principal: Principal,
  kindOf: KindOf,
  requestedIds: ReadonlyMap<string, ReadonlySet<number | string>>,
): Promise<Map<string, FoundLabel>> {
  const found = new Map<string, FoundLabel>()
  if (requestedIds.size === 0) return found
  const { rows } = await sql<{
    tableName: string
    id: string
    name: string | null
    details: Details | null
  }>`${sql.join(
    [...requestedIds].map(([tableName, ids]) =>
      selectNames(tableName, kindOf(tableName)!, [...ids], principal),
    ),
    sql` union all `,
  )}`.execute(reader)
  for (const { tableName, id, name, details } of rows) {
    const { startDate = '', nameEn = '' } = details ?? {}
    found.set(keyOf(tableName, id), {
      label: {
        tableName,
        name: name?.trim() ?? '',
        nameEn,
        startDate: name ? startDate : '',
        isDeleted: false,
      },
      details: details ?? {},
    })
  }
  return found
}

/** The labels of deleted records, from their last log entry. */
async function findDeletedLabels(
  reader: Reader,
  principal: Principal,
  kindOf: KindOf,
  missing: readonly MissingRecord[],
) {
  const found = new Map<string, FoundLabel>()
  if (missing.length === 0) return found
  const column = <K extends keyof MissingRecord>(name: K) => missing.map((one) => one[name])
  const { rows } = await sql<{ tableName: string; rowId: number; before: Columns }>`
    select l.table_name as "tableName", l.row_id as "rowId", l.before
    from unnest(${column('subject')}::text[], ${column('subjectId')}::int[], ${column('tableName')}::text[], ${column('rowId')}::int[])
      w(subject, subject_id, table_name, row_id)
    join change_log l on l.subject = w.subject and l.subject_id = w.subject_id and l.table_name = w.table_name
      and l.row_id = w.row_id and l.action = 'delete'
    order by l.id`.execute(reader)
  for (const { tableName, rowId, before } of rows) {
    const isOfOtherClient =
      kindOf(tableName)?.client && !principal.clientIds.includes(Number(before['client_id']))
    const name = isOfOtherClient ? '' : nameFromRow(before)
    const text = (value: unknown): string => (typeof value === 'string' ? value : '')
    const currencyColumns = Object.entries(before).filter(([one]) => one.endsWith('currency'))
    found.set(keyOf(tableName, rowId), {
      label: {
        tableName,
        name,
        nameEn: '',
        startDate: name ? text(before['start_date']) : '',
        isDeleted: true,
      },
      details: Object.fromEntries(currencyColumns.map(([one, value]) => [one, text(value)])),
    })
  }
  return found
}

/** Adds the labels of records and the currencies of amounts to log entries. */
export async function addLabels<T extends LogEntry>(
  reader: Reader,
  principal: Principal,
  entries: readonly T[],
) {
  const { references, namedTables } = await loadSchema(reader)
  const kindOf: KindOf = (table) => recordKindOf(table, namedTables)
  const requestedIds = new Map<string, Set<number | string>>()
  const recordsByKey = new Map<string, MissingRecord>()
  const mayRead = (table: string): boolean => {
    const recordKind = kindOf(table)
    return recordKind !== undefined && (!recordKind.right || hasRight(principal, recordKind.right))
  }
  const request = (
    table: string,
    id: number | string,
    logSubject?: { subject: string; subjectId: number },
  ): void => {
    if (!mayRead(table) || id === 0) return
    requestedIds.set(table, (requestedIds.get(table) ?? new Set()).add(id))
    if (typeof id === 'string') return
    // The log has locations as contacts.
    const tableName = table === 'location' ? 'contact' : table
    const logRecord = logSubject ?? { subject: subjectOf(tableName), subjectId: id }
    recordsByKey.set(keyOf(table, id), { ...logRecord, tableName, rowId: id })
  }
  for (const entry of entries) {
    const { tableName, rowId, subject, subjectId } = entry
    for (const referenced of referencedRecords(entry, references))
      request(referenced.tableName, referenced.id)
    if (tableOf(subject) !== tableName) request(tableName, rowId, { subject, subjectId })
    request(tableOf(subject), subjectId)
  }
  const existing = await findExistingLabels(reader, principal, kindOf, requestedIds)
  const missing = [...recordsByKey].filter(([key]) => !existing.has(key))
  const deleted = await findDeletedLabels(
    reader,
    principal,
    kindOf,
    missing.map(([, missingRecord]) => missingRecord),
  )
  const findLabel = (tableName: string, id: number | string): FoundLabel => {
    const key = keyOf(tableName, id)
    const missingRecord = recordsByKey.get(key)
    const deletedLabel = missingRecord && deleted.get(keyOf(missingRecord.tableName, missingRecord.rowId))
    const isDeleted = mayRead(tableName) && typeof id === 'number' && id > 0
    return existing.get(key) ?? deletedLabel ?? { label: { ...noLabel, tableName, isDeleted }, details: {} }
  }
  return entries.map((entry) => {
    const { tableName, rowId, subject, subjectId, before, after } = entry
    const labels: Record<string, RecordLabel> = {}
    for (const referenced of referencedRecords(entry, references)) {
      const { label } = findLabel(referenced.tableName, referenced.id)
      if (!(label.isDeleted && isExternalReference(referenced.column)))
        labels[`${referenced.column}:${referenced.id}`] = { ...label, tableName: referenced.tableName }
    }
    const row = { ...before, ...after }
    const own = findLabel(tableName, rowId)
    const column = namingColumn(tableName)
    const referencedLabel = column === undefined ? undefined : labels[`${column}:${row[column]}`]
    const name = own.label.name || nameFromRow(row)
    const rowLabel = referencedLabel?.name ? referencedLabel : { ...own.label, tableName, name }
    const { startDate: _, nameEn: __, ...currencies } = own.details
    return {
      ...entry,
      subjectLabel: findLabel(tableOf(subject), subjectId).label,
      rowLabel,
      labels,
      currencies,
    }
  })
}
