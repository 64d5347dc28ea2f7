// A sheet of an XLSX workbook as rows of texts.
import { readFile } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import readXlsxFile from 'read-excel-file/node'
import { TableFault } from './table.fault.ts'

/** What a workbook may take when it is unpacked. */
const mostBytes = 512 * 1024 * 1024
const brokenFile = () => new TableFault('is a damaged XLSX file')

/** Refuses what would not fit in memory when unpacked: what the archive says of its entries, and what they are. */
function assertSize(bytes: Buffer): void {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06'))
  if (end < 0 || end + 22 > bytes.length) throw brokenFile()
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  let total = 0
  for (let entry = 0; entry < count; entry++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw brokenFile()
    const method = bytes.readUInt16LE(at + 10)
    const packed = bytes.readUInt32LE(at + 20)
    const start = bytes.readUInt32LE(at + 42)
    if (start + 30 > bytes.length) throw brokenFile()
    const data = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
    total += method === 0 ? packed : unpackedSize(bytes.subarray(data, data + packed), mostBytes - total)
    if (total > mostBytes) throw tooLarge()
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
}

const tooLarge = () => new TableFault('is too large when it is unpacked')

function unpackedSize(packed: Buffer, room: number): number {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(room, 1) }).length
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : brokenFile()
  }
}

/** A date as `YYYY-MM-DD`, numbers without a thousands separator. */
const textOf = (cell: unknown): string =>
  cell === null || cell === undefined
    ? ''
    : cell instanceof Date
      ? cell
          .toISOString()
          .replace(/T00:00:00\.000Z$/, '')
          .replace(/\.000Z$/, '')
          .replace('T', ' ')
      : String(cell)

/**
 * Reads a workbook.
 * @param wanted name of the sheet; undefined: the first
 * @throws TableFault
 */
export async function readWorkbook(
  path: string,
  wanted: string | undefined,
): Promise<{ sheets: string[]; sheet: string; rows: string[][] }> {
  const bytes = await readFile(path)
  assertSize(bytes)
  const found = await readXlsxFile(bytes).catch(() => {
    throw brokenFile()
  })
  const sheets = found.map(({ sheet }) => sheet)
  const chosen = wanted === undefined ? found[0] : found.find(({ sheet }) => sheet === wanted)
  if (!chosen) throw new TableFault('has no such sheet')
  return { sheets, sheet: chosen.sheet, rows: chosen.data.map((row) => row.map(textOf)) }
}
