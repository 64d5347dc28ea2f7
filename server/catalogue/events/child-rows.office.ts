// Writes links of events and dates.
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { type LinkTable, writeLinks } from '../../platform/database/write-rows.ts'
import { badRequest } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'

/**
 * Replaces the links of a record.
 * @param targetTable the table that the ids refer to
 * @throws Failure 400 with an error for each id that does not exist
 */
export async function writeExistingLinks(
  tx: Tx,
  link: LinkTable,
  targetTable: string,
  field: string,
  ownerId: number,
  ids: readonly number[],
): Promise<void> {
  const { rows } = await sql<{
    id: number
  }>`select id from ${sql.table(targetTable)} where id = any(${ids}::int[])`.execute(tx)
  const existingIds = new Set(rows.map(({ id }) => id))
  const errors = ids.flatMap((id, at) =>
    existingIds.has(id) ? [] : [{ field: `${field}[${at}]`, ...generalErrors.unknownReference() }],
  )
  if (errors.length > 0) throw badRequest(errors)
  await writeLinks(tx, link, [[ownerId, ids]])
}
