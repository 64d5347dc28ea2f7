// Writes rows from records by the description of their fields (fields.ts).
import { sql } from 'kysely'
import type { Tx } from './database.ts'
import { type Fields, jsonRecordset, id as rowId, writtenColumns } from './fields.ts'

/** The rows that one statement writes; they may refer to each other in any order. */
export const chunkSize = 5000

/** Splits rows into chunks for one statement each. */
export function* chunks<T>(rows: readonly T[], length: number = chunkSize): Generator<T[]> {
  for (let start = 0; start < rows.length; start += length) yield rows.slice(start, start + length)
}

/**
 * Inserts rows, or updates those with the same key if they differ.
 * @param key the columns of the unique key
 */
export async function upsert(
  tx: Tx,
  table: string,
  fields: Fields,
  key: readonly string[],
  rows: readonly object[],
): Promise<void> {
  const written = writtenColumns(fields, 'stored')
  const columns = written.map(({ column }) => column)
  const updatedColumns = columns.filter((column) => !key.includes(column))
  const sameKey = Object.entries(fields)
    .filter(([, [column]]) => key.includes(column))
    .map(([field, [column]]) => `stored.${column} = input."${field}"`)
  const change =
    updatedColumns.length === 0
      ? 'do nothing'
      : `do update set ${updatedColumns.map((column) => `${column} = excluded.${column}`).join(', ')}
         where (${updatedColumns.map((column) => `t.${column}`).join(', ')})
           is distinct from (${updatedColumns.map((column) => `excluded.${column}`).join(', ')})`
  for (const chunk of chunks(rows))
    await sql`insert into ${sql.raw(table)} as t (${sql.raw(columns.join(', '))})
      select ${sql.raw(written.map(({ value }) => value).join(', '))} from ${jsonRecordset(chunk, fields)}
      left join ${sql.raw(table)} stored on ${sql.raw(sameKey.join(' and '))}
      on conflict (${sql.raw(key.join(', '))}) ${sql.raw(change)}`.execute(tx)
}

/** Inserts new rows. */
export async function insertRows(
  tx: Tx,
  table: string,
  fields: Fields,
  rows: readonly object[],
): Promise<void> {
  const written = writtenColumns(fields, '')
  for (const chunk of chunks(rows))
    await sql`insert into ${sql.raw(table)} (${sql.raw(written.map(({ column }) => column).join(', '))})
      select ${sql.raw(written.map(({ value }) => value).join(', '))} from ${jsonRecordset(chunk, fields)}`.execute(
      tx,
    )
}

/** The fields that a row names. */
const givenFields = (fields: Fields, row: Readonly<Record<string, unknown>>): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => row[name] !== undefined))

/** Inserts a row with the fields that are given; the others get their defaults. @returns its id */
export async function insertRow(
  tx: Tx,
  table: string,
  fields: Fields,
  row: Readonly<Record<string, unknown>>,
): Promise<number> {
  const given = givenFields(fields, row)
  const written = writtenColumns(given, '')
  const values =
    written.length === 0
      ? sql`default values`
      : sql`(${sql.raw(written.map(({ column }) => column).join(', '))})
          select ${sql.raw(written.map(({ value }) => value).join(', '))} from ${jsonRecordset([row], given)}`
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.raw(table)} ${values} returning id`.execute(tx)
  return rows[0]!.id
}

/** Updates stored rows. @param key the columns of a unique key, which are among the fields */
export async function updateRows(
  tx: Tx,
  table: string,
  fields: Fields,
  key: readonly string[],
  rows: readonly object[],
): Promise<void> {
  const written = writtenColumns(fields, 't')
  const changes = written.filter(({ column }) => !key.includes(column))
  const sameKey = written.filter(({ column }) => key.includes(column))
  if (changes.length === 0) return
  for (const chunk of chunks(rows))
    await sql`update ${sql.raw(table)} t
      set ${sql.raw(changes.map(({ column, value }) => `${column} = ${value}`).join(', '))}
      from ${jsonRecordset(chunk, fields)}
      where ${sql.raw(sameKey.map(({ column, value }) => `t.${column} = ${value}`).join(' and '))}`.execute(
      tx,
    )
}

/** Updates the fields of one row that `changed` has. */
export async function updateRow(
  tx: Tx,
  table: string,
  fields: Fields,
  id: number,
  changed: Readonly<Record<string, unknown>>,
): Promise<void> {
  const given = { rowId: ['id', rowId] as const, ...givenFields(fields, changed) }
  await updateRows(tx, table, given, ['id'], [{ rowId: id, ...changed }])
}

/** A list of ids or texts of a record, stored in a table of its own. */
export type LinkTable = {
  table: string
  /** The column of the record that has the list. */
  owner: string
  column: string
  type?: 'int' | 'text'
}

/** Replaces the lists of records. Rows that both lists contain are not written. */
export async function writeLinks(
  tx: Tx,
  { table, owner, column, type = 'int' }: LinkTable,
  lists: readonly (readonly [ownerId: number, values: readonly (number | string)[]])[],
): Promise<void> {
  if (lists.length === 0) return
  const pairs = lists.flatMap(([id, values]) => [...new Set(values)].map((value) => [id, value] as const))
  const links = sql`unnest(${pairs.map(([id]) => id)}::int[], ${pairs.map(([, value]) => value)}::${sql.raw(type)}[])`
  await sql`delete from ${sql.raw(table)} t where t.${sql.raw(owner)} = any(${lists.map(([id]) => id)}::int[])
    and not exists (select from ${links} as link(owner, value)
      where link.owner = t.${sql.raw(owner)} and link.value = t.${sql.raw(column)})`.execute(tx)
  await sql`insert into ${sql.raw(`${table} (${owner}, ${column})`)} select * from ${links} on conflict do nothing`.execute(
    tx,
  )
}

/** The ids that a transaction takes by itself, by table, because a sequence keeps what a rolled back transaction has taken. */
const rehearsedIds = new WeakMap<Tx, Map<string, number>>()

/** Makes a transaction that will be rolled back leave the sequences of ids as they are. */
export const rehearseIds = (tx: Tx): void => {
  rehearsedIds.set(tx, new Map())
}

/** The last id of a table whose ids the transaction takes by itself. */
async function lastRehearsedId(tx: Tx, table: string, taken: ReadonlyMap<string, number>): Promise<number> {
  const last = taken.get(table)
  if (last !== undefined) return last
  const { rows } = await sql<{ id: number }>`
    select greatest((select max(id) from ${sql.raw(table)}), last_value, 0)::float8 as id from pg_sequences
    where format('%I.%I', schemaname, sequencename)::regclass = pg_get_serial_sequence(${table}, 'id')::regclass`.execute(
    tx,
  )
  return rows[0]!.id
}

/** Advances the id sequence of a table beyond these and all stored ids. Never moves it back. */
export async function advanceSequence(tx: Tx, table: string, ids: readonly number[]): Promise<void> {
  const highest = ids.reduce((max, id) => Math.max(max, id), 0)
  const taken = rehearsedIds.get(tx)
  if (taken) {
    taken.set(table, Math.max(highest, await lastRehearsedId(tx, table, taken)))
    return
  }
  await sql`select setval(seq::regclass, m) from (
      select pg_get_serial_sequence(${table}, 'id') as seq, greatest(${highest}, (select max(id) from ${sql.raw(table)})) as m
    ) s
    where m > 0 and m >= coalesce((
      select last_value from pg_sequences where format('%I.%I', schemaname, sequencename)::regclass = s.seq::regclass), 0)`.execute(
    tx,
  )
}

/** Takes ids from the sequence of a table. */
export async function reserveIds(tx: Tx, table: string, count: number): Promise<number[]> {
  if (count === 0) return []
  const taken = rehearsedIds.get(tx)
  if (taken) {
    const last = await lastRehearsedId(tx, table, taken)
    taken.set(table, last + count)
    return Array.from({ length: count }, (_, index) => last + index + 1)
  }
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id from generate_series(1, ${count})`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}
