// The names of a booking's fields and statuses, for the lists and forms of the office and for tables.
import type { Language } from '../platform/ground/language.ts'
import type { BookingStatus } from './booking-statuses.ts'

const de = {
  status: 'Status',
  waitingListRank: 'Warteliste',
  dateTitle: 'Veranstaltung',
  articleNo: 'Artikelnr.',
  startDate: 'Beginn',
  endDate: 'Ende',
  comment: 'Bemerkung',
  answers: 'Antworten',
  createdAt: 'Gebucht am',
  attendedHalfDays: 'Halbtage anwesend',
  recordedHalfDays: 'Halbtage erfasst',
}
const en: typeof de = {
  status: 'Status',
  waitingListRank: 'Waiting list',
  dateTitle: 'Event',
  articleNo: 'Article no.',
  startDate: 'Start',
  endDate: 'End',
  comment: 'Comment',
  answers: 'Answers',
  createdAt: 'Booked on',
  attendedHalfDays: 'Half days attended',
  recordedHalfDays: 'Half days recorded',
}

export const bookingLabels: Record<Language, typeof de> = { de, en }

export const bookingStatusLabels: Record<Language, Record<BookingStatus, string>> = {
  de: {
    interested: 'interessiert',
    reserved: 'reserviert',
    offered: 'angeboten',
    waitlisted: 'Warteliste',
    booked: 'gebucht',
    attended: 'teilgenommen',
    absent: 'gefehlt',
    cancelled: 'storniert',
  },
  en: {
    interested: 'interested',
    reserved: 'reserved',
    offered: 'offered',
    waitlisted: 'waiting list',
    booked: 'booked',
    attended: 'attended',
    absent: 'absent',
    cancelled: 'cancelled',
  },
}
