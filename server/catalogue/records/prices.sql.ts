// Event catalogue: prices of events and dates. Texts keep the two decimals of numeric(12, 2).
import type { Reader } from '../../platform/database/database.ts'
import type { EventPrice } from '../contract/child-rows.schema.ts'
import type { DatePrice } from '../contract/date.schema.ts'
import type { SeriesPrice } from '../contract/series.schema.ts'
import { anyOf, group, numericToNumber } from './rows.ts'

/** Prices by event, in the order of their positions. */
export async function loadEventPrices(
  reader: Reader,
  eventIds: number[],
): Promise<Map<number, EventPrice[]>> {
  const rows = await reader
    .selectFrom('event_price')
    .selectAll()
    .where('event_id', '=', anyOf(eventIds))
    .orderBy('position')
    .execute()
  return group(
    rows,
    (row) => row.event_id,
    (row) => ({
      price_title: row.title,
      price_description: row.description,
      price_value_gross: row.gross_price ?? '',
      price_value_net: row.net_price ?? '',
      price_currency: row.currency,
      price_vat: numericToNumber(row.vat_rate),
      price_vat_included: row.vat_included,
    }),
  )
}

/** Prices by date, in the order of their positions. */
export async function loadDatePrices(reader: Reader, dateIds: number[]): Promise<Map<number, DatePrice[]>> {
  const rows = await reader
    .selectFrom('date_price')
    .select([
      'date_id',
      'title',
      'description',
      'gross_price',
      'net_price',
      'currency',
      'vat_rate',
      'vat_included',
      'valid_from',
      'valid_to',
    ])
    .where('date_id', '=', anyOf(dateIds))
    .orderBy('position')
    .execute()
  return group(
    rows,
    (row) => row.date_id,
    (row) => ({
      price_title: row.title,
      price_description: row.description,
      price_value_gross: row.gross_price ?? '',
      price_value_net: row.net_price ?? '',
      price_currency: row.currency,
      price_valid_from: row.valid_from ?? '',
      price_valid_to: row.valid_to ?? '',
      price_vat: numericToNumber(row.vat_rate),
      price_vat_included: row.vat_included,
    }),
  )
}

/** Prices by date as a series shows them, in the order of their ids. */
export async function loadSeriesPrices(
  reader: Reader,
  dateIds: number[],
): Promise<Map<number, SeriesPrice[]>> {
  const rows = await reader
    .selectFrom('date_price')
    .selectAll()
    .where('date_id', '=', anyOf(dateIds))
    .orderBy('id')
    .execute()
  return group(
    rows,
    (row) => row.date_id,
    (row) => ({
      price_id: row.id,
      price_type: row.price_type,
      cmscont_id: row.cmscont_id,
      ct_set_id: row.ct_set_id,
      ccategory_id: row.ccategory_id,
      date_id: row.date_id,
      price_title: row.title,
      price_description: row.description,
      price_currency: row.currency,
      price_additional_field_text: row.additional_field_text,
      price_valid_for: row.valid_for,
      price_value: numericToNumber(row.vat_included ? row.gross_price : row.net_price),
      price_tax_amount: numericToNumber(row.vat_rate),
      price_end: numericToNumber(row.gross_price),
      price_tax_included: row.vat_included,
      price_valid_from: row.valid_from ?? '',
      price_valid_to: row.valid_to ?? '',
    }),
  )
}
