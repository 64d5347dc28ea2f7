// Renders an invoice confirmation as PDF on A4 in a process of a worker pool.
import PDFDocument from 'pdfkit'
import type { Confirmation, ConfirmationElement } from './confirmation.schema.ts'
import { type Language, losesCharacters, pdfTexts, toWindows1252 } from './pdf.text.ts'
import type { TaxSum, Total } from './totals.ts'

type Doc = InstanceType<typeof PDFDocument>
type ConfirmationData = { record: Confirmation; prices: string[]; taxes: TaxSum[]; totals: Total[] }

const mm = (length: number): number => (length * 72) / 25.4
const left = mm(25)
const right = mm(190)
const bottom = mm(297 - 25)
const columns = [
  { at: left, width: mm(11), align: 'left' },
  { at: left + mm(12), width: mm(72), align: 'left' },
  { at: left + mm(86), width: mm(34), align: 'left' },
  { at: left + mm(121), width: mm(13), align: 'right' },
  { at: left + mm(135), width: mm(30), align: 'right' },
] as const

function formats(language: Language, timeZone: string) {
  const locale = language === 'de' ? 'de-DE' : 'en-GB'
  const day = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  })
  const moment = new Intl.DateTimeFormat(locale, {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  })
  return {
    day: (date: string) => (date === '' ? '' : day.format(new Date(`${date}T00:00:00Z`))),
    moment: (at: string) => moment.format(new Date(at)),
    // A decimal text is formatted exactly, without conversion to a number.
    money: (amount: string, currency: string) => {
      const number = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
      return `${number.format(amount as Intl.StringNumericLiteral)}\u00a0${currency === 'EUR' ? '€' : currency}`
    },
  }
}
type Formats = ReturnType<typeof formats>

function periodOf(element: ConfirmationElement, { day }: Formats): string {
  const { startDate, startTime, endDate, endTime } = element
  const from = [day(startDate), startTime].filter(Boolean).join(' ')
  const to = [endDate === startDate ? '' : day(endDate), endTime].filter(Boolean).join(' ')
  return [from, to].filter(Boolean).join(' – ')
}

/** Draws a table row, or only measures it. @returns the height of its highest cell */
function drawRow(doc: Doc, y: number, cells: readonly string[], write = true): number {
  let height = 0
  cells.forEach((cell, index) => {
    const { at, width, align } = columns[index]!
    const text = toWindows1252(cell)
    if (write) doc.text(text, at, y, { width, align })
    height = Math.max(height, doc.heightOfString(text === '' ? ' ' : text, { width }))
  })
  return height
}

const drawLine = (doc: Doc, y: number): void => {
  doc.moveTo(left, y).lineTo(right, y).lineWidth(0.5).strokeColor('#888888').stroke()
}

function drawHeader(
  doc: Doc,
  { record }: ConfirmationData,
  language: Language,
  { day, moment }: Formats,
): number {
  const words = pdfTexts[language]
  doc
    .font('Helvetica-Bold')
    .fontSize(13)
    .text(toWindows1252(record.senderName), left, mm(20), { width: right - left, align: 'right' })
  doc.font('Helvetica').fontSize(7).fillColor('#555555')
  doc.text(toWindows1252(record.senderName), left, mm(47), {
    width: mm(85),
    lineBreak: false,
    ellipsis: true,
  })
  doc.fillColor('#000000').fontSize(10.5)
  doc.text(toWindows1252(record.addressLines.join('\n')), left, mm(52), { width: mm(85), lineGap: 1.5 })
  const afterAddress = doc.y
  const details = [
    [words.number, String(record.id)],
    [words.date, moment(record.createdAt)],
    ...(record.reference ? [[words.reference, record.reference]] : []),
    ...(record.bookingId ? [[words.booking, String(record.bookingId)]] : []),
    ...(record.dateTitle ? [[words.event, record.dateTitle]] : []),
    ...(record.startDate
      ? [
          [
            words.period,
            [...new Set([day(record.startDate), day(record.endDate)])].filter(Boolean).join(' – '),
          ],
        ]
      : []),
  ] as [string, string][]
  let y = mm(52)
  doc.fontSize(9)
  for (const [name, value] of details) {
    doc.font('Helvetica-Bold').text(name, mm(120), y, { width: mm(25) })
    doc.font('Helvetica').text(toWindows1252(value), mm(146), y, { width: right - mm(146) })
    y = Math.max(doc.y, y + 12) + 2
  }
  const top = Math.max(afterAddress, y, mm(92)) + mm(6)
  doc.font('Helvetica-Bold').fontSize(14).text(`${words.title} ${record.id}`, left, top)
  return doc.y + mm(4)
}

function drawTableHead(doc: Doc, y: number, language: Language): number {
  const { position, article, period, tax, price } = pdfTexts[language]
  doc.font('Helvetica-Bold').fontSize(9)
  const height = drawRow(doc, y, [position, article, period, tax, price])
  drawLine(doc, y + height + 2)
  doc.font('Helvetica').fontSize(9)
  return y + height + 6
}

/** The position for the next block; begins a new page if the block does not fit. */
function ensureSpace(doc: Doc, y: number, height: number, onNewPage: (y: number) => number): number {
  if (y + height <= bottom) return y
  doc.addPage()
  return onNewPage(mm(20))
}

function drawTable(doc: Doc, y: number, data: ConfirmationData, language: Language, format: Formats): number {
  const words = pdfTexts[language]
  let at = drawTableHead(doc, y, language)
  data.record.elements.forEach((element, index) => {
    const note = element.vatIncluded ? words.gross : words.net
    const price = format.money(data.prices[index]!, element.currency)
    const cells = [
      String(index + 1),
      element.content || element.name,
      periodOf(element, format),
      `${element.vatRate} %`,
      `${price}\n${note}`,
    ]
    // A description can be longer than a page, so its lines are drawn one by one.
    at = ensureSpace(doc, at, drawRow(doc, at, cells, false), (top) => drawTableHead(doc, top, language))
    at += drawRow(doc, at, cells)
    at = drawDescription(doc, at, element.description, (top) => drawTableHead(doc, top, language)) + 5
    drawLine(doc, at - 2)
    at += 2
  })
  return at
}

function drawDescription(doc: Doc, y: number, text: string, onNewPage: (y: number) => number): number {
  if (text.trim() === '') return y
  const { at, width } = columns[1]
  let top = y
  for (const line of wrapLines(doc.fontSize(8), toWindows1252(text.trim()), width)) {
    top = ensureSpace(doc, top, 10, onNewPage)
    doc.fontSize(8).fillColor('#444444').text(line, at, top, { lineBreak: false })
    top += 10
  }
  doc.fontSize(9).fillColor('#000000')
  return top
}

/** Breaks a text at words, and words that are longer than a line anywhere. */
function wrapLines(doc: Doc, text: string, width: number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (doc.widthOfString(longer) <= width) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      line = ''
      for (const character of word) {
        if (doc.widthOfString(line + character) > width) {
          lines.push(line)
          line = ''
        }
        line += character
      }
    }
    lines.push(line)
  }
  return lines
}

function drawSums(
  doc: Doc,
  y: number,
  { taxes, totals }: ConfirmationData,
  language: Language,
  { money }: Formats,
): number {
  const words = pdfTexts[language]
  const stops = [mm(70), mm(101), mm(131), mm(160)]
  const line = (top: number, cells: string[]): number => {
    cells.forEach((cell, index) => {
      const width = mm(29)
      doc.text(toWindows1252(cell), index === 0 ? mm(75) : stops[index]!, top, {
        width: index === 0 ? mm(25) : width,
        align: index === 0 ? 'left' : 'right',
      })
    })
    return top + 14
  }
  let at = ensureSpace(doc, y + 8, 14 * (taxes.length + totals.length + 1) + 10, (top) => top)
  doc.font('Helvetica-Bold').fontSize(9)
  at = line(at, ['', words.sumNet, words.sumTax, words.sumGross])
  doc.font('Helvetica')
  for (const { currency, vatRate, net, tax, gross } of taxes)
    at = line(at, [
      `${words.tax} ${vatRate} %`,
      money(net, currency),
      money(tax, currency),
      money(gross, currency),
    ])
  doc.font('Helvetica-Bold')
  for (const { currency, net, tax, gross } of totals) {
    doc
      .moveTo(mm(75), at - 2)
      .lineTo(right, at - 2)
      .lineWidth(0.5)
      .strokeColor('#888888')
      .stroke()
    at = line(at + 2, [words.total, money(net, currency), money(tax, currency), money(gross, currency)])
  }
  doc.font('Helvetica')
  return at
}

function drawFooters(doc: Doc, data: ConfirmationData, language: Language): void {
  const { record } = data
  const words = pdfTexts[language]
  const allTexts = [
    record.senderName,
    ...record.addressLines,
    record.dateTitle,
    ...record.elements.flatMap(({ content, description }) => [content, description]),
  ]
  const note = allTexts.some(losesCharacters) ? words.notShown : ''
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    // Below the bottom margin, where text would otherwise begin a page of its own.
    doc.page.margins.bottom = 0
    doc.font('Helvetica').fontSize(8).fillColor('#555555')
    doc.text(
      `${toWindows1252(record.senderName)} · ${words.title} ${record.id} · ${words.page(page - start + 1, count)}`,
      left,
      mm(282),
      { width: right - left, align: 'center', lineBreak: false },
    )
    if (note && page === start + count - 1)
      doc.text(note, left, mm(277), { width: right - left, align: 'center', lineBreak: false })
  }
}

export type PdfInput = { data: ConfirmationData; language: Language; timeZone: string }

/** Renders the file. */
export async function renderPdf({ data, language, timeZone }: PdfInput): Promise<Buffer> {
  const format = formats(language, timeZone)
  const doc = new PDFDocument({
    size: 'A4',
    margin: mm(20),
    bufferPages: true,
    lang: language,
    info: {
      Title: `${pdfTexts[language].title} ${data.record.id}`,
      Author: data.record.senderName,
      CreationDate: new Date(data.record.createdAt),
    },
  })
  const parts: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })
  const top = drawHeader(doc, data, language, format)
  drawSums(doc, drawTable(doc, top, data, language, format), data, language, format)
  drawFooters(doc, data, language)
  doc.end()
  return done
}
