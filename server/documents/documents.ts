// Documents as files: printed by the back office, attached to messages.
import { confirmationById } from '../invoices/confirmation.sql.ts'
import { type Actor, type Db, inTransaction, type Reader } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import type { Language } from '../platform/ground/language.ts'
import { runInWorker } from '../platform/runtime/worker-pool.ts'
import type { Secrets } from '../platform/secrets/secrets.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { type IssuedCertificate, issueCertificates, loadIssued } from './certificates/issue.ts'
import { loadDateData } from './date-data.sql.ts'
import type { DateData } from './date-data.ts'
import { documentErrors } from './document.errors.ts'
import type { LabelName, TableCardFormat } from './layout/labels.ts'
import type { Letterhead } from './letterhead.schema.ts'
import { loadLetterhead } from './letterhead.sql.ts'
import { loadOrderView, withoutLinks } from './orders/order-view.ts'
import { type DocumentContent, type DocumentInput, documentTitle } from './render.ts'

/** The kinds of documents, and the source of each: a date, a booking, an order, or an invoice confirmation. */
export const documentKinds = {
  'sign-in-sheet': 'date',
  participants: 'date',
  badges: 'date',
  'table-cards': 'date',
  'trainer-folder': 'date',
  certificates: 'date',
  certificate: 'booking',
  'order-confirmation': 'order',
  'invoice-confirmation': 'confirmation',
} as const

export type DocumentKind = keyof typeof documentKinds

/** Which document is wanted. */
export type DocumentRequest = { language: Language } & (
  | { kind: 'sign-in-sheet'; dateId: number; day?: string }
  | { kind: 'participants' | 'trainer-folder'; dateId: number }
  | { kind: 'certificates'; dateId: number }
  | { kind: 'badges'; dateId: number; label?: LabelName; firstLabel?: number }
  | { kind: 'table-cards'; dateId: number; format?: TableCardFormat }
  | { kind: 'certificate'; bookingId: number }
  | { kind: 'order-confirmation'; orderId: number; now: Date }
  | { kind: 'invoice-confirmation'; confirmationId: number }
)

export type RenderedDocument = { fileName: string; content: Buffer }

/** 300 certificates take a few seconds, more on a machine that is busy. */
const timeoutMs = 60_000

const renderer = new URL('./render.ts', import.meta.url)

/** Renders a document in a process of its own. */
export async function renderInWorker(input: DocumentInput): Promise<RenderedDocument> {
  const content = await runInWorker<DocumentInput, Uint8Array>(
    { file: renderer, name: 'renderPdf' },
    input,
    timeoutMs,
  )
  return {
    // Names of events have signs that names of files cannot have.
    fileName: `${documentTitle(input.content, input.language)
      .replace(/[\p{Cc}/\\:*?"<>|]+/gu, ' ')
      .trim()
      .slice(0, 150)}.pdf`,
    content: Buffer.from(content),
  }
}

/** The page that checks certificates, by its public address. Without KONTOR_URL, that of this machine. */
export const verifyAddress = ({ publicUrl, host, port }: Settings): string =>
  `${publicUrl || `http://${host}:${port}`}/verify`

/** Certificates as their document shows them. @throws Failure 409 if there are none */
export function certificatesContent(
  certificates: readonly IssuedCertificate[],
  settings: Settings,
): Extract<DocumentContent, { kind: 'certificates' }> {
  const [first] = certificates
  if (!first) throw conflict(documentErrors.noCertificate())
  const address = verifyAddress(settings)
  return {
    kind: 'certificates',
    createdAt: first.issuedAt,
    certificates: certificates.map(({ number, content, token }) => ({
      number,
      content,
      link: `${address}#${token}`,
    })),
  }
}

type Content = { content: DocumentContent; letterhead: Letterhead }

/** Reads what a document shows; certificates only if they are issued. @throws Failure 404, 409 */
export async function loadDocument(
  reader: Reader,
  settings: Settings,
  request: DocumentRequest,
): Promise<Content> {
  switch (request.kind) {
    case 'certificate':
    case 'certificates': {
      const certificates = await loadIssued(reader, request)
      const content = certificatesContent(certificates, settings)
      return { content, letterhead: await loadLetterhead(reader, certificates[0]!.clientId) }
    }
    case 'order-confirmation': {
      const { orderId: id, now } = request
      const order = await loadOrderView(reader, id, { now, timeZone: settings.timeZone })
      if (!order) throw notFound(generalErrors.notFound({ kind: 'order', id }))
      const letterhead = await loadLetterhead(reader, order.clientId)
      return { content: { kind: request.kind, order: withoutLinks(order) }, letterhead }
    }
    case 'invoice-confirmation': {
      const { confirmationId: id } = request
      const confirmation = await confirmationById(reader, id)
      if (!confirmation) throw notFound(generalErrors.notFound({ kind: 'invoice confirmation', id }))
      const letterhead = await loadLetterhead(reader, confirmation.senderId)
      return { content: { kind: request.kind, confirmation }, letterhead }
    }
    default: {
      const date = await loadDateData(reader, request.dateId)
      const letterhead = await loadLetterhead(reader, date.clientId)
      return { content: contentOfDate(request, date), letterhead }
    }
  }
}

type OfDate = Exclude<
  DocumentRequest,
  { kind: 'certificate' | 'certificates' | 'order-confirmation' | 'invoice-confirmation' }
>

function contentOfDate(request: OfDate, date: DateData): DocumentContent {
  switch (request.kind) {
    case 'sign-in-sheet':
      return { kind: request.kind, date, day: request.day ?? '' }
    case 'badges':
      return {
        kind: request.kind,
        date,
        label: request.label ?? 'L4785',
        firstLabel: request.firstLabel ?? 1,
      }
    case 'table-cards':
      return { kind: request.kind, date, format: request.format ?? 'A4' }
    default:
      return { kind: request.kind, date }
  }
}

async function dateOfBooking(reader: Reader, id: number): Promise<number> {
  const booking = await reader.selectFrom('booking').select('date_id').where('id', '=', id).executeTakeFirst()
  if (!booking) throw notFound(generalErrors.notFound({ kind: 'booking', id }))
  return booking.date_id
}

/**
 * Renders a document, for attaching it to a message. Certificates of those who are entitled are issued before, in a transaction of
 * their own, so that none is open while the document is drawn.
 * @throws Failure 404; 409 if nobody is entitled to a certificate
 */
export async function renderDocument(
  {
    db,
    secrets,
    settings,
    actor,
    now,
    today,
  }: { db: Db; secrets: Secrets; settings: Settings; actor: Actor; now: Date; today: string },
  request: DocumentRequest,
): Promise<RenderedDocument> {
  if (request.kind === 'certificate' || request.kind === 'certificates')
    await inTransaction(db, actor, async (tx) => {
      const bookingIds = request.kind === 'certificate' ? [request.bookingId] : undefined
      const dateId =
        request.kind === 'certificate' ? await dateOfBooking(tx, request.bookingId) : request.dateId
      await issueCertificates(tx, dateId, bookingIds, {
        now,
        today,
        timeZone: settings.timeZone,
        secrets,
      })
    })
  const loaded = await loadDocument(db, settings, request)
  return renderInWorker({ ...loaded, language: request.language, timeZone: settings.timeZone })
}
