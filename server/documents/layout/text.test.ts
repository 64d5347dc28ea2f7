// Text of documents in any script: the fonts, the lines, the order in which they are drawn.
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { test } from 'node:test'
import PDFDocument from 'pdfkit'
import { isFontInUse, notoFiles, pathOf } from './font-files.ts'
import { findMissingCharacters, loadFonts } from './fonts.ts'
import { visualRuns } from './runs.ts'
import { drawable, openCanvas, setFont, widthOf, wrapLines } from './text.ts'

const canvasFor = async (...texts: string[]) => {
  const canvas = openCanvas(new PDFDocument(), await loadFonts(texts))
  setFont(canvas, 'regular', 10)
  return canvas
}
const withoutMarks = (line: string) => line.replace(/\p{Bidi_Control}/gu, '')

test('the fonts are there, and a release keeps them: at most 15 MB', () => {
  const files = notoFiles()
  const bytes = files.reduce((sum, file) => sum + statSync(pathOf(file)).size, 0)
  assert.ok(bytes < 15e6, `${bytes}`)
  for (const { script, path } of files)
    assert.ok(isFontInUse(`@fontsource-variable/noto-sans-${script}`, path), path)
  assert.equal(
    isFontInUse('@fontsource-variable/noto-sans-sc', 'files/noto-sans-sc-latin-wght-normal.woff2'),
    false,
  )
})

test('Latin text needs no further font; another script those of its characters', async () => {
  assert.equal((await loadFonts(['Łukasz Öztürk, Αλέξανδρος, Олександр'])).regular.length, 1)
  assert.equal((await loadFonts(['محمد', 'פרץ'])).bold.length, 3)
})

test('characters of many scripts have a font; the others are named', async () => {
  const names =
    'محمد یوسفی פרץ 王小明 龔贺 山田さん 﨑 김민준 สมชาย क्षत्रिय বাংলা ગુજરાતી ਗੁਰਪ੍ਰੀਤ தமிழ் తెలుగు ಕನ್ನಡ മലയാളം සිංහල မြန်မာ ខ្មែរ ລາວ Քրիստինե გიორგი አበበ'
  assert.deepEqual(await findMissingCharacters([names, '→ ✓ ½ №', 'کریم‌زاده\u202e']), [])
  assert.deepEqual(await findMissingCharacters(['\u{1f600} ᐃᓄᒃ']), ['ᐃ', 'ᒃ', 'ᓄ', '\u{1f600}'])
})

test('missing characters become question marks, controls are left out, joiners stay', async () => {
  const canvas = await canvasFor('کریم‌زاده')
  assert.equal(drawable(canvas, 'a\u202eb\u0000c کریم‌زاده \u{1f600}'), 'abc کریم‌زاده ?')
  assert.deepEqual([...canvas.missing], ['\u{1f600}'])
})

test('lines end between words, also where no spaces stand between them; no line begins with a comma', async () => {
  for (const text of [
    '这是一个很长的中文文本，用来测试换行。这是一个很长的中文文本，用来测试换行。',
    'ภาษาไทยไม่มีการเว้นวรรคระหว่างคำภาษาไทยไม่มีการเว้นวรรคระหว่างคำ',
    'هذا نص طويل باللغة العربية يشرح محتوى الدورة التدريبية',
    'Donaudampfschifffahrtsgesellschaftskapitän fährt',
  ]) {
    const canvas = await canvasFor(text)
    const lines = wrapLines(canvas, text, 70)
    assert.ok(lines.length > 2, text)
    for (const line of lines) {
      assert.ok(widthOf(canvas, line) <= 70, line)
      assert.doesNotMatch(line, /^[，。]/u)
    }
    assert.equal(lines.map(withoutMarks).join('').replaceAll(' ', ''), text.replaceAll(' ', ''))
  }
})

test('runs are drawn from left to right: Arabic from its end, Latin words and numbers in it from their beginning', async () => {
  const { fonts } = await canvasFor('شركة المستقبل')
  const order = (line: string) => visualRuns(line, fonts.regular).map(({ text }) => text.trim())
  const shown = (line: string) => order(line).filter((text) => text !== '')
  assert.deepEqual(shown('شركة GmbH 2026'), ['GmbH 2026', 'شركة'])
  assert.deepEqual(shown('Firma شركة المستقبل Berlin'), ['Firma', 'المستقبل', 'شركة', 'Berlin'])
})

test('a line of an Arabic paragraph is read from the right, also if it begins with a Latin word', async () => {
  const canvas = await canvasFor('شركة المستقبل')
  const [, second] = wrapLines(canvas, 'شركة\u00a0المستقبل Kontor شركة', 75)
  assert.deepEqual(
    visualRuns(second!, canvas.fonts.regular)
      .map(({ text }) => text.trim())
      .filter(Boolean),
    ['شركة', 'Kontor'],
  )
})

test('marks are where HarfBuzz puts them: the tone mark of Thai below no other mark, Hebrew points in their letter', async () => {
  const { fonts } = await canvasFor('น้ำ')
  const { glyphs, positions } = fonts.regular[1]!.font.layout('น้ำ')
  assert.equal(glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints)).join(''), 'น้ำ')
  assert.ok(positions.every(({ yOffset }) => yOffset === 0))
})
