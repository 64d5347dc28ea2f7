// The sheet of a date: half days and the records of each participant.
import type { Answer, BodyOf } from '../shell/api/endpoints.ts'

export type Sheet = Answer<'GET', '/dates/{dateId}/attendance'>
export type HalfDay = Sheet['halfDays'][number]
export type Participant = Sheet['participants'][number]
export type Mark = Participant['marks'][number]
export type Cell = BodyOf<'POST', '/dates/{dateId}/attendance'>['marks'][number]

export const cellKey = ({ bookingId, day, half }: Pick<Cell, 'bookingId' | 'day' | 'half'>): string =>
  `${bookingId} ${day} ${half}`

/** The sheet as it will be when these cells have been saved. */
export const withCells = (sheet: Sheet, cells: ReadonlyMap<string, Cell>): Sheet =>
  cells.size === 0
    ? sheet
    : {
        ...sheet,
        participants: sheet.participants.map((participant) => ({
          ...participant,
          marks: sheet.halfDays.map(
            ({ day, half }, index) =>
              cells.get(cellKey({ ...participant, day, half }))?.mark ?? participant.marks[index] ?? '',
          ),
        })),
      }

/** The participants with each mark at a half day; `open`: not recorded. */
export function countMarks(participants: readonly Participant[], index: number) {
  const count = (mark: Mark) => participants.filter(({ marks }) => (marks[index] ?? '') === mark).length
  return { attended: count('attended'), absent: count('absent'), open: count('') }
}

/** The half day to be recorded now: that of this hour, otherwise the first one that is open and not recorded, otherwise the last one. */
export function currentHalfDay({ halfDays, participants }: Sheet, today: string, hour: number): number {
  const ofToday = halfDays.flatMap(({ day }, index) => (day === today ? [index] : []))
  if (ofToday.length > 0) return ofToday[hour < 13 ? 0 : ofToday.length - 1]!
  const unrecorded = halfDays.findIndex(
    ({ isOpen }, index) => isOpen && countMarks(participants, index).open > 0,
  )
  return unrecorded >= 0
    ? unrecorded
    : Math.max(
        0,
        halfDays.findLastIndex(({ isOpen }) => isOpen),
      )
}
