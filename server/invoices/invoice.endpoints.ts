// Interface: POST /invoiceConfirm.
import Type from 'typebox'
import { resolveContactId } from '../addresses/merged-contact.sql.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import { addConfirmation } from './add-confirmation.ts'
import { type FieldNames, periodErrors } from './element.ts'
import {
  confirmationInput,
  elementInput,
  InvoiceConfirmation,
  NewInvoiceConfirmation,
  toInterface,
} from './invoice.schema.ts'

const fieldNames: FieldNames = {
  bookingId: 'tcpId',
  articleId: 'resId',
  startDate: 'dateStart',
  startTime: 'timeStart',
  endDate: 'dateEnd',
  endTime: 'timeEnd',
}

export const createInvoiceConfirmation = endpoint({
  method: 'POST',
  path: '/invoiceConfirm',
  id: 'createInvoiceConfirmation',
  tag: 'Invoice confirmation',
  summary: 'Add an invoice confirmation for articles',
  description:
    'Names and prices of the articles are copied: later changes to an article change no confirmation. An article priced per day ' +
    'costs its price times the days, first and last counted. Without `addressId` the invoice address of the contact is taken, ' +
    'else its default address.',
  right: ['100400', '100100'],
  body: NewInvoiceConfirmation,
  rules: ({ body }, isValid) =>
    isValid('elements') ? periodErrors(body.elements.map(elementInput), fieldNames) : [],
  response: Type.Array(InvoiceConfirmation),
  examples: {
    body: {
      tcpId: 0,
      contactId: 1204,
      elements: [
        {
          resTyp: 'ART',
          resId: 1,
          dateStart: '2026-10-12',
          timeStart: '09:00',
          dateEnd: '2026-10-14',
          timeEnd: '17:00',
        },
      ],
    },
    response: [
      {
        id: 92,
        typ: 'INVOICE_CONFIRMATION',
        elements: [
          {
            id: 240,
            typ: 'ART',
            elementContent: 'TP-01 Tagungspauschale',
            postId: 1,
            postTyp: 'ARTICLE',
            postName: 'Tagungspauschale',
            posDescription: 'Seminarraum, Getränke und Mittagessen je Tag',
            posTaxIncluded: 0,
            posTaxAmount: 19,
            posPriceTotal: 208.5,
            posCurrency: 'EUR',
            posDateStart: '2026-10-12',
            posTimeStart: '09:00',
            posDateEnd: '2026-10-14',
            posTimeEnd: '17:00',
          },
        ],
      },
    ],
  },
  handle: async ({ tx, principal, body, now }) => {
    const contactId = await resolveContactId(tx, body.contactId)
    const input = { ...confirmationInput(body), contactId }
    return [toInterface(await addConfirmation(tx, principal, input, fieldNames, now))]
  },
})

export const invoiceEndpoints = [createInvoiceConfirmation]
