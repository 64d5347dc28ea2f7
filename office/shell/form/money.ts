// Amounts as people type them: `1.234,50`, `1,234.50`, `1234.5`, `12 €`.

/** The amount; null for an empty text, NaN where it is none. */
export function parseMoney(text: string): number | null {
  const typed = text.replace(/[\s€]/g, '')
  if (typed === '') return null
  // Three digits after the last sign are thousands, one or two are cents.
  const parts = /^(-?[\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(typed)
  const whole = parts?.[1] ?? ''
  if (!parts || !/^-?\d{1,3}([.,]\d{3})*$|^-?\d*$/.test(whole) || !/\d/.test(typed)) return Number.NaN
  return Number(`${whole.replace(/[.,]/g, '') || '0'}.${parts[2] ?? '0'}`)
}
