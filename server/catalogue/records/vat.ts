// Net and gross amounts, each from the other: decimal texts and whole hundredths, never binary fractions.

/** `1190.00` → 119000n; a sign and at most two decimals. */
export function hundredths(text: string): bigint {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (whole === undefined) throw new RangeError(`${JSON.stringify(text)} is no amount`)
  const value = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
  return sign ? -value : value
}

/** 119000n → `1190.00` */
export function amountText(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(3, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A quotient to the nearest whole, halves away from zero. */
function divided(value: bigint, by: bigint): bigint {
  const half = by / 2n
  return (value < 0n ? value - half : value + half) / by
}

/** What 100 percent and the tax are together, in hundredths of a percent. */
const rate = (vat: number): bigint => 10_000n + hundredths(String(vat))

/** The gross amount of a net one; VAT in percent with at most two decimals. */
export const grossOf = (net: string, vat: number): string =>
  amountText(divided(hundredths(net) * rate(vat), 10_000n))

/** The net amount of a gross one. */
export const netOf = (gross: string, vat: number): string =>
  amountText(divided(hundredths(gross) * 10_000n, rate(vat)))

/** Whether one of two amounts follows from the other. */
export const fit = (net: string, gross: string, vat: number): boolean =>
  hundredths(grossOf(net, vat)) === hundredths(gross) || hundredths(netOf(gross, vat)) === hundredths(net)
