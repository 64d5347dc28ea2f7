// The next steps of a date.
import { missingParticipants } from '../../../server/catalogue/records/bookability.ts'
import { isCompleted, isTentative } from '../../../server/catalogue/records/date-statuses.ts'
import { addDays, daysBetween } from '../../catalogue/dates/days.ts'
import type { EventDate } from '../../catalogue/dates/event-date.ts'

export type Step =
  | { name: 'publish' }
  /** Too few people have booked. `by`: the last day to decide. */
  | { name: 'decide'; missing: number; by: string }
  /** Nothing keeps the date from taking place. */
  | { name: 'confirm'; hasMinimum: boolean }
  | { name: 'print'; days: number }
  | { name: 'attendance'; open: number }
  | { name: 'certificates' }
  /** `open`: the seats without an invoice confirmation. */
  | { name: 'invoice'; open: number }
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

/** The open work, in people. */
interface Open {
  /** Whose attendance is not recorded. */
  attendance: number
  /** Whose seat has no invoice confirmation. */
  invoice: number
}

/** Whether the seats of a date are to be invoiced: it has begun. */
export const isInvoiced = ({ startDate }: Pick<StepDate, 'startDate'>, today: string): boolean =>
  startDate !== '' && startDate <= today

/** `today`: YYYY-MM-DD */
export function stepsOf(date: StepDate, open: Open, today: string): Step[] {
  if (!date.goesAhead || isCompleted(date)) return []
  const { startDate: start } = date
  const end = date.endDate || start
  const steps: Step[] = date.isPublished ? [] : [{ name: 'publish' }]
  if (start === '' || start > today) {
    const missing = missingParticipants(date)
    if (missing > 0) {
      const beforeStart = start && addDays(start, -decisionDays)
      const by = [date.bookingEndDate, beforeStart].filter(Boolean).toSorted()[0] ?? ''
      steps.push({ name: 'decide', missing, by })
    } else if (isTentative(date) && date.bookedCount > 0)
      steps.push({ name: 'confirm', hasMinimum: date.participantsMin > 0 })
    const days = start === '' ? Number.POSITIVE_INFINITY : daysBetween(today, start)
    if (days <= printDays && date.bookedCount > 0) steps.push({ name: 'print', days })
    return steps
  }
  const isOver = open.attendance === 0 && end < today
  if (open.attendance > 0) steps.push({ name: 'attendance', open: open.attendance })
  else if (isOver && date.bookedCount > 0) steps.push({ name: 'certificates' })
  if (open.invoice > 0) steps.push({ name: 'invoice', open: open.invoice })
  if (isOver) steps.push({ name: 'complete' })
  return steps
}
