// The causes of messages: all that Kontor knows of each. Rules, plan, rehearsal, texts and the back office follow from the record, which the
// compiler compares with the causes that the database accepts.
import type { MessageCause } from '../../generated/database.types.ts'
import {
  isAbsent,
  isActive,
  isBooked,
  isOffered,
  isWaitlisted,
  takesSeat,
} from '../bookings/booking-statuses.ts'
import { hasSeats, type Role, roles } from './roles.ts'
import type { MessageDate, MessageSeat } from './values.sql.ts'

export type { MessageCause }
export type DateNeed = 'place' | 'trainer'
type Link = 'feedback' | 'booking'

type SeatTest = (seat: MessageSeat) => boolean

type Properties = {
  /** The recipients of Kontor's own rule. */
  recipients: readonly Role[]
  /** The calendar entry of Kontor's own rule. */
  calendar: 'nothing' | 'entry' | 'cancellation'
  /** Those of an orderer's seats that the message is about. */
  isAbout: SeatTest
  /** Whether the message is still true when it is sent. */
  isTrue(seats: readonly MessageSeat[], date: MessageDate | undefined): boolean
  /** The links that its recipients get in any case, or because of it. */
  links: readonly Link[]
}

/** Staff or visitors bring it about. */
type ImmediateProperties = Properties & {
  when: 'immediate'
  /** Of several causes within the delay, the strongest one's template is sent. */
  strength: number
  /** Its meaning for the booking; a booking that ends before its begin was told needs no message. */
  booking: 'begins' | 'stays' | 'ends'
  /** It says what changed at the date: changes that are undone need no message. */
  tellsChanges: boolean
  /** It says which date the booking was moved from. */
  tellsFormerDate: boolean
  /** It says that the date does not take place: nobody has to know if it does again before the message has left. */
  tellsCancelledDate?: true
}

/** It comes days before the start of a date, or after its end. */
type TimedProperties = Properties & {
  when: 'before' | 'after'
  /** Of Kontor's own rule; negative: before the start. */
  offsetDays: number
  /** The seats that it is for. */
  isFor: SeatTest
  /** The requirements to the date, beside recipients. */
  needs: readonly DateNeed[]
}

/** Staff write it; there are no rules for it. */
type ManualProperties = Omit<Properties, 'recipients'> & { when: 'manual' }

const people = roles.filter(hasSeats)

/** It is true as long as the date takes place, and one of the seats is as the message says. */
const whileDateTakesPlace =
  (test: SeatTest): Properties['isTrue'] =>
  (seats, date) =>
    date?.goesAhead !== false && seats.some(test)

/** For bookings that stand. */
const standing = (isStill: SeatTest = takesSeat) => ({
  isAbout: isActive,
  isTrue: whileDateTakesPlace(isStill),
})

/** Took part, as far as attendance is recorded. */
export const tookPart = (seat: Pick<MessageSeat, 'countsAs' | 'status'>): boolean =>
  isBooked(seat) && !isAbsent(seat)

/** In the order in which the back office lists them. */
const record = {
  booked: {
    when: 'immediate',
    strength: 4,
    recipients: people,
    calendar: 'entry',
    booking: 'begins',
    tellsChanges: false,
    tellsFormerDate: false,
    links: [],
    ...standing(),
  },
  waitlisted: {
    when: 'immediate',
    strength: 3,
    recipients: people,
    calendar: 'nothing',
    booking: 'begins',
    tellsChanges: false,
    tellsFormerDate: false,
    links: [],
    ...standing(isWaitlisted),
  },
  offered: {
    when: 'immediate',
    strength: 5,
    recipients: people,
    calendar: 'nothing',
    booking: 'stays',
    tellsChanges: false,
    tellsFormerDate: false,
    links: ['booking'],
    ...standing(isOffered),
  },
  promoted: {
    when: 'immediate',
    strength: 6,
    recipients: people,
    calendar: 'entry',
    booking: 'stays',
    tellsChanges: false,
    tellsFormerDate: false,
    links: [],
    ...standing(),
  },
  changed: {
    when: 'immediate',
    strength: 1,
    recipients: [...people, 'trainer'],
    calendar: 'entry',
    booking: 'stays',
    tellsChanges: true,
    tellsFormerDate: false,
    links: [],
    ...standing(isActive),
  },
  moved: {
    when: 'immediate',
    strength: 2,
    recipients: [...people, 'trainer'],
    calendar: 'entry',
    booking: 'stays',
    tellsChanges: true,
    tellsFormerDate: false,
    links: [],
    ...standing(isActive),
  },
  transferred: {
    when: 'immediate',
    strength: 7,
    recipients: people,
    calendar: 'entry',
    booking: 'stays',
    tellsChanges: false,
    tellsFormerDate: true,
    links: [],
    ...standing(),
  },
  booking_cancelled: {
    when: 'immediate',
    strength: 8,
    recipients: people,
    calendar: 'cancellation',
    booking: 'ends',
    tellsChanges: false,
    tellsFormerDate: false,
    links: [],
    isAbout: (seat) => !isActive(seat),
    isTrue: (seats) => !seats.every(isActive),
  },
  date_cancelled: {
    when: 'immediate',
    strength: 9,
    recipients: [...people, 'trainer', 'location'],
    calendar: 'cancellation',
    booking: 'stays',
    tellsChanges: false,
    tellsFormerDate: false,
    tellsCancelledDate: true,
    links: [],
    isAbout: () => true,
    isTrue: (_seats, date) => date?.goesAhead === false,
  },
  joining_instructions: {
    when: 'before',
    offsetDays: -7,
    recipients: ['participant'],
    isFor: isBooked,
    needs: ['place', 'trainer'],
    calendar: 'nothing',
    links: [],
    ...standing(),
  },
  reminder: {
    when: 'before',
    offsetDays: -1,
    recipients: ['participant'],
    isFor: isBooked,
    needs: ['place'],
    calendar: 'nothing',
    links: [],
    ...standing(),
  },
  thanks: {
    when: 'after',
    offsetDays: 1,
    recipients: ['participant'],
    isFor: tookPart,
    needs: [],
    calendar: 'nothing',
    links: ['feedback'],
    ...standing(),
  },
  trainer_brief: {
    when: 'before',
    offsetDays: -5,
    recipients: ['trainer'],
    isFor: isBooked,
    needs: ['place'],
    calendar: 'nothing',
    links: [],
    ...standing(),
  },
  location_list: {
    when: 'before',
    offsetDays: -5,
    recipients: ['location'],
    isFor: isBooked,
    needs: ['place'],
    calendar: 'nothing',
    links: [],
    ...standing(),
  },
  manual: {
    when: 'manual',
    calendar: 'nothing',
    isAbout: () => true,
    isTrue: () => true,
    links: [],
  },
} satisfies Record<MessageCause, ImmediateProperties | TimedProperties | ManualProperties>

type NamesOf<When> = {
  [C in MessageCause]: (typeof record)[C]['when'] extends When ? C : never
}[MessageCause]
export type ImmediateCause = NamesOf<'immediate'>
export type TimedCause = NamesOf<'before' | 'after'>
export type Cause = ImmediateCause | TimedCause

export const causes: Readonly<
  Record<ImmediateCause, ImmediateProperties> &
    Record<TimedCause, TimedProperties> &
    Record<Exclude<MessageCause, Cause>, ManualProperties>
> = record

/** Of all messages. */
export const messageCauses = Object.keys(record) as MessageCause[]

export const isImmediate = (cause: MessageCause): cause is ImmediateCause =>
  causes[cause].when === 'immediate'

export const isTimed = (cause: MessageCause): cause is TimedCause =>
  ['before', 'after'].includes(causes[cause].when)

export const immediateCauses = messageCauses.filter(isImmediate)
export const timedCauses = messageCauses.filter(isTimed)

/** Rules tell of it. */
export const hasRules = (cause: MessageCause): cause is Cause => isImmediate(cause) || isTimed(cause)
export const ruleCauses = messageCauses.filter(hasRules)

export const hasLink = (cause: MessageCause, link: Link): boolean => causes[cause].links.includes(link)

export const endsBooking = (cause: MessageCause): boolean =>
  isImmediate(cause) && causes[cause].booking === 'ends'
