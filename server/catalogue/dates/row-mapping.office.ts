// Dates in the back office: the tables of a date's parts, and records as their rows.
import { sql } from 'kysely'
import type { TArray, TObject, TSchema } from 'typebox'
import type { Tx } from '../../platform/database/database.ts'
import type { Row } from './row-statements.office.ts'

/** Columns in which 0 or '' means that there is none: stored as null. */
const nullWhenEmpty = new Set(['client_id', 'status', 'format', 'module_event_id', 'module_type', 'sort_by'])

/** Columns whose fields have other names. */
const columnNames: Readonly<Record<string, string>> = {
  display_start: 'display_start_date',
  display_end: 'display_end_date',
  places_elsewhere: 'seats_elsewhere',
  waiting_list: 'has_waiting_list',
  gross: 'gross_price',
  net: 'net_price',
  vat: 'vat_rate',
  price_buy: 'purchase_price',
  price_sale: 'sales_price',
  price_sale_intern: 'internal_sales_price',
}
export const columnOf = (field: string): string => columnNames[field] ?? field

/** A record as a row: every column, null where there is none. */
export function toRow(properties: Record<string, TSchema>, record: object): Row {
  const row: Row = {}
  for (const [name, property] of Object.entries(properties)) {
    const value = (record as Row)[name]
    const { title } = property as { title?: string }
    const isNone =
      value === undefined || ((title === 'Day' || nullWhenEmpty.has(name)) && (value === '' || value === 0))
    row[columnOf(name)] = isNone ? null : value
  }
  return row
}

export const columnSchemas = (list: TArray): Record<string, TSchema> => {
  const { id: _id, dates: _dates, ...columns } = (list.items as TObject).properties
  return columns as Record<string, TSchema>
}

export type ListWithIds = 'prices' | 'hotel_quota' | 'pdfs' | 'packages'
export const tablesWithId = {
  prices: 'date_price',
  hotel_quota: 'hotel_quota',
  pdfs: 'catalogue_pdf',
  packages: 'conference_package_item',
} as const
export const tablesByPosition = {
  hours: 'date_session_day',
  trainers: 'date_trainer',
  partners: 'date_partner',
  responsibles: 'date_responsible_person',
} as const

export const ensureLocations = (tx: Tx, ids: readonly number[]) =>
  sql`insert into location (contact_id) select unnest(${ids}::int[]) on conflict do nothing`.execute(tx)
