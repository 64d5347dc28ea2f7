// Data set: fields of a date that only series show: its duration, and further fields of its prices.
import type { DatePrice } from '../../catalogue/contract/price.schema.ts'
import type { SeriesPrice } from '../../catalogue/contract/series.schema.ts'
import type { DataRecord, ImportRun, SectionRecords } from '../records/section.ts'
import { dateRecordsOf } from './check.ts'
import { priceFieldsOfSeries } from './fields.ts'

/** By date: its duration, and further fields of its prices, by index. */
type SeriesDetails = { durations: Map<number, string>; prices: Map<number, DataRecord[]> }

const fieldNames = Object.keys(priceFieldsOfSeries)

/** Collects the details from dateSettings, otherwise from the series of the data set. */
export function collectSeriesDetails(records: SectionRecords, { section, errors }: ImportRun): SeriesDetails {
  const details: SeriesDetails = { durations: new Map(), prices: new Map() }
  const dates = new Map<number, DatePrice[]>()
  for (const { date } of dateRecordsOf(records)) dates.set(date.date_id, date.date_prices)
  for (const [at, setting] of section('dateSettings').items.entries()) {
    const { date_id, duration, prices } = setting
    if (duration !== undefined) details.durations.set(date_id, duration)
    if (prices === undefined) continue
    if ((dates.get(date_id) ?? []).length !== prices.length)
      errors.add(
        `${section('dateSettings').pointer(at)}/prices`,
        'must have as many elements as date_prices of the date in events',
      )
    details.prices.set(date_id, prices.map(toSeriesPriceFields))
  }
  const datesWithSettings = new Set(details.prices.keys())
  for (const { raw, pointer } of dateRecordsOf(records)) {
    for (const { shown, pointer: below } of seriesEntriesOf(raw, pointer)) {
      const id: number = shown['date_id']
      const own = dates.get(id)
      if (!own) continue
      if (shown['date_duration'] !== undefined && !details.durations.has(id))
        details.durations.set(id, shown['date_duration'])
      if (datesWithSettings.has(id) || shown['prices'] === undefined) continue
      if (!details.prices.has(id)) details.prices.set(id, [])
      const found = details.prices.get(id)!
      for (const [index, price] of (shown['prices'] as SeriesPrice[]).entries()) {
        const priceIndex = own.findIndex(
          (one, at) =>
            isSamePrice(price, one) && (found[at] === undefined || found[at]['price_id'] === price.price_id),
        )
        if (priceIndex < 0) errors.add(`${below}/prices/${index}`, `must be one of date_prices of date ${id}`)
        else found[priceIndex] = toSeriesPriceFields(price)
      }
    }
  }
  return details
}

function* seriesEntriesOf(
  raw: DataRecord,
  pointer: string,
): Generator<{ shown: DataRecord; pointer: string }> {
  for (const [at, group] of (raw['series_dates'] ?? []).entries())
    for (const [index, entry] of (group.module_type ?? []).entries())
      for (const [dateIndex, shown] of (entry.dates ?? []).entries())
        yield { shown, pointer: `${pointer}/series_dates/${at}/module_type/${index}/dates/${dateIndex}` }
  for (const [at, group] of (raw['series_parents'] ?? []).entries())
    for (const [index, shown] of (group.parent_date_id ?? []).entries())
      yield { shown, pointer: `${pointer}/series_parents/${at}/parent_date_id/${index}` }
}

const toSeriesPriceFields = (price: object): DataRecord => {
  const { price_id, ...rest } = price as DataRecord
  const added: DataRecord = price_id ? { price_id } : {}
  for (const field of fieldNames) if (rest[field] !== undefined) added[field] = rest[field]
  return added
}

const isSamePrice = (shown: SeriesPrice, own: DatePrice): boolean =>
  (shown.price_title ?? '') === own.price_title &&
  (shown.price_description ?? '') === own.price_description &&
  (shown.price_currency ?? '') === own.price_currency &&
  (shown.price_valid_from ?? '') === own.price_valid_from &&
  (shown.price_valid_to ?? '') === own.price_valid_to &&
  (shown.price_end === undefined || shown.price_end === Number(own.price_value_gross))
