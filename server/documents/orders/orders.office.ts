// An order in the back office as its orderer sees it, and its confirmation as a file.
import Type from 'typebox'
import { asNumbers } from '../../invoices/confirmation.sql.ts'
import { loadUserLanguage } from '../../invoices/invoice.sql.ts'
import { notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { Id, Money, record } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { LanguageChoice, pdfResponse, printDocument } from '../documents.office.ts'
import { renderInWorker, verifyAddress } from '../documents.ts'
import { loadLetterhead } from '../letterhead.sql.ts'
import { hasOrderRecord, loadOrderRecord } from './order-record.ts'
import { orderSections } from './order-sections.ts'
import { loadOrderView } from './order-view.ts'

const right = 'booking:access'
const params = Type.Object({ orderId: Id })
const query = Type.Object({ language: LanguageChoice })

const total = { currency: Type.String(), net: Money, tax: Money, gross: Money }

const showOrder = officeEndpoint({
  method: 'GET',
  path: '/orders/{orderId}/shown',
  right,
  params,
  query,
  response: Type.Array(
    record({
      sections: Type.Array(
        record({
          title: Type.String(),
          /** A value may have several lines. */
          rows: Type.Array(record({ label: Type.String(), value: Type.String() })),
        }),
      ),
      taxes: Type.Array(record({ vatRate: Type.Number(), ...total })),
      totals: Type.Array(record(total)),
      /** Whether there is a signed record of what the visitor was shown. */
      isRecorded: Type.Boolean(),
    }),
  ),
  handle: async ({ db, params: { orderId }, query: { language = 'de' }, settings: { timeZone }, now }) => {
    const view = await loadOrderView(db, orderId, { now, timeZone })
    if (!view) throw notFound(generalErrors.notFound({ kind: 'order', id: orderId }))
    const { taxes, totals } = view.sums
    return [
      {
        sections: orderSections(view, { language, timeZone }),
        taxes: taxes.map(({ vatRate, ...one }) => ({ vatRate, ...asNumbers(one) })),
        totals: totals.map(asNumbers),
        isRecorded: await hasOrderRecord(db, orderId),
      },
    ]
  },
})

const printConfirmation = officeEndpoint({
  method: 'GET',
  path: '/orders/{orderId}/pdf',
  right,
  params,
  query,
  handle: (context) =>
    printDocument(context, context.query.language, (language) => ({
      kind: 'order-confirmation',
      orderId: context.params.orderId,
      now: context.now,
      language,
    })),
})

const printRecord = officeEndpoint({
  method: 'GET',
  path: '/orders/{orderId}/record/pdf',
  right,
  params,
  query,
  handle: async ({ db, principal, settings, params: { orderId }, query: { language } }) => {
    const recorded = await loadOrderRecord(db, orderId)
    if (!recorded) throw notFound(generalErrors.notFound({ kind: 'record of order', id: orderId }))
    return pdfResponse(
      await renderInWorker({
        content: {
          kind: 'order-record',
          recorded: { ...recorded, keysAddress: `${verifyAddress(settings)}/withdrawn.json` },
        },
        letterhead: await loadLetterhead(db, recorded.clientId),
        language: language ?? (await loadUserLanguage(db, principal)),
        timeZone: settings.timeZone,
      }),
    )
  },
})

export const orderDocuments = [showOrder, printConfirmation, printRecord]
