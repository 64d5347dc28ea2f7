// Event catalogue: the small tables that the read model holds whole.
import type { Reader } from '../../platform/database/database.ts'
import { categoryOf } from '../records/categories.sql.ts'

/** A category: the catalogue that it is in, and its record as it is sent. */
export type CategoryEntry = { catalog: number | null; bytes: Buffer }

export type Lists = {
  categories: Map<number, CategoryEntry>
  /** Ids of the categories directly below one. */
  below: Map<number, number[]>
  /** What a status of a date means. */
  statuses: Map<string, { is_bookable: boolean; takes_place: boolean }>
  accessRights: Set<string>
}

export async function loadLists(reader: Reader): Promise<Lists> {
  const categories = await reader.selectFrom('catalog_category').selectAll().execute()
  const statuses = await reader
    .selectFrom('date_status')
    .select(['status', 'is_bookable', 'takes_place'])
    .execute()
  const rights = await reader.selectFrom('file_access_right').select('access_right').execute()
  const below = new Map<number, number[]>()
  for (const { id, parent_id } of categories) {
    if (parent_id === null) continue
    const siblings = below.get(parent_id)
    if (siblings) siblings.push(id)
    else below.set(parent_id, [id])
  }
  return {
    categories: new Map(
      categories.map((row) => [
        row.id,
        {
          catalog: row.catalog_id,
          bytes: Buffer.from(JSON.stringify(categoryOf(row))),
        },
      ]),
    ),
    below,
    statuses: new Map(statuses.map(({ status, ...means }) => [status, means])),
    accessRights: new Set(rights.map((row) => row.access_right)),
  }
}
