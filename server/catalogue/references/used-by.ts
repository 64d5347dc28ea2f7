// What needs a record, as part of the sentence that refuses to delete it.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'

const shown = 3

/** Some of the names that a query finds (column `name`), in quotes, and how many there are; '' where there is none. */
export async function usedBy(tx: Tx, names: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ names: string[] | null; count: number }>`
    select (array_agg(name))[1:${sql.lit(shown)}] as names, count(*)::int as count from (${names}) as found`.execute(
    tx,
  )
  const { names: some, count } = rows[0]!
  if (!some || count === 0) return ''
  const text = some.map((name) => name.replaceAll('"', "'")).join(' · ')
  return `"${text}${count > shown ? ' …' : ''}" (${count})`
}
