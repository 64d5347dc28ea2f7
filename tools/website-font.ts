// bin/node tools/website-font.ts: makes the font files of the pages for visitors of Inter: the letters of European languages in Latin script.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import { interPath } from '../server/documents/layout/font-files.ts'

const target = join(import.meta.dirname, '../website/fonts')
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('')
const characters = `${range(0x20, 0x7e)}${range(0xa0, 0x17f)}${range(0x2009, 0x200a)}${range(0x2010, 0x2022)}\u2026\u202f\u2039\u203a\u20ac\u2122\u2212`

for (const weight of ['regular', 'bold'] as const) {
  const font = await subsetFont(readFileSync(interPath(weight)), characters, { targetFormat: 'woff2' })
  writeFileSync(join(target, `inter-${weight}.woff2`), font)
  console.log(`inter-${weight}.woff2: ${font.length} bytes`)
}
const licence = join(
  dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/inter/package.json')),
  'LICENSE_FONT',
)
copyFileSync(licence, join(target, 'LICENSE'))
