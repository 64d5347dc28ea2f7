// Event catalogue: PDFs and conference packages, which events and dates both have.
import type { Reader } from '../../platform/database/database.ts'
import type { CataloguePdf, ConferencePackageItem } from '../contract/child-rows.schema.ts'
import { anyOf, group, numericToNumber } from './rows.ts'

/** Records by event and by date, each in the order of their positions. */
export type ByOwner<Value> = { byEvent: Map<number, Value[]>; byDate: Map<number, Value[]> }

function groupByOwner<Row extends { event_id: number | null; date_id: number | null }, Value>(
  rows: Row[],
  value: (row: Row) => Value,
): ByOwner<Value> {
  return {
    byEvent: group(
      rows.filter((row) => row.event_id !== null),
      (row) => row.event_id!,
      value,
    ),
    byDate: group(
      rows.filter((row) => row.date_id !== null),
      (row) => row.date_id!,
      value,
    ),
  }
}

export async function loadPdfs(
  reader: Reader,
  eventIds: number[],
  dateIds: number[],
): Promise<ByOwner<CataloguePdf>> {
  const rows = await reader
    .selectFrom('catalogue_pdf')
    .selectAll()
    .where((where) =>
      where.or([where('event_id', '=', anyOf(eventIds)), where('date_id', '=', anyOf(dateIds))]),
    )
    .orderBy('position')
    .execute()
  return groupByOwner(rows, (row) => ({ pdf_name: row.name, pdf_key: row.key, pdf_link: row.link }))
}

export async function loadConferencePackages(
  reader: Reader,
  eventIds: number[],
  dateIds: number[],
): Promise<ByOwner<ConferencePackageItem>> {
  const rows = await reader
    .selectFrom('conference_package_item')
    .selectAll()
    .where((where) =>
      where.or([where('event_id', '=', anyOf(eventIds)), where('date_id', '=', anyOf(dateIds))]),
    )
    .orderBy('position')
    .execute()
  return groupByOwner(rows, (row) => ({
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
