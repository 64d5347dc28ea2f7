// Categories of events, catalogues of dates.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import { selectList } from '../../platform/database/fields.ts'
import { type CatalogueCategory, categoryColumns } from '../contract/child-rows.schema.ts'
import { anyOf, distinct, group } from './rows.ts'

/** The ids of a category and of its subcategories at any depth. */
export const categoriesBelow = (id: number) => sql`(with recursive below as (
    select ${id}::int as id union select c.id from catalogue_category c join below b on c.parent_id = b.id
  ) select id from below)`

/** Categories; all of them if there are no ids. */
export async function selectCategories(reader: Reader, ids?: number[]): Promise<CatalogueCategory[]> {
  const { rows } = await sql<CatalogueCategory>`
    select ${sql.raw(selectList(categoryColumns, 'c'))} from catalogue_category c
    where ${ids === undefined ? sql`true` : sql`c.id = ${anyOf(ids)}`}`.execute(reader)
  return rows
}

/** Categories by event, ordered by id. */
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
  const rows = await selectCategories(reader, distinct(links.map((link) => link.category_id)))
  const categories = new Map(rows.map((category) => [category.eventcat_id, category]))
  return group(
    links,
    (link) => link.event_id,
    (link) => categories.get(link.category_id)!,
  )
}

/** Catalogue ids by date, in ascending order. */
export async function loadDateCatalogues(reader: Reader, dateIds: number[]): Promise<Map<number, number[]>> {
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
