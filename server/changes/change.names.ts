// The names of the records that entries of the log speak of: two statements, however many entries.
import { type RawBuilder, sql } from 'kysely'
import { hasRight, type Principal } from '../platform/auth/principal.ts'
import type { Reader } from '../platform/database/database.ts'
import { isLoose, kindOf, kinds, nameOfRow, subjectOf, tableOf, tellingColumn } from './change.kinds.ts'
import type { Columns, Named } from './change.rows.ts'

export type Entry = {
  relation: string
  recordId: number
  subject: string
  subjectId: number
  before: Columns
  after: Columns
}

type More = Record<string, string>
type Found = { named: Named; more: More }
/** A record of which the log is to say what it was called, by its table and number. */
type Lost = { subject: string; subjectId: number; relation: string; recordId: number }

const keyOf = (kind: string, id: number | string): string => `${kind} ${id}`
const none: Named = { kind: '', name: '', nameEn: '', day: '', isGone: false }

/** The numbers and keys that a value holds. */
const idsIn = (value: unknown): (number | string)[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (id) => (Number.isInteger(id) && id > 0) || (typeof id === 'string' && id !== ''),
  )

/** The records that an entry names: kind, number or key, and column. */
function* mentioned({ relation, before, after }: Entry) {
  for (const columns of [before, after])
    for (const [column, value] of Object.entries(columns)) {
      const kind = kindOf(relation, column)
      if (kind) for (const id of idsIn(value)) yield { kind, id, column }
    }
}

const statementOf = (kind: string, ids: readonly (number | string)[], principal: Principal) => {
  const { name, from, key = 'c.id', isText, client, more } = kinds[kind]!
  const column = sql.ref(key)
  const told: RawBuilder<unknown> = client
    ? sql`case when ${client} = any(${principal.clientIds}::int[]) then ${name} end`
    : name
  return sql`select ${sql.lit(kind)} as kind, ${column}::text as id, ${told} as name, ${more ?? sql`null::json`} as more
    from ${from} where ${column} = any(${isText ? sql`${ids}::text[]` : sql`${ids}::int[]`})`
}

async function findThose(
  reader: Reader,
  principal: Principal,
  wanted: ReadonlyMap<string, ReadonlySet<number | string>>,
): Promise<Map<string, Found>> {
  const found = new Map<string, Found>()
  if (wanted.size === 0) return found
  const { rows } = await sql<{ kind: string; id: string; name: string | null; more: More | null }>`${sql.join(
    [...wanted].map(([kind, ids]) => statementOf(kind, [...ids], principal)),
    sql` union all `,
  )}`.execute(reader)
  for (const { kind, id, name, more } of rows) {
    const { day = '', nameEn = '' } = more ?? {}
    found.set(keyOf(kind, id), {
      named: { kind, name: name?.trim() ?? '', nameEn, day: name ? day : '', isGone: false },
      more: more ?? {},
    })
  }
  return found
}

/** What deleted records were called, as the log has them. */
async function findLost(reader: Reader, principal: Principal, lost: readonly Lost[]) {
  const found = new Map<string, Found>()
  if (lost.length === 0) return found
  const column = <K extends keyof Lost>(name: K) => lost.map((one) => one[name])
  const { rows } = await sql<{ relation: string; recordId: number; before: Columns }>`
    select l.relation, l.record_id as "recordId", l.before
    from unnest(${column('subject')}::text[], ${column('subjectId')}::int[], ${column('relation')}::text[], ${column('recordId')}::int[])
      w(subject, subject_id, relation, record_id)
    join change_log l on l.subject = w.subject and l.subject_id = w.subject_id and l.relation = w.relation
      and l.record_id = w.record_id and l.action = 'delete'
    order by l.id`.execute(reader)
  for (const { relation, recordId, before } of rows) {
    const isTheirs = kinds[relation]?.client && !principal.clientIds.includes(Number(before['client_id']))
    const name = isTheirs ? '' : nameOfRow(before)
    const text = (value: unknown): string => (typeof value === 'string' ? value : '')
    const currencies = Object.entries(before).filter(([one]) => one.endsWith('currency'))
    found.set(keyOf(relation, recordId), {
      named: { kind: relation, name, nameEn: '', day: name ? text(before['start_date']) : '', isGone: true },
      more: Object.fromEntries(currencies.map(([one, value]) => [one, text(value)])),
    })
  }
  return found
}

/** Entries with what they speak of by name: `subjectNamed`, `partNamed`, `names`, and the currencies of their amounts. */
export async function withNames<T extends Entry>(
  reader: Reader,
  principal: Principal,
  entries: readonly T[],
) {
  const wanted = new Map<string, Set<number | string>>()
  const lostAs = new Map<string, Lost>()
  const isSeen = (kind: string): boolean => {
    const known = kinds[kind]
    return known !== undefined && (!known.right || hasRight(principal, known.right))
  }
  const want = (kind: string, id: number | string, of?: { subject: string; subjectId: number }): void => {
    if (!isSeen(kind) || id === 0) return
    wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id))
    if (typeof id === 'string') return
    // A place is in the log as the contact that it is.
    const relation = kind === 'location' ? 'contact' : kind
    const where = of ?? { subject: subjectOf(relation), subjectId: id }
    lostAs.set(keyOf(kind, id), { ...where, relation, recordId: id })
  }
  for (const entry of entries) {
    const { relation, recordId, subject, subjectId } = entry
    for (const { kind, id } of mentioned(entry)) want(kind, id)
    if (tableOf(subject) !== relation) want(relation, recordId, { subject, subjectId })
    want(tableOf(subject), subjectId)
  }
  const there = await findThose(reader, principal, wanted)
  const missing = [...lostAs].filter(([key]) => !there.has(key))
  const gone = await findLost(
    reader,
    principal,
    missing.map(([, lost]) => lost),
  )
  const find = (kind: string, id: number | string): Found => {
    const key = keyOf(kind, id)
    const lost = lostAs.get(key)
    const was = lost && gone.get(keyOf(lost.relation, lost.recordId))
    const isGone = isSeen(kind) && typeof id === 'number' && id > 0
    return there.get(key) ?? was ?? { named: { ...none, kind, isGone }, more: {} }
  }
  return entries.map((entry) => {
    const { relation, recordId, subject, subjectId, before, after } = entry
    const names: Record<string, Named> = {}
    for (const { kind, id, column } of mentioned(entry)) {
      const { named } = find(kind, id)
      if (!(named.isGone && isLoose(column))) names[`${column}:${id}`] = { ...named, kind }
    }
    const row = { ...before, ...after }
    const own = find(relation, recordId)
    const telling = tellingColumn(relation)
    const told = telling === undefined ? undefined : names[`${telling}:${row[telling]}`]
    const name = own.named.name || nameOfRow(row)
    const partNamed = told?.name ? told : { ...own.named, kind: relation, name }
    const { day: _, nameEn: __, ...currencies } = own.more
    return {
      ...entry,
      subjectNamed: find(tableOf(subject), subjectId).named,
      partNamed,
      names,
      currencies,
    }
  })
}
