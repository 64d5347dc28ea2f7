// Reads CSV files: detects encoding and delimiter; cells may contain quotes and line breaks.
import { isUtf8 } from 'node:buffer'
import Papa from 'papaparse'
import { importErrors } from './import.errors.ts'
import { maxRows, TableError, unreadable } from './table-error.ts'

const startsWith = (bytes: Buffer, ...start: number[]) => start.every((byte, at) => bytes[at] === byte)

const controlCharacter = /[^\P{Cc}\t\n\r\f\v]/u

/**
 * Whether bytes are UTF-8, maybe with some wrong ones: text in Windows-1252 has hardly any sequence of bytes that is a character
 * beyond ASCII in UTF-8. Wrong bytes are decoded as U+FFFD, which makes their cells faulty.
 */
function isMostlyUtf8(bytes: Buffer): boolean {
  if (isUtf8(bytes)) return true
  let characters = 0
  let wrong = 0
  for (const [character] of new TextDecoder().decode(bytes).matchAll(/[^\0-\x7f]/gu))
    if (character === unreadable) wrong++
    else characters++
  return characters > 0 && characters >= wrong
}

/** Decodes a file: by its byte order mark, otherwise as UTF-8 or, if it is not UTF-8, as Windows-1252. @throws TableError */
export function decodeCsv(bytes: Buffer): { text: string; encoding: string } {
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new TableError(importErrors.oldExcel())
  const encoding = startsWith(bytes, 0xff, 0xfe)
    ? 'utf-16le'
    : startsWith(bytes, 0xfe, 0xff)
      ? 'utf-16be'
      : startsWith(bytes, 0xef, 0xbb, 0xbf) || isMostlyUtf8(bytes)
        ? 'utf-8'
        : 'windows-1252'
  const text = new TextDecoder(encoding).decode(bytes)
  if (controlCharacter.test(text.slice(0, 100_000)) || text.includes('\0'))
    throw new TableError(importErrors.notTable())
  if (/^\s*(?:<!doctype|<html|<\?xml|<svg|%PDF|\{\\rtf)/i.test(text.slice(0, 200)))
    throw new TableError(importErrors.notTable())
  return { text, encoding }
}

/** The delimiter that splits the headings into the most columns. */
function detectDelimiter(text: string): string {
  const head = text.slice(0, 100_000).trimStart()
  const width = (delimiter: string) =>
    Papa.parse<string[]>(head, { delimiter, preview: 1 }).data[0]?.length ?? 0
  return [';', ',', '\t', '|'].reduce((best, one) => (width(one) > width(best) ? one : best))
}

/** Parses the text of a CSV file. @throws TableError */
export function parseCsv(csv: string): { rows: string[][]; delimiter: string } {
  // Excel writes its delimiter in a first line `sep=;`.
  const separatorLine = /^sep=(.)\r?\n/i.exec(csv)
  const text = separatorLine ? csv.slice(separatorLine[0].length) : csv
  const { data, errors, meta } = Papa.parse<string[]>(text, {
    delimiter: separatorLine?.[1] ?? detectDelimiter(text),
    preview: maxRows + 1000,
  })
  const quotes = errors.find(({ type }) => type === 'Quotes')
  if (quotes) throw new TableError(importErrors.openQuote({ row: (quotes.row ?? 0) + 1 }))
  if (meta.truncated) throw new TableError(importErrors.tooManyRows({ max: maxRows }))
  return { rows: data, delimiter: meta.delimiter }
}
