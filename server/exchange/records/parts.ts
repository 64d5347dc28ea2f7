// Parts of a record that have ids of their own and live in a table of their own.
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { type Fields, freshIds, passIds, prune, upsert } from './columns.ts'
import type { Item } from './section.ts'

export type PartTable = { table: string; owner: string; fields: Fields }

/**
 * Makes the parts of records what the rows say: each row has `id` (0: none yet) and `owner`. Rows without an id take, in their
 * order, the ids of parts that their record has and that no row names, so that the same import twice changes nothing.
 */
export async function writeParts(
  tx: Tx,
  { table, owner, fields }: PartTable,
  owners: readonly number[],
  rows: readonly Item[],
): Promise<void> {
  if (owners.length === 0) return
  const unnumbered = rows.filter((row) => row['id'] === 0)
  await adoptIds(tx, table, owner, rows, unnumbered)
  let highest = 0
  for (const row of rows) highest = Math.max(highest, row['id'])
  await passIds(tx, table, highest)
  const still = unnumbered.filter((row) => row['id'] === 0)
  const fresh = await freshIds(tx, table, still.length)
  still.forEach((row, index) => {
    row['id'] = fresh[index]
  })
  const pairs = rows.map((row) => [row['owner'], row['id']] as const)
  await prune(tx, table, owner, owners, { column: 'id', type: 'int', pairs })
  await upsert(tx, table, fields, ['id'], rows)
}

async function adoptIds(
  tx: Tx,
  table: string,
  owner: string,
  rows: readonly Item[],
  unnumbered: readonly Item[],
): Promise<void> {
  const owners = [...new Set(unnumbered.map((row) => row['owner']))]
  if (owners.length === 0) return
  const { rows: stored } = await sql<{ id: number; owner: number }>`
    select id, ${sql.raw(owner)} as owner from ${sql.raw(table)}
    where ${sql.raw(owner)} = any(${owners}::int[]) order by id`.execute(tx)
  if (stored.length === 0) return
  const named = new Set(rows.map((row) => row['id']))
  const free = Map.groupBy(
    stored.filter((row) => !named.has(row.id)),
    (row) => row.owner,
  )
  for (const row of unnumbered) row['id'] = free.get(row['owner'])?.shift()?.id ?? 0
}
