// A section of the data set: how its records look, are checked, written and read.
import { sql } from 'kysely'
import Type, { type TSchema } from 'typebox'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { type Fields, type Kind, passIds, prune, selectList, upsert } from './columns.ts'
import type { FaultList } from './fault.ts'
import type { Placeholders, References, Target } from './references.ts'
import { loosened } from './shape.ts'

// biome-ignore lint/suspicious/noExplicitAny: a record's fields are what its section's schema says, checked at run time
export type Item = Record<string, any>

/** The records of a section as the data set has them, complete, and where they stand. */
export type Given = { items: Item[]; pointer: (index: number) => string }

/** One import on its way. */
export type Import = {
  faults: FaultList
  references: References
  section: (name: string) => Given
  /** Known once the references have been resolved. */
  placeholders: Placeholders
  /** Tells how many records of the section at hand have been written, for the progress. */
  written: (count: number) => void
}

export type Section = {
  name: string
  /** The record: fields that may be left out are optional. */
  schema: TSchema
  /** What no other record of the section has. */
  key: (item: Item) => string | number
  /** Says what the record can be referred to as. */
  bring?: ((item: Item, references: References) => void) | undefined
  /** Makes a checked record ready and tells what its schema cannot; `raw` is the record before the absent values were filled in. */
  take?: ((item: Item, raw: Item, pointer: string, faults: FaultList) => Item | undefined) | undefined
  /** Tells which ids the records refer to, and what else the data set alone shows to be wrong. */
  check?: ((given: Given, run: Import) => void) | undefined
  /** Tells what is wrong in view of the database. */
  compare?: ((tx: Tx, given: Given, run: Import) => Promise<void>) | undefined
  write: (tx: Tx, given: Given, run: Import) => Promise<void>
  /** The records as JSON texts, ordered by their key. */
  read: (reader: Reader) => AsyncGenerator<string>
}

/** A list of ids or texts kept in a table of its own. */
export type Link = {
  table: string
  owner: string
  column: string
  type: 'int' | 'text'
  schema: TSchema
  to?: Target
}

export type Table = {
  name: string
  table: string
  /** The field that is the key, `id` unless said otherwise, and its column. */
  key?: readonly [field: string, column: string]
  fields: Fields
  /** Columns that follow from the record and are not in it. */
  hidden?: Fields
  required?: readonly string[]
  target?: Target
  references?: Readonly<Record<string, Target>>
  links?: Readonly<Record<string, Link>>
  /** Further fields: their schema, and SQL over the alias `t`. */
  more?: Readonly<Record<string, { schema: TSchema; read: string }>>
  take?: Section['take']
  check?: Section['check']
  compare?: Section['compare']
  before?: Section['write']
  after?: Section['write']
}

const pageSize = 1000

/** A section whose records are the rows of a table. */
export function tableSection(table: Table): Section {
  const [keyField, keyColumn] = table.key ?? ['id', 'id']
  const numbered = table.fields[keyField]![1].type === 'integer'
  const links = Object.entries(table.links ?? {})
  return {
    name: table.name,
    schema: schemaOf(table, keyField),
    key: (item) => item[keyField],
    bring: table.target && ((item, references) => references.bring(table.target!, item[keyField])),
    take: table.take,
    compare: table.compare,
    check(given, run) {
      given.items.forEach((item, index) => {
        for (const [field, target] of Object.entries(table.references ?? {}))
          run.references.need(target, item[field], `${given.pointer(index)}/${field}`)
        for (const [field, { to }] of links)
          if (to)
            for (const [at, value] of (item[field] as number[]).entries())
              run.references.need(to, value, `${given.pointer(index)}/${field}/${at}`)
      })
      table.check?.(given, run)
    },
    async write(tx, given, run) {
      await table.before?.(tx, given, run)
      const keys = given.items.map((item) => item[keyField])
      if (numbered && keyColumn === 'id' && table.table !== 'address_type')
        await passIds(
          tx,
          table.table,
          keys.reduce((highest, key) => Math.max(highest, key), 0),
        )
      await upsert(tx, table.table, { ...table.fields, ...table.hidden }, [keyColumn], given.items)
      for (const [field, link] of links)
        await writeLinks(
          tx,
          link,
          given.items.map((item) => [item[keyField], item[field]]),
        )
      await table.after?.(tx, given, run)
    },
    read: (reader) => readTable(reader, table, keyColumn, numbered),
  }
}

function schemaOf(table: Table, keyField: string): TSchema {
  const properties = {
    ...Object.fromEntries(Object.entries(table.fields).map(([field, [, kind]]) => [field, kind.schema])),
    ...Object.fromEntries(
      Object.entries(table.links ?? {}).map(([field, { schema }]) => [field, Type.Array(schema)]),
    ),
    ...Object.fromEntries(Object.entries(table.more ?? {}).map(([field, { schema }]) => [field, schema])),
  }
  const title = table.name
  return loosened(Type.Object(properties, { title }), { [title]: [keyField, ...(table.required ?? [])] })
}

/** Makes the lists of owners what the records say. */
export async function writeLinks(
  tx: Tx,
  { table, owner, column, type }: Link,
  lists: readonly (readonly [number, readonly (number | string)[]])[],
): Promise<void> {
  const pairs = lists.flatMap(([id, values]) => [...new Set(values)].map((value) => [id, value] as const))
  await prune(
    tx,
    table,
    owner,
    lists.map(([id]) => id),
    { column, type, pairs },
  )
  await sql`insert into ${sql.raw(`${table} (${owner}, ${column})`)}
    select * from unnest(${pairs.map(([id]) => id)}::int[], ${pairs.map(([, value]) => value)}::${sql.raw(type)}[])
    on conflict do nothing`.execute(tx)
}

async function* readTable(
  reader: Reader,
  table: Table,
  key: string,
  numbered: boolean,
): AsyncGenerator<string> {
  const links = Object.entries(table.links ?? {}).map(([field, link]) => {
    const order = link.type === 'text' ? `l.${link.column} collate "C"` : `l.${link.column}`
    return `coalesce((select json_agg(l.${link.column} order by ${order}) from ${link.table} l
      where l.${link.owner} = t.${key}), '[]') as "${field}"`
  })
  const more = Object.entries(table.more ?? {}).map(([field, { read }]) => `${read} as "${field}"`)
  const list = [selectList(table.fields, 't'), ...links, ...more].join(', ')
  const order = numbered ? `t.${key}` : `t.${key} collate "C"`
  for (let last: number | string = numbered ? 0 : ''; ; ) {
    const { rows } = await sql<{ key: number | string; line: string }>`
      select t.${sql.raw(key)} as key, (select row_to_json(r)::text from (select ${sql.raw(list)}) r) as line
      from ${sql.raw(table.table)} t where ${sql.raw(order)} > ${last} order by ${sql.raw(order)} limit ${pageSize}`.execute(
      reader,
    )
    for (const row of rows) yield row.line
    if (rows.length < pageSize) return
    last = rows.at(-1)!.key
  }
}

/** A look-up table: a name and what the value means. */
export const lookUp = (
  name: string,
  table: string,
  field: string,
  column: string,
  meaning: Fields,
): Section =>
  tableSection({
    name,
    table,
    key: [field, column],
    required: Object.keys(meaning),
    fields: { [field]: [column, nonEmpty], name: ['name', label], ...meaning },
  })

const nonEmpty: Kind = {
  schema: Type.String({ minLength: 1 }),
  type: 'text',
  read: (c) => c,
  write: (g) => g,
}
const label: Kind = nonEmpty
