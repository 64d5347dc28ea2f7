// Lists of bookings as CSV and XLSX.
import type { FileResponse } from '../platform/http/endpoint.ts'
import { type Cell, spreadsheetResponse } from '../platform/runtime/spreadsheet.ts'
import type { Booking } from './booking.schema.ts'

export type Language = 'de' | 'en'

const heads: Record<Language, readonly string[]> = {
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
    'Gebucht am',
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
    'Booked on',
  ],
}

const german: Record<string, string> = {
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

const rowOf = (one: Booking, language: Language, timeZone: string): Cell[] => [
  one.id,
  language === 'de' ? (german[one.status] ?? one.status) : one.status,
  one.rank === 0 ? null : one.rank,
  salutations[language][one.salutation] ?? '',
  one.title,
  one.firstName,
  one.lastName,
  one.company,
  one.email,
  one.phone,
  one.eventTitle,
  one.articleNo,
  one.startDate,
  one.endDate,
  one.comment,
  Temporal.Instant.from(one.createdAt).toZonedDateTimeISO(timeZone).toPlainDate().toString(),
]

/** The bookings as a file; `name` without its ending. */
export const bookingSheet = (
  rows: readonly Booking[],
  file: { name: string; format: 'csv' | 'xlsx'; language: Language; timeZone: string },
): Promise<FileResponse> =>
  spreadsheetResponse({
    name: file.name,
    format: file.format,
    columns: heads[file.language],
    rows: rows.map((row) => rowOf(row, file.language, file.timeZone)),
  })
