// Fields of records: how a column's value looks in JSON, and how it is read and written. A table's fields are described once;
// schemas, select lists and statements follow from the description.
import { type AliasedRawBuilder, sql } from 'kysely'
import Type, { type Static, type TOptional, type TSchema } from 'typebox'
import {
  Count,
  Id,
  IdOrNone,
  IsoDate,
  Link,
  LongText,
  MoneyText,
  Name,
  nullable,
  ShortText,
} from '../ground/schema.ts'

/** How a column's values look in a record. */
export type FieldType<S extends TSchema = TSchema, I extends TSchema = TSchema, E = unknown> = {
  /** The value in a response. */
  schema: S
  /** The value in a request. */
  input: I
  /** The value if a request leaves the field out; undefined: the field is required. */
  empty: E
  /** The SQL type that a JSON value is taken as. */
  type: string
  /** SQL of the JSON value of a column. */
  read: (column: string) => string
  /** SQL of the column's new value, from SQL of the JSON value and of the stored one. */
  write: (input: string, stored: string) => string
  /** The text is HTML. */
  isHtml?: true
}

const identity = (text: string) => text

const plainColumn = <S extends TSchema, E>(schema: S, type: string, empty: E): FieldType<S, S, E> => ({
  schema,
  input: schema,
  empty,
  type,
  read: identity,
  write: identity,
})

/** The same type with a stricter schema for requests. */
const withInput = <S extends TSchema, E, I extends TSchema>(
  type: FieldType<S, TSchema, E>,
  input: I,
): FieldType<S, I, E> => ({ ...type, input })

export const id = plainColumn(Id, 'integer', undefined)
export const text = plainColumn(Type.String(), 'text', '')
export const shortText = withInput(text, ShortText)
/** A quantity in words or digits that is not negative: `8`, `12 UE`, `nach Absprache`. */
export const quantityText = withInput(text, Type.String({ maxLength: 255, format: 'not-negative' }))
/** A name that is not blank, stored without surrounding spaces. Required. */
export const name = {
  ...withInput(plainColumn(Type.String(), 'text', undefined), Name),
  write: (input: string) => `btrim(${input}, E' \\t\\r\\n\\u00a0')`,
}
export const longText = withInput(text, LongText)
/** HTML, sanitised when the back office writes it. */
export const html: typeof longText = { ...longText, isHtml: true }
/** The address of a link. */
export const link = withInput(text, Link)
export const linkUpTo = (maxLength: number) => withInput(text, Type.String({ maxLength, format: 'link' }))
export const textUpTo = (maxLength: number) => withInput(text, Type.String({ maxLength }))
export const bool = plainColumn(Type.Boolean(), 'boolean', false)
export const integer = plainColumn(Type.Integer({ minimum: -2147483648, maximum: 2147483647 }), 'integer', 0)
export const count = plainColumn(Count, 'integer', 0)
export const idList = plainColumn(Type.Array(Id), 'integer[]', [])
export const jsonColumn = plainColumn(Type.Any(), 'jsonb', undefined)
export const texts: FieldType<TextList, TextList, string[]> = {
  ...plainColumn(Type.Array(Type.String()), 'text[]', []),
  read: (column) => `array_replace(${column}, null, '')`,
}
type TextList = Type.TArray<Type.TString>

/** An id; 0: none. */
export const reference = {
  ...plainColumn(IdOrNone, 'integer', 0),
  read: (column: string) => `coalesce(${column}, 0)`,
  write: (input: string) => `nullif(${input}, 0)`,
}

/** The client to whom a record belongs; 0: all, or that of the user who enters it. */
export const owner = {
  ...reference,
  write: (input: string) => `coalesce(nullif(${input}, 0), entered_client())`,
}

/** A text; '': none. */
export const optionalText = {
  ...text,
  read: (column: string) => `coalesce(${column}, '')`,
  write: (input: string) => `nullif(${input}, '')`,
}

/** One of a few texts. If left out, the stored value stays, and a new row gets the default. */
export const choice = <const V extends readonly string[]>(values: V, byDefault: V[number]) => ({
  ...plainColumn(Type.Unsafe<V[number]>(Type.Enum([...values])), 'text', byDefault),
  write: (input: string, stored: string) => `coalesce(${input}, ${stored}, '${byDefault}')`,
})

/** The key of a look-up table; '': none. */
export const lookupKey = withInput(optionalText, Type.String({ maxLength: 50 }))

/** true and false as 1 and 0. */
export const flag01 = {
  ...plainColumn(Type.Integer({ minimum: 0, maximum: 1 }), 'integer', 0),
  read: (column: string) => `${column}::integer`,
  write: (input: string) => `(${input} <> 0)`,
}

/** Money as a number with at most two decimals, exact up to 15 digits; 0 if the column is null. */
export const money = {
  ...plainColumn(Type.Number(), 'numeric', 0),
  read: (column: string) => `coalesce(${column}, 0)::float8`,
}

/** Money as a number; 0: none. */
export const moneyOrNone = { ...money, write: (input: string) => `nullif(${input}, 0)` }

/** Money as a text; '': none. */
export const moneyText = {
  ...plainColumn(MoneyText, 'text', ''),
  read: (column: string) => `coalesce(${column}::text, '')`,
  write: (input: string) => `nullif(${input}, '')::numeric`,
}

const decimal = (minimum: number, maximum: number) =>
  Type.Number({ minimum, maximum, format: 'two-decimals' })

/** Money as a number; null: none. */
export const amount = (minimum: number) => ({
  ...plainColumn(nullable(Type.Number()), 'numeric', null),
  input: nullable(decimal(minimum, 9_999_999_999.99)),
  read: (column: string) => `${column}::float8`,
})

/** Money as a number that is not negative; 0: none. */
export const nonNegativeMoney = withInput(money, decimal(0, 9_999_999_999.99))

/** A percentage with at most two decimals. */
export const percent = (maximum: number) => withInput(money, decimal(0, maximum))

/** A calendar date; '': none. */
export const day = {
  ...plainColumn(Type.String({ pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$' }), 'text', ''),
  input: Type.String({ format: 'date-or-none' }),
  read: (column: string) => `coalesce(${column}::text, '')`,
  write: (input: string) => `nullif(${input}, '')::date`,
}

/** A calendar date. Required. */
export const requiredDay = { ...day, input: IsoDate, empty: undefined }

/** A time of day; '': none. */
export const time = {
  ...plainColumn(Type.String({ pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9])?$' }), 'text', ''),
  input: Type.String({ format: 'time-or-none' }),
}

const momentPattern = '[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?Z'

/** A point in time in UTC, in microseconds; '': none. */
export const timestamp = {
  ...plainColumn(Type.String({ pattern: `^(${momentPattern})?$` }), 'text', ''),
  read: (column: string) =>
    `coalesce(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '')`,
  write: (input: string) => `nullif(${input}, '')::timestamptz`,
}

/** The time of creation. If left out, the stored value stays, and a new row gets the current time. */
export const creationTimestamp = {
  ...timestamp,
  write: (input: string, stored: string) => `coalesce(nullif(${input}, '')::timestamptz, ${stored}, now())`,
}

/** Bytes in hexadecimal; '': none. */
export const hex = {
  ...plainColumn(Type.String({ pattern: '^([0-9a-f]{2})*$' }), 'text', ''),
  read: (column: string) => `coalesce(encode(${column}, 'hex'), '')`,
  write: (input: string) => `decode(nullif(${input}, ''), 'hex')`,
}

/** A field: its column and how its values look. */
export type Field<T extends FieldType = FieldType> = readonly [column: string, type: T]
/** The fields of a record by name, in their order. */
export type Fields = Readonly<Record<string, Field>>

const toColumn = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Describes fields that are named like their columns: `grossPrice` is column `gross_price`. */
export const fields = <const T extends Record<string, FieldType>>(types: T) =>
  Object.fromEntries<Field>(Object.entries(types).map(([name, type]) => [name, [toColumn(name), type]])) as {
    readonly [K in keyof T]: Field<T[K]>
  }

type Shown<F extends Fields> = Readonly<Record<string, keyof F | readonly [field: keyof F, type: FieldType]>>

/** Fields under other names, in this order. A type beside a name changes the form of the value, too. */
export const renamed = <F extends Fields, const V extends Shown<F>>(from: F, names: V) =>
  Object.fromEntries(
    Object.entries(names).map(([name, shown]) => {
      if (typeof shown !== 'object') return [name, from[shown]]
      const [field, type] = shown
      return [name, [from[field]![0], type]]
    }),
  ) as {
    readonly [K in keyof V]: V[K] extends readonly [keyof F, infer T extends FieldType]
      ? Field<T>
      : V[K] extends keyof F
        ? F[V[K]]
        : never
  }

/** The record that has these fields. */
export type RecordOf<F extends Fields> = { -readonly [K in keyof F]: Static<F[K][1]['schema']> }

/** The properties of a schema for responses. */
export const answerProperties = <F extends Fields>(of: F) =>
  Object.fromEntries(Object.entries(of).map(([name, [, { schema }]]) => [name, schema])) as {
    [K in keyof F]: F[K][1]['schema']
  }

/** The properties of a schema for requests: fields with an empty value are optional. */
export const inputProperties = <F extends Fields>(of: F) =>
  Object.fromEntries(
    Object.entries(of).map(([name, [, { input, empty }]]) => [
      name,
      empty === undefined ? input : Type.Optional(input),
    ]),
  ) as {
    [K in keyof F]: F[K][1]['empty'] extends undefined ? F[K][1]['input'] : TOptional<F[K][1]['input']>
  }

/** Completes a row of a request with the empty values of fields that were left out. */
export const withEmptyFields = <F extends Fields>(of: F, row: object): RecordOf<F> =>
  Object.fromEntries(
    Object.entries(of).map(([name, [, { empty }]]) => [
      name,
      (row as Readonly<Record<string, unknown>>)[name] ?? empty,
    ]),
  ) as RecordOf<F>

const quoteName = (field: string) => `"${field.replaceAll('"', '')}"`

/** The select list of fields, in their order, read from an alias. */
export const selectList = (of: Fields, alias: string): string =>
  Object.entries(of)
    .map(([field, [column, type]]) => `${type.read(`${alias}.${column}`)} as ${quoteName(field)}`)
    .join(', ')

/** The same for a query of Kysely. */
export const selections = <F extends Fields>(of: F, alias: string) =>
  Object.entries(of).map(([field, [column, type]]) => sql.raw(type.read(`${alias}.${column}`)).as(field)) as {
    [K in keyof F & string]: AliasedRawBuilder<RecordOf<F>[K], K>
  }[keyof F & string][]

/** Some fields of a row as a nested object; for reading only. */
export const recordColumn = <S extends TSchema>(schema: S, of: Fields) => ({
  ...plainColumn(schema, 'jsonb', undefined),
  read: (column: string) =>
    `(select row_to_json(r) from (select ${selectList(of, column.slice(0, column.indexOf('.')))}) r)`,
})

/** `json_to_recordset` of a parameter, with the fields as its columns, under the alias `input`. */
export const jsonRecordset = (rows: readonly object[], of: Fields) =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as input(${sql.raw(
    Object.entries(of)
      .map(([field, [, { type }]]) => `${quoteName(field)} ${type}`)
      .join(', '),
  )})`

/** Each column with SQL of its new value, from the record `input` and the stored row under the alias `stored` ('': a new row). */
export const writtenColumns = (of: Fields, stored: string) =>
  Object.entries(of).map(([field, [column, type]]) => ({
    column,
    value: type.write(`input.${quoteName(field)}`, stored === '' ? 'null' : `${stored}.${column}`),
  }))
