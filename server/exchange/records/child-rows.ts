// Parts of a record that have ids of their own and live in a table of their own.
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { advanceSequence, deleteMissing, type Fields, reserveIds, upsert } from './columns.ts'
import type { Item } from './section.ts'

export type ChildTable = { table: string; owner: string; fields: Fields }

/**
 * Makes the parts of records what the rows say: each row has `id` (0: none yet) and `owner`. Rows without an id take, in their
 * order, the ids of parts that their record has and that no row names, so that the same import twice changes nothing.
 */
export async function writeChildRows(
  tx: Tx,
  { table, owner, fields }: ChildTable,
  owners: readonly number[],
  rows: readonly Item[],
): Promise<void> {
  if (owners.length === 0) return
  const withoutId = rows.filter((row) => row['id'] === 0)
  await reuseIds(tx, table, owner, rows, withoutId)
  let highest = 0
  for (const row of rows) highest = Math.max(highest, row['id'])
  await advanceSequence(tx, table, highest)
  const unassigned = withoutId.filter((row) => row['id'] === 0)
  const newIds = await reserveIds(tx, table, unassigned.length)
  unassigned.forEach((row, index) => {
    row['id'] = newIds[index]
  })
  const pairs = rows.map((row) => [row['owner'], row['id']] as const)
  await deleteMissing(tx, table, owner, owners, { column: 'id', type: 'int', pairs })
  await upsert(tx, table, fields, ['id'], rows)
}

async function reuseIds(
  tx: Tx,
  table: string,
  owner: string,
  rows: readonly Item[],
  withoutId: readonly Item[],
): Promise<void> {
  const owners = [...new Set(withoutId.map((row) => row['owner']))]
  if (owners.length === 0) return
  const { rows: stored } = await sql<{ id: number; owner: number }>`
    select id, ${sql.raw(owner)} as owner from ${sql.raw(table)}
    where ${sql.raw(owner)} = any(${owners}::int[]) order by id`.execute(tx)
  if (stored.length === 0) return
  const usedIds = new Set(rows.map((row) => row['id']))
  const free = Map.groupBy(
    stored.filter((row) => !usedIds.has(row.id)),
    (row) => row.owner,
  )
  for (const row of withoutId) row['id'] = free.get(row['owner'])?.shift()?.id ?? 0
}
