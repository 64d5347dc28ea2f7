import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSheet } from 'read-excel-file/node'
import { runUnblocking } from '../../../test/support/blocked-time.ts'
import { escapeFormula, unescapeFormula } from '../runtime/formula.ts'
import { runFileTask } from '../runtime/worker-pool.ts'
import { spreadsheetResponse } from './spreadsheet.ts'

const columns = ['Name', 'Zahl', 'Ja']
const rows = [
  ['Köhler; "Jana"', 1.5, true],
  ["=cmd|' /C calc'!A0", -2, false],
  ['', null, null],
] as const

test('a text that a spreadsheet would execute is escaped; numbers and phone numbers are not', () => {
  assert.equal(escapeFormula('=1+1'), "'=1+1")
  assert.equal(escapeFormula('@SUM(A1)'), "'@SUM(A1)")
  assert.equal(escapeFormula('\t=1'), "'\t=1")
  for (const text of ['＝1+1', '＋1', '－1', '＠SUM(A1)']) assert.equal(escapeFormula(text), `'${text}`)
  assert.equal(escapeFormula('-12,50'), '-12,50')
  assert.equal(escapeFormula('+49401234'), '+49401234')
  assert.equal(escapeFormula('a=1'), 'a=1')
  for (const phone of ['+49 221 1234', '+49 (221) 12-34', '+1 212/555 0100'])
    assert.equal(escapeFormula(phone), phone)
  for (const text of ['+49-221-1234', '+49 221 A1', '+49 221+1', '-49 221'])
    assert.equal(escapeFormula(text), `'${text}`)
})

test('a formula after a separator or line feed is escaped, too', () => {
  for (const [text, escaped] of [
    ['Hallo;=1+1', "Hallo;'=1+1"],
    ['Hallo,=HYPERLINK("x")', 'Hallo,\'=HYPERLINK("x")'],
    ['a\tb\t@SUM(A1)', "a\tb\t'@SUM(A1)"],
    ['eins\n=1+1\r\n-a', "eins\n'=1+1\r\n'-a"],
    ['x;"=1', 'x;"\'=1'],
    [',=1', ",'=1"],
    ['=1;=2', "'=1;'=2"],
    ['0221 1, -5 Grad; +49 221 1;-3', '0221 1, -5 Grad; +49 221 1;-3'],
  ] as const) {
    assert.equal(escapeFormula(text), escaped)
    assert.equal(unescapeFormula(escaped), text)
  }
})

test('an escaped text is read back unchanged', () => {
  for (const text of [
    '=1+1',
    '@SUM(A1)',
    "'=1",
    "''-a",
    "'s Gravenhage",
    "'",
    '+49 221 1',
    "a;'=1",
    "a\n''-b,=c",
    "it's; 's",
    '\t=1\n=2',
    '-12,50',
    'a=1',
    '',
  ])
    assert.equal(unescapeFormula(escapeFormula(text)), text)
})

test('CSV: byte order mark, semicolons, quotes, escaped formulas', async () => {
  const file = await spreadsheetResponse({ name: 'liste', format: 'csv', columns, rows })
  assert.equal(file.name, 'liste.csv')
  assert.equal(
    Buffer.from(file.content as Uint8Array).toString(),
    `\ufeffName;Zahl;Ja\r\n"Köhler; ""Jana""";1.5;true\r\n'=cmd|' /C calc'!A0;-2;false\r\n;;\r\n`,
  )
})

test('XLSX: the cells are read back unchanged, a formula as text', async () => {
  const file = await spreadsheetResponse({ name: 'liste', format: 'xlsx', columns, rows })
  const read = await readSheet(Buffer.from(file.content as Uint8Array))
  assert.deepEqual(read.slice(0, 3), [columns, rows[0], rows[1]])
})

for (const format of ['csv', 'xlsx'] as const)
  test(`a large table is written without blocking other requests: ${format}`, async () => {
    const width = 20
    const large = Array.from({ length: 20_000 }, (_, row) =>
      Array.from({ length: width }, (_, column) => `Wert ${row}.${column}`),
    )
    const { result } = await runUnblocking(200, () =>
      spreadsheetResponse({ name: 'liste', format, columns: Array(width).fill('Spalte'), rows: large }),
    )
    assert.ok((result.content as Uint8Array).length > 1_000_000)
  })

test('a small table does not wait behind large ones', async () => {
  const file = new URL('../../../test/support/worker-tasks.ts', import.meta.url)
  let areLargeDone = false
  const large = Promise.all([1, 2].map(() => runFileTask({ file, name: 'busyFor' }, 3000, 60_000))).then(
    () => {
      areLargeDone = true
    },
  )
  await spreadsheetResponse({ name: 'liste', format: 'csv', columns, rows })
  assert.equal(areLargeDone, false)
  await large
})
