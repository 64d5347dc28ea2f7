// Events as the back office writes them: columns and rows that changed, and no others.

import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { conflict } from '../../platform/http/errors.ts'
import { sanitizeHtml } from '../records/html.ts'
import { parseEbgData, parseMetaTags, parseMisc } from '../records/value-lists.ts'
import { writeChildRows } from '../records/write-child-rows.ts'
import { priceColumns, writeLinkRows, writePackageItems, writePdfs } from './child-rows.office.ts'
import { type EventInput, formattedTexts, type OfficeEvent, plainTexts } from './event.schema.office.ts'

/** Makes a locked event what is given; what is left out, or is as it was, stays. */
export async function writeEvent(tx: Tx, before: OfficeEvent, input: EventInput): Promise<void> {
  const columns = changedColumns(before, input)
  if (Object.keys(columns).length > 0)
    await tx.updateTable('event').set(columns).where('id', '=', before.id).execute()
  const owner = { owner: 'event_id', ownerId: before.id } as const
  if (input.category_ids)
    await writeLinkRows(
      tx,
      {
        table: 'event_in_category',
        ...owner,
        column: 'category_id',
        targetTable: 'catalogue_category',
        field: 'category_ids',
      },
      input.category_ids,
    )
  if (input.file_ids)
    await writeLinkRows(
      tx,
      { table: 'event_file', ...owner, column: 'file_id', targetTable: 'catalogue_file', field: 'file_ids' },
      input.file_ids,
    )
  if (input.event_prices)
    await writeChildRows(
      tx,
      { table: 'event_price', field: 'event_prices', ...owner },
      input.event_prices.map((price) => ({ id: price.price_id ?? 0, columns: priceColumns(price) })),
    )
  if (input.event_pdfs) await writePdfs(tx, owner, input.event_pdfs)
  if (input.conference_package)
    await writePackageItems(tx, owner, input.conference_package, before.conference_package)
}

type Columns = Record<string, unknown>

function changedColumns(before: OfficeEvent, input: EventInput): Columns {
  const columns: Columns = {}
  const setIfChanged = <K extends keyof EventInput & keyof OfficeEvent>(
    field: K,
    column: string,
    toColumn: (given: NonNullable<EventInput[K]>) => unknown = (same) => same,
  ) => {
    const next = input[field]
    if (next !== undefined && !isDeepStrictEqual(next, before[field])) columns[column] = toColumn(next!)
  }
  for (const [field, column] of Object.entries(plainTexts))
    setIfChanged(field as keyof typeof plainTexts, column)
  for (const [field, column] of Object.entries(formattedTexts))
    setIfChanged(field as keyof typeof formattedTexts, column, sanitizeHtml)
  setIfChanged('days', 'number_of_days')
  setIfChanged('prospective_allowed', 'prospective_allowed')
  setIfChanged('publish_coop_data_allowed', 'publish_coop_data_allowed')
  setIfChanged('event_group_discounts', 'group_discounts', (list) =>
    list.map((one) => one.discount_string ?? ''),
  )
  const json = (value: unknown) => JSON.stringify(value)
  setIfChanged('event_misc', 'misc', (list) => json(parseMisc(list)))
  setIfChanged('meta_tags', 'meta_tags', (list) => json(parseMetaTags(list)))
  setIfChanged('ebg_data', 'ebg_data', (list) => json(parseEbgData(list)))
  return columns
}

/** The parts of an event that a copy takes along, with the columns that make them up. */
const copiedTables: readonly [table: string, columns: string][] = [
  ['event_in_category', 'category_id'],
  ['event_file', 'file_id'],
  ['event_price', 'position, title, description, gross_price, net_price, currency, vat_rate, vat_included'],
  ['catalogue_pdf', 'position, name, key, link'],
  [
    'conference_package_item',
    `position, resource_type, resource_id, name, description, comment, description_html, purchase_price, sales_price,
     internal_sales_price, currency, tax_included, tax_amount, price_per_day, overwritten_sales_price`,
  ],
]

/** A copy of an event with everything but its dates, under another title and without an identifier. @returns its id */
export async function copyEvent(tx: Tx, id: number, title: string): Promise<number> {
  const columns = [...Object.values<string>(plainTexts), ...Object.values<string>(formattedTexts)]
    .filter((column) => column !== 'title' && column !== 'identifier')
    .concat('number_of_days', 'prospective_allowed', 'publish_coop_data_allowed')
    .concat('group_discounts', 'misc', 'meta_tags', 'ebg_data')
    .join(', ')
  const { rows } = await sql<{ id: number }>`
    insert into event (title, is_published, ${sql.raw(columns)})
    select ${title}, false, ${sql.raw(columns)} from event where id = ${id} returning id`.execute(tx)
  const copyId = rows[0]!.id
  for (const [table, columnNames] of copiedTables)
    await sql`insert into ${sql.table(table)} (event_id, ${sql.raw(columnNames)})
      select ${copyId}::int, ${sql.raw(columnNames)} from ${sql.table(table)} where event_id = ${id}`.execute(
      tx,
    )
  return copyId
}

/** Deletes a locked event. @throws Failure 409 where something needs it */
export async function deleteEvent(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ dates: number; series: number }>`select
    (select count(*)::int from event_date where event_id = ${id}) as dates,
    (select count(*)::int from (select date_id from series_module where module_event_id = ${id}
      union select m.date_id from series_module_date l join series_module m on m.id = l.series_module_id
      where l.module_event_id = ${id}) used) as series`.execute(tx)
  const { dates, series } = rows[0]!
  if (dates > 0) throw conflict(`The event has dates (${dates}). Delete them first, or unpublish the event.`)
  if (series > 0) throw conflict(`The event is a module of series (${series}).`)
  await tx.deleteFrom('event').where('id', '=', id).execute()
}
