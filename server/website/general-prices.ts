/** The prices for everyone; all of them, if each is for a category of visitors. */
export function generalPrices<P extends { validFor: string }>(prices: readonly P[]): readonly P[] {
  const general = prices.filter(({ validFor }) => validFor === '')
  return general.length > 0 ? general : prices
}

/** The categories of visitors that have a price of their own, such as members. */
export const visitorCategories = (prices: readonly { validFor: string }[]): string[] => [
  ...new Set(prices.flatMap(({ validFor }) => (validFor === '' ? [] : [validFor]))),
]
