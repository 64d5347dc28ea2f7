// Event catalogue: the small tables that the read model holds whole.
import type { Reader } from '../../platform/database/database.ts'
import { toCategory } from '../records/categories.sql.ts'

/** A category: the catalogue that it is in, and its record as it is sent. */
export type CategoryEntry = { catalogueId: number | null; bytes: Buffer }

export type LookupTables = {
  categories: Map<number, CategoryEntry>
  /** Ids of the categories directly below one. */
  childIds: Map<number, number[]>
  /** What a status of a date means. */
  statuses: Map<string, { is_bookable: boolean; goes_ahead: boolean }>
  accessRights: Set<string>
}

export async function loadLookupTables(reader: Reader): Promise<LookupTables> {
  const categories = await reader.selectFrom('catalogue_category').selectAll().execute()
  const statuses = await reader
    .selectFrom('date_status')
    .select(['status', 'is_bookable', 'goes_ahead'])
    .execute()
  const rights = await reader.selectFrom('file_access_right').select('access_right').execute()
  const childIds = new Map<number, number[]>()
  for (const { id, parent_id } of categories) {
    if (parent_id === null) continue
    const siblings = childIds.get(parent_id)
    if (siblings) siblings.push(id)
    else childIds.set(parent_id, [id])
  }
  return {
    categories: new Map(
      categories.map((row) => [
        row.id,
        {
          catalogueId: row.catalogue_id,
          bytes: Buffer.from(JSON.stringify(toCategory(row))),
        },
      ]),
    ),
    childIds,
    statuses: new Map(statuses.map(({ status, ...properties }) => [status, properties])),
    accessRights: new Set(rights.map((row) => row.access_right)),
  }
}
