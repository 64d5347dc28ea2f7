import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** A table whose rows are pairs of an owner and one of its values. */
type ValueTable = { table: string; owner: string; value: string }

/** Makes these the values of an owner. Writes only what differs, so that the change log has no other entries. */
export async function storeValues(
  tx: Tx,
  names: ValueTable,
  ownerId: number,
  values: readonly (string | number)[],
): Promise<void> {
  const [table, owner, value] = [sql.table(names.table), sql.ref(names.owner), sql.ref(names.value)]
  const others = values.length > 0 ? sql`and ${value} not in (${sql.join([...values])})` : sql``
  await sql`delete from ${table} where ${owner} = ${ownerId} ${others}`.execute(tx)
  if (values.length > 0)
    await sql`insert into ${table} (${owner}, ${value})
      values ${sql.join([...new Set(values)].map((one) => sql`(${ownerId}, ${one})`))} on conflict do nothing`.execute(
      tx,
    )
}
