// Certificates in the back office: issued for a date, printed again, withdrawn, replaced; the keys of clients.

import { sql } from 'kysely'
import Type from 'typebox'
import { loadUserLanguage } from '../../invoices/invoice.sql.ts'
import type { Reader } from '../../platform/database/database.ts'
import { notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { bookingRights } from '../../platform/ground/rights.ts'
import { Id, record } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { containsWords, listQuery, selectPage } from '../../platform/http/list.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { LanguageChoice, pdfResponse, printDocument } from '../documents.office.ts'
import { certificatesContent, renderInWorker, verifyAddress } from '../documents.ts'
import { loadLetterhead } from '../letterhead.sql.ts'
import { DateCertificates, OfficeCertificate, OfficeSigningKey } from './certificates.schema.ts'
import { certificatesQuery, loadDateCertificates, loadSigningKeys } from './certificates.sql.ts'
import { issueCertificates, loadIssued, replaceCertificate, withdrawCertificate } from './issue.ts'
import { rotateSigningKey } from './signing-key.ts'

const readRight = 'booking:access'
const params = Type.Object({ certificateId: Id })
const dateParams = Type.Object({ dateId: Id })
const clientParams = Type.Object({ clientId: Id })
const reason = record({ reason: Type.String({ maxLength: 500, format: 'not-blank' }) })

async function certificateById(reader: Reader, settings: Settings, id: number) {
  const found = await certificatesQuery(reader, verifyAddress(settings))
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound(generalErrors.notFound({ kind: 'certificate', id }))
  return [found]
}

const sorts = {
  number: sql`r.number`,
  issuedAt: sql`r.issued_at`,
  name: sql`lower(r.content ->> 'name')`,
  id: sql`r.id`,
}

const listCertificates = officeEndpoint({
  method: 'GET',
  path: '/certificates',
  right: readRight,
  query: listQuery({
    sorts: Object.keys(sorts) as (keyof typeof sorts)[],
    filters: {
      /** Words of the number, the name, or the title. */
      q: Type.Optional(Type.String({ maxLength: 255 })),
      dateId: Type.Optional(Id),
      bookingId: Type.Optional(Id),
      contactId: Type.Optional(Id),
      isWithdrawn: Type.Optional(Type.Boolean()),
    },
  }),
  response: Type.Array(OfficeCertificate),
  handle: ({ db, query, settings }) => {
    const { q, dateId, bookingId, contactId, isWithdrawn } = query
    const rows = certificatesQuery(db, verifyAddress(settings))
      .$if(dateId !== undefined, (all) => all.where('b.date_id', '=', dateId!))
      .$if(bookingId !== undefined, (all) => all.where('r.booking_id', '=', bookingId!))
      .$if(contactId !== undefined, (all) => all.where('b.contact_id', '=', contactId!))
      .$if(isWithdrawn !== undefined, (all) =>
        all.where('r.withdrawn_at', isWithdrawn ? 'is not' : 'is', null),
      )
      .$if(q !== undefined, (all) =>
        all.where(containsWords(`concat_ws(' ', r.number, r.content ->> 'name', r.content ->> 'title')`, q!)),
      )
    return selectPage(db, rows, { order: 'desc', ...query }, sorts, 'r.id')
  },
})

const getCertificate = officeEndpoint({
  method: 'GET',
  path: '/certificates/{certificateId}',
  right: readRight,
  params,
  response: Type.Array(OfficeCertificate),
  handle: ({ db, settings, params: { certificateId } }) => certificateById(db, settings, certificateId),
})

const getCertificatePdf = officeEndpoint({
  method: 'GET',
  path: '/certificates/{certificateId}/pdf',
  right: readRight,
  params,
  query: Type.Object({ language: LanguageChoice }),
  handle: async ({ db, settings, principal, params: { certificateId }, query: { language } }) => {
    const certificates = await loadIssued(db, { id: certificateId })
    const [certificate] = certificates
    if (!certificate) throw notFound(generalErrors.notFound({ kind: 'certificate', id: certificateId }))
    return pdfResponse(
      await renderInWorker({
        content: certificatesContent(certificates, settings),
        language: language ?? (await loadUserLanguage(db, principal)),
        timeZone: settings.timeZone,
        letterhead: await loadLetterhead(db, certificate.clientId),
      }),
    )
  },
})

const getDateCertificates = officeEndpoint({
  method: 'GET',
  path: '/dates/{dateId}/certificates',
  right: readRight,
  params: dateParams,
  response: Type.Array(DateCertificates),
  handle: async ({ db, params: { dateId }, today, settings: { timeZone } }) => [
    await loadDateCertificates(db, dateId, { today, timeZone }),
  ],
})

/** Issues what is missing: for everybody who is entitled, or for the given bookings. */
const postDateCertificates = officeEndpoint({
  method: 'POST',
  path: '/dates/{dateId}/certificates',
  right: bookingRights,
  params: dateParams,
  body: record({ bookingIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 10_000 })) }),
  response: Type.Array(DateCertificates),
  handle: async ({
    tx,
    settings: { timeZone },
    params: { dateId },
    body: { bookingIds },
    now,
    today,
    secrets,
  }) => {
    await issueCertificates(tx, dateId, bookingIds, { now, today, timeZone, secrets })
    return [await loadDateCertificates(tx, dateId, { today, timeZone })]
  },
})

const getDateCertificatesPdf = officeEndpoint({
  method: 'GET',
  path: '/dates/{dateId}/certificates/pdf',
  confirmed: true,
  right: readRight,
  params: dateParams,
  query: Type.Object({ language: LanguageChoice }),
  handle: (context) =>
    printDocument(context, context.query.language, (language) => ({
      kind: 'certificates',
      dateId: context.params.dateId,
      language,
    })),
})

const postWithdrawal = officeEndpoint({
  method: 'POST',
  path: '/certificates/{certificateId}/withdraw',
  right: bookingRights,
  params,
  body: reason,
  response: Type.Array(OfficeCertificate),
  handle: async ({ tx, settings, params: { certificateId }, body, now }) => {
    await withdrawCertificate(tx, certificateId, body.reason, now)
    return certificateById(tx, settings, certificateId)
  },
})

const postReplacement = officeEndpoint({
  method: 'POST',
  path: '/certificates/{certificateId}/replace',
  right: bookingRights,
  params,
  body: reason,
  response: Type.Array(OfficeCertificate),
  handle: async ({ tx, settings, params: { certificateId }, body, now, today, secrets }) =>
    certificateById(
      tx,
      settings,
      await replaceCertificate(tx, certificateId, body.reason, {
        now,
        today,
        timeZone: settings.timeZone,
        secrets,
      }),
    ),
})

const getSigningKeys = officeEndpoint({
  method: 'GET',
  path: '/clients/{clientId}/signing-keys',
  right: 'admin',
  params: clientParams,
  response: Type.Array(OfficeSigningKey),
  handle: ({ db, params: { clientId } }) => loadSigningKeys(db, clientId),
})

const postSigningKey = officeEndpoint({
  method: 'POST',
  path: '/clients/{clientId}/signing-keys',
  right: 'admin',
  confirmed: true,
  params: clientParams,
  response: Type.Array(OfficeSigningKey),
  handle: async ({ tx, params: { clientId }, now, secrets }) => {
    await rotateSigningKey(tx, secrets, clientId, now)
    return loadSigningKeys(tx, clientId)
  },
})

export const certificateEndpoints = [
  listCertificates,
  getCertificate,
  getCertificatePdf,
  getDateCertificates,
  postDateCertificates,
  getDateCertificatesPdf,
  postWithdrawal,
  postReplacement,
  getSigningKeys,
  postSigningKey,
]
