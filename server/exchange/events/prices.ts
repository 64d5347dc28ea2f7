// Data set: what only series show of a date: its duration, and more of its prices.
import type { DatePrice } from '../../catalogue/contract/date.schema.ts'
import type { SeriesPrice } from '../../catalogue/contract/series.schema.ts'
import type { Given, Import, Item } from '../records/section.ts'
import { datesIn } from './check.ts'

/** By date: its duration, and what is to be added to its prices, by their places. */
export type SeriesKnowledge = { durations: Map<number, string>; prices: Map<number, Item[]> }

const additions = [
  'price_type',
  'cmscont_id',
  'ct_set_id',
  'ccategory_id',
  'price_additional_field_text',
  'price_valid_for',
]

/** Takes it from dateSettings, else from the series of the data set. */
export function seriesPrices(given: Given, { section, faults }: Import): SeriesKnowledge {
  const known: SeriesKnowledge = { durations: new Map(), prices: new Map() }
  const dates = new Map<number, DatePrice[]>()
  for (const { date } of datesIn(given)) dates.set(date.date_id, date.date_prices)
  for (const [at, setting] of section('dateSettings').items.entries()) {
    const { date_id, duration, prices } = setting['raw']
    if (duration !== undefined) known.durations.set(date_id, duration)
    if (prices === undefined) continue
    if ((dates.get(date_id) ?? []).length !== prices.length)
      faults.add(
        `${section('dateSettings').pointer(at)}/prices`,
        'must be as many as the date_prices of the date in events',
      )
    known.prices.set(date_id, prices.map(numbered))
  }
  const settled = new Set(known.prices.keys())
  for (const { raw, pointer } of datesIn(given)) {
    for (const { shown, pointer: below } of shownIn(raw, pointer)) {
      const id: number = shown['date_id']
      const own = dates.get(id)
      if (!own) continue
      if (shown['date_duration'] !== undefined && !known.durations.has(id))
        known.durations.set(id, shown['date_duration'])
      if (settled.has(id) || shown['prices'] === undefined) continue
      if (!known.prices.has(id)) known.prices.set(id, [])
      const found = known.prices.get(id)!
      for (const [index, price] of (shown['prices'] as SeriesPrice[]).entries()) {
        const place = own.findIndex(
          (one, at) =>
            fits(price, one) && (found[at] === undefined || found[at]['price_id'] === price.price_id),
        )
        if (place < 0) faults.add(`${below}/prices/${index}`, `is none of the date_prices of date ${id}`)
        else found[place] = numbered(price)
      }
    }
  }
  return known
}

function* shownIn(raw: Item, pointer: string): Generator<{ shown: Item; pointer: string }> {
  for (const [at, group] of (raw['series_dates'] ?? []).entries())
    for (const [index, entry] of (group.module_type ?? []).entries())
      for (const [place, shown] of (entry.dates ?? []).entries())
        yield { shown, pointer: `${pointer}/series_dates/${at}/module_type/${index}/dates/${place}` }
  for (const [at, group] of (raw['series_parents'] ?? []).entries())
    for (const [index, shown] of (group.parent_date_id ?? []).entries())
      yield { shown, pointer: `${pointer}/series_parents/${at}/parent_date_id/${index}` }
}

const numbered = (price: object): Item => {
  const { price_id, ...rest } = price as Item
  const added: Item = price_id ? { price_id } : {}
  for (const field of additions) if (rest[field] !== undefined) added[field] = rest[field]
  return added
}

const fits = (shown: SeriesPrice, own: DatePrice): boolean =>
  (shown.price_title ?? '') === own.price_title &&
  (shown.price_description ?? '') === own.price_description &&
  (shown.price_currency ?? '') === own.price_currency &&
  (shown.price_valid_from ?? '') === own.price_valid_from &&
  (shown.price_valid_to ?? '') === own.price_valid_to &&
  (shown.price_end === undefined || shown.price_end === Number(own.price_value_gross))
