// What an invoice confirmation comes to: net, tax and gross by tax rate, in whole cents.
import { formatCents, parseCents } from './element.ts'

export type PricedElement = {
  total_price: string
  vat_included: boolean
  vat_rate: number
  currency: string
}

/** Sums as decimal texts; `rate` in whole percent. */
export type TaxSum = { currency: string; rate: number; net: string; tax: string; gross: string }
export type Total = Omit<TaxSum, 'rate'>

/** Divides and rounds half away from zero. */
function divideRounded(value: bigint, by: bigint): bigint {
  const half = value < 0n ? -by / 2n : by / 2n
  return (value + half) / by
}

type Sums = { currency: string; rate: number; net: bigint; gross: bigint }

/**
 * Sums by currency and tax rate. Tax is rounded once for each rate: of the prices that include it, it is taken out of their sum;
 * on those that do not, it is added to theirs.
 */
export function taxSums(elements: readonly PricedElement[]): TaxSum[] {
  const groups = new Map<string, Sums>()
  for (const { total_price, vat_included, vat_rate: rate, currency } of elements) {
    const key = `${currency} ${rate}`
    const sums = groups.get(key) ?? { currency, rate, net: 0n, gross: 0n }
    groups.set(key, sums)
    sums[vat_included ? 'gross' : 'net'] += parseCents(total_price)
  }
  return [...groups.values()]
    .toSorted((a, b) => (a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : b.rate - a.rate))
    .map(({ currency, rate, net, gross }) => {
      const grossPercent = 100n + BigInt(rate)
      const netOfGross = divideRounded(gross * 100n, grossPercent)
      const tax = gross - netOfGross + divideRounded(net * BigInt(rate), 100n)
      return {
        currency,
        rate,
        net: formatCents(net + netOfGross),
        tax: formatCents(tax),
        gross: formatCents(net + netOfGross + tax),
      }
    })
}

/** The sums of all tax rates, by currency. */
export function totals(sums: readonly TaxSum[]): Total[] {
  const all = new Map<string, { net: bigint; tax: bigint; gross: bigint }>()
  for (const { currency, net, tax, gross } of sums) {
    const total = all.get(currency) ?? { net: 0n, tax: 0n, gross: 0n }
    all.set(currency, total)
    total.net += parseCents(net)
    total.tax += parseCents(tax)
    total.gross += parseCents(gross)
  }
  return [...all].map(([currency, { net, tax, gross }]) => ({
    currency,
    net: formatCents(net),
    tax: formatCents(tax),
    gross: formatCents(gross),
  }))
}
