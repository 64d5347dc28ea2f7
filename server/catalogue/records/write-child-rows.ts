// Rows that belong to an event or a date and stand in an order: only those that changed are written, so that the log tells what did.
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { badRequest } from '../../platform/http/errors.ts'

/** A row as it is to be: `id` 0 where it is new, and columns as JSON takes them. */
export type ChildRow = { id: number; columns: Record<string, unknown> }

type StoredRow = Record<string, unknown> & { id: number; position: number }

/** Which rows, of whom; `field` is their list in the request. */
export type ChildRowList = {
  table: string
  owner: 'event_id' | 'date_id'
  ownerId: number
  field: string
}

/**
 * Makes the rows of an owner what is wanted, in this order. Rows that stay as they are are not touched. Four statements at most.
 * The caller has locked the owner.
 * @throws Failure 400 where a row is none of the owner's, or stands twice
 */
export async function writeChildRows(
  tx: Tx,
  target: ChildRowList,
  wanted: readonly ChildRow[],
): Promise<void> {
  const { table, owner, ownerId, field } = target
  const { rows: stored } = await sql<StoredRow>`
    select (to_jsonb(t) || jsonb_build_object('id', t.id)) as row from ${sql.table(table)} t
    where ${sql.ref(owner)} = ${ownerId} order by position`
    .execute(tx)
    .then(({ rows }) => ({ rows: rows.map(({ row }) => row as StoredRow) }))
  const before = new Map(stored.map((row) => [row.id, row]))
  rejectForeignRows(field, wanted, before)

  const keptIds = new Set(wanted.map(({ id }) => id))
  const removedIds = stored.filter(({ id }) => !keptIds.has(id)).map(({ id }) => id)
  if (removedIds.length > 0)
    await sql`delete from ${sql.table(table)} where id = any(${removedIds}::int[])`.execute(tx)

  const positions = assignPositions(wanted.map(({ id }) => before.get(id)?.position))
  const rows = wanted.map(({ id, columns }, at) => ({ ...columns, id, position: positions[at]! }))
  const changed = rows.filter((row) => row.id !== 0 && differs(row, before.get(row.id)!))
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => name !== 'id')
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const toRecordset = (list: object[]) =>
    sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(list)}::jsonb) g`
  if (changed.length > 0)
    await sql`update ${sql.table(table)} t set ${sql.join(
      names.map((name) => sql`${sql.ref(name)} = g.${sql.ref(name)}`),
    )} from ${toRecordset(changed)} where t.id = g.id`.execute(tx)
  const added = rows.filter(({ id }) => id === 0)
  if (added.length > 0)
    await sql`insert into ${sql.table(table)} (${sql.ref(owner)}, ${columns})
      select ${ownerId}::int, ${columns} from ${toRecordset(added)} order by position`.execute(tx)
}

function rejectForeignRows(
  field: string,
  wanted: readonly ChildRow[],
  before: ReadonlyMap<number, StoredRow>,
): void {
  const seen = new Set<number>()
  const errors = wanted.flatMap(({ id }, at) => {
    if (id === 0) return []
    const message = !before.has(id)
      ? 'refers to a record that does not exist'
      : seen.has(id)
        ? 'stands twice'
        : ''
    seen.add(id)
    return message ? [{ field: `${field}[${at}]`, message }] : []
  })
  if (errors.length > 0) throw badRequest(errors)
}

/** Numbers of the database compare by value: `1190.00` is 1190. */
const differs = (row: Record<string, unknown>, stored: StoredRow): boolean =>
  Object.entries(row).some(([name, value]) => {
    const storedValue = stored[name]
    if (typeof storedValue === 'number' && typeof value === 'string') return Number(value) !== storedValue
    return JSON.stringify(value ?? null) !== JSON.stringify(storedValue ?? null)
  })

/**
 * Positions that put rows in their order and move as few as can be. No new one was taken before, so that one statement can set
 * them all beside a unique index.
 * @param before each row's position so far, undefined for a new row
 */
export function assignPositions(before: readonly (number | undefined)[]): number[] {
  const keptIndexes = longestIncreasingSubsequence(before)
  const usedPositions = new Set(before.filter((one) => one !== undefined))
  const highest = Math.max(-1, ...usedPositions)
  const lowest = Math.min(0, ...usedPositions)
  const positions: number[] = []
  let next = highest + 1
  // Once a gap is too narrow, everything behind it moves on.
  let isShifting = false
  let at = 0
  while (at < before.length) {
    if (keptIndexes.has(at) && !isShifting) {
      positions.push(before[at++]!)
      continue
    }
    let end = at
    while (end < before.length && !keptIndexes.has(end)) end++
    const count = end - at
    const after = end < before.length ? before[end]! : undefined
    if (isShifting || after === undefined) {
      const until = isShifting ? before.length : end
      for (; at < until; at++) positions.push(next++)
      continue
    }
    const from = positions.length > 0 ? positions.at(-1)! + 1 : lowest - count
    const free: number[] = []
    for (let position = from; position < after && free.length < count; position++)
      if (!usedPositions.has(position)) free.push(position)
    if (free.length === count) {
      positions.push(...free)
      at = end
    } else isShifting = true
  }
  return positions
}

/** The places in a list of the longest run of rising numbers. */
function longestIncreasingSubsequence(list: readonly (number | undefined)[]): Set<number> {
  const length: number[] = []
  const previous: number[] = []
  let best = -1
  for (const [at, value] of list.entries()) {
    length[at] = 0
    previous[at] = -1
    if (value === undefined) continue
    length[at] = 1
    for (let other = 0; other < at; other++)
      if (list[other] !== undefined && list[other]! < value && length[other]! + 1 > length[at]!) {
        length[at] = length[other]! + 1
        previous[at] = other
      }
    if (best < 0 || length[at]! > length[best]!) best = at
  }
  const indexes = new Set<number>()
  for (let at = best; at >= 0; at = previous[at]!) indexes.add(at)
  return indexes
}
