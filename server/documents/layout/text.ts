// The text of all documents: how it is measured, broken into lines, and drawn, in any script.
import type PDFDocument from 'pdfkit'
import { composed, type FontSet, hasGlyph, isInvisible, isJoiner, type Weight } from './fonts.ts'
import { type TextRun, visualRuns, withDirection } from './runs.ts'
import { directions } from './shaping.ts'

export type Doc = InstanceType<typeof PDFDocument>

/** A document, and the font of the text that follows. */
export type Canvas = {
  doc: Doc
  fonts: FontSet
  weight: Weight
  size: number
  /** Characters that no font has. */
  missing: Set<string>
  /** Widths of texts for the size 1, by weight and text. */
  widths: Map<string, number>
}

export function openCanvas(doc: Doc, fonts: FontSet): Canvas {
  // A type of pdfkit's, which lacks the fonts that it takes.
  for (const { name, font } of [...fonts.regular, ...fonts.bold]) doc.registerFont(name, font as never)
  return { doc, fonts, weight: 'regular', size: 10, missing: new Set(), widths: new Map() }
}

/** Sets font, size and colour of the texts that follow. */
export function setFont(canvas: Canvas, weight: Weight, size: number, color = '#000000'): void {
  canvas.weight = weight
  canvas.size = size
  canvas.doc.font(weight).fontSize(size).fillColor(color)
}

/** Composed characters without controls. Those that no font has are remembered, and become question marks. */
export function drawable({ fonts, missing }: Canvas, text: string): string {
  let cleaned = ''
  for (const character of composed(text)) {
    if (character === '\n' || isJoiner(character)) cleaned += character
    else if (!isInvisible(character)) {
      const isKnown = fonts.regular.some((font) => hasGlyph(font, character))
      if (!isKnown) missing.add(character)
      cleaned += isKnown ? character : '?'
    }
  }
  return cleaned
}

const featuresOf = ({ isRtl }: TextRun) => [isRtl ? directions.rtl : directions.ltr]

/** For the size 1. */
const widthOfRun = ({ font, text, isRtl }: TextRun): number => font.widthOf(text, isRtl)

/** For the size 1. */
function emWidth({ fonts, weight, widths }: Canvas, text: string): number {
  const key = `${weight} ${text}`
  const known = widths.get(key)
  if (known !== undefined) return known
  const width = visualRuns(text, fonts[weight]).reduce((sum, run) => sum + widthOfRun(run), 0)
  widths.set(key, width)
  return width
}

/** The width of a line. */
export const widthOf = (canvas: Canvas, line: string): number => emWidth(canvas, line) * canvas.size

/** The height of a line. */
export const lineHeight = ({ doc }: Canvas): number => doc.currentLineHeight(true)

const words = new Intl.Segmenter('und', { granularity: 'word' })
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const segmentsOf = (segmenter: Intl.Segmenter, text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Scripts without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** No line begins with these. */
const closing = /^[\p{Pe}\p{Pf}\p{Po}\u30fc]/u

/** The parts of a text between which a line may end. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (const piece of text.split(/(?<=[ \-–/])/u)) {
    if (!unspaced.test(piece)) pieces.push(piece)
    else
      for (const word of segmentsOf(words, piece))
        if (closing.test(word) && pieces.length > 0) pieces.push(pieces.pop()! + word)
        else pieces.push(word)
  }
  return pieces
}

function breakParagraph(canvas: Canvas, paragraph: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  const add = (part: string) => {
    line += part
    used += widthOf(canvas, part)
  }
  const end = () => {
    if (line !== '') lines.push(line.trimEnd())
    line = ''
    used = 0
  }
  const fits = (part: string) => used + widthOf(canvas, part.trimEnd()) <= width
  for (const piece of piecesOf(paragraph)) {
    if (!fits(piece)) end()
    if (fits(piece)) add(piece)
    // A word that is longer than a line.
    else
      for (const grapheme of segmentsOf(graphemes, piece)) {
        if (!fits(grapheme)) end()
        add(grapheme)
      }
  }
  return [...lines, line.trimEnd()]
}

/** Breaks a text into lines, with the current font. */
export const wrapLines = (canvas: Canvas, text: string, width: number): string[] =>
  text.split('\n').flatMap((paragraph) => withDirection(paragraph, breakParagraph(canvas, paragraph, width)))

/** The text, or its beginning with an ellipsis, as it fits into a width. */
export function shortened(canvas: Canvas, text: string, width: number): string {
  if (widthOf(canvas, text) <= width) return text
  const parts = segmentsOf(graphemes, text)
  while (parts.length > 1 && widthOf(canvas, `${parts.join('').trimEnd()}…`) > width) parts.pop()
  return `${parts.join('').trimEnd()}…`
}

/** The largest size between `max` and `min` at which a text fits into a width. */
export function fittingSize(canvas: Canvas, text: string, width: number, max: number, min: number): number {
  const em = emWidth(canvas, text)
  for (let size = max; size > min; size -= 0.5) if (em * size <= width) return size
  return min
}

/** Draws a line with the current font. @param y of its upper edge */
export function drawText(
  canvas: Canvas,
  line: string,
  x: number,
  y: number,
  { link }: { link?: string } = {},
): void {
  const { doc, fonts, weight, size } = canvas
  const [{ font: main }] = fonts[weight]
  // The fonts share one baseline.
  const baseline = (-main.ascent / main.unitsPerEm) * size
  let at = x
  for (const run of visualRuns(line, fonts[weight])) {
    const textWidth = widthOfRun(run) * size
    const measured = { textWidth, wordCount: 1 }
    doc.font(run.font.name).text(run.text, at, y, {
      lineBreak: false,
      baseline,
      features: featuresOf(run),
      ...measured,
      ...(link !== undefined && { link }),
    })
    at += textWidth
  }
  doc.font(weight)
}
