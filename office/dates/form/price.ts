// Net and gross of a price, each from the other in whole cents.

/** To the nearest whole, halves away from zero; amounts of prices are never negative. */
const divided = (value: bigint, by: bigint): bigint => (value + by / 2n) / by

const cents = (amount: number): bigint => BigInt(Math.round(amount * 100))
/** 100 percent and the tax together, in hundredths of a percent. */
const rate = (vat: number): bigint => 10_000n + BigInt(Math.round(vat * 100))

export const grossOf = (net: number, vat: number): number =>
  Number(divided(cents(net) * rate(vat), 10_000n)) / 100
export const netOf = (gross: number, vat: number): number =>
  Number(divided(cents(gross) * 10_000n, rate(vat))) / 100
