// Bookings in the back office.
import Type, { type Static } from 'typebox'
import {
  Count,
  Email,
  Id,
  IdOrNone,
  LongText,
  Money,
  nullable,
  record,
  ShortText,
} from '../platform/ground/schema.ts'
import { type CountsAs as CountsAsName, countsAsNames } from './booking-statuses.ts'
import { type InvitationAnswer, invitationAnswerNames } from './invitation-answers.ts'
import { Module } from './modules.ts'
import { OrderFields } from './orders/order.schema.ts'
import { OfferHours } from './waiting-list/offer-hours.schema.ts'

export const CountsAs = Type.Unsafe<CountsAsName>(Type.Enum(countsAsNames))

const Amount = Type.Number({ minimum: 0, maximum: 9_999_999_999.99, format: 'two-decimals' })

/** The price of a seat: gross if `priceVatIncluded`, otherwise net; null: none. VAT in percent. */
const priceFields = {
  priceTitle: ShortText,
  priceAmount: nullable(Amount),
  priceCurrency: ShortText,
  priceVatRate: Type.Number({ minimum: 0, maximum: 100, format: 'two-decimals' }),
  priceVatIncluded: Type.Boolean(),
}
export const SeatPrice = record(priceFields)
export type SeatPrice = Static<typeof SeatPrice>

/** Reductions of the price of a seat. */
const Reduction = record({
  reason: Type.String({ maxLength: 255, format: 'not-blank' }),
  amount: Type.Number({ minimum: 0.01, maximum: 9_999_999_999.99, format: 'two-decimals' }),
})
const reductions = Type.Array(Reduction, { maxItems: 50 })
export type Reduction = Static<typeof Reduction>

const noteFields = { dietaryNotes: LongText, accessibilityNotes: LongText, internalNotes: LongText }

/** A former state of a booking, until a time. The name is empty if the participant was not named, or is deleted. */
const PastBooking = record({
  until: Type.String(),
  contactName: Type.String(),
  dateId: IdOrNone,
  dateTitle: Type.String(),
  startDate: Type.String(),
})

/** A booking with its contact and date. `contactId` is 0 for a seat whose participant is not named yet. */
export const Booking = record({
  id: Id,
  version: Type.Integer(),
  contactId: IdOrNone,
  salutation: Type.String(),
  title: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  /** Since when mail to this address comes back; '': it does not. */
  emailBouncedAt: Type.String(),
  /** To the calendar entry of the date, the latest one; '': none. */
  invitationAnswer: Type.Unsafe<InvitationAnswer | ''>(Type.Enum(['', ...invitationAnswerNames])),
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
  /** Until when the seat is, or was, offered from the waiting list; '': it was not. */
  offeredUntil: Type.String(),
  /** The booking of the series that this booking of a module belongs to. */
  seriesBookingId: IdOrNone,
  seriesTitle: Type.String(),
  moduleDateIds: Type.Array(Id),
  orderId: IdOrNone,
  /** The person as a visitor entered it, if it differs from the participant; '': it does not. */
  enteredAs: Type.String(),
  /** The company that ordered, otherwise the person. */
  orderedBy: Type.String(),
  ...priceFields,
  reductions,
  /** The price less the reductions; null: no price. */
  finalPrice: nullable(Money),
  ...noteFields,
  /** Of the participant, by the questions of the event. */
  answers: Type.Record(Type.String(), Type.String()),
  cancelledAt: Type.String(),
  cancellationReason: Type.String(),
  cancellationFee: nullable(Money),
  history: Type.Array(PastBooking),
  /** The half days at which the participant attended, of those that are recorded. */
  attendedHalfDays: Count,
  recordedHalfDays: Count,
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
  /** Including those who attended or were absent. */
  bookedCount: Count,
  attendedCount: Count,
  absentCount: Count,
  reservedCount: Count,
  waitlistedCount: Count,
  seatsElsewhere: Count,
  freeSeats: Count,
  hasWaitingList: Type.Boolean(),
  autoPromote: Type.Boolean(),
  offerHours: OfferHours,
  /** Whether waiting seats of an order get their seats together, or not at all. */
  keepsGroups: Type.Boolean(),
  modules: Type.Array(Module),
  /** The prices of the date, otherwise of its event; those that are valid today first. */
  prices: Type.Array(SeatPrice),
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

/**
 * Seats to book for participants, and seats whose participants are named later. They belong to the order `orderId`, or to a new one:
 * without `order`, the first participant ordered. `price`: of each seat; left out: the price that is valid today.
 * `waitlistIfFull`: participants without a free seat go on the waiting list; otherwise all are booked, or none.
 */
export const BookingInput = record({
  dateId: Id,
  status,
  participants: Type.Array(Participant, { maxItems: 100 }),
  unnamedSeats: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  orderId: Type.Optional(Id),
  order: Type.Optional(OrderFields),
  price: Type.Optional(nullable(SeatPrice)),
  comment: Type.Optional(LongText),
  moduleDateIds,
  waitlistIfFull: Type.Optional(Type.Boolean()),
})
export type BookingInput = Static<typeof BookingInput>

/** The reason and the fee of a cancellation; null: no fee. */
const Cancellation = record({ reason: ShortText, fee: nullable(Amount) })
export type Cancellation = Static<typeof Cancellation>

/** The fields of a booking that do not concern its seat. */
export const BookingDetails = record({ ...priceFields, reductions, ...noteFields })
export type BookingDetails = Static<typeof BookingDetails>

/** A `dateId` moves the booking to that date, a `participant` replaces its person. `cancellation` belongs to the status `cancelled`. */
export const BookingChange = record({
  version: Type.Integer({ minimum: 0 }),
  status: Type.Optional(status),
  comment: Type.Optional(LongText),
  dateId: Type.Optional(Id),
  participant: Type.Optional(Participant),
  cancellation: Type.Optional(Cancellation),
  moduleDateIds,
  waitlistIfFull: Type.Optional(Type.Boolean()),
  ...Type.Partial(BookingDetails).properties,
})
export type BookingChange = Static<typeof BookingChange>

/** `fees`: of the bookings that cost something; each is one of `ids`. */
const BulkCancellation = record({
  reason: ShortText,
  fees: Type.Array(record({ id: Id, fee: Amount }), { maxItems: 1000 }),
})

/** Sets the status of bookings. `cancellation` belongs to the status `cancelled`. */
export const BulkStatusChange = record({
  ids: Type.Array(Id, { minItems: 1, maxItems: 1000 }),
  status,
  cancellation: Type.Optional(BulkCancellation),
})
export type BulkStatusChange = Static<typeof BulkStatusChange>
