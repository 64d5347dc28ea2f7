// Address labels for chosen contacts, as a file.
import Type from 'typebox'
import { loadUserLanguage } from '../invoices/invoice.sql.ts'
import { defaultAddressesOf } from '../invoices/receiver.sql.ts'
import { badRequest, conflict } from '../platform/ground/errors.ts'
import { Id } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { requirePrintable } from './certificates/printable.ts'
import { documentErrors } from './document.errors.ts'
import { LanguageChoice, labelErrors, labelFields, pdfResponse } from './documents.office.ts'
import { renderInWorker } from './documents.ts'
import { loadLetterhead } from './letterhead.sql.ts'

const maxNames = 5

export const printAddressLabels = officeEndpoint({
  method: 'GET',
  path: '/contacts/address-labels',
  confirmed: true,
  right: ['090300:access', 'export'],
  query: Type.Object({
    ids: Type.Array(Id, { minItems: 1, maxItems: 1000 }),
    language: LanguageChoice,
    ...labelFields,
  }),
  handle: async ({ db, principal, settings, query }) => {
    const { ids, label = '3475', firstLabel = 1 } = query
    const errors = labelErrors(label, firstLabel)
    if (errors.length > 0) throw badRequest(errors)
    const contacts = await defaultAddressesOf(db, ids)
    const without = contacts.filter(({ lines }) => lines.length === 0).map(({ name }) => name)
    if (without.length > 0) {
      const more = without.length > maxNames ? [`… (${without.length})`] : []
      throw conflict(documentErrors.noAddress({ names: [...without.slice(0, maxNames), ...more].join(', ') }))
    }
    const addresses = contacts.map(({ lines }) => lines)
    await requirePrintable(addresses, documentErrors.notPrintableLabel)
    const language = query.language ?? (await loadUserLanguage(db, principal))
    return pdfResponse(
      await renderInWorker({
        content: { kind: 'address-labels', addresses, label, firstLabel },
        letterhead: await loadLetterhead(db, principal.defaultClientId),
        language,
        timeZone: settings.timeZone,
      }),
    )
  },
})
