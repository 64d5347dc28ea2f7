// Interface: "Invoice confirmation" and the body of POST /invoiceConfirm.
import Type, { type Static } from 'typebox'
import { Flag01, Id, IdOrNone, IsoDate, Money, record, Time } from '../platform/http/schema.ts'

const NewElement = record(
  {
    resTyp: Type.Literal('ART'),
    resId: Id,
    dateStart: Type.Optional(IsoDate),
    timeStart: Type.Optional(Time),
    dateEnd: Type.Optional(IsoDate),
    timeEnd: Type.Optional(Time),
  },
  'NewInvoiceConfirmationElement',
)
export type NewElement = Static<typeof NewElement>

/** An invoice confirmation to add; tcpId 0 or left out: it belongs to no participation (decision 9.1). */
export const NewInvoiceConfirmation = record(
  {
    tcpId: Type.Optional(IdOrNone),
    contactId: Id,
    addressId: Type.Optional(Id),
    // All elements are written by one statement, which takes 65,535 values at most.
    elements: Type.Array(NewElement, { minItems: 1, maxItems: 1000 }),
  },
  'NewInvoiceConfirmation',
)
export type NewInvoiceConfirmation = Static<typeof NewInvoiceConfirmation>

const Element = record(
  {
    id: Id,
    typ: Type.String(),
    elementContent: Type.String(),
    postId: Id,
    postTyp: Type.String(),
    postName: Type.String(),
    posDescription: Type.String(),
    posTaxIncluded: Flag01,
    posTaxAmount: Type.Integer({ minimum: 0, maximum: 100 }),
    posPriceTotal: Money,
    posCurrency: Type.String(),
    posDateStart: Type.String(),
    posTimeStart: Type.String(),
    posDateEnd: Type.String(),
    posTimeEnd: Type.String(),
  },
  'InvoiceConfirmationElement',
)

export const InvoiceConfirmation = record(
  { id: Id, typ: Type.String(), elements: Type.Array(Element) },
  'InvoiceConfirmation',
)
export type InvoiceConfirmation = Static<typeof InvoiceConfirmation>
