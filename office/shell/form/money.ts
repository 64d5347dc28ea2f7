// Parses amounts: `1.234,50`, `1,234.50`, `1234.5`, `12 €`.

/** The amount; null: empty; NaN: not an amount. */
export function parseMoney(text: string): number | null {
  const trimmed = text.replace(/[\s€]/g, '')
  if (trimmed === '') return null
  // Three digits after the last separator are thousands, one or two are decimals.
  const match = /^(-?[\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(trimmed)
  const integerPart = match?.[1] ?? ''
  if (!match || !/^-?\d{1,3}([.,]\d{3})*$|^-?\d*$/.test(integerPart) || !/\d/.test(trimmed)) return Number.NaN
  return Number(`${integerPart.replace(/[.,]/g, '') || '0'}.${match[2] ?? '0'}`)
}
