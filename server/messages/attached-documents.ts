// The documents that messages bring: which ones whom, made when the message is sent.
import { NotPrintable } from '../documents/certificates/printable.ts'
import { type DocumentKind, type DocumentRequest, renderDocument } from '../documents/documents.ts'
import { renderTerms, termsOfOrder } from '../documents/order-terms.ts'
import type { MailAttachment } from '../mail/content.ts'
import { systemActor } from '../platform/database/database.ts'
import { dateIn } from '../platform/ground/clock.ts'
import { Failure } from '../platform/ground/errors.ts'
import type { Language } from '../platform/ground/language.ts'
import type { Instance } from '../platform/instance/instance.ts'
import { hasSeats, type Role, roles } from './roles.ts'

const people: readonly Role[] = roles.filter(hasSeats)
const helpers: readonly Role[] = roles.filter((role) => !hasSeats(role))

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

/**
 * Without those that there are not, such as the certificate of somebody who attended too little.
 * @returns a text: the reason for which the mail cannot be sent without the work of staff
 */
export async function attachedDocuments(
  { db, secrets, settingsCache: { settings }, clock }: Instance,
  kinds: readonly AttachableDocument[],
  recipient: Recipient,
): Promise<MailAttachment[] | string> {
  const now = clock.now()
  const scope = { db, secrets, settings, actor: systemActor, now, today: dateIn(settings.timeZone, now) }
  const documents: MailAttachment[] = []
  for (const request of requestsFor(kinds, recipient))
    try {
      const document = await renderDocument(scope, request)
      documents.push({ ...document, contentType: 'application/pdf' })
    } catch (error) {
      if (error instanceof NotPrintable) return error.message
      if (!(error instanceof Failure && error.status < 500)) throw error
    }
  return documents
}

/** The confirmation of an order, as a file that can be kept. */
export async function attachedConfirmation(
  { db, secrets, settingsCache: { settings }, clock }: Instance,
  orderId: number,
  language: Language,
): Promise<MailAttachment> {
  const now = clock.now()
  const scope = { db, secrets, settings, actor: systemActor, now, today: dateIn(settings.timeZone, now) }
  const document = await renderDocument(scope, { kind: 'order-confirmation', orderId, now, language })
  return { ...document, contentType: 'application/pdf' }
}

/** The terms of an order of a visitor. */
export async function attachedTerms(
  { db, settingsCache: { settings } }: Instance,
  order: { orderId: number; dateId: number; language: Language },
): Promise<MailAttachment[]> {
  const terms = await termsOfOrder(db, order)
  return Promise.all(
    terms.map(async (one) => ({
      ...(await renderTerms(db, settings.timeZone, one)),
      contentType: 'application/pdf',
    })),
  )
}
