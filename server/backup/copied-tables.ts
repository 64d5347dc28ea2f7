// The tables of a backup: every table and sequence of the schema, as PostgreSQL's catalogue lists them.
import type pg from 'pg'

const transient = 'only of temporary use'
const ofInstallation = 'of this installation'
const ofTransactions = 'its rows name transactions of this server'
const madeAgain = 'made again from the images'

/** The tables whose rows a backup leaves out, and why. */
export const tablesLeftOut: Readonly<Record<string, string>> = {
  attendance_link: transient,
  backup_run: ofInstallation,
  cache_invalidation: ofTransactions,
  catalogue_change: ofTransactions,
  challenge_secret: ofInstallation,
  files_folder: 'a restored instance has a folder of its own',
  idempotency_key: transient,
  image_rendition: madeAgain,
  image_resize: madeAgain,
  invitation: transient,
  known_device: transient,
  migration: 'restore runs the migrations',
  search_pending: ofTransactions,
  secret_key: 'the head of the archive names the key, if a secret is encrypted',
  security_event: 'of this installation; the addresses of clients stay with it',
  session: 'users sign in again to a restored instance',
  sign_in_failure: transient,
  used_challenge: transient,
  website_enquiry: transient,
  webhook_attempt: ofInstallation,
  webhook_change: ofTransactions,
  webhook_cursor: ofTransactions,
  webhook_delivery: ofInstallation,
  website_key_use: ofInstallation,
}

/** A table; `columns` that are stored, and the `order` of its rows, as SQL. */
export type CopiedTable = { name: string; columns: string[]; order: string }

/** The tables that are copied, by name. Rows are ordered by their primary key, so that equal tables are equal bytes. */
export async function readTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `select c.relname as name, a.columns, a.order
     from pg_class c left join pg_index i on i.indrelid = c.oid and i.indisprimary
     cross join lateral (
       select array_agg(quote_ident(attname) order by attnum) as columns,
         string_agg(quote_ident(attname) || case when attcollation = 0 then '' else ' collate "C"' end, ', '
           order by array_position(i.indkey::int2[], attnum), attnum)
           filter (where i.indexrelid is null or attnum = any(i.indkey::int2[])) as order
       from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') a
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and not c.relname = any($1)
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by c.relname collate "C"`,
    [Object.keys(tablesLeftOut)],
  )
  return rows
}

/** The sequences, without those of the tables that are left out. */
export async function readSequences(client: pg.ClientBase): Promise<{ name: string; last: number | null }[]> {
  const { rows } = await client.query(
    `select s.relname as name, pg_sequence_last_value(s.oid)::float8 as last
     from pg_class s
     left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
     left join pg_class t on t.oid = d.refobjid
     where s.relnamespace = current_schema()::regnamespace and s.relkind = 'S' and not coalesce(t.relname, '') = any($1)
     order by s.relname collate "C"`,
    [Object.keys(tablesLeftOut)],
  )
  return rows
}
