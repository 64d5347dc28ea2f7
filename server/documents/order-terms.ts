// The terms of a visitor's order: accepted documents, and others that applied then.
import { sql } from 'kysely'
import { htmlToText } from '../mail/body.ts'
import type { Reader } from '../platform/database/database.ts'
import type { Language } from '../platform/ground/language.ts'
import { clientOfDate } from './date-data.sql.ts'
import { type RenderedDocument, renderInWorker } from './documents.ts'
import { loadLetterhead } from './letterhead.sql.ts'
import { termsText } from './terms.sql.ts'

export type OrderTerms = {
  versionId: number
  clientId: number
  title: string
  version: number
  createdAt: string
  html: string
  language: Language
  /** Accepted by a tick; otherwise, it was shown. */
  isAccepted: boolean
}

/**
 * Of each document that concerns the orderer the version that they accepted, otherwise the one of the date's client, or of all, that held
 * when they ordered.
 * @param dateId whose client's letterhead the documents have
 */
export async function termsOfOrder(
  reader: Reader,
  { orderId, dateId, language }: { orderId: number; dateId: number; language: Language },
): Promise<OrderTerms[]> {
  const { rows } = await sql<OrderTerms>`
    select v.id as "versionId", ${clientOfDate} as "clientId", t.title, v.version, to_json(v.created_at) #>> '{}' as "createdAt", t.html, t.language, v.is_accepted as "isAccepted"
    from booking_order o join event_date d on d.id = ${dateId}
    join terms_document m on m.audience in ('everyone', case when o.is_consumer then 'consumers' else 'businesses' end)
    join lateral (
      select n.*, a.order_id is not null as is_accepted from terms_version n
      left join order_acceptance a on a.version_id = n.id and a.order_id = o.id
      where n.document_id = m.id and (a.order_id is not null or n.created_at <= o.created_at) order by is_accepted desc, n.version desc limit 1
    ) v on v.is_accepted or (m.is_active and holds_for(m.client_id, d.client_id))
    ${termsText(language)}
    where o.id = ${orderId} order by m.position, m.id`.execute(reader)
  return rows
}

export async function renderTerms(
  reader: Reader,
  timeZone: string,
  { clientId, html, language, versionId: _id, isAccepted: _isAccepted, ...terms }: OrderTerms,
): Promise<RenderedDocument> {
  return renderInWorker({
    content: { kind: 'terms', terms: { ...terms, text: htmlToText(html) } },
    language,
    timeZone,
    letterhead: await loadLetterhead(reader, clientId),
  })
}
