// What is to be done next at a date.
import { missingParticipants } from '../../../server/catalogue/records/bookability.ts'
import { addDays, daysBetween } from '../days.ts'
import type { EventDate } from '../event-date.ts'

export type Step =
  | { name: 'publish' }
  /** Too few people have booked. `by`: the last day to decide. */
  | { name: 'decide'; missing: number; by: string }
  /** Nothing keeps the date from taking place. */
  | { name: 'confirm'; hasMinimum: boolean }
  | { name: 'print'; days: number }
  | { name: 'attendance'; open: number }
  | { name: 'certificates' }
  | { name: 'complete' }

type StepDate = Pick<
  EventDate,
  | 'status'
  | 'goesAhead'
  | 'isPublished'
  | 'startDate'
  | 'endDate'
  | 'bookingEndDate'
  | 'participantsMin'
  | 'seatsElsewhere'
  | 'bookedCount'
>

/** Days before the start on which it is decided whether a date takes place, unless its bookings end earlier. */
const decisionDays = 14
/** Days before the start from which the list of participants is needed. */
const printDays = 7

/** `openAttendance`: the participants whose attendance is not recorded. `today`: YYYY-MM-DD */
export function stepsOf(date: StepDate, openAttendance: number, today: string): Step[] {
  if (!date.goesAhead || date.status === 'completed') return []
  const { startDate: start, status } = date
  const end = date.endDate || start
  const steps: Step[] = date.isPublished ? [] : [{ name: 'publish' }]
  if (start === '' || start > today) {
    const missing = missingParticipants(date)
    if (missing > 0) {
      const beforeStart = start && addDays(start, -decisionDays)
      const by = [date.bookingEndDate, beforeStart].filter(Boolean).toSorted()[0] ?? ''
      steps.push({ name: 'decide', missing, by })
    } else if (status === 'planned' && date.bookedCount > 0)
      steps.push({ name: 'confirm', hasMinimum: date.participantsMin > 0 })
    const days = start === '' ? Number.POSITIVE_INFINITY : daysBetween(today, start)
    if (days <= printDays && date.bookedCount > 0) steps.push({ name: 'print', days })
  } else if (openAttendance > 0) steps.push({ name: 'attendance', open: openAttendance })
  else if (end < today)
    steps.push(...(date.bookedCount > 0 ? [{ name: 'certificates' } as const] : []), { name: 'complete' })
  return steps
}
