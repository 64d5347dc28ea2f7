// Reads a worksheet of an XLSX workbook.
import { readFile } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import { importErrors } from './import.errors.ts'
import { TableError } from './table-error.ts'
import { readWorksheetFacts, type WorksheetFacts } from './xlsx-facts.ts'

const maxUnpackedBytes = 512 * 1024 * 1024
const damagedFileError = () => new TableError(importErrors.damagedXlsx())

/** Rejects a workbook that is too large when unpacked. Compressed entries are unpacked, as their headers may lie. */
function assertSize(bytes: Buffer): void {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06'))
  if (end < 0 || end + 22 > bytes.length) throw damagedFileError()
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  let total = 0
  for (let entry = 0; entry < count; entry++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw damagedFileError()
    const method = bytes.readUInt16LE(at + 10)
    const packed = bytes.readUInt32LE(at + 20)
    const start = bytes.readUInt32LE(at + 42)
    if (start + 30 > bytes.length) throw damagedFileError()
    const data = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
    total +=
      method === 0 ? packed : unpackedSize(bytes.subarray(data, data + packed), maxUnpackedBytes - total)
    if (total > maxUnpackedBytes) throw tooLargeError()
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
}

const tooLargeError = () => new TableError(importErrors.unpackedTooLarge())

function unpackedSize(packed: Buffer, remainingBytes: number): number {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(remainingBytes, 1) }).length
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLargeError() : damagedFileError()
  }
}

// A workbook counts days as floating-point numbers: 14:30 is 0.604166…, some milliseconds too early or too late.
const roundToSecond = (date: Date) => new Date(Math.round(date.getTime() / 1000) * 1000)
/** A number of days below 1 is a time of day. */
const firstDay = Date.UTC(1899, 11, 31)

/** A date as `YYYY-MM-DD`, a time as `HH:MM`, with seconds if there are any. */
function dateText(cell: Date): string {
  const date = roundToSecond(cell)
  const [day, time = ''] = date.toISOString().split('T')
  const hours = time.replace(/(?::00)?\.000Z$/, '')
  if (date.getTime() < firstDay) return hours
  return hours === '00:00' ? day! : `${day} ${hours}`
}

/** Numbers without a thousands separator, and without the digits beyond the precision of a spreadsheet. */
const cellText = (cell: unknown): string =>
  cell === null || cell === undefined
    ? ''
    : cell instanceof Date
      ? dateText(cell)
      : String(typeof cell === 'number' ? Number(cell.toPrecision(15)) : cell)

/**
 * Reads a workbook.
 * @param worksheet its name; undefined: the first one
 * @throws TableError
 */
export async function readWorkbook(
  path: string,
  worksheet: string | undefined,
): Promise<{ worksheets: string[]; worksheet: string; rows: string[][]; facts: WorksheetFacts }> {
  const bytes = await readFile(path)
  assertSize(bytes)
  // Loaded when it is needed: it would slow down every start.
  const { default: readXlsxFile } = await import('read-excel-file/node')
  const found = await readXlsxFile(bytes).catch(() => {
    throw damagedFileError()
  })
  const worksheets = found.map(({ sheet }) => sheet)
  const chosen = worksheet === undefined ? found[0] : found.find(({ sheet }) => sheet === worksheet)
  if (!chosen) throw new TableError(importErrors.unknownWorksheet())
  const rows = chosen.data.map((row) => row.map(cellText))
  const facts = readWorksheetFacts(bytes, chosen.sheet)
  // As the spreadsheet shows it: 1067 in the format 00000 is 01067.
  for (const { row, column, digits } of facts.digits) {
    const text = rows[row]?.[column]
    if (text && /^\d+$/.test(text)) rows[row]![column] = text.padStart(digits, '0')
  }
  return { worksheets, worksheet: chosen.sheet, rows, facts }
}
