// The font files of documents, by the characters for which they are meant. Inter has Latin, Greek and Cyrillic letters. For other
// scripts there are the variable fonts of Noto Sans, those of Chinese, Japanese and Korean in about a hundred files each. Nothing
// but this list is read here: fonts.ts loads a file when a document needs it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

const interPackage = '@expo-google-fonts/inter'

/** In the order in which a character is looked for. */
const scripts = [
  ...['arabic', 'hebrew', 'devanagari', 'thai', 'armenian', 'georgian', 'ethiopic', 'bengali', 'gujarati'],
  ...['gurmukhi', 'kannada', 'khmer', 'lao', 'malayalam', 'myanmar', 'sinhala', 'tamil', 'telugu'],
  ...['sc', 'jp', 'kr', 'symbols'],
] as const
type Script = (typeof scripts)[number]
const divided: readonly Script[] = ['sc', 'jp', 'kr', 'symbols']

export type FontFile = {
  path: string
  script: Script
  ranges: readonly (readonly [first: number, last: number])[]
}

/** Inter has these letters. */
const ofInter = /^(latin|cyrillic|greek|vietnamese|math)/
const hangul = /U\+(11[\da-f]{2}|31[3-8][\da-f]|[a-d][\da-f]{3})/

/** Korean names are written in Hangul; the Chinese characters of this font are those of other ones. */
const isUsed = (script: Script, subset: string, ranges: string): boolean =>
  !ofInter.test(subset) &&
  (script !== 'kr' || hangul.test(ranges)) &&
  (subset !== 'symbols' || script === 'symbols')

const toRange = (text: string): [number, number] => {
  const [first = '', last = first] = text.replace('U+', '').split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

const packageOf = (script: Script): string => `@fontsource-variable/noto-sans-${script}`

function filesOf(script: Script): FontFile[] {
  const subsets: Record<string, string> = JSON.parse(
    readFileSync(require.resolve(`${packageOf(script)}/unicode.json`), 'utf8'),
  )
  return Object.entries(subsets)
    .filter(([subset, ranges]) => isUsed(script, subset, ranges))
    .map(([subset, ranges]) => ({
      path: `files/noto-sans-${script}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`,
      script,
      ranges: ranges.split(',').map(toRange),
    }))
}

let known: readonly FontFile[] | undefined

/** The files of Noto Sans that documents use. */
export function notoFiles(): readonly FontFile[] {
  known ??= scripts.flatMap(filesOf)
  return known
}

/** Whether the font of a script is many files, of which one cannot replace letters by those of another. */
export const isDivided = ({ script }: FontFile): boolean => divided.includes(script)

/** The styles of Inter that documents use. */
export const interStyles = { regular: '400Regular', bold: '700Bold' } as const

const interFile = (style: string): string => `${style}/Inter_${style}.ttf`

/** Whether documents read a file of a package with fonts. Releases leave out the others. */
export const isFontInUse = (name: string, path: string): boolean =>
  name === interPackage
    ? Object.values(interStyles).map(interFile).includes(path)
    : path === 'unicode.json' ||
      notoFiles().some((file) => packageOf(file.script) === name && file.path === path)

export const pathOf = ({ path, script }: FontFile): string => require.resolve(`${packageOf(script)}/${path}`)

export const interPath = (weight: keyof typeof interStyles): string =>
  require.resolve(`${interPackage}/${interFile(interStyles[weight])}`)

/** Chinese characters look a little different in Japan. Letters beside them tell the language. */
const scriptsOf = (text: string): readonly Script[] =>
  /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? ['jp', 'sc'] : ['sc', 'jp']

/** Sorts what may have a character of a text: the file of its language first. */
export function byPreference<One extends { script: Script }>(files: readonly One[], text: string): One[] {
  const order = scriptsOf(text)
  const rank = ({ script }: One) => order.indexOf(script)
  return files.toSorted((a, b) => rank(a) - rank(b))
}
