// The trainer's folder, one file: programme, contacts, participants with their notes, and the sign-in sheets.
import type { DateData } from '../date-data.ts'
import { heading, paragraph } from '../layout/blocks.ts'
import { drawListHead } from '../layout/letterhead.ts'
import { addPart, linesOf, mm, type Sheet } from '../layout/sheet.ts'
import { table } from '../layout/table.ts'
import { dateFacts, placeText, sessionsText } from './date-facts.ts'
import { drawParticipantsTable } from './participants.ts'
import { drawSignInSheets } from './sign-in-sheet.ts'
import { documentTexts } from './texts.ts'

function drawProgramme(sheet: Sheet, date: DateData): void {
  const { format, language } = sheet
  const words = documentTexts[language]
  if (date.days.length === 0 && date.modules.length === 0) return
  heading(sheet, 2, words.programme)
  const place = [placeText(date), date.rooms.join(', ')].filter(Boolean).join('\n') || words.toBeAnnounced
  if (date.modules.length > 0)
    table(sheet, {
      columns: [
        { title: words.period, share: 3 },
        { title: words.module, share: 6 },
        { title: words.place, share: 4 },
      ],
      rows: date.modules.map((module) => [
        format.span(module.startDate, module.endDate),
        module.title,
        module.place,
      ]),
    })
  else
    table(sheet, {
      columns: [
        { title: words.day, share: 4 },
        { title: words.times, share: 4 },
        { title: words.place, share: 5 },
      ],
      rows: date.days.map((day) => [format.longDay(day.day), sessionsText(day), place]),
    })
}

function drawContacts(sheet: Sheet, date: DateData): void {
  const words = documentTexts[sheet.language]
  const { clientName, phone, email } = sheet.letterhead
  heading(sheet, 2, words.contacts)
  table(sheet, {
    columns: [
      { title: words.role, share: 3 },
      { title: words.name, share: 5 },
      { title: words.phone, share: 4 },
      { title: words.email, share: 5 },
    ],
    rows: [
      [
        words.organiser,
        { text: clientName, note: linesOf(sheet.letterhead.addressLines).join(', ') },
        phone,
        email,
      ],
      ...date.organisers.map((one) => [words.organiser, one.name, one.phone, one.email]),
      ...date.trainers.map((one) => [words.trainer, one.name, one.phone, one.email]),
      ...date.places.map((one) => [words.place, { text: one.name, note: one.address }, one.phone, '']),
    ],
  })
}

function drawNotes(sheet: Sheet, { participants }: DateData): void {
  const words = documentTexts[sheet.language]
  const noted = participants.filter(
    ({ dietaryNotes, accessibilityNotes }) => dietaryNotes !== '' || accessibilityNotes !== '',
  )
  heading(sheet, 2, words.notes)
  if (noted.length === 0) paragraph(sheet, words.noNotes)
  else
    table(sheet, {
      columns: [
        { title: words.name, share: 4 },
        { title: words.diet, share: 5 },
        { title: words.accessibility, share: 5 },
      ],
      rows: noted.map(({ name, dietaryNotes, accessibilityNotes }) => [
        name || { text: '', note: words.notNamed },
        dietaryNotes,
        accessibilityNotes,
      ]),
    })
}

export function drawTrainerFolder(sheet: Sheet, date: DateData): void {
  const words = documentTexts[sheet.language]
  addPart(sheet, words.trainerFolder)
  drawListHead(sheet, words.trainerFolder, date.title)
  dateFacts(sheet, date)
  sheet.y += mm(3)
  drawProgramme(sheet, date)
  drawContacts(sheet, date)
  heading(sheet, 2, words.participants)
  drawParticipantsTable(sheet, date)
  drawNotes(sheet, date)
  drawSignInSheets(sheet, date, '', false)
}
