// Bookings as the back office shows and takes them.
import Type, { type Static } from 'typebox'
import { Count, Email, Id, IdOrNone, LongText, record, ShortText } from '../platform/http/schema.ts'
import { Module } from './modules.ts'

const CountsAs = Type.Enum(['none', 'reserved', 'waitlisted', 'booked'])

/** A participation with who and where. `rank`: the place on the waiting list, from 1; 0: not on it. */
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
  company: Type.String(),
  dateId: Id,
  eventId: Id,
  eventTitle: Type.String(),
  articleNo: Type.String(),
  startDate: Type.String(),
  endDate: Type.String(),
  status: Type.String(),
  countsAs: CountsAs,
  comment: Type.String(),
  createdAt: Type.String(),
  waitingSince: Type.String(),
  rank: Count,
  /** The booking of the series that this booking of a module belongs to. */
  partOf: IdOrNone,
  seriesTitle: Type.String(),
  moduleDateIds: Type.Array(Id),
})
export type Booking = Static<typeof Booking>

/** What there is to know about a date's places. */
export const DateSeats = record({
  id: Id,
  eventId: Id,
  eventTitle: Type.String(),
  title: Type.String(),
  articleNo: Type.String(),
  startDate: Type.String(),
  endDate: Type.String(),
  city: Type.String(),
  status: Type.String(),
  takesPlace: Type.Boolean(),
  isActive: Type.Boolean(),
  min: Count,
  max: Count,
  booked: Count,
  reserved: Count,
  waitlisted: Count,
  elsewhere: Count,
  free: Count,
  waitingList: Type.Boolean(),
  movesUp: Type.Boolean(),
  modules: Type.Array(Module),
})
export type DateSeats = Static<typeof DateSeats>

/** Somebody to book: a contact, or what a new one is made from. */
const BookingPerson = record({
  contactId: Type.Optional(Id),
  lastName: Type.Optional(ShortText),
  firstName: Type.Optional(ShortText),
  email: Type.Optional(Email),
  company: Type.Optional(ShortText),
})
export type BookingPerson = Static<typeof BookingPerson>

const moduleDateIds = Type.Optional(Type.Array(Id, { maxItems: 200 }))
const status = Type.String({ minLength: 1, maxLength: 255 })

/** `waitlistRest`: who finds no place goes on the waiting list; without it nobody is booked unless all find one. */
export const BookingInput = record({
  dateId: Id,
  status,
  people: Type.Array(BookingPerson, { minItems: 1, maxItems: 100 }),
  comment: Type.Optional(LongText),
  moduleDateIds,
  waitlistRest: Type.Optional(Type.Boolean()),
})
export type BookingInput = Static<typeof BookingInput>

/** Another `dateId` moves the booking. */
export const BookingChange = record({
  version: Type.Integer({ minimum: 0 }),
  status: Type.Optional(status),
  comment: Type.Optional(LongText),
  dateId: Type.Optional(Id),
  moduleDateIds,
  waitlistRest: Type.Optional(Type.Boolean()),
})
export type BookingChange = Static<typeof BookingChange>

export const BulkStatusChange = record({ ids: Type.Array(Id, { minItems: 1, maxItems: 1000 }), status })
