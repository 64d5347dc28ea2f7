// Texts that a spreadsheet would take for a formula.

// Spreadsheets execute a text that begins like this; a quote in front prevents it. Quotes of the text itself are doubled.
const formulaStart = /^'*[=+\-@\t\r]/
const numericText = /^[+-]?\d+([.,]\d+)?$/
/** A spreadsheet calculates `+49-221`, but keeps a number with spaces as a text. */
const phoneNumber = /^\+\d{1,4}(?: [\d()/-]+)+$/

/** Escapes a text that a spreadsheet would take for a formula (CSV only; XLSX cells have types). */
export const escapeFormula = (text: string): string =>
  formulaStart.test(text) && !numericText.test(text) && !phoneNumber.test(text) ? `'${text}` : text

/** The text that was escaped. */
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && formulaStart.test(text) ? text.slice(1) : text
