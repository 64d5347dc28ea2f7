// Invoice confirmations as the back office shows them.
import Type, { type Static } from 'typebox'
import { Count, Flag01, Id, IdOrNone, Money, record } from '../platform/http/schema.ts'

const sumFields = { currency: Type.String(), net: Money, tax: Money, gross: Money }
export const OfficeTotal = record(sumFields)
export const OfficeTaxSum = record({ rate: Type.Integer(), ...sumFields })

const listFields = {
  id: Id,
  createdAt: Type.String(),
  createdBy: Type.String(),
  contactId: Id,
  contactName: Type.String(),
  company: Type.String(),
  participationId: IdOrNone,
  dateId: IdOrNone,
  eventTitle: Type.String(),
  elementCount: Count,
  totals: Type.Array(OfficeTotal),
}

export const ConfirmationListItem = record(listFields)
export type ConfirmationListItem = Static<typeof ConfirmationListItem>

const OfficeElement = record({
  id: Id,
  articleId: Id,
  content: Type.String(),
  name: Type.String(),
  description: Type.String(),
  taxIncluded: Flag01,
  taxAmount: Type.Integer(),
  priceTotal: Money,
  currency: Type.String(),
  dateStart: Type.String(),
  timeStart: Type.String(),
  dateEnd: Type.String(),
  timeEnd: Type.String(),
})
export type OfficeElement = Static<typeof OfficeElement>

export const Confirmation = record({
  ...listFields,
  version: Type.Integer(),
  sender: Type.String(),
  addressId: IdOrNone,
  /** The receiver, line by line. */
  address: Type.Array(Type.String()),
  startDate: Type.String(),
  endDate: Type.String(),
  elements: Type.Array(OfficeElement),
  taxes: Type.Array(OfficeTaxSum),
})
export type Confirmation = Static<typeof Confirmation>

/** What a confirmation would come to. */
export const ConfirmationPreview = record({
  prices: Type.Array(record({ priceTotal: Money, currency: Type.String() })),
  taxes: Type.Array(OfficeTaxSum),
  totals: Type.Array(OfficeTotal),
})

export const AddressChoice = record({
  id: Id,
  type: Type.Integer(),
  ofCompany: Type.Boolean(),
  /** The one that is taken where none is chosen. */
  standard: Type.Boolean(),
  lines: Type.Array(Type.String()),
})
export type AddressChoice = Static<typeof AddressChoice>

export const ArticleChoice = record({
  id: Id,
  articleNo: Type.String(),
  name: Type.String(),
  price: Money,
  currency: Type.String(),
  taxAmount: Type.Integer(),
  taxIncluded: Flag01,
  unit: Type.String(),
})
