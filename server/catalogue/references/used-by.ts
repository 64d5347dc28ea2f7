// The records that refer to a record, for the error when it is deleted.
import { type RawBuilder, sql } from 'kysely'
import { acrossClients } from '../../platform/database/client-scope.ts'
import type { Tx } from '../../platform/database/database.ts'
import { conflict } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { dateTitle } from '../records/names.sql.ts'

const maxNames = 3

/** The name of a date (alias `d`): the title of the date or of its event (alias `e`), and the start date. */
export const dateName = sql`${dateTitle} || coalesce(' ' || d.start_date, '')`

type Usage = { names: string; count: number }

/**
 * The first names that a query returns (column `name`), and the number of its rows; undefined: none.
 * @throws Failure 409 if only other clients use the record, whose names the user may not see
 */
export async function findUsage(tx: Tx, query: RawBuilder<unknown>): Promise<Usage | undefined> {
  const usage = await countUsage(tx, query)
  if (!usage && (await acrossClients(tx, () => countUsage(tx, query)))) throw conflict(generalErrors.inUse())
  return usage
}

async function countUsage(tx: Tx, query: RawBuilder<unknown>): Promise<Usage | undefined> {
  const { rows } = await sql<{ names: string[] | null; count: number }>`
    select (array_agg(name))[1:${sql.lit(maxNames)}] as names, count(*)::int as count from (${query}) as found`.execute(
    tx,
  )
  const { names, count } = rows[0]!
  if (!names || count === 0) return undefined
  const text = names.map((name) => name.replaceAll('"', "'")).join(' · ')
  return { names: `${text}${count > maxNames ? ' …' : ''}`, count }
}
