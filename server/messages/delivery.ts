// The context of a text: its recipient, its subject, and its author.
import type { OrderView } from '../documents/orders/order-view.ts'
import type { Language } from '../platform/ground/language.ts'
import type { MessageCause } from './causes.ts'
import type { DateBefore } from './date-changes.ts'
import type { Role } from './roles.ts'
import type { Addressee, MessageDate, MessageSeat } from './values.sql.ts'

/** The recipient and the subject of a message. */
export type Delivery = {
  role: Role
  addressee: Addressee
  language: Language
  date: MessageDate | undefined
  /** The seats that the message is about: one of a participant, several of an orderer. */
  seats: readonly MessageSeat[]
  /** All seats that are taken at the date, for the trainer and the location. */
  participants: readonly MessageSeat[]
  causes: readonly MessageCause[]
  /** The date as it was; left out: it did not change. */
  before?: DateBefore | undefined
  /** The order of its seats; left out: the recipient has not ordered, or the text does not show it. */
  order?: OrderView | undefined
  /** The date that the booking was moved from. */
  formerDate?: { title: string; start: string } | undefined
}

export type Sender = { name: string; email: string; instanceName: string; url: string; timeZone: string }
