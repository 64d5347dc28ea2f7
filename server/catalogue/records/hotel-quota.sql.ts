// Event catalogue: hotel quotas of dates.
import type { Reader } from '../../platform/database/database.ts'
import type { HotelQuota } from '../contract/date.schema.ts'
import { anyOf, group, numericToNumber } from './rows.ts'

/** Hotel quotas by date, in the order of their ids. */
export async function loadHotelQuotas(reader: Reader, dateIds: number[]): Promise<Map<number, HotelQuota[]>> {
  const rows = await reader
    .selectFrom('hotel_quota')
    .selectAll()
    .where('date_id', '=', anyOf(dateIds))
    .orderBy('id')
    .execute()
  return group(
    rows,
    (row) => row.date_id,
    (row) => ({
      id: row.id,
      data_identifier: row.data_identifier,
      name: row.name,
      status: row.status ?? '',
      file_url: row.file_url,
      resource_id: row.resource_id,
      resource_name: row.resource_name,
      resource_rooms: {
        name: row.room_name,
        bedsAmount: row.room_beds,
        price: numericToNumber(row.room_price),
        priceCurrency: row.room_currency,
        priceTaxIncluded: row.room_tax_included,
        priceTaxAmount: row.room_tax_amount,
        priceBreakfast: numericToNumber(row.breakfast_price),
        priceCurrencyBreakfast: row.breakfast_currency,
        priceTaxIncludedBreakfast: row.breakfast_tax_included,
        priceTaxAmountBreakfast: row.breakfast_tax_amount,
        isMandatoryBreakfast: row.breakfast_is_mandatory,
      },
    }),
  )
}
