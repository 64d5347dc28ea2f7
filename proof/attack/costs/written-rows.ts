// Counts the rows that are written, by triggers on all tables, in a schema of the attack.
import type pg from 'pg'

/** Rows that were inserted, updated or deleted, by table. */
export type WrittenRows = Record<string, number>

const schema = 'attack'

const prepareSql = `
  drop schema if exists ${schema} cascade;
  create schema ${schema};
  create unlogged table ${schema}.written (table_name text not null, action text not null, count integer not null, via text);
  create function ${schema}.count_rows() returns trigger language plpgsql security definer set search_path = '' as $$
  begin
    insert into ${schema}.written select tg_table_name, lower(tg_op), count(*), current_setting('kontor.via', true)
      from changed having count(*) > 0;
    return null;
  end $$;`

/** Jobs of the service write as Kontor itself, at any time. */
const ofJobs = 'kontor'

/** Written every few seconds for all requests of the time before: each of them causes a row at most. */
const writtenInBatches: readonly string[] = ['security_event', 'website_key_use']

export type RowCounter = {
  /** The rows that requests have written since the last call; `batched`: rows for many requests at once. */
  take(): Promise<{ rows: WrittenRows; mails: number; batched: number }>
  close(): Promise<void>
}

/** @param client of the owner of the tables */
export async function countWrittenRows(client: pg.Client): Promise<RowCounter> {
  await client.query(prepareSql)
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition order by 1`,
  )
  for (const { name } of rows)
    for (const [action, table] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ])
      await client.query(
        `create trigger attack_${action} after ${action} on ${name} referencing ${table} table as changed
         for each statement execute function ${schema}.count_rows()`,
      )
  return {
    async take() {
      const { rows: statements } = await client.query<{ name: string; action: string; count: number }>(
        `with taken as (delete from ${schema}.written returning *)
         select table_name as name, action, sum(count)::int as count from taken where via is distinct from $1 group by 1, 2`,
        [ofJobs],
      )
      const rows: WrittenRows = {}
      let batched = 0
      for (const { name, count } of statements)
        if (writtenInBatches.includes(name)) batched += count
        else rows[name] = (rows[name] ?? 0) + count
      const mail = statements.find(({ name, action }) => name === 'outbox_mail' && action === 'insert')
      return { rows, mails: mail?.count ?? 0, batched }
    },
    async close() {
      await client.query(`drop schema ${schema} cascade`)
    },
  }
}
