// Divides a line into runs of one font and one direction, in the order in which they are drawn from left to right.
import bidiFactory from 'bidi-js'
import { type DocumentFont, hasGlyph, isInvisible } from './fonts.ts'

export type TextRun = { text: string; font: DocumentFont; isRtl: boolean }
type Fonts = readonly [DocumentFont, ...DocumentFont[]]

const bidi = bidiFactory()
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Text of these characters alone is one run of Inter. */
const plain = /^[\x20-\x7e\u00a0-\u024f\u2010-\u2027\u2030-\u2044\u20ac]*$/
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
/** Marks of the direction of a line: it follows from the paragraph, of which the line is a part. */
const marks = { ltr: '\u200e', rtl: '\u200f' } as const

/** Adds the direction of a paragraph to its lines. */
export function withDirection(paragraph: string, lines: readonly string[]): string[] {
  if (!rightToLeft.test(paragraph)) return [...lines]
  const level = bidi.getEmbeddingLevels(paragraph).paragraphs[0]?.level ?? 0
  return lines.map((line) => (level % 2 === 1 ? marks.rtl : marks.ltr) + line)
}

/** The text of a line without marks of direction. */
export const withoutDirection = (line: string): string => line.replace(/^[\u200e\u200f]/, '')

/** The first font that has all characters of a grapheme, otherwise the first one that has its letter. */
function fontOf(grapheme: string, fonts: Fonts): DocumentFont {
  const characters = Array.from(grapheme).filter((one) => !/\p{Cf}/u.test(one))
  return (
    fonts.find((font) => characters.every((one) => hasGlyph(font, one))) ??
    fonts.find((font) => hasGlyph(font, characters[0] ?? ' ')) ??
    fonts[0]
  )
}

type LeveledRun = TextRun & { level: number }

/** Unicode's rule L2: from the highest level down, sequences of this level or a higher one are reversed. */
function inVisualOrder(runs: readonly LeveledRun[]): LeveledRun[] {
  const ordered = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--)
    for (let start = 0; start < ordered.length; start++) {
      let end = start
      while (end < ordered.length && ordered[end]!.level >= level) end++
      if (end - start > 1) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = Math.max(start, end - 1)
    }
  return ordered
}

/** The runs of a line. */
export function visualRuns(line: string, fonts: Fonts): TextRun[] {
  if (plain.test(line)) return line === '' ? [] : [{ text: line, font: fonts[0], isRtl: false }]
  const levels = rightToLeft.test(line) ? bidi.getEmbeddingLevels(line).levels : undefined
  const runs: LeveledRun[] = []
  for (const { segment, index } of graphemes.segment(line)) {
    if (Array.from(segment).every(isInvisible)) continue
    const font = fontOf(segment, fonts)
    const level = levels?.[index] ?? 0
    const last = runs.at(-1)
    if (last?.font === font && last.level === level) last.text += segment
    else runs.push({ text: segment, font, level, isRtl: level % 2 === 1 })
  }
  return inVisualOrder(runs)
}
