// Facts of a date as its documents state them.
import type { Language } from '../../platform/ground/language.ts'
import type { DateData, DayOfDate } from '../date-data.ts'
import { facts } from '../layout/blocks.ts'
import type { Formats } from '../layout/formats.ts'
import type { Sheet } from '../layout/sheet.ts'
import { documentTexts } from './texts.ts'

export const sessionsText = ({ sessions }: DayOfDate): string =>
  sessions
    .map(({ startTime, endTime, comment }) =>
      [[startTime, endTime].filter(Boolean).join('–'), comment].filter(Boolean).join(' '),
    )
    .filter(Boolean)
    .join(', ')

export const placeText = ({ places }: DateData): string =>
  places.map(({ name, address }) => [name, address].filter(Boolean).join(', ')).join('\n')

export const trainersText = ({ trainers }: DateData): string => trainers.map(({ name }) => name).join(', ')

export const periodText = (date: DateData, format: Formats): string =>
  format.span(date.startDate, date.endDate)

/** Place, room and trainer. Without any of them, the document says that it is open, so that nobody takes it for forgotten. */
export function whereAndWho(date: DateData, language: Language): [string, string][] {
  const words = documentTexts[language]
  return [
    [words.place, placeText(date) || words.toBeAnnounced],
    [words.room, date.rooms.join('\n') || words.toBeAnnounced],
    [words.trainer, trainersText(date) || words.toBeAnnounced],
  ]
}

export function dateFacts(sheet: Sheet, date: DateData): void {
  const words = documentTexts[sheet.language]
  facts(sheet, [[words.period, periodText(date, sheet.format)], ...whereAndWho(date, sheet.language)])
}
