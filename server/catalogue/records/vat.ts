// Net and gross amounts, and why there is no VAT. Computed exactly, in integer hundredths; floating-point numbers would round.

/** Why a price has no VAT, in German and English; both '': not said. */
export type VatExemption = { de: string; en: string }

/** The reason in a language; one without a translation is shown as it is. */
export const exemptionText = ({ de, en }: VatExemption, language: 'de' | 'en'): string =>
  (language === 'en' && en) || de || en

/** `1190.00` → 119000n. At most two decimals. */
export function parseHundredths(text: string): bigint {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (whole === undefined) throw new RangeError(`${JSON.stringify(text)} is not an amount`)
  const value = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
  return sign ? -value : value
}

/** 119000n → `1190.00` */
export function formatHundredths(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(3, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Divides and rounds half away from zero. */
function divideRounded(value: bigint, divisor: bigint): bigint {
  const half = divisor / 2n
  return (value < 0n ? value - half : value + half) / divisor
}

/** 100 % plus the tax, in hundredths of a percent. */
const grossRate = (vat: number): bigint => 10_000n + parseHundredths(String(vat))

/** A share of an amount, both in hundredths. The share is in percent, with at most two decimals. */
export const percentOf = (amount: bigint, percent: number): bigint =>
  divideRounded(amount * parseHundredths(percent.toFixed(2)), 10_000n)

/** The gross amount for a net amount. VAT is in percent, with at most two decimals. */
export const grossOf = (net: string, vat: number): string =>
  formatHundredths(divideRounded(parseHundredths(net) * grossRate(vat), 10_000n))

/** The net amount for a gross amount. */
export const netOf = (gross: string, vat: number): string =>
  formatHundredths(divideRounded(parseHundredths(gross) * 10_000n, grossRate(vat)))

/** Whether the gross amount follows from the net amount, or the net amount from the gross amount. */
export const amountsAgree = (net: string, gross: string, vat: number): boolean =>
  parseHundredths(grossOf(net, vat)) === parseHundredths(gross) ||
  parseHundredths(netOf(gross, vat)) === parseHundredths(net)
