// The prices of the seats of one order at its dates, and their sum.
import { type DocumentSums, documentSums, type TaxSum } from '../../catalogue/records/document-sums.ts'
import { exemptionText, formatHundredths } from '../../catalogue/records/vat.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { Language } from '../../platform/ground/language.ts'
import type { Quote } from '../booking/booking.schema.ts'
import { sumOf } from './order-price.ts'
import { type PricedSeats, priceSeats, type SeatsToPrice } from './price-seats.ts'
import { voucherKinds } from './voucher-kinds.ts'

type Order = Pick<SeatsToPrice, 'day' | 'voucher' | 'emailKey'>

const savedBy = ({ orderPrice, voucher }: PricedSeats): bigint =>
  sumOf((orderPrice?.discounts ?? []).flatMap(({ rule, ofSeats }) => (rule === voucher ? ofSeats : [])))

/**
 * The prices at each date, as if it were ordered alone, but for the voucher, which is used once: a share applies to all dates that it is
 * valid for, an amount to the one at which it saves most.
 * @throws Failure 400 if no price is for the category
 */
export async function priceDates(
  reader: Reader,
  dates: readonly Omit<SeatsToPrice, keyof Order>[],
  { voucher, ...order }: Order,
): Promise<PricedSeats[]> {
  const toPriced = (one: (typeof dates)[number], code: string | undefined) =>
    priceSeats(reader, { ...one, ...order, ...(code !== undefined && { voucher: code }) })
  const priced = await Promise.all(dates.map((one) => toPriced(one, voucher)))
  const valid = priced.filter((one) => one.voucher && one.obstacle === null)
  if (voucher === undefined || dates.length === 1 || valid.length === 0) return priced
  const most = valid.reduce((best, one) => (savedBy(one) > savedBy(best) ? one : best))
  const used = voucherKinds[most.voucher!.kind].isMoney ? [most] : valid
  return Promise.all(
    priced.map((one, index) => (used.includes(one) ? one : toPriced(dates[index]!, undefined))),
  )
}

/** The VAT of an order by rate, with the reasons why there is none. */
export const shownTaxes = (
  taxes: readonly Pick<TaxSum, 'vatRate' | 'tax' | 'currency'>[],
  priced: readonly PricedSeats[],
  language: Language,
): Quote['tax'] =>
  taxes.map(({ vatRate, tax, currency }) => ({
    rate: vatRate.toFixed(2),
    amount: { amount: tax, currency },
    exemption: vatRate === 0 ? exemptionsOf(priced, language).join(', ') : '',
  }))

const exemptionsOf = (priced: readonly PricedSeats[], language: Language): string[] => [
  ...new Set(
    priced.flatMap(
      ({ chosen }) => (chosen?.vatExemption && exemptionText(chosen.vatExemption, language)) || [],
    ),
  ),
]

/** The sums of an order, as its documents have them. */
export const sumsOfDates = (priced: readonly PricedSeats[]): DocumentSums =>
  documentSums(
    priced.flatMap(({ orderPrice }) =>
      orderPrice
        ? orderPrice.ofSeats.map((amount) => ({ ...orderPrice, amount: formatHundredths(amount) }))
        : [],
    ),
  )
