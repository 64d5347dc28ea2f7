// Certificates of attendance, one on a page.
import { create } from 'qrcode'
import type { Language } from '../../platform/ground/language.ts'
import { attendedMinutes, type CertificateContent } from '../certificates/content.ts'
import { bulletList, drawLines, facts, heading, paragraph } from '../layout/blocks.ts'
import { drawLetterhead } from '../layout/letterhead.ts'
import { addPart, drawLine, ensureSpace, grouped, mm, type Sheet, tagged } from '../layout/sheet.ts'
import { drawable, drawText, fittingSize, setFont, widthOf, wrapLines } from '../layout/text.ts'

/** A certificate as it is drawn; `link`: where it is checked, with its code. */
export type DrawnCertificate = { number: string; content: CertificateContent; link: string }

const words = {
  de: {
    title: 'Teilnahmebescheinigung',
    attended: 'hat teilgenommen an:',
    number: 'Nummer',
    period: 'Zeitraum',
    extent: 'Umfang',
    hours: (hours: string) => `${hours} Stunden`,
    halfDays: (attended: number, of: number) => `${attended} von ${of} Halbtagen`,
    days: 'Anwesend am',
    morning: 'vormittags',
    afternoon: 'nachmittags',
    trainer: 'Trainer',
    place: 'Ort',
    contents: 'Inhalte',
    replaces: 'Ersetzt',
    replaced: (number: string) => `Bescheinigung ${number}, die zurückgezogen ist`,
    check: 'Echtheit prüfen:',
    code: 'QR-Code zum Prüfen der Bescheinigung',
  },
  en: {
    title: 'Certificate of attendance',
    attended: 'attended:',
    number: 'Number',
    period: 'Period',
    extent: 'Extent',
    hours: (hours: string) => `${hours} hours`,
    halfDays: (attended: number, of: number) => `${attended} of ${of} half days`,
    days: 'Present on',
    morning: 'morning',
    afternoon: 'afternoon',
    trainer: 'Trainer',
    place: 'Place',
    contents: 'Contents',
    replaces: 'Replaces',
    replaced: (number: string) => `certificate ${number}, which is withdrawn`,
    check: 'Check it at:',
    code: 'QR code for checking the certificate',
  },
} as const satisfies Record<Language, unknown>

/** More days would fill the page. */
const maxDaysListed = 12

function attendedDays({ format, language }: Sheet, { halfDays }: CertificateContent): string {
  const byDay = Map.groupBy(halfDays, ({ day }) => day)
  if (byDay.size > maxDaysListed) return ''
  return [...byDay]
    .map(([day, halves]) =>
      halves.length > 1 ? format.day(day) : `${format.day(day)} (${words[language][halves[0]!.half]})`,
    )
    .join(', ')
}

function extent({ format, language }: Sheet, { halfDays, halfDayCount }: CertificateContent): string {
  const minutes = attendedMinutes(halfDays)
  return [
    minutes === null ? '' : words[language].hours(format.hours(minutes)),
    halfDayCount === 0 ? '' : words[language].halfDays(halfDays.length, halfDayCount),
  ]
    .filter(Boolean)
    .join(', ')
}

/** Text in paragraphs and lists: lines that begin with `-` or `•` are points. */
function drawContents(sheet: Sheet, text: string): void {
  let points: string[] = []
  const size = text.length > 1200 ? 8.5 : 9.5
  const drawPoints = () => {
    if (points.length > 0) bulletList(sheet, points, size)
    points = []
  }
  for (const line of text.split('\n').map((one) => one.trim())) {
    const point = /^[-•*]\s+(.*)$/.exec(line)?.[1]
    if (point) points.push(point)
    else {
      drawPoints()
      if (line !== '') paragraph(sheet, line, { size, gap: mm(1) })
    }
  }
  drawPoints()
}

const codeSize = mm(38)

function drawCode(sheet: Sheet, link: string, x: number, y: number): void {
  const { doc, language } = sheet
  const { modules } = create(link, { errorCorrectionLevel: 'M' })
  const runs: string[] = []
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; ) {
      let length = 0
      while (column + length < modules.size && modules.get(row, column + length)) length++
      // Rows overlap a little, so that no viewer shows gaps between them.
      if (length > 0) runs.push(`${column} ${row} ${length} 1.02 re`)
      column += length || 1
    }
  tagged(sheet, 'Figure', { alt: words[language].code }, () => {
    doc
      .save()
      .fillColor('#000000')
      .translate(x, y)
      .scale(codeSize / modules.size)
    // In one piece: some thousand rectangles, which pdfkit would write one by one.
    doc.addContent(`${runs.join('\n')}\nf`)
    doc.restore()
  })
}

function drawSignature(sheet: Sheet, { issuedOn, signatory, issuer }: CertificateContent, y: number): void {
  const { left, format } = sheet
  const width = mm(80)
  const lineY = y + codeSize - mm(14)
  setFont(sheet, 'regular', 9.5)
  tagged(sheet, 'P', {}, () => drawText(sheet, format.dayInWords(issuedOn), left, lineY - mm(5)))
  drawLine(sheet, [left, lineY], [left + width, lineY])
  setFont(sheet, 'regular', 8.5, '#444444')
  const lines = [signatory, issuer]
    .filter(Boolean)
    .flatMap((one) => wrapLines(sheet, drawable(sheet, one), width))
  tagged(sheet, 'P', {}, () => drawLines(sheet, lines, left, lineY + 3, 11))
}

/** Signature and code, at the foot of the page. */
function drawProof(sheet: Sheet, { number, content, link }: DrawnCertificate): void {
  const { right, bottom, language } = sheet
  const height = codeSize + mm(9)
  ensureSpace(sheet, height)
  const y = Math.max(sheet.y + mm(2), bottom - height)
  drawSignature(sheet, content, y)
  const x = right - codeSize
  drawCode(sheet, link, x, y)
  const address = link.replace(/#.*/, '').replace(/^https?:\/\//, '')
  const below = y + codeSize + 3
  setFont(sheet, 'regular', 7.5, '#444444')
  const caption = `${words[language].check} `
  const left = right - widthOf(sheet, `${caption}${address}`)
  tagged(sheet, 'P', {}, () => drawText(sheet, caption, left, below))
  grouped(sheet, 'P', () =>
    tagged(sheet, 'Link', { alt: `${words[language].check} ${number}` }, () =>
      drawText(sheet, address, left + widthOf(sheet, caption), below, { link }),
    ),
  )
  sheet.y = below + mm(4)
}

export function drawCertificate(sheet: Sheet, certificate: DrawnCertificate): void {
  const { language, format, left, right } = sheet
  const { number, content } = certificate
  const text = words[language]
  addPart(sheet, `${text.title} ${number}`)
  drawLetterhead(sheet)
  sheet.y = Math.max(sheet.y, mm(52))
  heading(sheet, 1, text.title)
  sheet.y += mm(6)
  setFont(sheet, 'bold', 22)
  const name = drawable(sheet, content.name)
  const size = fittingSize(sheet, name, right - left, 22, 13)
  paragraph(sheet, content.name, { size, bold: true, gap: mm(3) })
  paragraph(sheet, text.attended, { size: 11, gap: mm(4) })
  paragraph(sheet, content.title, { size: 14, bold: true, color: sheet.accent, gap: mm(5) })
  facts(sheet, [
    [text.number, number],
    [text.period, format.span(content.startDate, content.endDate)],
    [text.extent, extent(sheet, content)],
    [text.days, attendedDays(sheet, content)],
    [text.trainer, content.trainers],
    [text.place, content.place],
    [text.replaces, content.replaces && text.replaced(content.replaces)],
  ])
  sheet.y += mm(4)
  if (content.text[language] !== '') {
    heading(sheet, 2, text.contents)
    drawContents(sheet, content.text[language])
  }
  drawProof(sheet, certificate)
}

export const certificateTitle = (language: Language): string => words[language].title
