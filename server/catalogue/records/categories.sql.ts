// Event catalogue: categories of events, catalogues of dates.
import { type Selectable, sql } from 'kysely'
import type { Database, Reader } from '../../platform/database/database.ts'
import type { CatalogueCategory } from '../contract/child-rows.schema.ts'
import { anyOf, distinct, group } from './rows.ts'

/** A category with all below it. */
export const categoriesBelow = (id: number) => sql`(with recursive below as (
    select ${id}::int as id union select c.id from catalogue_category c join below b on c.parent_id = b.id
  ) select id from below)`

/** The record of a category. */
export const toCategory = (row: Selectable<Database['catalogue_category']>): CatalogueCategory => ({
  eventcat_id: row.id,
  lang_id: row.language,
  eventcatname_name: row.name,
  eventcat_desc: row.description,
  eventcat_footerdesc: row.footer_description,
  eventcat_color: row.color,
  font_icon: row.font_icon,
  diskitem_file: row.image_file_name,
  diskitem_id: row.image_file_id,
  catalog_id: row.catalogue_id ?? 0,
  eventcat_parent: row.parent_id ?? 0,
  catalog_protected: row.is_protected,
})

/** Categories by event, each in the order of their ids. */
export async function loadCategories(
  reader: Reader,
  eventIds: number[],
): Promise<Map<number, CatalogueCategory[]>> {
  const links = await reader
    .selectFrom('event_in_category')
    .select(['event_id', 'category_id'])
    .where('event_id', '=', anyOf(eventIds))
    .orderBy('category_id')
    .execute()
  const rows = await reader
    .selectFrom('catalogue_category')
    .selectAll()
    .where('id', '=', anyOf(distinct(links.map((link) => link.category_id))))
    .execute()
  const categories = new Map(rows.map((row) => [row.id, toCategory(row)]))
  return group(
    links,
    (link) => link.event_id,
    (link) => categories.get(link.category_id)!,
  )
}

/** Catalogue ids by date, ascending. */
export async function loadDateCatalogs(reader: Reader, dateIds: number[]): Promise<Map<number, number[]>> {
  const rows = await reader
    .selectFrom('date_catalogue')
    .select(['date_id', 'catalogue_id'])
    .where('date_id', '=', anyOf(dateIds))
    .orderBy('catalogue_id')
    .execute()
  return group(
    rows,
    (row) => row.date_id,
    (row) => row.catalogue_id,
  )
}
