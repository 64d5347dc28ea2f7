// Interface: "Invoice confirmation" and the body of POST /invoiceConfirm.
import Type, { type Static } from 'typebox'
import { described, Flag01, Id, IdOrNone, IsoDate, Money, record, Time } from '../platform/ground/schema.ts'
import type { ConfirmationInput } from './add-confirmation.ts'
import type { ElementInput } from './element.ts'
import type { InsertedConfirmation } from './invoice.sql.ts'

const NewElement = record(
  described(
    {
      resTyp: Type.Literal('ART'),
      resId: Id,
      dateStart: Type.Optional(IsoDate),
      timeStart: Type.Optional(Time),
      dateEnd: Type.Optional(IsoDate),
      timeEnd: Type.Optional(Time),
    },
    {
      resTyp: 'Always `ART`: an article',
      resId: 'Id of the article',
      dateStart: 'First day, `YYYY-MM-DD`',
      timeStart: 'Start, `HH:MM`; only with dateStart',
      dateEnd: 'Last day, `YYYY-MM-DD`; not before the start',
      timeEnd: 'End, `HH:MM`; only with dateEnd',
    },
  ),
  'NewInvoiceConfirmationElement',
  'An article to be confirmed',
)
type NewElement = Static<typeof NewElement>

/** tcpId 0 or left out: the confirmation belongs to no booking (decision 9.1). */
export const NewInvoiceConfirmation = record(
  described(
    {
      tcpId: Type.Optional(IdOrNone),
      contactId: Id,
      addressId: Type.Optional(Id),
      // One statement writes all elements; it takes at most 65,535 values.
      elements: Type.Array(NewElement, { minItems: 1, maxItems: 1000 }),
    },
    {
      tcpId: 'Participation that the confirmation belongs to (`partId`); 0 or left out: none',
      contactId: 'Contact that receives the invoice',
      addressId:
        'One of the addresses of the contact or its company; left out: its invoice address, else its default address',
      elements: 'What is confirmed: 1 to 1000 articles',
    },
  ),
  'NewInvoiceConfirmation',
  'An invoice confirmation to be added',
)
export type NewInvoiceConfirmation = Static<typeof NewInvoiceConfirmation>

const Element = record(
  described(
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
    {
      id: 'Id of the element',
      typ: '`ART`: an article',
      elementContent: 'Article number and name',
      postId: 'Id of the article',
      postTyp: '`ARTICLE`',
      postName: 'Name of the article',
      posDescription: 'Description of the article',
      posTaxIncluded: '1: the price includes VAT, 0: it does not',
      posTaxAmount: 'VAT in percent, rounded to a whole number',
      posPriceTotal: 'Price, with at most two decimals; of an article priced per day, for all its days',
      posCurrency: 'Currency as a code of ISO 4217, such as `EUR`',
      posDateStart: 'First day, `YYYY-MM-DD`; "": none',
      posTimeStart: 'Start, `HH:MM`; "": none',
      posDateEnd: 'Last day, `YYYY-MM-DD`; "": none',
      posTimeEnd: 'End, `HH:MM`; "": none',
    },
  ),
  'InvoiceConfirmationElement',
  'An article of a confirmation, with its name and price as they were then',
)

export const InvoiceConfirmation = record(
  described(
    { id: Id, typ: Type.String(), elements: Type.Array(Element) },
    { id: 'Id of the confirmation', typ: '`INVOICE_CONFIRMATION`', elements: 'What is confirmed' },
  ),
  'InvoiceConfirmation',
  'An invoice confirmation',
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
    // The interface has an integer; the sums have the exact rate.
    posTaxAmount: Math.round(row.vat_rate),
    // At most 14 digits: the nearest double is written with the same two decimals.
    posPriceTotal: Number(row.total_price),
    posCurrency: row.currency,
    posDateStart: row.start_date ?? '',
    posTimeStart: row.start_time,
    posDateEnd: row.end_date ?? '',
    posTimeEnd: row.end_time,
  })),
})
