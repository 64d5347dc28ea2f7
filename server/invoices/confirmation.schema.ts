// Invoice confirmations in the back office.
import Type, { type Static } from 'typebox'
import {
  answerProperties,
  bool,
  day,
  fields,
  money,
  percent,
  reference,
  text,
  time,
} from '../platform/database/fields.ts'
import { Count, Id, IdOrNone, IsoDate, Money, record, ShortText, Time } from '../platform/ground/schema.ts'

const amounts = { currency: Type.String(), net: Money, tax: Money, gross: Money }
const Total = record(amounts)
const TaxSum = record({ vatRate: Type.Number(), ...amounts })

const listFields = {
  id: Id,
  createdAt: Type.String(),
  createdByName: Type.String(),
  contactId: Id,
  contactName: Type.String(),
  companyName: Type.String(),
  bookingId: IdOrNone,
  dateId: IdOrNone,
  dateTitle: Type.String(),
  elementCount: Count,
  totals: Type.Array(Total),
}

export const ConfirmationListItem = record(listFields)
export type ConfirmationListItem = Static<typeof ConfirmationListItem>

export const elementFields = fields({
  content: text,
  /** 0: the seats of bookings */
  articleId: reference,
  name: text,
  description: text,
  vatIncluded: bool,
  vatRate: percent(100),
  totalPrice: money,
  currency: text,
  startDate: day,
  startTime: time,
  endDate: day,
  endTime: time,
})

const ConfirmationElement = record({ id: Id, ...answerProperties(elementFields) })
export type ConfirmationElement = Static<typeof ConfirmationElement>

export const Confirmation = record({
  ...listFields,
  version: Type.Integer(),
  senderName: Type.String(),
  addressId: IdOrNone,
  reference: Type.String(),
  addressLines: Type.Array(Type.String()),
  startDate: Type.String(),
  endDate: Type.String(),
  elements: Type.Array(ConfirmationElement),
  taxes: Type.Array(TaxSum),
})
export type Confirmation = Static<typeof Confirmation>

/** bookingId 0 or left out: the confirmation belongs to no booking. Without addressId the default is chosen. */
export const NewConfirmationBody = record({
  bookingId: Type.Optional(IdOrNone),
  contactId: Id,
  addressId: Type.Optional(Id),
  // One statement writes all elements; it takes at most 65,535 values.
  elements: Type.Array(
    record({
      articleId: Id,
      startDate: Type.Optional(IsoDate),
      startTime: Type.Optional(Time),
      endDate: Type.Optional(IsoDate),
      endTime: Type.Optional(Time),
    }),
    { minItems: 1, maxItems: 1000 },
  ),
})
export type NewConfirmationBody = Static<typeof NewConfirmationBody>

/** The seats of bookings, each with its price. Left out: the receiver is the one who gets the order's invoice, with the order's reference. */
export const BookingConfirmationBody = record({
  bookingIds: Type.Array(Id, { minItems: 1, maxItems: 1000 }),
  contactId: Type.Optional(Id),
  addressId: Type.Optional(Id),
  reference: Type.Optional(ShortText),
})
export type BookingConfirmationBody = Static<typeof BookingConfirmationBody>

/** Seats of a date that are in no invoice confirmation yet, by receiver and reference. */
export const OpenSeats = record({
  contactId: IdOrNone,
  /** '': the order names nobody. */
  contactName: Type.String(),
  reference: Type.String(),
  bookingIds: Type.Array(Id),
  /** The sum of their prices and fees with VAT, by currency. */
  sums: Type.Array(record({ currency: Type.String(), amount: Money })),
})
export type OpenSeats = Static<typeof OpenSeats>

export const BookingConfirmationPreview = record({
  contactId: Id,
  contactName: Type.String(),
  reference: Type.String(),
  elements: Type.Array(
    record({
      content: Type.String(),
      description: Type.String(),
      totalPrice: Money,
      currency: Type.String(),
    }),
  ),
  taxes: Type.Array(TaxSum),
  totals: Type.Array(Total),
})

export const ConfirmationPreview = record({
  prices: Type.Array(record({ totalPrice: Money, currency: Type.String() })),
  taxes: Type.Array(TaxSum),
  totals: Type.Array(Total),
})

export const AddressOption = record({
  id: Id,
  addressTypeId: Type.Integer(),
  isCompanyAddress: Type.Boolean(),
  /** Whether the address is used unless another one is chosen. */
  isDefault: Type.Boolean(),
  lines: Type.Array(Type.String()),
})
export type AddressOption = Static<typeof AddressOption>

export const ArticleOption = record({
  id: Id,
  articleNo: Type.String(),
  name: Type.String(),
  price: Money,
  currency: Type.String(),
  vatRate: Type.Number(),
  vatIncluded: Type.Boolean(),
  unit: Type.String(),
})
