// The records that refer to a record, for the error when it is deleted.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { dateTitle } from '../records/names.sql.ts'

const maxNames = 3

/** The name of a date (alias `d`): the title of the date or of its event (alias `e`), and the start date. */
export const dateName = sql`${dateTitle} || coalesce(' ' || d.start_date, '')`

/** The first names that a query returns (column `name`), and the number of its rows; undefined: none. */
export async function findUsage(
  tx: Tx,
  query: RawBuilder<unknown>,
): Promise<{ names: string; count: number } | undefined> {
  const { rows } = await sql<{ names: string[] | null; count: number }>`
    select (array_agg(name))[1:${sql.lit(maxNames)}] as names, count(*)::int as count from (${query}) as found`.execute(
    tx,
  )
  const { names, count } = rows[0]!
  if (!names || count === 0) return undefined
  const text = names.map((name) => name.replaceAll('"', "'")).join(' · ')
  return { names: `${text}${count > maxNames ? ' …' : ''}`, count }
}
