// The statistics of tables that one transaction fills.
import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Analyses the tables that this transaction has filled far beyond their statistics (analyze_grown_tables of the database). */
export async function analyzeGrownTables(tx: Tx): Promise<void> {
  await sql`select analyze_grown_tables()`.execute(tx)
}
