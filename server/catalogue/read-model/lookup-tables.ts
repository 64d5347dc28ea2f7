// Small tables that the read model holds completely.
import type { Reader } from '../../platform/database/database.ts'
import { selectCategories } from '../records/categories.sql.ts'

/** A category: its catalogue and parent (0: none), and its serialized record. `language`: ISO 639-1, or ''. */
export type CategoryEntry = {
  id: number
  parentId: number
  catalogueId: number
  name: string
  language: string
  isProtected: boolean
  bytes: Buffer
}

export type LookupTables = {
  categories: Map<number, CategoryEntry>
  /** Direct subcategories by category. */
  childIds: Map<number, number[]>
  /** The meaning of each date status. */
  statuses: Map<string, { is_bookable: boolean; goes_ahead: boolean; is_guaranteed: boolean }>
  /** The names of formats. */
  formats: Map<string, { name: string; isOnline: boolean; isOnsite: boolean }>
  accessRights: Set<string>
  /** Those of files that everybody may see. */
  publicAccessRights: Set<string>
}

export async function loadLookupTables(reader: Reader): Promise<LookupTables> {
  const categories = await selectCategories(reader)
  const statuses = await reader
    .selectFrom('date_status')
    .select(['status', 'is_bookable', 'goes_ahead', 'is_guaranteed'])
    .execute()
  const formats = await reader
    .selectFrom('date_format')
    .select(['format', 'name', 'is_online', 'is_onsite'])
    .execute()
  const rights = await reader.selectFrom('file_access_right').select(['access_right', 'for_public']).execute()
  const childIds = new Map<number, number[]>()
  for (const { eventcat_id: id, eventcat_parent: parentId } of categories) {
    if (parentId === 0) continue
    const siblings = childIds.get(parentId)
    if (siblings) siblings.push(id)
    else childIds.set(parentId, [id])
  }
  return {
    categories: new Map(
      categories.map((category) => [
        category.eventcat_id,
        {
          id: category.eventcat_id,
          parentId: category.eventcat_parent,
          catalogueId: category.catalog_id,
          name: category.eventcatname_name,
          language: category.lang_id,
          isProtected: category.catalog_protected,
          bytes: Buffer.from(JSON.stringify(category)),
        },
      ]),
    ),
    childIds,
    statuses: new Map(statuses.map(({ status, ...properties }) => [status, properties])),
    formats: new Map(
      formats.map(({ format, name, is_online, is_onsite }) => [
        format,
        { name, isOnline: is_online, isOnsite: is_onsite },
      ]),
    ),
    publicAccessRights: new Set(
      rights.filter(({ for_public }) => for_public).map(({ access_right }) => access_right),
    ),
    accessRights: new Set(rights.map((row) => row.access_right)),
  }
}
