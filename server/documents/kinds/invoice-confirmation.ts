// Invoice confirmations: a letter with the elements and their sums.
import type { DocumentSums, Total } from '../../catalogue/records/document-sums.ts'
import type { Confirmation, ConfirmationElement } from '../../invoices/confirmation.schema.ts'
import type { Language } from '../../platform/ground/language.ts'
import { drawLines, facts, heading } from '../layout/blocks.ts'
import type { Formats } from '../layout/formats.ts'
import { drawLetterhead } from '../layout/letterhead.ts'
import { addPart, linesOf, mm, type Sheet, tagged } from '../layout/sheet.ts'
import { table } from '../layout/table.ts'
import { drawable, drawText, lineHeight, setFont, wrapLines } from '../layout/text.ts'

/** Prices and sums beside the record are exact decimal texts. */
export type ConfirmationData = { record: Confirmation; senderId: number; prices: string[] } & DocumentSums

const texts = {
  de: {
    title: 'Rechnungsbestätigung',
    number: 'Nummer',
    date: 'Datum',
    booking: 'Buchung',
    reference: 'Ihre Referenz',
    event: 'Veranstaltung',
    period: 'Zeitraum',
    position: 'Pos.',
    article: 'Leistung',
    tax: 'MwSt.',
    price: 'Preis',
    net: 'netto',
    gross: 'brutto',
    sums: 'Summen',
    sumNet: 'Netto',
    sumGross: 'Brutto',
    total: 'Gesamt',
  },
  en: {
    title: 'Invoice confirmation',
    number: 'Number',
    date: 'Date',
    booking: 'Booking',
    reference: 'Your reference',
    event: 'Event',
    period: 'Period',
    position: 'No.',
    article: 'Item',
    tax: 'VAT',
    price: 'Price',
    net: 'net',
    gross: 'gross',
    sums: 'Sums',
    sumNet: 'Net',
    sumGross: 'Gross',
    total: 'Total',
  },
} as const satisfies Record<Language, unknown>

export const confirmationTitle = (language: Language): string => texts[language].title

function periodOf(element: ConfirmationElement, { day }: Formats): string {
  const { startDate, startTime, endDate, endTime } = element
  const from = [day(startDate), startTime].filter(Boolean).join(' ')
  const to = [endDate === startDate ? '' : day(endDate), endTime].filter(Boolean).join(' ')
  return [from, to].filter(Boolean).join(' – ')
}

/** The address where windows of envelopes are, with the sender above it. */
function drawAddress(sheet: Sheet, { record }: ConfirmationData): number {
  const { left, letterhead } = sheet
  const width = mm(85)
  setFont(sheet, 'regular', 7, '#555555')
  const sender = [record.senderName, ...linesOf(letterhead.addressLines)].join(' · ')
  const [senderLine = ''] = wrapLines(sheet, drawable(sheet, sender), width)
  tagged(sheet, 'P', {}, () => drawText(sheet, senderLine, left, mm(47)))
  setFont(sheet, 'regular', 10.5)
  const lines = record.addressLines.flatMap((line) => wrapLines(sheet, drawable(sheet, line), width))
  const height = lineHeight(sheet) + 1.5
  tagged(sheet, 'P', {}, () => drawLines(sheet, lines, left, mm(52), height))
  return mm(52) + lines.length * height
}

function drawElements(sheet: Sheet, { record, prices }: ConfirmationData): void {
  const { format, language } = sheet
  const words = texts[language]
  table(sheet, {
    columns: [
      { title: words.position, share: 1 },
      { title: words.article, share: 6.5 },
      { title: words.period, share: 3.4 },
      { title: words.tax, share: 1.3, align: 'right' },
      { title: words.price, share: 2.8, align: 'right' },
    ],
    rows: record.elements.map((element, index) => [
      String(index + 1),
      { text: element.content || element.name, note: element.description },
      periodOf(element, format),
      format.percent(element.vatRate),
      {
        text: format.money(prices[index]!, element.currency),
        note: element.vatIncluded ? words.gross : words.net,
      },
    ]),
  })
}

function drawSums(sheet: Sheet, { taxes, totals }: ConfirmationData): void {
  const { language, format } = sheet
  const words = texts[language]
  const amounts = ({ currency, net, tax, gross }: Total) =>
    [net, tax, gross].map((amount) => format.money(amount, currency))
  const { left } = sheet
  sheet.left = mm(75)
  table(sheet, {
    columns: [
      { title: words.sums, share: 3 },
      { title: words.sumNet, share: 3, align: 'right' },
      { title: words.tax, share: 3, align: 'right' },
      { title: words.sumGross, share: 3, align: 'right' },
    ],
    rows: [
      ...taxes.map((sum) => [`${words.tax} ${format.percent(sum.vatRate)}`, ...amounts(sum)]),
      ...totals.map((total) =>
        [words.total, ...amounts(total)].map((text) => ({ text, note: '', bold: true })),
      ),
    ],
  })
  sheet.left = left
}

export function drawConfirmation(sheet: Sheet, data: ConfirmationData): void {
  const { language, format } = sheet
  const { record } = data
  const words = texts[language]
  const title = `${words.title} ${record.id}`
  addPart(sheet, title)
  drawLetterhead(sheet)
  const afterAddress = drawAddress(sheet, data)
  sheet.y = Math.max(sheet.y, afterAddress, mm(92)) + mm(6)
  heading(sheet, 1, title)
  facts(sheet, [
    [words.number, String(record.id)],
    [words.date, format.moment(record.createdAt)],
    [words.reference, record.reference],
    [words.booking, record.bookingId ? String(record.bookingId) : ''],
    [words.event, record.dateTitle],
    [words.period, format.span(record.startDate, record.endDate)],
  ])
  sheet.y += mm(4)
  drawElements(sheet, data)
  drawSums(sheet, data)
}
