// Events as the back office reads them: one with all its parts, and lists.

import { sql } from 'kysely'
import { versionColumn } from '../../platform/database/change-log.ts'
import type { Reader } from '../../platform/database/database.ts'
import { containsWords, type ListQuery, selectPage } from '../../platform/database/list.ts'
import { notFound } from '../../platform/http/errors.ts'
import { categoriesBelow } from '../records/categories.sql.ts'
import { numericToNumber } from '../records/rows.ts'
import { parseEbgData, parseMetaTags, parseMisc } from '../records/value-lists.ts'
import type { OfficeEvent, PackageItemRow, PdfRow } from './event.schema.office.ts'

/** PDFs of an event or a date, in their order. */
export async function readPdfs(
  reader: Reader,
  owner: 'event_id' | 'date_id',
  ownerId: number,
): Promise<PdfRow[]> {
  const rows = await reader
    .selectFrom('catalogue_pdf')
    .selectAll()
    .where(owner, '=', ownerId)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({ pdf_id: row.id, pdf_name: row.name, pdf_key: row.key, pdf_link: row.link }))
}

/** Conference package items of an event or a date, in their order. */
export async function readPackageItems(
  reader: Reader,
  owner: 'event_id' | 'date_id',
  ownerId: number,
): Promise<PackageItemRow[]> {
  const rows = await reader
    .selectFrom('conference_package_item')
    .selectAll()
    .where(owner, '=', ownerId)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    item_id: row.id,
    resource_type: row.resource_type,
    resource_id: row.resource_id,
    article_name: row.name,
    article_description: row.description,
    article_comment: row.comment,
    article_description_html: row.description_html,
    article_currency: row.currency,
    price_per_day: row.price_per_day ?? '',
    article_price_buy: numericToNumber(row.purchase_price),
    article_price_sale: numericToNumber(row.sales_price),
    article_price_sale_intern: numericToNumber(row.internal_sales_price),
    article_tax_amount: numericToNumber(row.tax_amount),
    overwritten_sales_price: numericToNumber(row.overwritten_sales_price),
    article_tax_included: row.tax_included,
  }))
}

/** @throws Failure 404 */
export async function readEvent(reader: Reader, id: number): Promise<OfficeEvent> {
  const row = await reader
    .selectFrom('event as e')
    .selectAll('e')
    .select([
      versionColumn('event', 'e.id').as('version'),
      sql<
        number[]
      >`array(select c.category_id from event_in_category c where c.event_id = e.id order by 1)`.as(
        'category_ids',
      ),
      sql<number[]>`array(select f.file_id from event_file f where f.event_id = e.id order by 1)`.as(
        'file_ids',
      ),
      sql<number>`(select count(*)::int from event_date d where d.event_id = e.id)`.as('date_count'),
    ])
    .where('e.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound(`There is no event ${id}.`)
  const prices = await reader
    .selectFrom('event_price')
    .selectAll()
    .where('event_id', '=', id)
    .orderBy('position')
    .execute()
  const pdfs = await readPdfs(reader, 'event_id', id)
  const items = await readPackageItems(reader, 'event_id', id)
  return {
    id: row.id,
    version: row.version,
    is_published: row.is_published,
    event_identifier: row.identifier,
    event_title: row.title,
    event_subtitle: row.subtitle,
    event_article_no: row.article_no,
    event_desc_link: row.description_link,
    meta_data: row.meta_data,
    event_teaser: row.teaser,
    event_description: row.description,
    event_requirements: row.requirements,
    event_objectives: row.objectives,
    event_target_group: row.target_group,
    event_itinerary: row.itinerary,
    event_service: row.service,
    days: row.number_of_days,
    prospective_allowed: row.prospective_allowed,
    publish_coop_data_allowed: row.publish_coop_data_allowed,
    category_ids: row.category_ids,
    file_ids: row.file_ids,
    event_prices: prices.map((price) => ({
      price_id: price.id,
      price_title: price.title,
      price_description: price.description,
      price_value_gross: price.gross_price ?? '',
      price_value_net: price.net_price ?? '',
      price_currency: price.currency,
      price_vat: numericToNumber(price.vat_rate),
      price_vat_included: price.vat_included,
    })),
    event_group_discounts: row.group_discounts.map((discount) => ({ discount_string: discount ?? '' })),
    event_pdfs: pdfs,
    conference_package: items,
    event_misc: parseMisc(row.misc),
    meta_tags: parseMetaTags(row.meta_tags),
    ebg_data: parseEbgData(row.ebg_data),
    date_count: row.date_count,
  }
}

export type EventListQuery = ListQuery & {
  q?: string
  category_id?: number
  catalog_id?: number
  is_published?: boolean
  ahead?: boolean
}

export function listEvents(reader: Reader, query: EventListQuery, today: string) {
  const { q, category_id, catalog_id, is_published, ahead } = query
  const isUpcoming = sql`(d.event_id = e.id and coalesce(d.end_date, d.start_date) >= ${today}::date)`
  const rows = reader
    .selectFrom('event as e')
    .select([
      'e.id',
      'e.is_published',
      'e.identifier as event_identifier',
      'e.title as event_title',
      'e.subtitle as event_subtitle',
      'e.article_no as event_article_no',
      'e.number_of_days as days',
      sql<
        number[]
      >`array(select c.category_id from event_in_category c where c.event_id = e.id order by 1)`.as(
        'category_ids',
      ),
      sql<number>`(select count(*)::int from event_date d where d.event_id = e.id)`.as('date_count'),
      sql<number>`(select count(*)::int from event_date d where ${isUpcoming})`.as('dates_ahead'),
      sql<string>`coalesce(${nextStart(today)}::text, '')`.as('next_start'),
    ])
    .$if(q !== undefined && q.trim() !== '', (list) =>
      list.where(containsWords(`concat_ws(' ', e.title, e.subtitle, e.identifier, e.article_no, e.id)`, q!)),
    )
    .$if(is_published !== undefined, (list) => list.where('e.is_published', '=', is_published!))
    .$if(category_id !== undefined, (list) =>
      list.where(
        sql<boolean>`exists (select from event_in_category c where c.event_id = e.id and c.category_id in ${categoriesBelow(category_id!)})`,
      ),
    )
    .$if(catalog_id !== undefined, (list) =>
      list.where(
        sql<boolean>`(exists (select from event_in_category c join catalogue_category k on k.id = c.category_id where c.event_id = e.id and k.catalogue_id = ${catalog_id})
          or exists (select from event_date d join date_catalogue k on k.date_id = d.id where d.event_id = e.id and k.catalogue_id = ${catalog_id}))`,
      ),
    )
    .$if(ahead !== undefined, (list) =>
      list.where(sql<boolean>`exists (select from event_date d where ${isUpcoming}) = ${ahead}::boolean`),
    )
  return selectPage(reader, rows, query, { ...eventSorts, next_start: nextStart(today) }, 'e.id')
}

const nextStart = (today: string) =>
  sql`(select min(d.start_date) from event_date d where d.event_id = e.id and d.start_date >= ${today}::date)`

export const eventSorts = {
  event_title: sql`lower(e.title)`,
  id: sql`e.id`,
  event_identifier: sql`lower(e.identifier)`,
  event_article_no: sql`lower(e.article_no)`,
  days: sql`e.number_of_days`,
  is_published: sql`e.is_published`,
  dates_ahead: sql.ref('dates_ahead'),
  date_count: sql.ref('date_count'),
}
