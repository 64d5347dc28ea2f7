// Headings, paragraphs, lists and pairs of a name and a value.
import { drawable, ensureSpace, grouped, mm, type Sheet, setFont, tagged } from './sheet.ts'
import { wrapLines } from './text.ts'

const headingSizes = { 1: 17, 2: 12.5, 3: 10.5 } as const

export function heading(sheet: Sheet, level: 1 | 2 | 3, text: string): void {
  const { doc, left, right } = sheet
  setFont(sheet, 'bold', headingSizes[level], level === 3 ? '#000000' : sheet.accent)
  const shown = drawable(sheet, text)
  const width = right - left
  // A heading is not the last line of a page.
  ensureSpace(sheet, doc.heightOfString(shown, { width }) + mm(14))
  tagged(sheet, `H${level}`, {}, () => doc.text(shown, left, sheet.y, { width }))
  sheet.y = doc.y + (level === 1 ? mm(2) : mm(1))
}

type ParagraphOptions = {
  size?: number
  color?: string
  bold?: boolean
  gap?: number
  align?: 'left' | 'center'
}

/** A paragraph, which goes on on the next page if it is long. */
export function paragraph(sheet: Sheet, text: string, options: ParagraphOptions = {}): void {
  const { size = 10, color, bold = false, gap = mm(2), align = 'left' } = options
  const { doc, left, right } = sheet
  setFont(sheet, bold ? 'bold' : 'regular', size, color)
  const shown = drawable(sheet, text)
  if (shown.trim() === '') return
  ensureSpace(sheet, doc.currentLineHeight(true))
  tagged(sheet, 'P', {}, () => doc.text(shown, left, sheet.y, { width: right - left, align, lineGap: 1.5 }))
  sheet.y = doc.y + gap
}

/** Lines with a point before them. */
export function bulletList(sheet: Sheet, items: readonly string[], size = 10): void {
  const { doc, left, right } = sheet
  const indent = mm(5)
  grouped(sheet, 'L', () => {
    for (const item of items) {
      setFont(sheet, 'regular', size)
      const shown = drawable(sheet, item)
      ensureSpace(sheet, doc.currentLineHeight(true))
      grouped(sheet, 'LI', () => {
        const { y } = sheet
        tagged(sheet, 'Lbl', {}, () => doc.text('•', left + mm(1), y, { width: indent }))
        tagged(sheet, 'LBody', {}, () =>
          doc.text(shown, left + indent, y, { width: right - left - indent, lineGap: 1 }),
        )
      })
      sheet.y = doc.y + 1
    }
  })
  sheet.y += mm(2)
}

/** Names and values in two columns; values that are empty are left out. */
export function facts(
  sheet: Sheet,
  pairs: readonly (readonly [name: string, value: string])[],
  {
    size = 9.5,
    nameWidth = mm(38),
    at = sheet.left,
  }: { size?: number; nameWidth?: number; at?: number } = {},
): void {
  const shown = pairs.filter(([, value]) => value.trim() !== '')
  if (shown.length === 0) return
  const { doc, right } = sheet
  grouped(sheet, 'Table', () => {
    for (const [name, value] of shown) {
      setFont(sheet, 'bold', size)
      const names = wrapLines(doc, drawable(sheet, name), nameWidth - mm(2))
      setFont(sheet, 'regular', size)
      const values = wrapLines(doc, drawable(sheet, value), right - at - nameWidth)
      const lineHeight = doc.currentLineHeight(true) + 1
      ensureSpace(sheet, lineHeight * Math.min(20, Math.max(names.length, values.length)))
      grouped(sheet, 'TR', () => {
        const { y } = sheet
        tagged(sheet, 'TH', { scope: 'Row' }, () => {
          setFont(sheet, 'bold', size)
          drawLines(sheet, names, at, y, lineHeight)
        })
        tagged(sheet, 'TD', {}, () => {
          setFont(sheet, 'regular', size)
          drawLines(sheet, values, at + nameWidth, y, lineHeight)
        })
        sheet.y = y + lineHeight * Math.max(names.length, values.length) + 1.5
      })
    }
  })
}

/** Draws lines one below the other with the current font. */
export function drawLines(
  { doc }: Sheet,
  lines: readonly string[],
  x: number,
  y: number,
  lineHeight: number,
  rightEdge?: number,
): void {
  lines.forEach((line, index) => {
    const at = rightEdge === undefined ? x : rightEdge - doc.widthOfString(line)
    doc.text(line, at, y + index * lineHeight, { lineBreak: false })
  })
}
