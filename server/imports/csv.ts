// Reads CSV files: detects encoding and delimiter; cells may contain quotes and line breaks.
import { isUtf8 } from 'node:buffer'
import Papa from 'papaparse'
import { type CodePage, codePages, decodePage, fittingCodePages } from './code-pages.ts'
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

/** The encoding of a file by its byte order mark, or as UTF-8; undefined: a code page. */
const unicodeOf = (bytes: Buffer): 'utf-16le' | 'utf-16be' | 'utf-8' | undefined =>
  startsWith(bytes, 0xff, 0xfe)
    ? 'utf-16le'
    : startsWith(bytes, 0xfe, 0xff)
      ? 'utf-16be'
      : startsWith(bytes, 0xef, 0xbb, 0xbf) || isMostlyUtf8(bytes)
        ? 'utf-8'
        : undefined

/** @param encodings those that the user may choose from, the proposal first; empty: there is no doubt */
type DecodedText = { text: string; encoding: string; encodings: string[] }

function decode(bytes: Buffer, chosen: CodePage | undefined): DecodedText {
  const unicode = unicodeOf(bytes)
  if (unicode) return { text: new TextDecoder(unicode).decode(bytes), encoding: unicode, encodings: [] }
  const fitting = fittingCodePages(bytes)
  const page = chosen ?? fitting[0]!
  // Windows is by far the most frequent: nobody is asked about it unless another one fits as well.
  const isClear = fitting.length === 1 && fitting[0] === codePages[0]
  const encodings = isClear && chosen === undefined ? [] : [...new Set([...fitting, ...codePages])]
  return { text: decodePage(bytes, page), encoding: page, encodings }
}

/**
 * Decodes a file.
 * @param chosen the code page that the user has chosen; undefined: the one that fits best
 * @throws TableError
 */
export function decodeCsv(bytes: Buffer, chosen?: CodePage): DecodedText {
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new TableError(importErrors.oldExcel())
  const decoded = decode(bytes, chosen)
  const { text } = decoded
  if (controlCharacter.test(text.slice(0, 100_000)) || text.includes('\0'))
    throw new TableError(importErrors.notTable())
  if (/^\s*(?:<!doctype|<html|<\?xml|<svg|%PDF|\{\\rtf)/i.test(text.slice(0, 200)))
    throw new TableError(importErrors.notTable())
  return decoded
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
