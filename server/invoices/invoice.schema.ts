// Interface: "Invoice confirmation" and the body of POST /invoiceConfirm.
import Type, { type Static } from 'typebox'
import { Flag01, Id, IdOrNone, IsoDate, Money, record, Time } from '../platform/http/schema.ts'
import type { ConfirmationInput } from './add-confirmation.ts'
import type { ElementInput } from './element.ts'
import type { InsertedConfirmation } from './invoice.sql.ts'

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
type NewElement = Static<typeof NewElement>

/** tcpId 0 or left out: the confirmation belongs to no booking (decision 9.1). */
export const NewInvoiceConfirmation = record(
  {
    tcpId: Type.Optional(IdOrNone),
    contactId: Id,
    addressId: Type.Optional(Id),
    // One statement writes all elements; it takes at most 65,535 values.
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

export const elementInput = ({
  resId,
  dateStart,
  timeStart,
  dateEnd,
  timeEnd,
}: NewElement): ElementInput => ({
  articleId: resId,
  startDate: dateStart,
  startTime: timeStart,
  endDate: dateEnd,
  endTime: timeEnd,
})

export const confirmationInput = ({
  tcpId,
  elements,
  ...rest
}: NewInvoiceConfirmation): ConfirmationInput => ({
  ...rest,
  bookingId: tcpId,
  elements: elements.map(elementInput),
})

export const toInterface = ({ id, elements }: InsertedConfirmation): InvoiceConfirmation => ({
  id,
  typ: 'INVOICE_CONFIRMATION',
  elements: elements.map((row) => ({
    id: row.id,
    typ: 'ART',
    elementContent: row.content,
    postId: row.article_id ?? 0,
    postTyp: 'ARTICLE',
    postName: row.name,
    posDescription: row.description,
    posTaxIncluded: row.vat_included ? 1 : 0,
    posTaxAmount: row.vat_rate,
    // At most 14 digits: the nearest double is written with the same two decimals.
    posPriceTotal: Number(row.total_price),
    posCurrency: row.currency,
    posDateStart: row.start_date ?? '',
    posTimeStart: row.start_time,
    posDateEnd: row.end_date ?? '',
    posTimeEnd: row.end_time,
  })),
})
