// Damage that a spreadsheet does, and what it hides: each is a question with a proposal, counted by column.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import iconv from 'iconv-lite'
import { instanceForImports } from '../../test/support/contact-imports.ts'

const { office, imports } = await instanceForImports()

const relations = (list: [id: string, type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

/** A workbook with one worksheet; style 1 is the number format of postcodes. */
function workbook(rows: string, merged = ''): Buffer {
  const namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const files = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': relations([['r1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook ${namespace} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A &amp; B" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['r1', 'worksheet', 'worksheets/sheet1.xml'],
      ['r2', 'styles', 'styles.xml'],
    ]),
    'xl/styles.xml': `<styleSheet ${namespace}><numFmts count="1"><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${namespace}><sheetData>${rows}</sheetData>${merged}</worksheet>`,
  }
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  )
}

const text = (reference: string, value: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`
const heading = `<row r="1">${['Nachname', 'PLZ', 'Firma', 'Telefon']
  .map((name, at) => text(`${'ABCD'[at]}1`, name))
  .join('')}</row>`

type Finding = { kind: string; column: number; count: number; example: string }
const namesOf = async (id: number) =>
  (await imports.rowsOf(id)).map(({ cells, outcome }: { cells: string[]; outcome: string }) => [
    cells[0],
    outcome,
  ])

test('XLSX: hidden rows, merged cells, formulas without a value and the format of postcodes', async () => {
  const rows = `${heading}
    <row r="2">${text('A2', 'Sichtbar')}<c r="B2" s="1"><v>1067</v></c>${text('C2', 'Adler KG')}<c r="D2"><f>A1</f></c></row>
    <row r="3" hidden="1">${text('A3', 'Versteckt')}<c r="B3" s="1"><v>4109</v></c></row>
    <row r="4">${text('A4', 'Verbunden')}<c r="B4"><v>50667</v></c><c r="D4" t="str"><f>A1</f><v>0221 12</v></c></row>`
  const file = workbook(rows, '<mergeCells count="1"><mergeCell ref="C2:C4"/></mergeCells>')
  const one = await imports.upload(file, 'spuren.xlsx')
  assert.deepEqual(one.findings, [
    { kind: 'hiddenRow', column: -1, count: 1, example: '3' },
    { kind: 'mergedCell', column: 2, count: 2, example: 'Adler KG' },
    { kind: 'emptyFormula', column: 3, count: 1, example: '2' },
  ] satisfies Finding[])
  assert.deepEqual(
    [one.plan.skipHiddenRows, one.plan.fillMergedCells, one.plan.omitDamagedNumbers],
    [true, true, false],
  )
  const checked = await imports.check(one)
  assert.deepEqual([checked.createdCount, checked.skippedCount, checked.companyCount], [2, 1, 1])
  const done = await imports.start(one.id)
  assert.deepEqual([done.createdCount, done.skippedCount], [2, 1])
  assert.deepEqual(await namesOf(one.id), [
    ['Sichtbar', 'created'],
    ['Versteckt', 'skipped'],
    ['Verbunden', 'created'],
  ])
  const [found] = (await office.call('GET', '/contacts?q=Verbunden')).json
  const [record] = (await office.call('GET', `/contacts/${found.id}`)).json
  assert.equal(record.companyName ?? record.company, 'Adler KG')
  const [first] = (await office.call('GET', '/contacts?q=Sichtbar')).json
  assert.equal((await office.call('GET', `/contacts/${first.id}`)).json[0].addresses[0].zip, '01067')
  const again = await imports.upload(file, 'spuren.xlsx')
  const all = await imports.check(again, {
    skipHiddenRows: false,
    fillMergedCells: false,
    createCompanies: true,
  })
  assert.deepEqual(
    [all.createdCount, all.skippedCount],
    [1, 2],
    'the hidden row is new, the others are known',
  )
})

test('a phone number that a spreadsheet has shortened is left out, or imported as it is', async () => {
  const one = await imports.upload(
    'Nachname;Telefon;Mobil\nKurz;4.91714E+11;0171 1\nZwei;4,9E+10;0171 2\nDrei;0221 12;0171 3\n',
  )
  assert.deepEqual(one.findings, [{ kind: 'damagedNumber', column: 1, count: 2, example: '4.91714E+11' }])
  assert.equal(one.plan.omitDamagedNumbers, true)
  await imports.check(one)
  await imports.start(one.id)
  const [found] = (await office.call('GET', '/contacts?q=Kurz')).json
  const [record] = (await office.call('GET', `/contacts/${found.id}`)).json
  assert.deepEqual(
    record.phones.map(({ number }: { number: string }) => number),
    ['1'],
  )
})

test('postcodes of four digits are counted in the column of postcodes alone', async () => {
  const one = await imports.upload('Nachname;PLZ;Bemerkung\nA;1067;2024\nB;04109;2025\nC;4107;2026\n')
  assert.deepEqual(one.findings, [{ kind: 'shortZip', column: 1, count: 2, example: '1067' }])
})

test('a text of an old Mac or of DOS is read in its code page, which the user can change', async () => {
  const table =
    'Nachname;Vorname;Ort;Straße\nMüller;Jörg;Köln;Große Straße 5\nÖzdemir;Änne;Düsseldorf;Übergasse 1\n'
  for (const [page, encodings] of [
    ['macintosh', ['macintosh', 'windows-1252', 'ibm850', 'ibm437']],
    ['ibm850', ['ibm850', 'ibm437', 'windows-1252', 'macintosh']],
    ['windows-1252', []],
  ] as const) {
    const bytes = iconv.encode(table, page)
    const one = await imports.upload(bytes, `${page}.csv`)
    assert.deepEqual([one.encoding, one.encodings, one.columns[3]], [page, encodings, 'Straße'])
    const [row] = await imports.rowsOf(one.id)
    assert.deepEqual(row.cells, ['Müller', 'Jörg', 'Köln', 'Große Straße 5'])
    const [other] = (await office.upload(`/imports/upload/${page}.csv?encoding=windows-1252`, bytes)).json
    assert.equal(other.encoding, 'windows-1252')
    assert.equal(other.columns[3] === 'Straße', page === 'windows-1252')
  }
})
