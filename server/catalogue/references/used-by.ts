// What needs a record, as part of the sentence that refuses to delete it.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

const maxNames = 3

/** Some of the names that a query finds (column `name`), in quotes, and how many there are; '' where there is none. */
export async function describeUsage(tx: Tx, names: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ names: string[] | null; count: number }>`
    select (array_agg(name))[1:${sql.lit(maxNames)}] as names, count(*)::int as count from (${names}) as found`.execute(
    tx,
  )
  const { names: firstNames, count } = rows[0]!
  if (!firstNames || count === 0) return ''
  const text = firstNames.map((name) => name.replaceAll('"', "'")).join(' · ')
  return `"${text}${count > maxNames ? ' …' : ''}" (${count})`
}
