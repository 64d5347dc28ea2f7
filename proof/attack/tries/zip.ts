// ZIP archives whose entries may be larger than a program expects.
import { crc32, deflateRawSync } from 'node:zlib'

export type ZipEntry = { name: string; content: Buffer }

/** Writes an archive. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const packed = deflateRawSync(content, { level: 1 })
    const fileName = Buffer.from(name)
    // Version, flags, method, time, date, checksum, sizes, lengths of name and extra field.
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(fileName.length, 22)
    const central = Buffer.alloc(14)
    central.writeUInt32LE(offset, 10)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, fileName, packed])
    locals.push(local)
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, central, fileName]))
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const sheetMain = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

/** A workbook of one sheet with these rows, as XML. `more`: further entries. */
export const workbook = (rows: Buffer | string, more: readonly ZipEntry[] = []): Buffer =>
  zip([
    {
      name: '[Content_Types].xml',
      content: Buffer.from(
        `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
      ),
    },
    {
      name: 'xl/workbook.xml',
      content: Buffer.from(
        `${xml}<workbook ${sheetMain} xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: Buffer.from(
        `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: Buffer.concat([
        Buffer.from(`${xml}<worksheet ${sheetMain}><sheetData>`),
        Buffer.from(rows),
        Buffer.from('</sheetData></worksheet>'),
      ]),
    },
    ...more,
  ])
