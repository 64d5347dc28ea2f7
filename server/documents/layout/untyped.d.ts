// The parts that documents use of packages without types.
declare module 'bidi-js' {
  type Levels = { levels: Uint8Array; paragraphs: { start: number; end: number; level: number }[] }
  type Bidi = {
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl'): Levels
    getReorderSegments(text: string, levels: Levels, start?: number, end?: number): [number, number][]
  }
  function bidiFactory(): Bidi
  export = bidiFactory
}

declare module 'subset-font' {
  function subsetFont(
    font: Buffer,
    text: string | undefined,
    options: {
      keepAllGlyphs?: boolean
      targetFormat: 'sfnt' | 'woff2'
      variationAxes?: Record<string, number>
    },
  ): Promise<Buffer>
  export = subsetFont
}

declare module 'fontkit' {
  export type Glyph = { id: number; advanceWidth: number; codePoints: number[] }
  export type GlyphPosition = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }
  export type GlyphRun = { glyphs: Glyph[]; positions: GlyphPosition[]; readonly advanceWidth: number }
  export type Subset = { glyphs: number[]; includeGlyph(id: number): number }
  export type Font = {
    ascent: number
    unitsPerEm: number
    hasGlyphForCodePoint(code: number): boolean
    createSubset(): Subset
    layout(text: string, features?: readonly string[]): GlyphRun
  }
  export function create(file: Uint8Array): Font
}
