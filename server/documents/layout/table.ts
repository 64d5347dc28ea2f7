// Tables with a head on each page. A row that is longer than a page goes on on the next one.
import { drawLines } from './blocks.ts'
import {
  addPage,
  artifact,
  drawLine,
  grouped,
  mm,
  type Sheet,
  type StructureElement,
  tagged,
} from './sheet.ts'
import { drawable, setFont, wrapLines } from './text.ts'

export type TableColumn = {
  title: string
  /** A share of the width of the table. */
  share: number
  align?: 'left' | 'right'
  /** A line at the left of the column, such as of one for signatures. */
  ruled?: boolean
}

/** A cell; `note`: small lines below its text. */
export type TableCell = string | { text: string; note: string; bold?: boolean }

type TableOptions = {
  columns: readonly TableColumn[]
  rows: readonly (readonly TableCell[])[]
  size?: number
  /** The least height of a row. */
  rowHeight?: number
}

type Line = { text: string; size: number; bold: boolean; color: string }
type Placed = { x: number; width: number; column: TableColumn }
const padding = mm(1)

function place(sheet: Sheet, columns: readonly TableColumn[]): Placed[] {
  const total = columns.reduce((sum, { share }) => sum + share, 0)
  let x = sheet.left
  return columns.map((column) => {
    const width = ((sheet.right - sheet.left) * column.share) / total
    const placed = { x, width, column }
    x += width
    return placed
  })
}

function toLines(sheet: Sheet, cell: TableCell, width: number, size: number): Line[] {
  const { text, note, bold = false } = typeof cell === 'string' ? { text: cell, note: '' } : cell
  const wrap = (value: string, style: Omit<Line, 'text'>): Line[] => {
    if (value.trim() === '') return []
    setFont(sheet, style.bold ? 'bold' : 'regular', style.size)
    return wrapLines(sheet, drawable(sheet, value.trim()), width).map((line) => ({
      text: line,
      ...style,
    }))
  }
  return [
    ...wrap(text, { size, bold, color: '#000000' }),
    ...wrap(note, { size: size - 1.5, bold: false, color: '#444444' }),
  ]
}

const lineHeightOf = (size: number): number => size * 1.32

const heightOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { size }) => sum + lineHeightOf(size), 0)

function drawCell(sheet: Sheet, lines: readonly Line[], { x, width, column }: Placed, top: number): void {
  let y = top
  for (const { text, size, bold, color } of lines) {
    setFont(sheet, bold ? 'bold' : 'regular', size, color)
    drawLines(sheet, [text], x + padding, y, 0, column.align === 'right' ? x + width - padding : undefined)
    y += lineHeightOf(size)
  }
}

/** Takes the lines of a cell that fit into a height, at least one. */
function take(lines: Line[], height: number): Line[] {
  let used = 0
  const count = lines.findIndex(({ size }, index) => {
    used += lineHeightOf(size)
    return used > height && index > 0
  })
  return lines.splice(0, count === -1 ? lines.length : count)
}

function drawHead(sheet: Sheet, placed: readonly Placed[], size: number, isFirst: boolean): void {
  const titles = placed.map(({ column, width }) =>
    toLines(sheet, { text: column.title, note: '', bold: true }, width - 2 * padding, size),
  )
  const { y } = sheet
  const drawTitles = (each: (index: number, draw: () => void) => void) =>
    placed.forEach((one, index) => {
      each(index, () => drawCell(sheet, titles[index]!, one, y))
    })
  if (isFirst)
    grouped(sheet, 'TR', () => drawTitles((_index, draw) => tagged(sheet, 'TH', { scope: 'Column' }, draw)))
  else artifact(sheet, () => drawTitles((_index, draw) => draw()))
  sheet.y = y + Math.max(...titles.map(heightOf)) + 2
  drawLine(sheet, [sheet.left, sheet.y], [sheet.right, sheet.y], sheet.accent)
  sheet.y += 3
}

function drawRules(sheet: Sheet, placed: readonly Placed[], top: number): void {
  for (const { x, column } of placed) if (column.ruled) drawLine(sheet, [x, top - 3], [x, sheet.y], '#bbbbbb')
  drawLine(sheet, [sheet.left, sheet.y], [sheet.right, sheet.y], '#bbbbbb')
  sheet.y += 3
}

/** Draws a table from the current position on. */
export function table(sheet: Sheet, { columns, rows, size = 9, rowHeight = 0 }: TableOptions): void {
  const placed = place(sheet, columns)
  grouped(sheet, 'Table', () => {
    if (sheet.y + mm(20) > sheet.bottom) addPage(sheet)
    drawHead(sheet, placed, size, true)
    const continued = () => {
      addPage(sheet)
      drawHead(sheet, placed, size, false)
    }
    for (const row of rows) {
      const cells = placed.map(({ width }, index) =>
        toLines(sheet, row[index] ?? '', width - 2 * padding, size),
      )
      const height = Math.max(rowHeight, ...cells.map(heightOf))
      // A row that fits on a page is not divided.
      if (sheet.y + height > sheet.bottom && height < (sheet.bottom - sheet.top) * 0.6) continued()
      grouped(sheet, 'TR', () => {
        const elements: StructureElement[] = placed.map(() => sheet.doc.struct('TD'))
        for (const element of elements) sheet.parent.add(element)
        let top = sheet.y
        for (;;) {
          top = sheet.y
          const parts = cells.map((lines) => take(lines, sheet.bottom - top))
          parts.forEach((lines, index) => {
            if (lines.length > 0) elements[index]!.add(() => drawCell(sheet, lines, placed[index]!, top))
          })
          sheet.y = top + Math.max(rowHeight, ...parts.map(heightOf)) + 2
          if (cells.every((lines) => lines.length === 0)) break
          continued()
        }
        for (const element of elements) element.end()
        drawRules(sheet, placed, top)
      })
    }
  })
  sheet.y += mm(3)
}
