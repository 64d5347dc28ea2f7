// Bookings in the back office.
import Type, { type Static } from 'typebox'
import { Count, Email, Id, IdOrNone, LongText, record, ShortText } from '../platform/http/schema.ts'
import { Module } from './modules.ts'

export type CountsAs = 'none' | 'reserved' | 'waitlisted' | 'booked'
export const CountsAs = Type.Unsafe<CountsAs>(Type.Enum(['none', 'reserved', 'waitlisted', 'booked']))

/** A booking with its contact and date. */
export const Booking = record({
  id: Id,
  version: Type.Integer(),
  contactId: Id,
  salutation: Type.String(),
  title: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  companyId: IdOrNone,
  companyName: Type.String(),
  dateId: Id,
  eventId: Id,
  dateTitle: Type.String(),
  articleNo: Type.String(),
  startDate: Type.String(),
  endDate: Type.String(),
  dateGoesAhead: Type.Boolean(),
  status: Type.String(),
  countsAs: CountsAs,
  comment: Type.String(),
  createdAt: Type.String(),
  waitingSince: Type.String(),
  /** The position on the waiting list, from 1; 0: not on it. */
  waitingListRank: Count,
  /** The booking of the series that this booking of a module belongs to. */
  seriesBookingId: IdOrNone,
  seriesTitle: Type.String(),
  moduleDateIds: Type.Array(Id),
})
export type Booking = Static<typeof Booking>

/** A date with its seats. */
export const DateSeats = record({
  id: Id,
  eventId: Id,
  eventTitle: Type.String(),
  displayTitle: Type.String(),
  articleNo: Type.String(),
  startDate: Type.String(),
  endDate: Type.String(),
  city: Type.String(),
  status: Type.String(),
  goesAhead: Type.Boolean(),
  isActive: Type.Boolean(),
  participantsMin: Count,
  participantsMax: Count,
  bookedCount: Count,
  reservedCount: Count,
  waitlistedCount: Count,
  seatsElsewhere: Count,
  freeSeats: Count,
  hasWaitingList: Type.Boolean(),
  autoPromote: Type.Boolean(),
  modules: Type.Array(Module),
})
export type DateSeats = Static<typeof DateSeats>

/** A person to book: an existing contact, or the fields of a new one. */
const Participant = record({
  contactId: Type.Optional(Id),
  lastName: Type.Optional(ShortText),
  firstName: Type.Optional(ShortText),
  email: Type.Optional(Email),
  company: Type.Optional(ShortText),
})
export type Participant = Static<typeof Participant>

const moduleDateIds = Type.Optional(Type.Array(Id, { maxItems: 200 }))
const status = Type.String({ minLength: 1, maxLength: 255 })

/** `waitlistIfFull`: participants without a free seat go on the waiting list; otherwise all are booked, or none. */
export const BookingInput = record({
  dateId: Id,
  status,
  participants: Type.Array(Participant, { minItems: 1, maxItems: 100 }),
  comment: Type.Optional(LongText),
  moduleDateIds,
  waitlistIfFull: Type.Optional(Type.Boolean()),
})
export type BookingInput = Static<typeof BookingInput>

/** A `dateId` moves the booking to that date. */
export const BookingChange = record({
  version: Type.Integer({ minimum: 0 }),
  status: Type.Optional(status),
  comment: Type.Optional(LongText),
  dateId: Type.Optional(Id),
  moduleDateIds,
  waitlistIfFull: Type.Optional(Type.Boolean()),
})
export type BookingChange = Static<typeof BookingChange>

export const BulkStatusChange = record({ ids: Type.Array(Id, { minItems: 1, maxItems: 1000 }), status })
