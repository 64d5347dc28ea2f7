// The sums of an invoice confirmation: net, tax and gross by VAT rate, exact to the cent.
import { formatCents, parseCents } from './element.ts'

export type PricedElement = {
  total_price: string
  vat_included: boolean
  vat_rate: number
  currency: string
}

/** Sums as decimal texts; `vatRate` in whole percent. */
export type TaxSum = { currency: string; vatRate: number; net: string; tax: string; gross: string }
export type Total = Omit<TaxSum, 'vatRate'>

/** Divides and rounds half away from zero. */
function divideRounded(value: bigint, by: bigint): bigint {
  const half = value < 0n ? -by / 2n : by / 2n
  return (value + half) / by
}

type Sums = { currency: string; vatRate: number; net: bigint; gross: bigint }

/**
 * Sums by currency and VAT rate. The tax of each rate is rounded once: it is part of the sum of the prices that include it,
 * and is added to the sum of those that do not.
 */
export function taxSums(elements: readonly PricedElement[]): TaxSum[] {
  const groups = new Map<string, Sums>()
  for (const { total_price, vat_included, vat_rate: vatRate, currency } of elements) {
    const key = `${currency} ${vatRate}`
    const sums = groups.get(key) ?? { currency, vatRate, net: 0n, gross: 0n }
    groups.set(key, sums)
    sums[vat_included ? 'gross' : 'net'] += parseCents(total_price)
  }
  return [...groups.values()]
    .toSorted((a, b) => (a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : b.vatRate - a.vatRate))
    .map(({ currency, vatRate, net, gross }) => {
      const grossPercent = 100n + BigInt(vatRate)
      const netOfGross = divideRounded(gross * 100n, grossPercent)
      const tax = gross - netOfGross + divideRounded(net * BigInt(vatRate), 100n)
      return {
        currency,
        vatRate,
        net: formatCents(net + netOfGross),
        tax: formatCents(tax),
        gross: formatCents(net + netOfGross + tax),
      }
    })
}

/** The sums of all VAT rates, by currency. */
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
