// The page of a trainer's link: half days and names, nothing else.
import type { Reader } from '../platform/database/database.ts'
import type { Language } from '../platform/ground/language.ts'
import type { PageText } from '../platform/pages/page-html.ts'
import type { PublicPage } from '../platform/pages/public-pages.ts'
import { unknownLink } from '../platform/pages/unknown-link.ts'
import type { AttendanceMark, AttendanceSheet, HalfDay } from './attendance.schema.ts'
import { countMarks, loadSheet } from './attendance.sql.ts'
import { findLink, linkPath, touchLink } from './links.ts'
import { recordAllAttended, recordMarks } from './record-attendance.ts'

const texts = {
  de: {
    locale: 'de-DE',
    half: { morning: 'Vormittag', afternoon: 'Nachmittag' },
    attended: 'Anwesend',
    absent: 'Gefehlt',
    counts: (attended: number, absent: number, open: number) =>
      `${attended} anwesend, ${absent} gefehlt, ${open} offen`,
    save: 'Speichern',
    saved: 'Gespeichert',
    allAttended: 'Übrige anwesend',
    notYet: 'Die Anwesenheit kann ab diesem Tag erfasst werden.',
    nothing:
      'Hier ist nichts zu erfassen: Der Termin findet nicht statt, hat keine Tage oder keine Teilnehmenden.',
    revoked: {
      title: 'Dieser Link gilt nicht mehr',
      paragraphs: ['Der Veranstalter hat ihn widerrufen. Bitten Sie ihn um einen neuen.'],
    },
  },
  en: {
    locale: 'en-GB',
    half: { morning: 'Morning', afternoon: 'Afternoon' },
    attended: 'Attended',
    absent: 'Absent',
    counts: (attended: number, absent: number, open: number) =>
      `${attended} attended, ${absent} absent, ${open} open`,
    save: 'Save',
    saved: 'Saved',
    allAttended: 'Others attended',
    notYet: 'Attendance can be recorded from this day on.',
    nothing: 'There is nothing to record: the date does not take place, has no days or no participants.',
    revoked: {
      title: 'This link is no longer valid',
      paragraphs: ['The provider has revoked it. Please ask for a new one.'],
    },
  },
} as const

const halfDayKey = ({ day, half }: Pick<HalfDay, 'day' | 'half'>): string => `${day}-${half}`

function halfDayLabel({ day, half, isHalf, startTime, endTime }: HalfDay, language: Language): string {
  const format = new Intl.DateTimeFormat(texts[language].locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const part = isHalf ? texts[language].half[half] : [startTime, endTime].filter(Boolean).join('–')
  return [format.format(new Date(`${day}T00:00:00Z`)), part].filter(Boolean).join(', ')
}

/** The wanted half day; otherwise the first one that is open and not recorded, otherwise the last open one. */
function shownIndex(sheet: AttendanceSheet, wanted: string | null): number {
  const { halfDays } = sheet
  const named = halfDays.findIndex((one) => halfDayKey(one) === wanted)
  if (named >= 0) return named
  const unrecorded = halfDays.findIndex(({ isOpen }, index) => isOpen && countMarks(sheet, index)[''] > 0)
  return unrecorded >= 0
    ? unrecorded
    : Math.max(
        0,
        halfDays.findLastIndex(({ isOpen }) => isOpen),
      )
}

function sheetPage(
  sheet: AttendanceSheet,
  wanted: string | null,
  language: Language,
  notice?: string,
): PageText {
  const text = texts[language]
  if (!sheet.goesAhead || sheet.halfDays.length === 0 || sheet.participants.length === 0)
    return { status: 200, title: sheet.title, paragraphs: [text.nothing] }
  const index = shownIndex(sheet, wanted)
  const halfDay = sheet.halfDays[index]!
  const counts = countMarks(sheet, index)
  return {
    status: 200,
    title: sheet.title,
    ...(notice === undefined ? {} : { notice }),
    paragraphs: [
      `${halfDayLabel(halfDay, language)}: ${text.counts(counts.attended, counts.absent, counts[''])}`,
      ...(halfDay.isOpen ? [] : [text.notYet]),
    ],
    parts: sheet.halfDays.map((one) => ({
      label: halfDayLabel(one, language),
      query: `half=${halfDayKey(one)}`,
      isCurrent: one === halfDay,
    })),
    ...(halfDay.isOpen && {
      questions: sheet.participants.map(({ bookingId, title, firstName, lastName, marks }) => ({
        name: String(bookingId),
        label: [title, firstName, lastName].filter(Boolean).join(' '),
        answers: [
          { value: 'attended', label: text.attended },
          { value: 'absent', label: text.absent },
        ],
        chosen: marks[index] ?? '',
      })),
      button: text.save,
      ...(counts[''] > 0 && { otherButton: { name: 'all', label: text.allAttended } }),
    }),
  }
}

/** The answers that the trainer changed: others may have been recorded by somebody else meanwhile. */
const changedMarks = (
  sheet: AttendanceSheet,
  { day, half }: HalfDay,
  fields: URLSearchParams,
): AttendanceMark[] =>
  sheet.participants.flatMap(({ bookingId }) => {
    const mark = fields.get(String(bookingId))
    const isChanged = mark !== fields.get(`shown.${bookingId}`)
    return isChanged && (mark === 'attended' || mark === 'absent') ? [{ bookingId, day, half, mark }] : []
  })

const rejection = (state: 'expired' | 'revoked' | undefined, language: Language): PageText =>
  state === 'revoked' ? { status: 410, ...texts[language].revoked } : unknownLink(language)

/** The sheet of a valid link, or the page that says why it is not. */
async function openLink(reader: Reader, secret: string, language: Language, now: Date, today: string) {
  const link = await findLink(reader, secret, now)
  if (link?.state !== 'valid') return { rejected: rejection(link?.state, language) }
  await touchLink(reader, link.id, now)
  return { sheet: (await loadSheet(reader, link.dateId, today))! }
}

export const trainerPage: PublicPage = {
  path: linkPath('{secret}'),
  via: async ({ db, params, now }) => {
    const link = await findLink(db, params['secret']!, now)
    return `trainer-link ${link?.trainerName ?? ''}`.trim()
  },
  async show({ db, params, query, language, now, today }) {
    const { sheet, rejected } = await openLink(db, params['secret']!, language, now, today)
    return rejected ?? sheetPage(sheet, query.get('half'), language)
  },
  async submit({ tx, params, query, fields, language, now, today }) {
    const { sheet, rejected } = await openLink(tx, params['secret']!, language, now, today)
    if (rejected) return rejected
    const halfDay = sheet.halfDays.find((one) => halfDayKey(one) === query.get('half'))
    if (!halfDay?.isOpen || !sheet.goesAhead) return sheetPage(sheet, query.get('half'), language)
    const marks = changedMarks(sheet, halfDay, fields)
    let saved = marks.length > 0 ? await recordMarks(tx, sheet.id, marks, today) : sheet
    if (fields.has('all'))
      saved = await recordAllAttended(tx, sheet.id, { day: halfDay.day, half: halfDay.half }, today)
    return sheetPage(saved, halfDayKey(halfDay), language, texts[language].saved)
  },
}
