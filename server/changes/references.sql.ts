// The references between tables that the change log follows: the foreign keys of the schema.
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

let references: Promise<References> | undefined

/** Read once per process: the schema changes only between two starts. */
export function loadReferences(reader: Reader): Promise<References> {
  references ??= readReferences(reader).catch((error) => {
    references = undefined
    throw error
  })
  return references
}
