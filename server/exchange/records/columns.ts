// Fields of records and the columns they stand for: what a section of the data set is read and written by.
import { sql } from 'kysely'
import Type, { type TSchema } from 'typebox'
import type { Tx } from '../../platform/database/database.ts'
import { Id, IdOrNone, IsoDate, MoneyText } from '../../platform/http/schema.ts'

/** How a column's values look in a record. */
export type ColumnType = {
  schema: TSchema
  /** The SQL type that a JSON value is taken as. */
  type: string
  /** SQL of the JSON value of a column. */
  read: (column: string) => string
  /** SQL of the column's value; `given` is the JSON value, `stored` what the row holds so far. */
  write: (input: string, stored: string) => string
}

const identity = (text: string) => text

const plainColumn = (schema: TSchema, type: string): ColumnType => ({
  schema,
  type,
  read: identity,
  write: identity,
})

export const id = plainColumn(Id, 'integer')
export const text = plainColumn(Type.String(), 'text')
export const texts = plainColumn(Type.Array(Type.String()), 'text[]')
export const bool = plainColumn(Type.Boolean(), 'boolean')
export const integer = plainColumn(Type.Integer(), 'integer')
export const size: ColumnType = { ...plainColumn(Type.Integer({ minimum: 0 }), 'bigint') }
export const jsonColumn = plainColumn(Type.Any(), 'jsonb')

/** An id, 0 where there is none. */
export const reference: ColumnType = {
  schema: IdOrNone,
  type: 'integer',
  read: (column) => `coalesce(${column}, 0)`,
  write: (input) => `nullif(${input}, 0)`,
}

/** A text, '' where there is none. */
export const optionalText: ColumnType = {
  schema: Type.String(),
  type: 'text',
  read: (column) => `coalesce(${column}, '')`,
  write: (input) => `nullif(${input}, '')`,
}

/** true and false as 1 and 0. */
export const flag01: ColumnType = {
  schema: Type.Integer({ minimum: 0, maximum: 1 }),
  type: 'integer',
  read: (column) => `${column}::integer`,
  write: (input) => `(${input} <> 0)`,
}

/** Money as a number with at most two decimals, exact up to 15 digits. */
export const money: ColumnType = {
  schema: Type.Number(),
  type: 'numeric',
  read: (column) => `coalesce(${column}, 0)::float8`,
  write: identity,
}

/** Money as a text, '' where there is none. */
export const moneyText: ColumnType = {
  schema: MoneyText,
  type: 'text',
  read: (column) => `coalesce(${column}::text, '')`,
  write: (input) => `nullif(${input}, '')::numeric`,
}

/** Money as a number, where 0 is none. */
export const moneyOrNone: ColumnType = { ...money, write: (input) => `nullif(${input}, 0)` }

/** A calendar date, '' where there is none. */
export const day: ColumnType = {
  schema: Type.String({ pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$' }),
  type: 'text',
  read: (column) => `coalesce(${column}::text, '')`,
  write: (input) => `nullif(${input}, '')::date`,
}

/** A calendar date that must be there. */
export const requiredDay: ColumnType = { ...day, schema: IsoDate }

const momentPattern = '[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?Z'

/** A moment in UTC, to the microsecond, '' where there is none. */
export const timestamp: ColumnType = {
  schema: Type.String({ pattern: `^(${momentPattern})?$` }),
  type: 'text',
  read: (column) => `coalesce(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '')`,
  write: (input) => `nullif(${input}, '')::timestamptz`,
}

/** The moment something was made: left out, what is stored stays, and a new row gets the present. */
export const creationTimestamp: ColumnType = {
  ...timestamp,
  write: (input, stored) => `coalesce(nullif(${input}, '')::timestamptz, ${stored}, now())`,
}

/** A UUID: left out, what is stored stays, and a new row gets one. */
export const uuid: ColumnType = {
  schema: Type.String({ pattern: '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$' }),
  type: 'text',
  read: (column) => `${column}::text`,
  write: (input, stored) => `coalesce(nullif(${input}, '')::uuid, ${stored}, gen_random_uuid())`,
}

/** Bytes in hexadecimal, '' where there are none. */
export const hex: ColumnType = {
  schema: Type.String({ pattern: '^([0-9a-f]{2})*$' }),
  type: 'text',
  read: (column) => `coalesce(encode(${column}, 'hex'), '')`,
  write: (input) => `decode(nullif(${input}, ''), 'hex')`,
}

/** A time of day, '' where there is none. */
export const time: ColumnType = {
  ...text,
  schema: Type.String({ pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9])?$' }),
}

/** The fields of a record: name → column and kind. */
export type Fields = Readonly<Record<string, readonly [column: string, kind: ColumnType]>>

const quoteName = (field: string) => `"${field.replaceAll('"', '')}"`

/** The select list of fields, in their order, read from an alias. */
export const selectList = (fields: Fields, alias: string): string =>
  Object.entries(fields)
    .map(([field, [column, columnType]]) => `${columnType.read(`${alias}.${column}`)} as ${quoteName(field)}`)
    .join(', ')

/** `json_to_recordset` of a parameter, with the fields as its columns, under the alias `given`. */
const jsonRecordset = (rows: readonly object[], fields: Fields) =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as given(${sql.raw(
    Object.entries(fields)
      .map(([field, [, columnType]]) => `${quoteName(field)} ${columnType.type}`)
      .join(', '),
  )})`

const chunkSize = 5000

/** Slices of a list that fit one statement. */
export function* chunks<T>(rows: readonly T[], length: number = chunkSize): Generator<T[]> {
  for (let start = 0; start < rows.length; start += length) yield rows.slice(start, start + length)
}

/**
 * Inserts rows, or changes those with the same key where they differ.
 * @param key the columns of the unique key; fields of kind `id` named by `made` get the next number where they are 0
 */
export async function upsert(
  tx: Tx,
  table: string,
  fields: Fields,
  key: readonly string[],
  rows: readonly object[],
): Promise<void> {
  const entries = Object.entries(fields)
  const columns = entries.map(([, [column]]) => column)
  const values = entries.map(([field, [column, columnType]]) =>
    columnType.write(`given.${quoteName(field)}`, `stored.${column}`),
  )
  const updatedColumns = columns.filter((column) => !key.includes(column))
  const keyFields = entries.filter(([, [column]]) => key.includes(column))
  const joined = keyFields
    .map(([field, [column]]) => `stored.${column} = given.${quoteName(field)}`)
    .join(' and ')
  const change =
    updatedColumns.length === 0
      ? 'do nothing'
      : `do update set ${updatedColumns.map((column) => `${column} = excluded.${column}`).join(', ')}
         where (${updatedColumns.map((column) => `t.${column}`).join(', ')})
           is distinct from (${updatedColumns.map((column) => `excluded.${column}`).join(', ')})`
  for (const chunk of chunks(rows))
    await sql`insert into ${sql.raw(table)} as t (${sql.raw(columns.join(', '))})
      select ${sql.raw(values.join(', '))} from ${jsonRecordset(chunk, fields)}
      left join ${sql.raw(table)} stored on ${sql.raw(joined)}
      on conflict (${sql.raw(key.join(', '))}) ${sql.raw(change)}`.execute(tx)
}

/** Removes the parts of owners that are not among the rows: what a record no longer lists. */
export async function deleteMissing(
  tx: Tx,
  table: string,
  owner: string,
  ownerIds: readonly number[],
  listed: { column: string; type: 'int' | 'text'; pairs: readonly (readonly [number, number | string])[] },
): Promise<void> {
  if (ownerIds.length === 0) return
  const { column, type, pairs } = listed
  await sql`delete from ${sql.raw(table)} t where t.${sql.raw(owner)} = any(${ownerIds}::int[])
    and not exists (
      select from unnest(${pairs.map(([id]) => id)}::int[], ${pairs.map(([, value]) => value)}::${sql.raw(type)}[])
        as kept(owner, value)
      where kept.owner = t.${sql.raw(owner)} and kept.value = t.${sql.raw(column)})`.execute(tx)
}

/** Moves a table's numbering beyond the ids that are there and those that come. Never back. */
export async function advanceSequence(tx: Tx, table: string, highest = 0): Promise<void> {
  await sql`select setval(seq::regclass, m) from (
      select pg_get_serial_sequence(${table}, 'id') as seq, greatest(${highest}, (select max(id) from ${sql.raw(table)})) as m
    ) s
    where m > 0 and m >= coalesce((
      select last_value from pg_sequences where format('%I.%I', schemaname, sequencename)::regclass = s.seq::regclass), 0)`.execute(
    tx,
  )
}

/** So many fresh ids of a table. */
export async function reserveIds(tx: Tx, table: string, count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id from generate_series(1, ${count})`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}
