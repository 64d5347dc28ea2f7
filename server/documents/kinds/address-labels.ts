// Address labels.
import { drawLines } from '../layout/blocks.ts'
import { type LabelName, labelFormats, positionOf } from '../layout/labels.ts'
import { addPage, addPart, mm, type Sheet, tagged } from '../layout/sheet.ts'
import { drawable, setFont, wrapLines } from '../layout/text.ts'

const [largest, smallest] = [11, 5]
const lineHeightOf = (size: number): number => size * 1.25
const padding = mm(5)

/** The largest size at which all lines fit, a long one in two. */
function fittingLines(
  sheet: Sheet,
  lines: readonly string[],
  { width, height }: { width: number; height: number },
): { shown: string[]; size: number } {
  for (let size = largest; ; size -= 0.5) {
    setFont(sheet, 'regular', size)
    const shown = lines.flatMap((line) => wrapLines(sheet, drawable(sheet, line), width))
    if (size <= smallest || shown.length * lineHeightOf(size) <= height) return { shown, size }
  }
}

/** @param first the position of the first label on its sheet, from 1 */
export function drawAddressLabels(
  sheet: Sheet,
  addresses: readonly (readonly string[])[],
  label: LabelName,
  first: number,
): void {
  const format = labelFormats[label]
  const inner = { width: mm(format.width) - 2 * padding, height: mm(format.height) - 2 * padding }
  addPart(sheet, '')
  let current = 0
  addresses.forEach((lines, index) => {
    const { page, x, y } = positionOf(format, index + first - 1)
    for (; current < page; current++) addPage(sheet)
    const { shown, size } = fittingLines(sheet, lines, inner)
    const top = mm(y) + padding + (inner.height - shown.length * lineHeightOf(size)) / 2
    tagged(sheet, 'P', {}, () => drawLines(sheet, shown, mm(x) + padding, top, lineHeightOf(size)))
  })
}
