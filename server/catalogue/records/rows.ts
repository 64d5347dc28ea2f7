// The catalogue is read by flat queries, whose rows are joined in memory.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import { type Fields, type RecordOf, selectList } from '../../platform/database/fields.ts'

/** For `= any(ids)`: one prepared statement for any number of ids. */
export const anyOf = (ids: readonly number[]) => sql<number>`any(${ids}::int[])`

/** Published records only (for the website), or all (for the export). */
export type ReadScope = { publishedOnly: boolean }

/** Groups rows by an id; their order is kept. */
export function group<Row, Value>(
  rows: readonly Row[],
  key: (row: Row) => number,
  value: (row: Row) => Value,
): Map<number, Value[]> {
  const groups = new Map<number, Value[]>()
  for (const row of rows) {
    const id = key(row)
    const found = groups.get(id)
    if (found) found.push(value(row))
    else groups.set(id, [value(row)])
  }
  return groups
}

export const distinct = (ids: Iterable<number>): number[] => [...new Set(ids)]

/** numeric arrives as text and becomes a number here, at the end: with two decimals and up to 15 digits that is exact. */
export const numericToNumber = (text: string | null): number => (text === null ? 0 : Number(text))

/** Child rows by the id of their owner, in one query. */
export async function loadRows<F extends Fields>(
  reader: Reader,
  from: { table: string; owner: string; order: 'position' | 'id'; fields: F },
  ownerIds: readonly number[],
): Promise<Map<number, RecordOf<F>[]>> {
  if (ownerIds.length === 0) return new Map()
  const { rows } = await sql<RecordOf<F> & { ownerId: number }>`
    select ${sql.raw(selectList(from.fields, 't'))}, t.${sql.raw(from.owner)} as "ownerId"
    from ${sql.raw(from.table)} t where t.${sql.raw(from.owner)} = ${anyOf(ownerIds)} order by t.${sql.raw(from.order)}`.execute(
    reader,
  )
  return group(
    rows,
    (row) => row.ownerId,
    ({ ownerId: _, ...row }) => row as RecordOf<F>,
  )
}
