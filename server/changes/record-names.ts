// The names of the records that entries of the log speak of: two statements, however many entries.
import { type RawBuilder, sql } from 'kysely'
import { hasRight, type Principal } from '../platform/auth/principal.ts'
import type { Reader } from '../platform/database/database.ts'
import type { Columns, RecordName } from './change.rows.ts'
import {
  isExternalReference,
  nameFromRow,
  namingColumn,
  recordKinds,
  referencedTable,
  subjectOf,
  tableOf,
} from './record-kinds.ts'

export type LogEntry = {
  relation: string
  recordId: number
  subject: string
  subjectId: number
  before: Columns
  after: Columns
}

type NameDetails = Record<string, string>
type FoundName = { recordName: RecordName; details: NameDetails }
/** A record of which the log is to say what it was called, by its table and number. */
type MissingRecord = { subject: string; subjectId: number; relation: string; recordId: number }

const keyOf = (kind: string, id: number | string): string => `${kind} ${id}`
const noName: RecordName = { kind: '', name: '', nameEn: '', day: '', isGone: false }

/** The numbers and keys that a value holds. */
const idsOf = (value: unknown): (number | string)[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (id) => (Number.isInteger(id) && id > 0) || (typeof id === 'string' && id !== ''),
  )

/** The records that an entry names: kind, number or key, and column. */
function* referencedRecords({ relation, before, after }: LogEntry) {
  for (const columns of [before, after])
    for (const [column, value] of Object.entries(columns)) {
      const kind = referencedTable(relation, column)
      if (kind) for (const id of idsOf(value)) yield { kind, id, column }
    }
}

const selectNames = (kind: string, ids: readonly (number | string)[], principal: Principal) => {
  const { name, from, key = 'c.id', isText, client, details } = recordKinds[kind]!
  const column = sql.ref(key)
  const visibleName: RawBuilder<unknown> = client
    ? sql`case when ${client} = any(${principal.clientIds}::int[]) then ${name} end`
    : name
  return sql`select ${sql.lit(kind)} as kind, ${column}::text as id, ${visibleName} as name, ${details ?? sql`null::json`} as more
    from ${from} where ${column} = any(${isText ? sql`${ids}::text[]` : sql`${ids}::int[]`})`
}

async function findExistingNames(
  reader: Reader,
  principal: Principal,
  wanted: ReadonlyMap<string, ReadonlySet<number | string>>,
): Promise<Map<string, FoundName>> {
  const found = new Map<string, FoundName>()
  if (wanted.size === 0) return found
  const { rows } = await sql<{
    kind: string
    id: string
    name: string | null
    more: NameDetails | null
  }>`${sql.join(
    [...wanted].map(([kind, ids]) => selectNames(kind, [...ids], principal)),
    sql` union all `,
  )}`.execute(reader)
  for (const { kind, id, name, more } of rows) {
    const { day = '', nameEn = '' } = more ?? {}
    found.set(keyOf(kind, id), {
      recordName: { kind, name: name?.trim() ?? '', nameEn, day: name ? day : '', isGone: false },
      details: more ?? {},
    })
  }
  return found
}

/** What deleted records were called, as the log has them. */
async function findDeletedNames(reader: Reader, principal: Principal, missing: readonly MissingRecord[]) {
  const found = new Map<string, FoundName>()
  if (missing.length === 0) return found
  const column = <K extends keyof MissingRecord>(name: K) => missing.map((one) => one[name])
  const { rows } = await sql<{ relation: string; recordId: number; before: Columns }>`
    select l.table_name as relation, l.row_id as "recordId", l.before
    from unnest(${column('subject')}::text[], ${column('subjectId')}::int[], ${column('relation')}::text[], ${column('recordId')}::int[])
      w(subject, subject_id, table_name, row_id)
    join change_log l on l.subject = w.subject and l.subject_id = w.subject_id and l.table_name = w.table_name
      and l.row_id = w.row_id and l.action = 'delete'
    order by l.id`.execute(reader)
  for (const { relation, recordId, before } of rows) {
    const isOfOtherClient =
      recordKinds[relation]?.client && !principal.clientIds.includes(Number(before['client_id']))
    const name = isOfOtherClient ? '' : nameFromRow(before)
    const text = (value: unknown): string => (typeof value === 'string' ? value : '')
    const currencyColumns = Object.entries(before).filter(([one]) => one.endsWith('currency'))
    found.set(keyOf(relation, recordId), {
      recordName: {
        kind: relation,
        name,
        nameEn: '',
        day: name ? text(before['start_date']) : '',
        isGone: true,
      },
      details: Object.fromEntries(currencyColumns.map(([one, value]) => [one, text(value)])),
    })
  }
  return found
}

/** Entries with what they speak of by name: `subjectNamed`, `partNamed`, `names`, and the currencies of their amounts. */
export async function addNames<T extends LogEntry>(
  reader: Reader,
  principal: Principal,
  entries: readonly T[],
) {
  const wanted = new Map<string, Set<number | string>>()
  const lookupByKey = new Map<string, MissingRecord>()
  const mayRead = (kind: string): boolean => {
    const recordKind = recordKinds[kind]
    return recordKind !== undefined && (!recordKind.right || hasRight(principal, recordKind.right))
  }
  const request = (
    kind: string,
    id: number | string,
    logSubject?: { subject: string; subjectId: number },
  ): void => {
    if (!mayRead(kind) || id === 0) return
    wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id))
    if (typeof id === 'string') return
    // A place is in the log as the contact that it is.
    const relation = kind === 'location' ? 'contact' : kind
    const logRecord = logSubject ?? { subject: subjectOf(relation), subjectId: id }
    lookupByKey.set(keyOf(kind, id), { ...logRecord, relation, recordId: id })
  }
  for (const entry of entries) {
    const { relation, recordId, subject, subjectId } = entry
    for (const { kind, id } of referencedRecords(entry)) request(kind, id)
    if (tableOf(subject) !== relation) request(relation, recordId, { subject, subjectId })
    request(tableOf(subject), subjectId)
  }
  const existing = await findExistingNames(reader, principal, wanted)
  const missing = [...lookupByKey].filter(([key]) => !existing.has(key))
  const deleted = await findDeletedNames(
    reader,
    principal,
    missing.map(([, lost]) => lost),
  )
  const findName = (kind: string, id: number | string): FoundName => {
    const key = keyOf(kind, id)
    const missingRecord = lookupByKey.get(key)
    const deletedName = missingRecord && deleted.get(keyOf(missingRecord.relation, missingRecord.recordId))
    const isGone = mayRead(kind) && typeof id === 'number' && id > 0
    return existing.get(key) ?? deletedName ?? { recordName: { ...noName, kind, isGone }, details: {} }
  }
  return entries.map((entry) => {
    const { relation, recordId, subject, subjectId, before, after } = entry
    const names: Record<string, RecordName> = {}
    for (const { kind, id, column } of referencedRecords(entry)) {
      const { recordName } = findName(kind, id)
      if (!(recordName.isGone && isExternalReference(column)))
        names[`${column}:${id}`] = { ...recordName, kind }
    }
    const row = { ...before, ...after }
    const own = findName(relation, recordId)
    const namingColumnName = namingColumn(relation)
    const referencedName =
      namingColumnName === undefined ? undefined : names[`${namingColumnName}:${row[namingColumnName]}`]
    const name = own.recordName.name || nameFromRow(row)
    const partNamed = referencedName?.name ? referencedName : { ...own.recordName, kind: relation, name }
    const { day: _, nameEn: __, ...currencies } = own.details
    return {
      ...entry,
      subjectNamed: findName(tableOf(subject), subjectId).recordName,
      partNamed,
      names,
      currencies,
    }
  })
}
