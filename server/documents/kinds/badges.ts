// Name badges on sheets of labels, and table cards.
import type { DateData, ListedParticipant } from '../date-data.ts'
import { drawLines } from '../layout/blocks.ts'
import { type LabelName, labelFormats, positionOf, type TableCardFormat } from '../layout/labels.ts'
import { drawLogo } from '../layout/letterhead.ts'
import {
  addPage,
  addPart,
  artifact,
  grouped,
  mm,
  pageHeight,
  pageWidth,
  type Sheet,
  tagged,
} from '../layout/sheet.ts'
import { drawable, drawText, fittingSize, setFont, shortened, widthOf, wrapLines } from '../layout/text.ts'
import { documentTexts } from './texts.ts'

const named = ({ participants }: DateData): ListedParticipant[] =>
  participants.filter(({ name }) => name !== '')

type Area = { x: number; y: number; width: number; height: number }

/** The lines of a name: on one line if it fits in a good size, otherwise the last name below. */
function nameLines(
  sheet: Sheet,
  person: ListedParticipant,
  width: number,
  max: number,
): { lines: string[]; size: number } {
  setFont(sheet, 'bold', max)
  const whole = drawable(sheet, person.name)
  const comfortable = max * 0.7
  const size = fittingSize(sheet, whole, width, max, comfortable)
  if (size > comfortable) return { lines: [whole], size }
  const parts = [[person.title, person.firstName].filter(Boolean).join(' '), person.lastName]
    .filter(Boolean)
    .map((part) => drawable(sheet, part))
  const smallest = Math.min(...parts.map((part) => fittingSize(sheet, part, width, max, 9)))
  setFont(sheet, 'bold', smallest)
  return { lines: parts.flatMap((part) => wrapLines(sheet, part, width)), size: smallest }
}

function drawBadge(
  sheet: Sheet,
  date: DateData,
  person: ListedParticipant,
  { x, y, width, height }: Area,
): void {
  const padding = mm(4)
  const inner = width - 2 * padding
  const headHeight = Math.min(mm(9), height * 0.2)
  drawLogo(
    sheet,
    { x: x + padding, y: y + padding, width: inner * 0.6, height: headHeight, align: 'left' },
    8,
  )
  const { lines, size } = nameLines(sheet, person, inner, Math.min(22, height / 6))
  const lineHeight = size * 1.25
  const nameTop = y + padding + headHeight + (height - 2 * padding - headHeight) * 0.14
  tagged(sheet, 'P', {}, () => {
    setFont(sheet, 'bold', size)
    drawLines(sheet, lines, x + padding, nameTop, lineHeight)
  })
  let below = nameTop + lines.length * lineHeight + 2
  const room = y + height - padding
  const small = (text: string, fontSize: number, maxLines: number, color: string) => {
    setFont(sheet, 'regular', fontSize, color)
    const wrapped = wrapLines(sheet, drawable(sheet, text), inner)
    const shown = wrapped.slice(
      0,
      Math.max(0, Math.min(maxLines, Math.floor((room - below) / (fontSize * 1.3)))),
    )
    if (text === '' || shown.length === 0) return
    if (shown.length < wrapped.length)
      shown.push(shortened(sheet, `${shown.pop()} ${wrapped[shown.length + 1]}`, inner))
    const top = below
    tagged(sheet, 'P', {}, () => drawLines(sheet, shown, x + padding, top, fontSize * 1.3))
    below += shown.length * fontSize * 1.3 + 2
  }
  small(person.company, 9.5, 2, '#000000')
  small(date.title, 7.5, 2, '#555555')
}

/** @param first the position of the first badge on its sheet, from 1 */
export function drawBadges(sheet: Sheet, date: DateData, label: LabelName, first: number): void {
  const format = labelFormats[label]
  const people = named(date)
  addPart(sheet, '')
  let current = 0
  people.forEach((person, index) => {
    const { page, x, y } = positionOf(format, index + first - 1)
    for (; current < page; current++) addPage(sheet)
    grouped(sheet, 'Sect', () =>
      drawBadge(sheet, date, person, {
        x: mm(x),
        y: mm(y),
        width: mm(format.width),
        height: mm(format.height),
      }),
    )
  })
  if (people.length === 0) drawNobody(sheet)
}

function drawNobody(sheet: Sheet): void {
  setFont(sheet, 'regular', 10)
  tagged(sheet, 'P', {}, () => drawText(sheet, documentTexts[sheet.language].noParticipants, mm(25), mm(25)))
}

/** One side of a folded card. */
function drawCardSide(
  sheet: Sheet,
  date: DateData,
  person: ListedParticipant,
  { x, y, width, height }: Area,
): void {
  const inner = width - mm(30)
  const { lines, size } = nameLines(sheet, person, inner, height > mm(90) ? 60 : 42)
  const lineHeight = size * 1.2
  let top = y + (height - lines.length * lineHeight) / 2 - mm(4)
  const centred = (text: string, fontSize: number, weight: 'bold' | 'regular', color: string) => {
    setFont(sheet, weight, fontSize, color)
    drawText(sheet, text, x + (width - widthOf(sheet, text)) / 2, top)
    top += fontSize * 1.25
  }
  for (const line of lines) centred(line, size, 'bold', '#000000')
  top += mm(2)
  const fit = (text: string, max: number) => {
    setFont(sheet, 'regular', max)
    return fittingSize(sheet, text, inner, max, 7)
  }
  const company = drawable(sheet, person.company)
  if (company !== '') centred(company, fit(company, 18), 'regular', '#000000')
  top = y + height - mm(14)
  const title = drawable(sheet, date.title)
  centred(title, fit(title, 11), 'regular', '#555555')
}

/** Cards that are folded once, so that both sides show the name; the side at the back is upside down. */
export function drawTableCards(sheet: Sheet, date: DateData, format: TableCardFormat): void {
  const { doc } = sheet
  const people = named(date)
  const onSheet = format === 'A4' ? 1 : 2
  const width = format === 'A4' ? pageHeight : pageWidth
  const cardHeight = (format === 'A4' ? pageWidth : pageHeight) / onSheet
  const sideHeight = cardHeight / 2
  people.forEach((person, index) => {
    if (index === 0) addPart(sheet, '')
    else if (index % onSheet === 0) addPage(sheet)
    const top = (index % onSheet) * cardHeight
    artifact(sheet, () => {
      doc.save().rotate(180, { origin: [width / 2, top + sideHeight / 2] })
      drawCardSide(sheet, date, person, { x: 0, y: top, width, height: sideHeight })
      doc.restore()
      doc.dash(3, { space: 3 }).lineWidth(0.4).strokeColor('#bbbbbb')
      doc
        .moveTo(0, top + sideHeight)
        .lineTo(mm(10), top + sideHeight)
        .stroke()
      doc
        .moveTo(width - mm(10), top + sideHeight)
        .lineTo(width, top + sideHeight)
        .stroke()
      if (top > 0) doc.moveTo(0, top).lineTo(width, top).stroke()
      doc.undash()
    })
    tagged(sheet, 'P', {}, () =>
      drawCardSide(sheet, date, person, { x: 0, y: top + sideHeight, width, height: sideHeight }),
    )
  })
  if (people.length === 0) {
    addPart(sheet, '')
    drawNobody(sheet)
  }
}
