// Orders in the back office: booked seats with their orderer and the receiver of the invoice.
import Type, { type Static } from 'typebox'
import {
  answerProperties,
  fields,
  inputProperties,
  longText,
  reference,
  shortText,
} from '../../platform/database/fields.ts'
import { Count, Id, nullable, record, ShortText } from '../../platform/ground/schema.ts'
import { type OrderSource as OrderSourceName, orderSourceNames } from './order-sources.ts'
import type { Utm } from './utm.ts'

export const orderFields = fields({
  ordererId: reference,
  companyId: reference,
  /** The receiver of the invoice; 0: the company, otherwise the person who ordered. */
  invoiceContactId: reference,
  invoiceReference: shortText,
  comment: longText,
})

/** The fields of an order that staff write. */
export const OrderFields = record({
  ...inputProperties(orderFields),
  termsAccepted: Type.Optional(Type.Boolean()),
})
export type OrderFields = Static<typeof OrderFields>

export const OrderSource = Type.Unsafe<OrderSourceName>(Type.Enum(orderSourceNames))

const Entered = Type.Record(Type.String(), Type.String())

const text = Type.Optional(ShortText)

/** Of the link that led a visitor to a booking. */
export const UtmParameters = record({
  source: text,
  medium: text,
  campaign: text,
  term: text,
  content: text,
} satisfies Record<keyof Utm, unknown>)

/** An order. Its seats are the bookings with its id. */
export const Order = record({
  id: Id,
  version: Type.Integer(),
  createdAt: Type.String(),
  source: OrderSource,
  ...answerProperties(orderFields),
  termsAccepted: Type.Boolean(),
  termsAcceptedAt: Type.String(),
  ordererName: Type.String(),
  companyName: Type.String(),
  /** The receiver of the invoice: a person with its company, or a company. */
  invoiceName: Type.String(),
  /** The seats that are not cancelled, and how many of them have no participant yet. */
  seatCount: Count,
  unnamedCount: Count,
  /** The code that a visitor quotes; '': an order of the office. */
  code: Type.String(),
  isConsumer: Type.Boolean(),
  /** Whether a link to the page of the order is valid. */
  hasLink: Type.Boolean(),
  /** The code of the voucher that a visitor used; '': none. */
  voucherCode: Type.String(),
  /** The entries of a visitor; empty: an order of the office. */
  entered: Type.Partial(
    record({
      orderer: Entered,
      invoiceTo: Entered,
      answers: Entered,
      visitorCategory: Type.String(),
      language: Type.String(),
    }),
  ),
  /** The address of the invoice that the visitor entered, as it is printed. */
  printedInvoiceTo: Type.Array(Type.String()),
  /** The company with the name that the visitor entered, until staff assign the order to one; null: none, or several have this name. */
  companyProposal: nullable(record({ id: Id, name: Type.String() })),
  /** Whether the visitor's e-mail address is one of a service for disposable addresses. */
  isDisposable: Type.Boolean(),
  /** Empty: an order of the office, or none. */
  utm: UtmParameters,
  /** Accepted documents: title and version of each. */
  accepted: Type.Array(record({ title: Type.String(), version: Type.Integer() })),
  /** The titles of the dates, the earliest first. */
  dateTitles: Type.String(),
})
export type Order = Static<typeof Order>

export const OrderChange = record({
  version: Type.Integer({ minimum: 0 }),
  ...OrderFields.properties,
})

/** The company of an order, and of those of its people who named it. */
export const OrderCompany = record({ version: Type.Integer({ minimum: 0 }), companyId: Id })

const bookingIds = Type.Array(Id, { minItems: 1, maxItems: 1000 })

/** An order for bookings that were made without one. */
export const OrderInput = record({ bookingIds, ...OrderFields.properties })
export type OrderInput = Static<typeof OrderInput>

/** The bookings that move to an order. */
export const OrderBookings = record({ bookingIds })
