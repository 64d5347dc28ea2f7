// The letterhead at the top of a page.
import { drawLines } from './blocks.ts'
import { imageOf } from './image.ts'
import { drawLine, linesOf, mm, type Sheet, tagged } from './sheet.ts'
import { drawable, lineHeight, setFont, wrapLines } from './text.ts'

const logoWords = { de: 'Logo von', en: 'Logo of' }

type Box = { x: number; y: number; width: number; height: number; align: 'left' | 'right' }

/** Draws the logo into a box, otherwise the name of the client. @returns the lower edge */
export function drawLogo(sheet: Sheet, { x, y, width, height, align }: Box, nameSize = 13): number {
  const { doc, letterhead, language } = sheet
  if (letterhead.logo) {
    const logo = imageOf(doc, letterhead.logo)
    const scale = Math.min(width / logo.width, height / logo.height)
    const [shownWidth, shownHeight] = [logo.width * scale, logo.height * scale]
    tagged(sheet, 'Figure', { alt: `${logoWords[language]} ${letterhead.clientName}` }, () =>
      doc.image(logo.source, align === 'left' ? x : x + width - shownWidth, y, {
        width: shownWidth,
        height: shownHeight,
      }),
    )
    return y + shownHeight
  }
  setFont(sheet, 'bold', nameSize, sheet.accent)
  const lines = wrapLines(sheet, drawable(sheet, letterhead.clientName), width).slice(0, 3)
  const nameHeight = lineHeight(sheet)
  tagged(sheet, 'P', {}, () =>
    drawLines(sheet, lines, x, y, nameHeight, align === 'right' ? x + width : undefined),
  )
  return y + lines.length * nameHeight
}

/** The lines of the sender: address, phone, e-mail address, website. */
export const senderLines = ({ letterhead }: Sheet): string[] =>
  [...linesOf(letterhead.addressLines), letterhead.phone, letterhead.email, letterhead.website].filter(
    Boolean,
  )

/** The letterhead of a letter: the logo, and the sender below it, at the right. Sets where the content begins. */
export function drawLetterhead(sheet: Sheet): void {
  const { right } = sheet
  const width = mm(62)
  const x = right - width
  const lower = drawLogo(sheet, { x, y: mm(12), width, height: mm(20), align: 'right' })
  setFont(sheet, 'regular', 8, '#444444')
  const lines = senderLines(sheet).flatMap((line) => wrapLines(sheet, drawable(sheet, line), width))
  if (lines.length > 0) tagged(sheet, 'P', {}, () => drawLines(sheet, lines, x, lower + mm(2), 10.5, right))
  sheet.y = Math.max(lower + mm(2) + lines.length * 10.5, mm(36)) + mm(5)
}

/** The head of a list: a small logo beside the title. */
export function drawListHead(sheet: Sheet, title: string, subtitle: string): void {
  const { left, right } = sheet
  const logoWidth = mm(45)
  const top = mm(13)
  const width = right - left - logoWidth - mm(6)
  setFont(sheet, 'bold', 16, sheet.accent)
  const titleLines = wrapLines(sheet, drawable(sheet, title), width)
  tagged(sheet, 'H1', {}, () => drawLines(sheet, titleLines, left, top, 20))
  setFont(sheet, 'bold', 11)
  const lines = wrapLines(sheet, drawable(sheet, subtitle), width)
  const subtitleTop = top + titleLines.length * 20 + 2
  tagged(sheet, 'P', {}, () => drawLines(sheet, lines, left, subtitleTop, 14))
  const logoEnd = drawLogo(
    sheet,
    { x: right - logoWidth, y: top, width: logoWidth, height: mm(15), align: 'right' },
    10,
  )
  sheet.y = Math.max(logoEnd, subtitleTop + lines.length * 14) + mm(2)
  drawLine(sheet, [left, sheet.y], [right, sheet.y], sheet.accent)
  sheet.y += mm(3)
}
