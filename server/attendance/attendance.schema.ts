// The attendance of a date: its half days with their participants.
import Type, { type Static } from 'typebox'
import { Id, IsoDate, record } from '../platform/ground/schema.ts'

export type Half = 'morning' | 'afternoon'
const Half = Type.Unsafe<Half>(Type.Enum(['morning', 'afternoon']))

/** Whether a participant attended a half day; '': not recorded. */
export type Mark = 'attended' | 'absent' | ''
const Mark = Type.Unsafe<Mark>(Type.Enum(['attended', 'absent', '']))

const HalfDay = record({
  day: Type.String(),
  half: Half,
  /** The day has two half days. */
  isHalf: Type.Boolean(),
  /** `HH:MM`, or '' if the hours of the day are not known. */
  startTime: Type.String(),
  endTime: Type.String(),
  /** Not in the future: its attendance can be recorded. */
  isOpen: Type.Boolean(),
})
export type HalfDay = Static<typeof HalfDay>

/** A booking that counts as booked; `marks` are in the order of the half days. */
const AttendanceRow = record({
  bookingId: Id,
  contactId: Id,
  title: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  status: Type.String(),
  marks: Type.Array(Mark),
})

export const AttendanceSheet = record({
  id: Id,
  title: Type.String(),
  startDate: Type.String(),
  endDate: Type.String(),
  goesAhead: Type.Boolean(),
  /** A series has no half days: attendance is recorded at the dates of its modules. */
  isSeries: Type.Boolean(),
  halfDays: Type.Array(HalfDay),
  participants: Type.Array(AttendanceRow),
})
export type AttendanceSheet = Static<typeof AttendanceSheet>

const halfDay = { day: IsoDate, half: Half }

export const AttendanceMarks = record({
  marks: Type.Array(record({ bookingId: Id, ...halfDay, mark: Mark }), { minItems: 1, maxItems: 5000 }),
})
export type AttendanceMark = Static<typeof AttendanceMarks>['marks'][number]

/** A half day at which all participants attended who are not recorded yet. */
export const AllAttended = record(halfDay)
