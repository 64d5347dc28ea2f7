// Dates in the back office: rows of a date's parts, compared with those that are wanted, so that only what differs is written.
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

/** A row as `to_jsonb` gives it: numbers as numbers, dates as texts. */
export type Row = Record<string, unknown>

const keyOf = (row: Row, keys: readonly string[]): string => JSON.stringify(keys.map((key) => row[key]))
const columnList = (names: readonly string[], before = '') =>
  sql.raw(names.map((name) => `${before}"${name}"`).join(', '))

/** A row has what the other has. */
const matches = (stored: Row, wanted: Row): boolean =>
  Object.entries(wanted).every(
    ([name, value]) => JSON.stringify(stored[name] ?? null) === JSON.stringify(value ?? null),
  )

/** The numbers that the next rows of a table get. */
export async function nextIds(tx: Tx, relation: string, count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${relation}, 'id'))::int as id from generate_series(1, ${count}::int)`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Inserts rows, all with the same columns. One statement. */
export async function insertRows(tx: Tx, relation: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = columnList(Object.keys(first))
  await sql`insert into ${sql.table(relation)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(relation)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  )
}

/**
 * Makes stored rows the wanted ones: what is gone is deleted, what differs is updated, what is new is inserted, each by one
 * statement and only where there is something to do.
 * @param keys the columns of the primary key; all rows have the same columns
 */
export async function writeRows(
  tx: Tx,
  relation: string,
  keys: readonly string[],
  stored: readonly Row[],
  wanted: readonly Row[],
): Promise<void> {
  const storedByKey = new Map(stored.map((row) => [keyOf(row, keys), row]))
  const wantedKeys = new Set(wanted.map((row) => keyOf(row, keys)))
  const removed = stored.filter((row) => !wantedKeys.has(keyOf(row, keys)))
  const sameKey = sql.raw(keys.map((key) => `t."${key}" = g."${key}"`).join(' and '))
  const toRecordset = (rows: readonly Row[]) =>
    sql`jsonb_populate_recordset(null::${sql.table(relation)}, ${JSON.stringify(rows)}::jsonb) g`
  if (removed.length > 0)
    await sql`delete from ${sql.table(relation)} t using ${toRecordset(removed)} where ${sameKey}`.execute(tx)
  const changed = wanted.filter((row) => {
    const before = storedByKey.get(keyOf(row, keys))
    return before !== undefined && !matches(before, row)
  })
  if (changed.length > 0) {
    const columns = Object.keys(changed[0]!).filter((name) => !keys.includes(name))
    const set = sql.raw(columns.map((name) => `"${name}" = g."${name}"`).join(', '))
    await sql`update ${sql.table(relation)} t set ${set} from ${toRecordset(changed)} where ${sameKey}`.execute(
      tx,
    )
  }
  await insertRows(
    tx,
    relation,
    wanted.filter((row) => !storedByKey.has(keyOf(row, keys))),
  )
}

/**
 * Gives rows that are known by an id the positions of their order. A position that fits is kept; one that does not is a new
 * number, so that no row has to make way for another.
 */
export function assignPositionsById<T extends Row>(
  stored: readonly Row[],
  wanted: readonly T[],
): (T & { position: number })[] {
  const positions = new Map(stored.map((row) => [row['id'], Number(row['position'])]))
  let highest = Math.max(0, ...positions.values())
  let last = -1
  return wanted.map((row) => {
    const before = positions.get(row['id'])
    const position = before !== undefined && before > last ? before : ++highest
    last = position
    return { ...row, position }
  })
}

/**
 * Gives rows without an id, whose key is their position, positions such that as few rows as possible change: those that
 * stand in both lists keep theirs.
 */
export function assignPositionsByContent<T extends Row>(
  stored: readonly Row[],
  wanted: readonly T[],
): (T & { position: number })[] {
  const positioned = wanted.map((row): T & { position: number } => ({ ...row, position: 0 }))
  let from = 0
  const gaps: { rows: number[]; free: number[] }[] = []
  let gap: { rows: number[]; free: number[] } = { rows: [], free: [] }
  for (const [index, row] of wanted.entries()) {
    const at = stored.findIndex((one, position) => position >= from && matches(one, row))
    if (at < 0) {
      gap.rows.push(index)
      continue
    }
    positioned[index]!.position = Number(stored[at]!['position'])
    gap.free = stored.slice(from, at).map((one) => Number(one['position']))
    gaps.push(gap)
    gap = { rows: [], free: [] }
    from = at + 1
  }
  let highest = Math.max(0, ...stored.map((row) => Number(row['position'])))
  if (gaps.every(({ rows, free }) => rows.length <= free.length)) {
    const rest = stored.slice(from).map((one) => Number(one['position']))
    for (const { rows, free } of gaps)
      for (const [nth, index] of rows.entries()) positioned[index]!.position = free[nth]!
    for (const [nth, index] of gap.rows.entries()) positioned[index]!.position = rest[nth] ?? ++highest
    return positioned
  }
  return positioned.map((row, index) => ({
    ...row,
    position: Number(stored[index]?.['position'] ?? ++highest),
  }))
}
