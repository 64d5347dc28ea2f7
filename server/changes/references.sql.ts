// The facts of the schema for the change log: the references between tables, by foreign keys, and which records have names.
import { sql } from 'kysely'
import type { Reader } from '../platform/database/database.ts'

/** Ids without a foreign key, by table and column. */
const withoutForeignKey: readonly (readonly [column: string, tableName: string])[] = [
  ['catalogue_category.image_file_id', 'catalogue_file'],
  ['contact_import.created_category_ids', 'contact_category'],
  ['contact_merge.from_id', 'contact'],
  ['date_price.ccategory_id', 'contact_category'],
]

/** The table that a column refers to, by table and column. */
export type References = ReadonlyMap<string, string>

async function readReferences(reader: Reader): Promise<References> {
  // A column that is part of two foreign keys is that of the shorter one, which comes last.
  const { rows } = await sql<{ column: string; target: string }>`
    select f.relname || '.' || a.attname as column, t.relname as target
    from pg_constraint c join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
    join pg_attribute a on a.attrelid = f.oid and a.attnum = any(c.conkey)
    where c.contype = 'f' and pg_table_is_visible(f.oid) order by cardinality(c.conkey) desc`.execute(reader)
  return new Map([...rows.map(({ column, target }) => [column, target] as const), ...withoutForeignKey])
}

/** Tables with an id and a name. */
async function readNamedTables(reader: Reader): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ table: string }>`
    select t.relname as table from pg_class t where t.relkind = 'r' and pg_table_is_visible(t.oid)
      and (select count(*) from pg_attribute a where a.attrelid = t.oid and a.attname in ('id', 'name')) = 2`.execute(
    reader,
  )
  return new Set(rows.map(({ table }) => table))
}

export type Schema = { references: References; namedTables: ReadonlySet<string> }

let schema: Promise<Schema> | undefined

/** Read once per process: the schema changes only between two starts. */
export function loadSchema(reader: Reader): Promise<Schema> {
  schema ??= Promise.all([readReferences(reader), readNamedTables(reader)]).then(
    ([references, namedTables]) => ({ references, namedTables }),
    (error) => {
      schema = undefined
      throw error
    },
  )
  return schema
}
