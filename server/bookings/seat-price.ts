// The prices of a date.
import { sql } from 'kysely'
import { documentSums, type TaxedAmount } from '../catalogue/records/document-sums.ts'
import { grossOf, netOf, type VatExemption } from '../catalogue/records/vat.ts'
import { vatExemption } from '../catalogue/records/vat-exemption.sql.ts'
import { prepared, queryShared, type Reader } from '../platform/database/database.ts'
import type { Booking, SeatPrice } from './booking.schema.ts'

type PriceRow = {
  dateId: number
  id: number
  title: string
  gross: string | null
  net: string | null
  currency: string
  vatRate: number
  vatIncluded: boolean
  /** The days on which it is valid; null: no limit. */
  validFrom: string | null
  validTo: string | null
  /** The category of visitors whose price it is; '': everyone. */
  validFor: string
  isCurrent: boolean
  /** Why it has no VAT; null: it has. */
  vatExemption: VatExemption | null
}

/** The amount that a price shows, gross if VAT is included; computed from the other one if only that is stored. */
function amountOf({ gross, net, vatRate, vatIncluded }: PriceRow): number | null {
  const amount = vatIncluded
    ? (gross ?? (net && grossOf(net, vatRate)))
    : (net ?? (gross && netOf(gross, vatRate)))
  return amount === null || amount === '' ? null : Number(amount)
}

const toSeatPrice = (row: PriceRow): SeatPrice => ({
  priceTitle: row.title,
  priceAmount: amountOf(row),
  priceCurrency: row.currency,
  priceVatRate: row.vatRate,
  priceVatIncluded: row.vatIncluded,
})

const pricesQuery = prepared(`
    select date_id as "dateId", id, title, gross_price as gross, net_price as net, currency, vat_rate::float8 as "vatRate", vat_included as "vatIncluded",
      valid_from::text as "validFrom", valid_to::text as "validTo", valid_for as "validFor", is_current as "isCurrent",
      case when vat_rate = 0 then (select ${vatExemption} from event_date d join event e on e.id = d.event_id where d.id = prices.date_id) end as "vatExemption" from (
      select date_id, id, title, gross_price, net_price, currency, vat_rate, vat_included, position, valid_from, valid_to, valid_for,
        coalesce(valid_from <= $2::date, true) and coalesce(valid_to >= $2::date, true) as is_current
      from date_price where date_id = any($1::int[])
      union all
      select d.id, p.id, p.title, p.gross_price, p.net_price, p.currency, p.vat_rate, p.vat_included, p.position, null, null, '', true
      from event_date d join event_price p on p.event_id = d.event_id
      where d.id = any($1::int[]) and not exists (select from date_price x where x.date_id = d.id)
    ) prices where gross_price >= 0 or net_price >= 0
    order by date_id, valid_for in ('', $3::text) desc, is_current desc, valid_for = $3::text desc, position`)

/**
 * The prices of dates, by date: their own, otherwise those of their event. Those for the category of visitors or for everyone come first,
 * of these those valid on the day, of these those for the category, then by position.
 * @param category '': none
 */
async function loadPrices<P>(
  reader: Reader,
  dateIds: readonly number[],
  { day, category }: { day: string; category: string },
  toPrice: (row: PriceRow) => P,
): Promise<Map<number, P[]>> {
  const rows = await queryShared<PriceRow>(reader, pricesQuery, [dateIds, day, category])
  const byDate = Map.groupBy(rows, ({ dateId }) => dateId)
  return new Map([...byDate].map(([dateId, ofDate]) => [dateId, ofDate.map(toPrice)]))
}

/** The prices of dates, in the order of `loadPrices`. */
export const loadSeatPrices = (
  reader: Reader,
  dateIds: readonly number[],
  today: string,
  category = '',
): Promise<Map<number, SeatPrice[]>> => loadPrices(reader, dateIds, { day: today, category }, toSeatPrice)

/** A price of a date, with the days on which it is valid, and for whom. */
export type PriceChoice = SeatPrice &
  Pick<PriceRow, 'id' | 'validFrom' | 'validTo' | 'validFor' | 'isCurrent' | 'vatExemption'>

const toPriceChoice = (row: PriceRow): PriceChoice => ({
  ...toSeatPrice(row),
  id: row.id,
  validFrom: row.validFrom,
  validTo: row.validTo,
  validFor: row.validFor,
  isCurrent: row.isCurrent,
  vatExemption: row.vatExemption,
})

/** The prices of a date on a day; the first is that of a seat. */
export const loadPriceChoices = async (
  reader: Reader,
  dateId: number,
  day: string,
  category: string,
): Promise<PriceChoice[]> =>
  (await loadPrices(reader, [dateId], { day, category }, toPriceChoice)).get(dateId) ?? []

/** The price of a seat that is booked today; null: the date has none. */
export const currentPrice = async (
  reader: Reader,
  dateId: number,
  today: string,
): Promise<SeatPrice | null> => (await loadSeatPrices(reader, [dateId], today)).get(dateId)?.[0] ?? null

/** The price of a seat as an amount of a document; null: the price has no amount. */
export const taxedPrice = ({
  priceAmount,
  priceCurrency,
  priceVatRate,
  priceVatIncluded,
}: Omit<SeatPrice, 'priceTitle'>): TaxedAmount | null =>
  priceAmount === null
    ? null
    : {
        amount: priceAmount.toFixed(2),
        currency: priceCurrency || 'EUR',
        vatRate: priceVatRate,
        vatIncluded: priceVatIncluded,
      }

/** The price of a seat with VAT; null: the price has no amount. */
export function grossAmount(price: SeatPrice): { amount: string; currency: string } | null {
  const taxed = taxedPrice(price)
  return taxed && { amount: documentSums([taxed]).totals[0]!.gross, currency: taxed.currency }
}

/** The same price with VAT, or without it. The sum of several seats can be another one. */
function inTerms(price: SeatPrice, vatIncluded: boolean): SeatPrice {
  const { priceAmount, priceVatRate } = price
  if (priceAmount === null || price.priceVatIncluded === vatIncluded) return price
  const amount = (vatIncluded ? grossOf : netOf)(priceAmount.toFixed(2), priceVatRate)
  return { ...price, priceAmount: Number(amount), priceVatIncluded: vatIncluded }
}

/** A price for a booking that keeps the reductions of its present price: they are in the terms of that one. */
export const priceForReductions = (
  price: SeatPrice,
  { priceVatIncluded, reductions }: Pick<Booking, 'priceVatIncluded' | 'reductions'>,
): SeatPrice => (reductions.length > 0 ? inTerms(price, priceVatIncluded) : price)

/** The amount of a booking (alias `b`): the price less the reductions; null: it has no price. */
export const finalPrice = (b: string) =>
  sql<
    number | null
  >`(${sql.ref(`${b}.price_amount`)} - coalesce((select sum(r.amount) from booking_reduction r where r.booking_id = ${sql.ref(`${b}.id`)}), 0))`
