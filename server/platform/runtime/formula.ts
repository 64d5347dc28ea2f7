// Texts that a spreadsheet would take for a formula.

// Spreadsheets execute a text that begins like this, also after a separator or line feed if they read the file with another
// separator; a quote in front prevents it. Quotes of the text itself are doubled. Some read the full-width signs as these.
const formulaStart = /^'*[=+\-@＝＋－＠\t\r]/
const numericText = /^[+-]?\d+([.,]\d+)?$/
/** A spreadsheet calculates `+49-221`, but keeps a number with spaces as a text. */
const phoneNumber = /^\+\d{1,4}(?: [\d()/-]+)+$/

// A separator or line feed in the text; tabs and carriage returns at its beginning are escaped by `formulaStart`.
const separator = `(?:(?:^[,;|\\n]|[^][,;|\\t\\r\\n])"?)`
const nextFormula = new RegExp(`(?<=${separator})'*[=+\\-@＝＋－＠][^,;|\\t\\r\\n]*`, 'g')
const nextQuote = new RegExp(`(?<=${separator})'(?='*[=+\\-@＝＋－＠])`, 'g')

const isHarmless = (text: string): boolean => numericText.test(text) || phoneNumber.test(text)

/** Escapes a text that a spreadsheet would take for a formula (CSV only; XLSX cells have types). */
export function escapeFormula(text: string): string {
  const escaped = text.replace(nextFormula, (cell) => (isHarmless(cell.trimEnd()) ? cell : `'${cell}`))
  return formulaStart.test(text) && !isHarmless(text) ? `'${escaped}` : escaped
}

/** The text that was escaped. */
export function unescapeFormula(text: string): string {
  const own = text.startsWith("'") && formulaStart.test(text) ? text.slice(1) : text
  return own.replace(nextQuote, '')
}
