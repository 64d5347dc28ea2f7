/**
 * Key for comparisons that ignore case and Unicode form (identity of contacts and companies). Upper case first, so that `ß` equals
 * `SS` and `ς` equals `Σ`.
 */
export const comparisonKey = (text: string): string =>
  text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').trim()

/** Whether a text is an e-mail address by decision 4.2: one `@`, non-empty sides, no spaces, at most 254 characters. */
export const isEmail = (text: string): boolean => text.length <= 254 && /^[^\s@]+@[^\s@]+$/u.test(text)

/** Escapes a text for LIKE. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
