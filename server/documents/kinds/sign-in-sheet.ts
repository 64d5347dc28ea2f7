// Sign-in sheets: one for each day, with a column for each half of the day.
import type { DateData, DayOfDate } from '../date-data.ts'
import { facts } from '../layout/blocks.ts'
import { drawListHead } from '../layout/letterhead.ts'
import { addPage, addPart, mm, type Sheet } from '../layout/sheet.ts'
import { type TableColumn, table } from '../layout/table.ts'
import { periodText, sessionsText, whereAndWho } from './date-facts.ts'
import { documentTexts } from './texts.ts'

/** Lines for people who come without being booked. */
const spareLines = 2

function drawDay(sheet: Sheet, date: DateData, day: DayOfDate | undefined): void {
  const { language, format } = sheet
  const words = documentTexts[language]
  drawListHead(sheet, words.signInSheet, date.title)
  facts(sheet, [
    day ? [words.day, format.longDay(day.day)] : [words.period, periodText(date, format)],
    ...(day ? [[words.times, sessionsText(day)] as const] : []),
    ...whereAndWho(date, language),
  ])
  sheet.y += mm(2)
  const signatures: TableColumn[] =
    day && day.halves > 1
      ? [
          { title: words.signatureMorning, share: 4, ruled: true },
          { title: words.signatureAfternoon, share: 4, ruled: true },
        ]
      : [{ title: words.signature, share: 8, ruled: true }]
  const rows = [
    ...date.participants.map(({ name, company }) => ({ text: name, note: company, bold: true })),
    ...Array.from({ length: spareLines }, () => ''),
  ]
  table(sheet, {
    columns: [{ title: words.number, share: 1 }, { title: words.name, share: 7 }, ...signatures],
    rows: rows.map((cell, index) => [String(index + 1), cell]),
    size: 9.5,
    rowHeight: mm(9),
  })
  facts(sheet, [[words.signatureTrainer, '______________________________']], { nameWidth: mm(45) })
}

/** Draws the sheets of all days, or of one of them (`YYYY-MM-DD`). */
export function drawSignInSheets(sheet: Sheet, date: DateData, only = '', isPart = true): void {
  const days = date.days.filter(({ day }) => only === '' || day === only)
  for (const day of days.length > 0 ? days : [undefined]) {
    if (isPart)
      addPart(
        sheet,
        [documentTexts[sheet.language].signInSheet, day && sheet.format.day(day.day)]
          .filter(Boolean)
          .join(' '),
      )
    else addPage(sheet)
    drawDay(sheet, date, day)
  }
}
