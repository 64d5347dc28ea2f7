// The statistics of tables that one transaction fills.
import { sql } from 'kysely'
import type { Tx } from './database.ts'

const minRows = 500
/** Plans stay as good while a table grows by this factor. */
const maxGrowth = 10

/**
 * Analyses the tables that this transaction has filled far beyond their statistics. After a transaction that was rolled back, autovacuum
 * finds a table that has pages but no rows: every plan then seems to cost nothing, and the scan of a whole index serves to find one
 * row. Until the end of the transaction, autovacuum leaves the analysed tables alone. The application may analyse from PostgreSQL 17 on.
 */
export async function analyzeGrownTables(tx: Tx): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select s.relname as name from pg_stat_xact_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = current_schema() and s.n_tup_ins >= ${minRows} and c.reltuples * ${maxGrowth} < s.n_tup_ins
      and case when current_setting('server_version_num')::integer >= 170000
        then has_table_privilege(s.relid, 'maintain') else pg_has_role(c.relowner, 'usage') end
    order by 1`.execute(tx)
  if (rows.length > 0) await sql`analyze ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(tx)
}
