// Issues, withdraws and replaces certificates.
//
// 1. loadCandidates (entitlement.ts) reads the half days of each booking and decides the entitlement. 2. The trigger
// number_certificate gives the number: it locks the row of the client, so that a transaction that is rolled back leaves no gap.
// A unique index allows a booking one certificate in force; a second request inserts nothing. Another trigger forbids changes of
// an issued certificate. 3. The content is signed with the key of the client; only signing-key.ts reads the secret, which is in
// a table of its own without change log and export. Content and signature are the token, which the QR code has behind #, so that
// no server sees it. 4. renderPdf draws the PDF in a process of the worker pool. 5. /verify (verify.page.ts) is one file: the
// script of office/verify/, the public keys, and the signed list of withdrawn certificates; the policy of the pages allows the
// script by its hash.
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { conflict, notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { documentErrors } from '../document.errors.ts'
import { attendedMinutes, type CertificateContent, signedText, toPayload } from './content.ts'
import {
  type CertificateCandidate,
  type CertificateDate,
  loadCandidates,
  loadCertificateDate,
} from './entitlement.ts'
import { requirePrintable } from './printable.ts'
import { ensureSigningKey, type SigningKey, toToken } from './signing-key.ts'

type Moment = { now: Date; today: string; timeZone: string }
/** When and by whose key it is signed. */
type Signing = Moment & { secrets: Secrets }

const contentOf = (
  date: CertificateDate,
  candidate: CertificateCandidate,
  today: string,
  replaces = '',
): CertificateContent => ({
  issuer: date.client,
  name: candidate.name,
  title: date.title,
  startDate: date.startDate,
  endDate: date.endDate,
  halfDays: candidate.halfDays,
  halfDayCount: candidate.halfDayCount,
  trainers: date.trainers,
  place: date.place,
  text: date.text,
  signatory: date.signatory,
  issuedOn: today,
  replaces,
})

type NewCertificate = { bookingId: number; content: CertificateContent; replacesId: number | null }

/** Inserts certificates of a client and signs them. A booking whose certificate is in force gets no other. */
async function insertCertificates(
  tx: Tx,
  clientId: number,
  key: SigningKey,
  rows: readonly NewCertificate[],
  { now, today }: Moment,
): Promise<void> {
  const { rows: inserted } = await sql<{ id: number; number: string; content: CertificateContent }>`
    insert into certificate (client_id, year, booking_id, issued_at, content, signing_key_id, replaces_id)
    select ${clientId}::int, ${Number(today.slice(0, 4))}::int, g."bookingId", ${now}::timestamptz, g.content, ${key.id}::int, g."replacesId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g("bookingId" int, content jsonb, "replacesId" int)
    on conflict (booking_id) where withdrawn_at is null do nothing
    returning id, number, content`.execute(tx)
  const tokens = inserted.map(({ number, content }) => {
    const { halfDays, text: _text, signatory: _signatory, ...stated } = content
    return toToken(
      key,
      toPayload({
        ...stated,
        number,
        attended: halfDays.length,
        minutes: attendedMinutes(halfDays),
        text: signedText(content),
      }),
    )
  })
  await sql`update certificate c set token = g.token
    from unnest(${inserted.map(({ id }) => id)}::int[], ${tokens}::text[]) as g(id, token) where c.id = g.id`.execute(
    tx,
  )
}

/** Whether bookings have a certificate in force. */
const certified = async (tx: Tx, bookingIds: readonly number[]): Promise<Set<number>> => {
  const { rows } = await sql<{ id: number }>`
    select booking_id as id from certificate where booking_id = any(${bookingIds}::int[]) and withdrawn_at is null`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Issues the certificates that a date still lacks: of all bookings that are entitled, or of some of them.
 * @throws Failure 404
 */
export async function issueCertificates(
  tx: Tx,
  dateId: number,
  bookingIds: readonly number[] | undefined,
  moment: Signing,
): Promise<void> {
  const date = await loadCertificateDate(tx, dateId)
  if (!date) throw notFound(generalErrors.notFound({ kind: 'date', id: dateId }))
  const entitled = (await loadCandidates(tx, dateId, date, moment)).filter(
    ({ bookingId, obstacle }) => obstacle === '' && (bookingIds?.includes(bookingId) ?? true),
  )
  const known = await certified(
    tx,
    entitled.map(({ bookingId }) => bookingId),
  )
  const rows = entitled
    .filter(({ bookingId }) => !known.has(bookingId))
    .map((candidate) => ({
      bookingId: candidate.bookingId,
      content: contentOf(date, candidate, moment.today),
      replacesId: null,
    }))
  if (rows.length === 0) return
  await requirePrintable(
    rows.map(({ content }) => content),
    documentErrors.notPrintable,
  )
  const key = await ensureSigningKey(tx, moment.secrets, date.clientId, moment.now)
  await insertCertificates(tx, date.clientId, key, rows, moment)
}

type InForce = { id: number; number: string; bookingId: number | null; isWithdrawn: boolean }

async function lockCertificate(tx: Tx, id: number): Promise<InForce> {
  const { rows } = await sql<InForce>`
    select id, number, booking_id as "bookingId", withdrawn_at is not null as "isWithdrawn"
    from certificate where id = ${id} for no key update`.execute(tx)
  if (!rows[0]) throw notFound(generalErrors.notFound({ kind: 'certificate', id }))
  return rows[0]
}

/** @throws Failure 404, 409 if it is withdrawn already */
export async function withdrawCertificate(tx: Tx, id: number, reason: string, now: Date): Promise<InForce> {
  const certificate = await lockCertificate(tx, id)
  if (certificate.isWithdrawn) throw conflict(documentErrors.isWithdrawn({ number: certificate.number }))
  await tx
    .updateTable('certificate')
    .set({ withdrawn_at: now, withdrawal_reason: reason.trim() })
    .where('id', '=', id)
    .execute()
  return certificate
}

/**
 * Withdraws a certificate and issues another one from the present records, which refers to it.
 * @returns the id of the new one
 * @throws Failure 404, 409
 */
export async function replaceCertificate(
  tx: Tx,
  id: number,
  reason: string,
  moment: Signing,
): Promise<number> {
  const { number, bookingId } = await withdrawCertificate(tx, id, reason, moment.now)
  if (bookingId === null) throw conflict(documentErrors.noBooking({ number }))
  const { date_id: dateId } = await tx
    .selectFrom('booking')
    .select('date_id')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  const date = (await loadCertificateDate(tx, dateId))!
  const candidate = (await loadCandidates(tx, dateId, date, moment)).find(
    (one) => one.bookingId === bookingId,
  )
  if (candidate?.obstacle !== '') throw conflict(documentErrors.notEntitled({ number }))
  const content = contentOf(date, candidate, moment.today, number)
  await requirePrintable([content], documentErrors.notPrintable)
  const key = await ensureSigningKey(tx, moment.secrets, date.clientId, moment.now)
  await insertCertificates(tx, date.clientId, key, [{ bookingId, content, replacesId: id }], moment)
  const { rows } = await sql<{ id: number }>`select id from certificate where replaces_id = ${id}`.execute(tx)
  return rows[0]!.id
}

/** A certificate as it was issued. */
export type IssuedCertificate = {
  id: number
  clientId: number
  number: string
  content: CertificateContent
  token: string
  issuedAt: string
}

/** Certificates in force: of a date, of a booking, or one by its id, withdrawn or not. In the order of the names. */
export async function loadIssued(
  reader: Reader,
  of: { dateId: number } | { bookingId: number } | { id: number },
): Promise<IssuedCertificate[]> {
  const condition =
    'dateId' in of
      ? sql`b.date_id = ${of.dateId} and c.withdrawn_at is null`
      : 'bookingId' in of
        ? sql`c.booking_id = ${of.bookingId} and c.withdrawn_at is null`
        : sql`c.id = ${of.id}`
  const { rows } = await sql<IssuedCertificate>`
    select c.id, c.client_id as "clientId", c.number, c.content, c.token, to_json(c.issued_at) #>> '{}' as "issuedAt"
    from certificate c left join booking b on b.id = c.booking_id left join contact k on k.id = b.contact_id
    where ${condition} order by sort_key(k.last_name) collate "C", sort_key(k.first_name) collate "C", c.id`.execute(
    reader,
  )
  return rows
}
