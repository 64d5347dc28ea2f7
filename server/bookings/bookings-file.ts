// Tables of bookings as CSV and XLSX.
import { Temporal } from 'temporal-polyfill'
import type { Language } from '../platform/ground/language.ts'
import type { FileResponse } from '../platform/http/endpoint.ts'
import { spreadsheetResponse } from '../platform/http/spreadsheet.ts'
import type { CsvCell } from '../platform/runtime/csv.ts'
import { answerLines } from './answer-lines.ts'
import type { Booking } from './booking.schema.ts'

const columnHeads: Record<Language, readonly string[]> = {
  de: [
    'Nr.',
    'Status',
    'Warteliste',
    'Anrede',
    'Titel',
    'Vorname',
    'Nachname',
    'Firma',
    'E-Mail',
    'Telefon',
    'Veranstaltung',
    'Artikelnr.',
    'Beginn',
    'Ende',
    'Bemerkung',
    'Antworten',
    'Gebucht am',
    'Halbtage anwesend',
    'Halbtage erfasst',
  ],
  en: [
    'No.',
    'Status',
    'Waiting list',
    'Salutation',
    'Title',
    'First name',
    'Last name',
    'Company',
    'E-mail',
    'Phone',
    'Event',
    'Article no.',
    'Start',
    'End',
    'Remark',
    'Answers',
    'Booked on',
    'Half days attended',
    'Half days recorded',
  ],
}

const statusNamesDe: Record<string, string> = {
  interested: 'interessiert',
  reserved: 'reserviert',
  waitlisted: 'Warteliste',
  booked: 'gebucht',
  attended: 'teilgenommen',
  absent: 'gefehlt',
  cancelled: 'storniert',
}

const salutations: Record<Language, Record<string, string>> = {
  de: { mr: 'Herr', ms: 'Frau' },
  en: { mr: 'Mr', ms: 'Ms' },
}

const toRow = (booking: Booking, language: Language, timeZone: string): CsvCell[] => [
  booking.id,
  language === 'de' ? (statusNamesDe[booking.status] ?? booking.status) : booking.status,
  booking.waitingListRank === 0 ? null : booking.waitingListRank,
  salutations[language][booking.salutation] ?? '',
  booking.title,
  booking.firstName,
  booking.lastName,
  booking.companyName,
  booking.email,
  booking.phone,
  booking.dateTitle,
  booking.articleNo,
  booking.startDate,
  booking.endDate,
  booking.comment,
  answerLines(booking.answers).join('\n'),
  Temporal.Instant.from(booking.createdAt).toZonedDateTimeISO(timeZone).toPlainDate().toString(),
  booking.recordedHalfDays === 0 ? null : booking.attendedHalfDays,
  booking.recordedHalfDays === 0 ? null : booking.recordedHalfDays,
]

/** @param file its `name` without the extension */
export const bookingsFile = (
  rows: readonly Booking[],
  file: { name: string; format: 'csv' | 'xlsx'; language: Language; timeZone: string },
): Promise<FileResponse> =>
  spreadsheetResponse({
    name: file.name,
    format: file.format,
    columns: columnHeads[file.language],
    rows: rows.map((row) => toRow(row, file.language, file.timeZone)),
  })
