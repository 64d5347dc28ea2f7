// The fonts of a document: Inter, and the files of Noto Sans that its characters need. A file is set to its weight by the wasm
// build of HarfBuzz; pdfkit embeds the glyphs that are drawn.
/// <reference path="./untyped.d.ts" preserve="true" />
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import subsetFont from 'subset-font'
import { byPreference, type FontFile, interPath, isDivided, notoFiles, pathOf } from './font-files.ts'
import { openFont, type ShapedFont } from './shaping.ts'

export type Weight = 'regular' | 'bold'
const weights = { regular: 400, bold: 700 } as const satisfies Record<Weight, number>

export type DocumentFont = ShapedFont & {
  /** Under which pdfkit knows it. */
  name: string
}
/** The first one of a weight is Inter. */
export type FontSet = Record<Weight, readonly [DocumentFont, ...DocumentFont[]]>

let inter: Record<Weight, DocumentFont> | undefined

const openInter = (weight: Weight): DocumentFont => ({
  name: weight,
  ...openFont(readFileSync(interPath(weight))),
})

/** Read once for each process. */
function interFonts(): Record<Weight, DocumentFont> {
  inter ??= { regular: openInter('regular'), bold: openInter('bold') }
  return inter
}

async function loadNoto(file: FontFile, characters: string, weight: Weight): Promise<DocumentFont> {
  const part = await subsetFont(await readFile(pathOf(file)), isDivided(file) ? characters : undefined, {
    // Shaping may replace letters by others.
    keepAllGlyphs: !isDivided(file),
    targetFormat: 'sfnt',
    variationAxes: { wght: weights[weight] },
  })
  return { name: `${file.path} ${weight}`, ...openFont(part) }
}

/** Controls, and signs that format text without being seen, but for those that join letters or keep them apart. */
const invisible = /[\p{Cc}\p{Cf}\p{Variation_Selector}]/u
export const isJoiner = (character: string): boolean => character === '\u200c' || character === '\u200d'

export const isInvisible = (character: string): boolean => invisible.test(character) && !isJoiner(character)

export function hasGlyph({ font }: DocumentFont, character: string): boolean {
  try {
    return font.hasGlyphForCodePoint(character.codePointAt(0)!)
  } catch (error) {
    // The part of a font that has none of the wanted characters has no table of characters.
    if (error instanceof Error && error.message.includes('cmap')) return false
    throw error
  }
}

/** Composed characters, one kind of line end, no tabs. */
export const composed = (text: string): string =>
  text.normalize('NFC').replace(/\r\n?/g, '\n').replaceAll('\t', ' ')

const isMeantFor = ({ ranges }: FontFile, character: string): boolean => {
  const code = character.codePointAt(0)!
  return ranges.some(([first, last]) => code >= first && code <= last)
}

/** The characters that Inter lacks, with the files that may have them, the best one first. */
function wantedFiles(texts: readonly string[]): Map<string, FontFile[]> {
  const wanted = new Map<string, FontFile[]>()
  for (const text of texts)
    for (const character of new Set(composed(text))) {
      if (character === '\n' || isInvisible(character) || wanted.has(character)) continue
      if (isJoiner(character) || hasGlyph(interFonts().regular, character)) continue
      wanted.set(
        character,
        byPreference(
          notoFiles().filter((file) => isMeantFor(file, character)),
          text,
        ),
      )
    }
  return wanted
}

type Loaded = { fonts: Map<FontFile, { characters: string; regular: DocumentFont }>; missing: Set<string> }

/** Loads the files of the characters. A file may lack a character for which it is meant: the next one is asked. */
async function loadWanted(texts: readonly string[]): Promise<Loaded> {
  const pending = wantedFiles(texts)
  const missing = new Set<string>()
  const fonts: Loaded['fonts'] = new Map()
  while (pending.size > 0) {
    const byFile = Map.groupBy(pending, ([, files]) => files[0])
    for (const [file, entries] of byFile) {
      const characters = entries.map(([character]) => character)
      if (!file) for (const character of characters) missing.add(character)
      else {
        const all = (fonts.get(file)?.characters ?? '') + characters.join('')
        const regular = await loadNoto(file, all, 'regular')
        if (characters.some((one) => hasGlyph(regular, one))) fonts.set(file, { characters: all, regular })
      }
      for (const [character, files] of entries) {
        files.shift()
        const font = file && fonts.get(file)?.regular
        if (!file || (font && hasGlyph(font, character))) pending.delete(character)
      }
    }
  }
  return { fonts, missing }
}

/** The fonts that texts need. */
export async function loadFonts(texts: readonly string[]): Promise<FontSet> {
  const { regular, bold } = interFonts()
  const { fonts } = await loadWanted(texts)
  const parts = [...fonts]
  return {
    regular: [regular, ...parts.map(([, font]) => font.regular)],
    bold: [
      bold,
      ...(await Promise.all(parts.map(([file, { characters }]) => loadNoto(file, characters, 'bold')))),
    ],
  }
}

/** The characters of texts that no font has. It runs in a process of a worker pool. */
export const findMissingCharacters = async (texts: readonly string[]): Promise<string[]> =>
  [...(await loadWanted(texts)).missing].sort()
