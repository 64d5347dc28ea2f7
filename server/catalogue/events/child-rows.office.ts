// Parts that events and dates both have, as the back office writes them: files, PDFs, conference packages, and rules of prices.
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { badRequest, type FieldError } from '../../platform/http/errors.ts'
import { sanitizeHtml } from '../records/html.ts'
import { type ChildRow, type ChildRowList, writeChildRows } from '../records/write-child-rows.ts'
import type { PackageItemInput, PackageItemRow, PdfInput, PriceInput } from './event.schema.office.ts'

/** A list of ids kept in a table of its own: which, of whom, and the field that names them. */
export type LinkTable = {
  table: string
  owner: string
  ownerId: number
  column: string
  /** The table of what they name. */
  targetTable: string
  field: string
}

/**
 * Makes the list what is wanted; what stays is not touched.
 * @throws Failure 400 naming the entries that do not exist
 */
export async function writeLinkRows(
  tx: Tx,
  { table, owner, ownerId, column, targetTable, field }: LinkTable,
  ids: readonly number[],
): Promise<void> {
  const { rows } = await sql<{
    id: number
  }>`select id from ${sql.table(targetTable)} where id = any(${ids}::int[])`.execute(tx)
  const existingIds = new Set(rows.map(({ id }) => id))
  const errors = ids.flatMap((id, at) =>
    existingIds.has(id)
      ? []
      : [{ field: `${field}[${at}]`, message: 'refers to a record that does not exist' }],
  )
  if (errors.length > 0) throw badRequest(errors)
  await sql`delete from ${sql.table(table)} where ${sql.ref(owner)} = ${ownerId}
    and not ${sql.ref(column)} = any(${ids}::int[])`.execute(tx)
  await sql`insert into ${sql.table(table)} (${sql.ref(owner)}, ${sql.ref(column)})
    select ${ownerId}::int, id from unnest(${ids}::int[]) as given(id) on conflict do nothing`.execute(tx)
}

/** Percent as the database keeps it: at most two decimals. */
export const validatePrices = (field: string, prices: readonly PriceInput[] = []): FieldError[] =>
  prices.flatMap(({ price_vat = 0 }, at) =>
    /^\d+(\.\d{1,2})?$/.test(String(price_vat))
      ? []
      : [{ field: `${field}[${at}].price_vat`, message: 'must have at most two decimals' }],
  )

/** The columns that the prices of events and dates have in common. */
export const priceColumns = (price: PriceInput): Record<string, unknown> => ({
  title: price.price_title ?? '',
  description: price.price_description ?? '',
  gross_price: price.price_value_gross || null,
  net_price: price.price_value_net || null,
  currency: price.price_currency ?? '',
  vat_rate: price.price_vat ?? 0,
  vat_included: price.price_vat_included ?? false,
})

type Owner = Pick<ChildRowList, 'owner' | 'ownerId'>

export const writePdfs = (tx: Tx, owner: Owner, pdfs: readonly PdfInput[]): Promise<void> =>
  writeChildRows(
    tx,
    { table: 'catalogue_pdf', field: 'event_pdfs', ...owner },
    pdfs.map((pdf) => ({
      id: pdf.pdf_id ?? 0,
      columns: { name: pdf.pdf_name ?? '', key: pdf.pdf_key ?? '', link: pdf.pdf_link ?? '' },
    })),
  )

/** @param before the items as they stand: what is not edited stays as it was imported */
export function writePackageItems(
  tx: Tx,
  owner: Owner,
  items: readonly PackageItemInput[],
  before: readonly PackageItemRow[],
): Promise<void> {
  const storedHtml = new Map(before.map((item) => [item.item_id, item.article_description_html]))
  const wanted = items.map((item): ChildRow => {
    const html = item.article_description_html ?? ''
    return {
      id: item.item_id ?? 0,
      columns: {
        resource_type: item.resource_type ?? '',
        resource_id: item.resource_id ?? '',
        name: item.article_name ?? '',
        description: item.article_description ?? '',
        comment: item.article_comment ?? '',
        description_html: html === storedHtml.get(item.item_id ?? 0) ? html : sanitizeHtml(html),
        purchase_price: item.article_price_buy || null,
        sales_price: item.article_price_sale || null,
        internal_sales_price: item.article_price_sale_intern || null,
        currency: item.article_currency ?? '',
        tax_included: item.article_tax_included ?? false,
        tax_amount: item.article_tax_amount || null,
        price_per_day: item.price_per_day || null,
        overwritten_sales_price: item.overwritten_sales_price || null,
      },
    }
  })
  return writeChildRows(
    tx,
    { table: 'conference_package_item', field: 'conference_package', ...owner },
    wanted,
  )
}
