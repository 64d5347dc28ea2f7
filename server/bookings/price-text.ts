// How the price of a seat is written for visitors: with the VAT that it includes, or that is added to it.
import type { TaxedAmount } from '../catalogue/records/document-sums.ts'
import { exemptionText, type VatExemption } from '../catalogue/records/vat.ts'
import { formatMoney } from '../platform/ground/format-money.ts'
import type { Language } from '../platform/ground/language.ts'

export const priceTexts = {
  de: {
    locale: 'de-DE',
    inclVat: (price: string, rate: string) => `${price} inkl. ${rate} MwSt.`,
    plusVat: (price: string, rate: string) => `${price} zzgl. ${rate} MwSt.`,
    withoutVat: 'umsatzsteuerfrei',
  },
  en: {
    locale: 'en-GB',
    inclVat: (price: string, rate: string) => `${price} incl. ${rate} VAT`,
    plusVat: (price: string, rate: string) => `${price} plus ${rate} VAT`,
    withoutVat: 'exempt from VAT',
  },
} as const satisfies Record<Language, object>

/** A rate in percent: 8.1 → 8,1 % */
export const rateText = (vatRate: number, language: Language): string =>
  new Intl.NumberFormat(priceTexts[language].locale, { style: 'percent', maximumFractionDigits: 2 }).format(
    vatRate / 100,
  )

/** A price that says why it has no VAT, if it has none. */
export type ExplainedAmount = TaxedAmount & { vatExemption: VatExemption }

/** Why there is no VAT. */
export const withoutVatText = (
  { vatExemption }: Pick<ExplainedAmount, 'vatExemption'>,
  language: Language,
): string => exemptionText(vatExemption, language) || priceTexts[language].withoutVat

/** A price with its VAT: `297,00 € inkl. 19 % MwSt.` */
export function priceText(price: ExplainedAmount, language: Language): string {
  const text = priceTexts[language]
  const money = formatMoney(price, text)
  if (Number(price.amount) === 0) return money
  if (price.vatRate === 0) return `${money}, ${withoutVatText(price, language)}`
  return (price.vatIncluded ? text.inclVat : text.plusVat)(money, rateText(price.vatRate, language))
}
