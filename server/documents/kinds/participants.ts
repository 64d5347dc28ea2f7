// The list of participants.
import { isReservation } from '../../bookings/booking-statuses.ts'
import type { DateData } from '../date-data.ts'
import { paragraph } from '../layout/blocks.ts'
import { drawListHead } from '../layout/letterhead.ts'
import { addPart, mm, type Sheet } from '../layout/sheet.ts'
import { table } from '../layout/table.ts'
import { dateFacts } from './date-facts.ts'
import { documentTexts } from './texts.ts'

/** The table of participants, with their comments. */
export function drawParticipantsTable(sheet: Sheet, { participants }: DateData): void {
  const words = documentTexts[sheet.language]
  if (participants.length === 0) {
    paragraph(sheet, words.noParticipants)
    return
  }
  paragraph(sheet, words.count(participants.length), { size: 9.5 })
  table(sheet, {
    columns: [
      { title: words.number, share: 1 },
      { title: words.name, share: 6 },
      { title: words.company, share: 5 },
      { title: words.comment, share: 5 },
    ],
    rows: participants.map(({ name, company, comment, status }, index) => [
      String(index + 1),
      name === ''
        ? { text: '', note: words.notNamed }
        : { text: name, note: isReservation({ status }) ? words.reserved : '', bold: true },
      company,
      comment,
    ]),
    rowHeight: mm(6),
  })
}

export function drawParticipants(sheet: Sheet, date: DateData): void {
  const words = documentTexts[sheet.language]
  addPart(sheet, words.participants)
  drawListHead(sheet, words.participants, date.title)
  dateFacts(sheet, date)
  sheet.y += mm(2)
  drawParticipantsTable(sheet, date)
}
