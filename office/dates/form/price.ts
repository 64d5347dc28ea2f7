// Net and gross of a price, each from the other in whole cents.

/** To the nearest whole, halves away from zero; amounts of prices are never negative. */
const divideRounded = (value: bigint, by: bigint): bigint => (value + by / 2n) / by

const cents = (amount: number): bigint => BigInt(Math.round(amount * 100))
/** 100 percent and the tax together, in hundredths of a percent. */
const vatFactor = (vat: number): bigint => 10_000n + BigInt(Math.round(vat * 100))

export const grossOf = (net: number, vat: number): number =>
  Number(divideRounded(cents(net) * vatFactor(vat), 10_000n)) / 100
export const netOf = (gross: number, vat: number): number =>
  Number(divideRounded(cents(gross) * 10_000n, vatFactor(vat))) / 100
