// The prices of a date, and what cancelling a booking costs.
import { sql } from 'kysely'
import { formatHundredths, grossOf, netOf, parseHundredths } from '../catalogue/records/vat.ts'
import type { Reader } from '../platform/database/database.ts'
import { daysBetween } from '../platform/runtime/clock.ts'
import type { CancellationTerms, SeatPrice } from './booking.schema.ts'

type PriceRow = {
  dateId: number
  title: string
  gross: string | null
  net: string | null
  currency: string
  vatRate: number
  vatIncluded: boolean
}

/** The amount that a price shows, gross if VAT is included; computed from the other one if only that is stored. */
function amountOf({ gross, net, vatRate, vatIncluded }: PriceRow): number | null {
  const amount = vatIncluded
    ? (gross ?? (net && grossOf(net, vatRate)))
    : (net ?? (gross && netOf(gross, vatRate)))
  return amount === null || amount === '' ? null : Number(amount)
}

/** The prices of dates, by date: their own, otherwise those of their event. Those valid on the day come first, then by position. */
export async function loadSeatPrices(
  reader: Reader,
  dateIds: readonly number[],
  today: string,
): Promise<Map<number, SeatPrice[]>> {
  const { rows } = await sql<PriceRow>`
    select date_id as "dateId", title, gross_price as gross, net_price as net, currency, vat_rate::float8 as "vatRate", vat_included as "vatIncluded" from (
      select date_id, title, gross_price, net_price, currency, vat_rate, vat_included, position,
        coalesce(valid_from <= ${today}, true) and coalesce(valid_to >= ${today}, true) as is_current
      from date_price where date_id = any(${dateIds}::int[])
      union all
      select d.id, p.title, p.gross_price, p.net_price, p.currency, p.vat_rate, p.vat_included, p.position, true
      from event_date d join event_price p on p.event_id = d.event_id
      where d.id = any(${dateIds}::int[]) and not exists (select from date_price x where x.date_id = d.id)
    ) prices where gross_price >= 0 or net_price >= 0
    order by date_id, is_current desc, position`.execute(reader)
  const prices = Map.groupBy(rows, ({ dateId }) => dateId)
  return new Map(
    [...prices].map(([dateId, ofDate]) => [
      dateId,
      ofDate.map((row) => ({
        priceTitle: row.title,
        priceAmount: amountOf(row),
        priceCurrency: row.currency,
        priceVatRate: row.vatRate,
        priceVatIncluded: row.vatIncluded,
      })),
    ]),
  )
}

/** The price of a seat that is booked today; null: the date has none. */
export const currentPrice = async (
  reader: Reader,
  dateId: number,
  today: string,
): Promise<SeatPrice | null> => (await loadSeatPrices(reader, [dateId], today)).get(dateId)?.[0] ?? null

type Step = CancellationTerms['steps'][number]

/** The share of the price in percent: of the step with the most days that are left, afterwards of that with the fewest. */
export function feePercent(steps: readonly Step[], daysBefore: number): number {
  const byDays = steps.toSorted((a, b) => b.daysBefore - a.daysBefore)
  return (byDays.find((step) => daysBefore >= step.daysBefore) ?? byDays.at(-1))?.feePercent ?? 0
}

/** A share of an amount, rounded to the cent. */
const shareOf = (amount: number, percent: number): number => {
  const tenThousandths = parseHundredths(amount.toFixed(2)) * parseHundredths(percent.toFixed(2))
  return Number(formatHundredths((tenThousandths + 5_000n) / 10_000n))
}

/** What cancelling a booking costs on a day. */
export async function cancellationTerms(
  reader: Reader,
  booking: { dateId: number; startDate: string; finalPrice: number | null; priceCurrency: string },
  today: string,
): Promise<CancellationTerms> {
  const { rows: steps } = await sql<Step>`
    select s.days_before as "daysBefore", s.fee_percent::float8 as "feePercent" from cancellation_step s
    join event_date d on d.event_id = s.event_id where d.id = ${booking.dateId} order by s.days_before desc`.execute(
    reader,
  )
  const { startDate, finalPrice, priceCurrency: currency } = booking
  const daysBefore = startDate === '' ? (steps[0]?.daysBefore ?? 0) : daysBetween(today, startDate) - 1
  const percent = feePercent(steps, daysBefore)
  return {
    daysBefore,
    steps,
    feePercent: percent,
    fee: finalPrice === null ? null : shareOf(finalPrice, percent),
    finalPrice,
    currency,
  }
}
