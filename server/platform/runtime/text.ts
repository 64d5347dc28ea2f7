/**
 * The form in which texts are compared where case and Unicode form do not count (identity of contacts and companies).
 * Upper case first, so that `ß` and `SS`, `ς` and `Σ` meet.
 */
export const comparisonKey = (text: string): string =>
  text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').trim()

/** Whether a text is an e-mail address as the interface's decision 4.2 has it: one `@`, non-empty sides, no spaces, 254 characters. */
export const isEmail = (text: string): boolean => text.length <= 254 && /^[^\s@]+@[^\s@]+$/u.test(text)

/** A text as LIKE takes it to the letter. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
