// The documents that messages bring: which ones whom, made when the message is sent.
import { sql } from 'kysely'
import { clientOfDate } from '../documents/date-data.sql.ts'
import {
  type DocumentKind,
  type DocumentRequest,
  renderDocument,
  renderInWorker,
} from '../documents/documents.ts'
import { loadLetterhead } from '../documents/letterhead.sql.ts'
import { termsText } from '../documents/terms.sql.ts'
import { htmlToText } from '../mail/body.ts'
import type { Language, Role } from '../mail/causes.ts'
import type { MailAttachment } from '../mail/content.ts'
import { systemActor } from '../platform/database/database.ts'
import { Failure } from '../platform/http/errors.ts'
import { dateIn } from '../platform/runtime/clock.ts'
import type { Instance } from '../platform/runtime/instance.ts'

const people: readonly Role[] = ['participant', 'orderer']
const helpers: readonly Role[] = ['trainer', 'location', 'staff']

/** The kinds of documents that a rule can attach, with the recipients who get them: lists of names are not for participants. */
export const attachableDocuments = {
  certificate: people,
  'sign-in-sheet': helpers,
  participants: helpers,
  badges: helpers,
  'table-cards': helpers,
  'trainer-folder': helpers,
} as const satisfies Partial<Record<DocumentKind, readonly Role[]>>
export type AttachableDocument = keyof typeof attachableDocuments

type Recipient = { role: Role; language: Language; dateId: number; bookingIds: readonly number[] }

/** A document is made for each booking, or one for the date. */
function requestsFor(
  kinds: readonly AttachableDocument[],
  { role, language, dateId, bookingIds }: Recipient,
): DocumentRequest[] {
  return kinds
    .filter((kind) => attachableDocuments[kind].includes(role))
    .flatMap((kind): DocumentRequest[] =>
      kind === 'certificate'
        ? bookingIds.map((bookingId) => ({ kind, bookingId, language }))
        : [{ kind, dateId, language }],
    )
}

/** Without those that there are not, such as the certificate of somebody who attended too little. */
export async function attachedDocuments(
  { db, settings, clock }: Instance,
  kinds: readonly AttachableDocument[],
  recipient: Recipient,
): Promise<MailAttachment[]> {
  const now = clock.now()
  const scope = { db, settings, actor: systemActor, now, today: dateIn(settings.timeZone, now) }
  const documents: MailAttachment[] = []
  for (const request of requestsFor(kinds, recipient))
    try {
      const document = await renderDocument(scope, request)
      documents.push({ ...document, contentType: 'application/pdf' })
    } catch (error) {
      if (!(error instanceof Failure && error.status < 500)) throw error
    }
  return documents
}

type Terms = {
  clientId: number
  title: string
  version: number
  createdAt: string
  html: string
  language: Language
}

/**
 * What a visitor accepted with an order, and what else was to be told then: of each document for them the version that they accepted,
 * otherwise the one that held when they ordered.
 */
export async function attachedTerms(
  { db, settings }: Instance,
  { orderId, dateId, language }: { orderId: number; dateId: number; language: Language },
): Promise<MailAttachment[]> {
  const { rows } = await sql<Terms>`
    select ${clientOfDate} as "clientId", t.title, v.version, to_json(v.created_at) #>> '{}' as "createdAt", t.html, t.language
    from booking_order o join event_date d on d.id = ${dateId}
    join terms_document m on m.audience in ('everyone', case when o.is_consumer then 'consumers' else 'businesses' end)
    join lateral (
      select n.*, a.order_id is not null as is_accepted from terms_version n
      left join order_acceptance a on a.version_id = n.id and a.order_id = o.id
      where n.document_id = m.id and (a.order_id is not null or n.created_at <= o.created_at) order by is_accepted desc, n.version desc limit 1
    ) v on v.is_accepted or m.is_active
    ${termsText(language)}
    where o.id = ${orderId} order by m.position, m.id`.execute(db)
  return Promise.all(
    rows.map(async ({ clientId, html, language: shown, ...terms }): Promise<MailAttachment> => {
      const document = await renderInWorker({
        content: { kind: 'terms', terms: { ...terms, text: htmlToText(html) } },
        language: shown,
        timeZone: settings.timeZone,
        letterhead: await loadLetterhead(db, clientId),
      })
      return { ...document, contentType: 'application/pdf' }
    }),
  )
}
