// Net and gross amounts, each from the other: decimal texts and whole hundredths, never binary fractions.

/** `1190.00` → 119000n; a sign and at most two decimals. */
export function parseHundredths(text: string): bigint {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (whole === undefined) throw new RangeError(`${JSON.stringify(text)} is no amount`)
  const value = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
  return sign ? -value : value
}

/** 119000n → `1190.00` */
export function formatHundredths(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(3, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A quotient to the nearest whole, halves away from zero. */
function divideRounded(value: bigint, divisor: bigint): bigint {
  const half = divisor / 2n
  return (value < 0n ? value - half : value + half) / divisor
}

/** What 100 percent and the tax are together, in hundredths of a percent. */
const grossRate = (vat: number): bigint => 10_000n + parseHundredths(String(vat))

/** The gross amount of a net one; VAT in percent with at most two decimals. */
export const grossOf = (net: string, vat: number): string =>
  formatHundredths(divideRounded(parseHundredths(net) * grossRate(vat), 10_000n))

/** The net amount of a gross one. */
export const netOf = (gross: string, vat: number): string =>
  formatHundredths(divideRounded(parseHundredths(gross) * 10_000n, grossRate(vat)))

/** Whether one of two amounts follows from the other. */
export const amountsAgree = (net: string, gross: string, vat: number): boolean =>
  parseHundredths(grossOf(net, vat)) === parseHundredths(gross) ||
  parseHundredths(netOf(gross, vat)) === parseHundredths(net)
