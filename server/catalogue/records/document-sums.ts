// The sums of a document: of a quote, an order, an invoice confirmation. As EN 16931 asks, VAT is reckoned once for each rate, on the sum
// of the amounts with this rate. Without imports of the server's own, because the back office shows the same sums.
import { formatHundredths, netOf, parseHundredths, percentOf } from './vat.ts'

/** An amount of a document: with its VAT, or without. `amount` is a decimal text, `vatRate` in percent with at most two decimals. */
export type TaxedAmount = { amount: string; currency: string; vatRate: number; vatIncluded: boolean }

/** Sums as decimal texts. */
export type Total = { currency: string; net: string; tax: string; gross: string }
export type TaxSum = Total & { vatRate: number }

/** `taxes`: by currency and rate, the highest rate first. `totals`: of all rates, by currency. */
export type DocumentSums = { taxes: TaxSum[]; totals: Total[] }

/** Amounts whose VAT is not included, and others. */
type Sums = { currency: string; vatRate: number; net: bigint; gross: bigint }

/** The tax is part of the sum of the amounts that include it, and is added to the sum of those that do not. */
function taxSum({ currency, vatRate, net, gross }: Sums): TaxSum {
  const netOfGross = parseHundredths(netOf(formatHundredths(gross), vatRate))
  const tax = gross - netOfGross + percentOf(net, vatRate)
  return {
    currency,
    vatRate,
    net: formatHundredths(net + netOfGross),
    tax: formatHundredths(tax),
    gross: formatHundredths(net + netOfGross + tax),
  }
}

function totalsOf(taxes: readonly TaxSum[]): Total[] {
  const sumOf = (sums: readonly Total[], name: 'net' | 'tax' | 'gross') =>
    formatHundredths(sums.reduce((sum, one) => sum + parseHundredths(one[name]), 0n))
  return [...Map.groupBy(taxes, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    net: sumOf(own, 'net'),
    tax: sumOf(own, 'tax'),
    gross: sumOf(own, 'gross'),
  }))
}

/** The sums of the amounts of one document. No sum that somebody sees or is billed is made otherwise. */
export function documentSums(amounts: readonly TaxedAmount[]): DocumentSums {
  const groups = Map.groupBy(amounts, ({ currency, vatRate }) => `${currency} ${vatRate}`)
  const taxes = [...groups.values()]
    .map((own) => {
      const sumOf = (isIncluded: boolean) =>
        own.reduce(
          (sum, { amount, vatIncluded }) =>
            vatIncluded === isIncluded ? sum + parseHundredths(amount) : sum,
          0n,
        )
      const [{ currency, vatRate }] = own as [TaxedAmount]
      return taxSum({ currency, vatRate, net: sumOf(false), gross: sumOf(true) })
    })
    .toSorted((a, b) => (a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : b.vatRate - a.vatRate))
  return { taxes, totals: totalsOf(taxes) }
}
