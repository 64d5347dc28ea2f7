// Texts as the fonts of documents can show them.
type Doc = InstanceType<typeof import('pdfkit')>

// Private to pdfkit, which has no other way to tell what a font has.
type WithFont = { _font?: { font?: { hasGlyphForCodePoint?(code: number): boolean } } }

const hasGlyph = (doc: Doc, character: string): boolean =>
  (doc as Doc & WithFont)._font?.font?.hasGlyphForCodePoint?.(character.codePointAt(0)!) ?? true

/** Controls, and signs that format text without being seen. */
const invisible = /[\p{Cc}\p{Cf}\p{Variation_Selector}]/u

/**
 * Composed characters without controls; those that the current font lacks become question marks.
 * @param missing receives the characters that the font lacks
 */
export function cleanText(doc: Doc, text: string, missing: Set<string>): string {
  let cleaned = ''
  for (const character of text.normalize('NFC').replace(/\r\n?/g, '\n').replaceAll('\t', ' ')) {
    if (character === '\n' || (!invisible.test(character) && hasGlyph(doc, character))) cleaned += character
    else if (!invisible.test(character)) {
      missing.add(character)
      cleaned += '?'
    }
  }
  return cleaned
}

/** Breaks a text after spaces and hyphens, and a word that is longer than a line anywhere, with the current font. */
export function wrapLines(doc: Doc, text: string, width: number): string[] {
  const fits = (line: string) => doc.widthOfString(line.trimEnd()) <= width
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const piece of paragraph.split(/(?<=[ \-–/])/u)) {
      if (fits(line + piece)) {
        line += piece
        continue
      }
      if (line !== '') lines.push(line.trimEnd())
      line = ''
      for (const character of piece) {
        if (line !== '' && !fits(line + character)) {
          lines.push(line)
          line = ''
        }
        line += character
      }
    }
    return [...lines, line.trimEnd()]
  })
}

/** The largest size between `max` and `min` at which a text fits into a width. */
export function fittingSize(doc: Doc, text: string, width: number, max: number, min: number): number {
  for (let size = max; size > min; size -= 0.5)
    if (doc.fontSize(size).widthOfString(text) <= width) return size
  return min
}
