// The request of a visitor to book seats, and the answer.
import Type, { type Static } from 'typebox'
import { maxDates, maxSeats } from '../../bookings/max-seats.ts'
import { UtmParameters } from '../../bookings/orders/order.schema.ts'
import { languages } from '../../platform/ground/language.ts'
import {
  Email,
  Id,
  IsoDate,
  LongText,
  Name,
  nullable,
  record,
  ShortText,
} from '../../platform/ground/schema.ts'
import { Money } from '../schemas.ts'

export const moduleDateIds = Type.Optional(
  Type.Array(Id, {
    maxItems: 100,
    description: 'Of a series: the dates of the modules; left out: those that are mandatory or preselected',
  }),
)

export const voucher = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'The code of a voucher; case, spaces and hyphens do not matter',
  }),
)

export const visitorCategory = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'Whose price it is: the `validFor` of a price of the date; left out: the price for everyone',
  }),
)

const person = { firstName: ShortText, lastName: Name, email: Email }

const LaterSeat = record({
  later: Type.Literal(true, { description: 'The person is named later' }),
})
export const Answer = record({
  questionId: Id,
  answer: Type.String({ maxLength: 2000, description: 'A choice, `yes` of a checkbox, or a text' }),
})

export const NamedSeat = record({
  ...person,
  answers: Type.Optional(
    Type.Array(Answer, {
      maxItems: 200,
      description: 'To the `questions` of `GET /terms` with `isPerParticipant`',
    }),
  ),
})
export type NamedSeat = Static<typeof NamedSeat>

export const Orderer = record({
  ...person,
  phone: Type.Optional(ShortText),
  company: Type.Optional(ShortText),
  position: Type.Optional(ShortText),
})

export const InvoiceTo = record({
  company: Type.Optional(ShortText),
  street: Name,
  houseNumber: Type.Optional(ShortText),
  zip: Name,
  city: Name,
  country: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2' }),
  email: Type.Optional(Email),
  vatId: Type.Optional(ShortText),
  reference: Type.Optional(Type.String({ maxLength: 255, description: 'Such as a purchase order number' })),
})

const seats = Type.Array(Type.Union([NamedSeat, LaterSeat]), { minItems: 1, maxItems: maxSeats })
const whenFull = Type.Optional(
  Type.Enum(['refuse', 'waitingList'], {
    description: '`waitingList`: seats that are not free go on the waiting list of the date, if it has one',
  }),
)

export const VisitorBooking = record({
  dateId: Id,
  moduleDateIds,
  holdId: Type.Optional(
    Type.String({ format: 'uuid', description: 'Its seats are used; what is left of them is given back' }),
  ),
  seats,
  orderer: Orderer,
  invoiceTo: InvoiceTo,
  isConsumer: Type.Boolean({ description: 'Whether the orderer is a consumer (§ 13 BGB)' }),
  accepted: Type.Array(record({ id: Id, version: Type.Integer({ minimum: 1 }) }), {
    maxItems: 100,
    description: 'The documents of `GET /terms` in the versions that were accepted',
  }),
  newsletter: Type.Optional(
    Type.Boolean({ description: 'The orderer subscribes, and confirms it by a mail (double opt-in)' }),
  ),
  answers: Type.Optional(
    Type.Array(Answer, { maxItems: 200, description: 'To the other `questions` of `GET /terms`' }),
  ),
  comment: Type.Optional(LongText),
  utm: Type.Optional(
    Type.Object(UtmParameters.properties, {
      additionalProperties: false,
      description: 'The UTM parameters of the link that led to the booking; staff see them with the order',
    }),
  ),
  visitorCategory,
  voucher,
  language: Type.Optional(
    Type.Enum([...languages], {
      description:
        'Of the mails about the booking to whom has no language of their own. Left out: that of the event or of the instance; `de` for the mail that asks for a confirmation',
    }),
  ),
  whenFull,
  furtherDates: Type.Optional(
    Type.Array(record({ dateId: Id, moduleDateIds, seats, visitorCategory, whenFull }), {
      maxItems: maxDates - 1,
      description:
        'Further dates of the same provider in the same order, which is booked whole or not at all. All seats together are at most as many as those of one date. `voucher`: a percentage applies to all dates that it is valid for, an amount to the one at which it saves most',
    }),
  ),
  proof: Type.Optional(
    Type.String({
      maxLength: 10_000,
      description: 'The solution of `GET /challenge` in base64; left out with a secret key alone',
    }),
  ),
})
export type VisitorBooking = Static<typeof VisitorBooking>

const state = <const S extends string>(...values: S[]) => Type.Unsafe<S>(Type.Enum(values))

const tax = Type.Array(
  record({
    rate: Type.String({ description: 'Percent, a decimal text' }),
    amount: Money,
    exemption: Type.String({
      description: 'Of a rate of 0: why there is no VAT, in the language of the request; empty: not said',
    }),
  }),
)

const BookedDate = record({
  id: Id,
  title: Type.String(),
  days: Type.Array(record({ date: IsoDate, from: nullable(Type.String()), to: nullable(Type.String()) })),
  places: Type.Array(Type.String(), { description: 'Names with their addresses' }),
  isOnline: Type.Boolean(),
  vatIncluded: Type.Boolean({ description: 'Whether the prices of its seats are with VAT' }),
  changes: Type.Array(
    record({
      what: Type.Array(state('name', 'move', 'cancel')),
      until: nullable({ ...IsoDate, description: 'The last day; null: no limit' }),
    }),
    { description: 'What the orderer can do on the page of `manageUrl`, and until when' },
  ),
})

const Provider = record(
  {
    name: Type.String(),
    addressLines: Type.Array(Type.String()),
    phone: Type.String(),
    email: Type.String(),
    website: Type.String(),
  },
  undefined,
  'The contract partner',
)

/** Further facts of the order that page, mail and file show. */
const OrderFacts = record({
  seatPrices: Type.Array(nullable(Money), {
    description: 'Less the discounts, in the order of the request; null: the date has no price',
  }),
  vatIncluded: Type.Boolean({
    description:
      'Whether these prices are with VAT; otherwise it is added to their sum. With `furtherDates`, it is that of `dateId`, and each of `dates` has its own',
  }),
  net: nullable(Money),
  tax,
  dates: Type.Array(BookedDate),
  provider: Provider,
  accepted: Type.Array(record({ title: Type.String(), version: Type.Integer() })),
})
export type OrderFacts = Static<typeof OrderFacts>

export const BookedOrder = record({
  code: Type.String({ description: 'What the visitor quotes, such as `K7QF-3M2X`' }),
  status: state('confirmed', 'waitingList', 'partly'),
  seats: Type.Array(
    record({
      status: state('confirmed', 'waitingList'),
      name: nullable(Type.String({ description: 'null: named later' })),
    }),
    { description: 'In the order of the request: those of `dateId`, then those of `furtherDates`' },
  ),
  gross: nullable({ ...Money, description: 'Of the confirmed seats' }),
  order: OrderFacts,
  manageUrl: Type.String({
    description: 'A page for who ordered. It is a secret, and another one in each response',
  }),
})
export type BookedOrder = Static<typeof BookedOrder>

export const PendingBooking = record({
  status: state('toConfirm'),
  expiresAt: Type.String({
    format: 'date-time',
    description: 'Until when the link in the mail books; the seats are held meanwhile',
  }),
})
export type PendingBooking = Static<typeof PendingBooking>

export const Quote = record({
  lines: Type.Array(
    record({
      text: Type.String(),
      quantity: Type.Integer({ minimum: 1 }),
      unit: Money,
      unitNet: Type.Optional(Money),
      amount: Money,
    }),
    {
      description:
        'The price, then a line with a negative amount for each discount, with VAT. `unitNet`: of a price without VAT, which is added to the sum, so that `amount` can differ by cents from `quantity` times `unit`',
    },
  ),
  reasons: Type.Array(record({ rule: Type.String(), applied: Type.Boolean(), text: Type.String() }), {
    description: 'The rules that were looked at, and why they apply or do not',
  }),
  net: nullable(Money),
  tax,
  gross: nullable(Money),
  validUntil: nullable(
    Type.String({
      format: 'date-time',
      description: 'Until when the price stays; null: it is not known to change',
    }),
  ),
})
export type Quote = Static<typeof Quote>
