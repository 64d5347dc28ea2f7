// Tables of bookings as CSV and XLSX.
import { Temporal } from 'temporal-polyfill'
import { contactLabels, contactValueLabels } from '../addresses/contact-labels.ts'
import type { Language } from '../platform/ground/language.ts'
import type { FileResponse } from '../platform/http/endpoint.ts'
import { spreadsheetResponse } from '../platform/http/spreadsheet.ts'
import type { CsvCell } from '../platform/runtime/csv.ts'
import { answerLines } from './answer-lines.ts'
import type { Booking } from './booking.schema.ts'
import { bookingLabels, bookingStatusLabels } from './booking-labels.ts'
import { isBookingStatus } from './booking-statuses.ts'

function columnHeads(language: Language): string[] {
  const contact = contactLabels[language]
  const booking = bookingLabels[language]
  return [
    contact.id,
    booking.status,
    booking.waitingListRank,
    contact.salutation,
    contact.title,
    contact.firstName,
    contact.lastName,
    contact.company,
    contact.email,
    contact.phone,
    booking.dateTitle,
    booking.articleNo,
    booking.startDate,
    booking.endDate,
    booking.comment,
    booking.answers,
    booking.createdAt,
    booking.attendedHalfDays,
    booking.recordedHalfDays,
  ]
}

/** A status of the provider has its name. */
const statusText = (status: string, language: Language): string =>
  isBookingStatus(status) ? bookingStatusLabels[language][status] : status

const salutationText = (salutation: string, language: Language): string => {
  const texts: Record<string, string> = contactValueLabels[language].salutation
  return texts[salutation] ?? ''
}

const toRow = (booking: Booking, language: Language, timeZone: string): CsvCell[] => [
  booking.id,
  statusText(booking.status, language),
  booking.waitingListRank === 0 ? null : booking.waitingListRank,
  salutationText(booking.salutation, language),
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
    columns: columnHeads(file.language),
    rows: rows.map((row) => toRow(row, file.language, file.timeZone)),
  })
