// Headings, paragraphs, lists and pairs of a name and a value.
import { ensureSpace, grouped, mm, type Sheet, type StructureElement, tagged } from './sheet.ts'
import { drawable, drawText, lineHeight, setFont, widthOf, wrapLines } from './text.ts'

const headingSizes = { 1: 17, 2: 12.5, 3: 10.5 } as const

export function heading(sheet: Sheet, level: 1 | 2 | 3, text: string): void {
  const { left, right } = sheet
  setFont(sheet, 'bold', headingSizes[level], level === 3 ? '#000000' : sheet.accent)
  const lines = wrapLines(sheet, drawable(sheet, text), right - left)
  const height = lineHeight(sheet)
  // A heading is not the last line of a page.
  ensureSpace(sheet, lines.length * height + mm(14))
  tagged(sheet, `H${level}`, {}, () => drawLines(sheet, lines, left, sheet.y, height))
  sheet.y += lines.length * height + (level === 1 ? mm(2) : mm(1))
}

type Alignment = 'left' | 'center'

type ParagraphOptions = {
  size?: number
  color?: string
  bold?: boolean
  gap?: number
  align?: Alignment
}

/** Draws lines from the current position on. They go on on the next page. */
function drawFlow(
  sheet: Sheet,
  element: StructureElement,
  lines: readonly string[],
  { x, height, align = 'left' }: { x: number; height: number; align?: Alignment },
): void {
  for (let drawn = 0; drawn < lines.length; ) {
    ensureSpace(sheet, height)
    const count = Math.max(1, Math.floor((sheet.bottom - sheet.y) / height))
    const part = lines.slice(drawn, drawn + count)
    element.add(() => {
      for (const [index, line] of part.entries()) {
        const indent = align === 'center' ? (sheet.right - x - widthOf(sheet, line)) / 2 : 0
        drawText(sheet, line, x + indent, sheet.y + index * height)
      }
    })
    sheet.y += part.length * height
    drawn += count
  }
}

/** A paragraph, which goes on on the next page if it is long. */
export function paragraph(sheet: Sheet, text: string, options: ParagraphOptions = {}): void {
  const { size = 10, color, bold = false, gap = mm(2), align = 'left' } = options
  const { left, right, doc, parent } = sheet
  setFont(sheet, bold ? 'bold' : 'regular', size, color)
  const shown = drawable(sheet, text)
  if (shown.trim() === '') return
  const element = doc.struct('P')
  parent.add(element)
  const height = lineHeight(sheet) + 1.5
  drawFlow(sheet, element, wrapLines(sheet, shown, right - left), { x: left, height, align })
  element.end()
  sheet.y += gap
}

/** Lines with a point before them. */
export function bulletList(sheet: Sheet, items: readonly string[], size = 10): void {
  const { doc, left, right } = sheet
  const x = left + mm(5)
  grouped(sheet, 'L', () => {
    for (const item of items) {
      setFont(sheet, 'regular', size)
      const height = lineHeight(sheet) + 1
      const lines = wrapLines(sheet, drawable(sheet, item), right - x)
      ensureSpace(sheet, height)
      grouped(sheet, 'LI', () => {
        tagged(sheet, 'Lbl', {}, () => drawText(sheet, '•', left + mm(1), sheet.y))
        const body = doc.struct('LBody')
        sheet.parent.add(body)
        drawFlow(sheet, body, lines, { x, height })
        body.end()
      })
      sheet.y += 1
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
  const { right } = sheet
  grouped(sheet, 'Table', () => {
    for (const [name, value] of shown) {
      setFont(sheet, 'bold', size)
      const names = wrapLines(sheet, drawable(sheet, name), nameWidth - mm(2))
      setFont(sheet, 'regular', size)
      const values = wrapLines(sheet, drawable(sheet, value), right - at - nameWidth)
      const height = lineHeight(sheet) + 1
      ensureSpace(sheet, height * Math.min(20, Math.max(names.length, values.length)))
      grouped(sheet, 'TR', () => {
        const { y } = sheet
        tagged(sheet, 'TH', { scope: 'Row' }, () => {
          setFont(sheet, 'bold', size)
          drawLines(sheet, names, at, y, height)
        })
        tagged(sheet, 'TD', {}, () => {
          setFont(sheet, 'regular', size)
          drawLines(sheet, values, at + nameWidth, y, height)
        })
        sheet.y = y + height * Math.max(names.length, values.length) + 1.5
      })
    }
  })
}

/** Draws lines one below the other with the current font. */
export function drawLines(
  sheet: Sheet,
  lines: readonly string[],
  x: number,
  y: number,
  height: number,
  rightEdge?: number,
): void {
  for (const [index, line] of lines.entries())
    drawText(sheet, line, rightEdge === undefined ? x : rightEdge - widthOf(sheet, line), y + index * height)
}
