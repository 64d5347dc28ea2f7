// Shapes text with HarfBuzz: joined and reordered letters, marks, ligatures. pdfkit draws and measures by fontkit's font objects,
// whose own shaping puts some marks of Arabic, Hebrew and Thai in wrong places.
/// <reference path="./untyped.d.ts" preserve="true" />
import { create, type Font, type GlyphRun } from 'fontkit'
import * as harfbuzz from 'harfbuzzjs'

/** The direction of a run, among the features of OpenType, which pdfkit passes on. */
export const directions = { ltr: 'ltra', rtl: 'rtla' } as const

/** The ids of glyphs with a text begin here; a font has at most 65,536 glyphs. */
const firstId = 0x10000

/**
 * A glyph may stand for several letters, such as the form that some Arabic letters share, whose dots are other glyphs. A file tells
 * one text of each glyph: a glyph with another text is another one there.
 */
class GlyphTexts {
  readonly #ids = new Map<string, number>()
  readonly #glyphs: number[] = []

  idOf(glyph: number, text: string): number {
    const key = `${glyph} ${text}`
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    const id = firstId + this.#glyphs.push(glyph) - 1
    this.#ids.set(key, id)
    return id
  }

  glyphOf(id: number): number {
    return this.#glyphs[id - firstId]!
  }
}

type ShapedGlyph = { id: number; cluster: number; position: harfbuzz.GlyphPosition }

const buffer = new harfbuzz.Buffer()

function shape(font: harfbuzz.Font, text: string, isRtl: boolean): ShapedGlyph[] {
  buffer.reset()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  buffer.setDirection(isRtl ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR)
  buffer.setClusterLevel(harfbuzz.ClusterLevel.MONOTONE_GRAPHEMES)
  harfbuzz.shape(font, buffer)
  const positions = buffer.getGlyphPositions()
  return buffer
    .getGlyphInfos()
    .map(({ codepoint: id, cluster }, index) => ({ id, cluster, position: positions[index]! }))
}

/**
 * The text of each glyph. Glyphs that stand for letters together share these, in the order in which they are read, so that those
 * who copy the text from the file find no gap. Marks without a width have no text if there is none left for them.
 */
function textsOf(text: string, glyphs: readonly ShapedGlyph[], isRtl: boolean): Map<ShapedGlyph, string> {
  const clusters = Map.groupBy(glyphs, ({ cluster }) => cluster)
  const starts = [...clusters.keys()].sort((a, b) => a - b)
  const texts = new Map<ShapedGlyph, string>()
  for (const [index, start] of starts.entries()) {
    const letters = Array.from(text.slice(start, starts[index + 1]))
    const parts = clusters.get(start)!
    const wide = parts.filter(({ position }) => position.xAdvance > 0)
    const read = wide.length > 0 ? wide : parts
    if (isRtl) read.reverse()
    for (const [place, glyph] of read.entries())
      texts.set(glyph, letters.splice(0, place === read.length - 1 ? letters.length : 1).join(''))
  }
  return texts
}

const codePoints = (text: string): number[] => Array.from(text, (one) => one.codePointAt(0)!)

type Run = Pick<GlyphRun, 'glyphs' | 'positions'> & { width: number }

/** A text is measured some times before it is drawn. */
const maxKeptRuns = 5000

/** Shapes texts with a font. */
function runsOf(file: Uint8Array, glyphTexts: GlyphTexts): (text: string, isRtl: boolean) => Run {
  const font = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(Uint8Array.from(file))))
  const kept = new Map<string, Run>()
  const toRun = (text: string, isRtl: boolean): Run => {
    const shaped = shape(font, text, isRtl)
    const texts = textsOf(text, shaped, isRtl)
    return {
      glyphs: shaped.map((glyph) => {
        const own = texts.get(glyph) ?? ''
        return {
          id: glyphTexts.idOf(glyph.id, own),
          advanceWidth: font.glyphHAdvance(glyph.id),
          codePoints: codePoints(own),
        }
      }),
      positions: shaped.map(({ position }) => position),
      width: shaped.reduce((sum, { position }) => sum + position.xAdvance, 0),
    }
  }
  return (text, isRtl) => {
    const key = `${isRtl} ${text}`
    const run = kept.get(key) ?? toRun(text, isRtl)
    if (kept.size >= maxKeptRuns) kept.clear()
    kept.set(key, run)
    return run
  }
}

export type ShapedFont = {
  /** For pdfkit. */
  font: Font
  /** The width of a run for the size 1. */
  widthOf(text: string, isRtl: boolean): number
}

/** Opens a font file (TrueType). */
export function openFont(file: Uint8Array): ShapedFont {
  const font = create(file)
  const glyphTexts = new GlyphTexts()
  const runOf = runsOf(file, glyphTexts)
  font.layout = (text, features = []) => {
    const { glyphs, positions } = runOf(text, features.includes(directions.rtl))
    // pdfkit scales what it gets.
    const scaled = positions.map((one) => ({ ...one }))
    return {
      glyphs,
      positions: scaled,
      get advanceWidth() {
        return scaled.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      },
    }
  }
  const createSubset = font.createSubset.bind(font)
  font.createSubset = () => {
    const subset = createSubset()
    const include = subset.includeGlyph.bind(subset)
    const included = new Map<number, number>()
    subset.includeGlyph = (id) => {
      // A part of a glyph.
      if (id < firstId) return include(id)
      const index = included.get(id) ?? subset.glyphs.push(glyphTexts.glyphOf(id)) - 1
      included.set(id, index)
      return index
    }
    return subset
  }
  return { font, widthOf: (text, isRtl) => runOf(text, isRtl).width / font.unitsPerEm }
}
