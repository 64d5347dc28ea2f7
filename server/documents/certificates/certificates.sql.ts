// Reads certificates and keys for the back office.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import { notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import type { DateCertificates, OfficeSigningKey } from './certificates.schema.ts'
import { attendedMinutes } from './content.ts'
import { loadCandidates, loadCertificateDate } from './entitlement.ts'

const contentText = <N extends string>(field: string, name: N) =>
  sql<string>`coalesce(r.content ->> ${sql.lit(field)}, '')`.as(name)

/** Certificates as the office shows them. @param address of the page that checks them */
export const certificatesQuery = (reader: Reader, address: string) =>
  reader
    .selectFrom('certificate as r')
    .innerJoin('client as k', 'k.id', 'r.client_id')
    .leftJoin('booking as b', 'b.id', 'r.booking_id')
    .leftJoin('certificate as former', 'former.id', 'r.replaces_id')
    .leftJoin('certificate as later', 'later.replaces_id', 'r.id')
    .select([
      'r.id',
      'r.number',
      'k.name as clientName',
      contentText('name', 'name'),
      contentText('title', 'title'),
      contentText('startDate', 'startDate'),
      contentText('endDate', 'endDate'),
      sql<number>`coalesce(r.booking_id, 0)`.as('bookingId'),
      sql<number>`coalesce(b.contact_id, 0)`.as('contactId'),
      sql<number>`coalesce(b.date_id, 0)`.as('dateId'),
      sql<string>`to_json(r.issued_at) #>> '{}'`.as('issuedAt'),
      sql<string>`coalesce(to_json(r.withdrawn_at) #>> '{}', '')`.as('withdrawnAt'),
      'r.withdrawal_reason as withdrawalReason',
      sql<string>`coalesce(former.number, '')`.as('replaces'),
      sql<string>`coalesce(later.number, '')`.as('replacedBy'),
      sql<string>`${address}::text || '#' || r.token`.as('link'),
    ])

type Stored = { bookingId: number; id: number; number: string; name: string }

/** @throws Failure 404 */
export async function loadDateCertificates(
  reader: Reader,
  dateId: number,
  day: { today: string; timeZone: string },
): Promise<DateCertificates> {
  const date = await loadCertificateDate(reader, dateId)
  if (!date) throw notFound(generalErrors.notFound({ kind: 'date', id: dateId }))
  const { rows } = await sql<Stored>`
    select c.booking_id as "bookingId", c.id, c.number, c.content ->> 'name' as name
    from certificate c join booking b on b.id = c.booking_id where b.date_id = ${dateId} and c.withdrawn_at is null`.execute(
    reader,
  )
  const stored = new Map(rows.map((row) => [row.bookingId, row]))
  const candidates = await loadCandidates(reader, dateId, date, day)
  return {
    eventId: date.eventId,
    leastPercent: date.leastPercent,
    participants: candidates.map(({ bookingId, contactId, name, halfDays, halfDayCount, obstacle }) => {
      const certificate = stored.get(bookingId)
      return {
        bookingId,
        contactId,
        name,
        attendedHalfDays: halfDays.length,
        halfDayCount,
        minutes: attendedMinutes(halfDays),
        obstacle,
        certificateId: certificate?.id ?? 0,
        number: certificate?.number ?? '',
        isOutdated: certificate !== undefined && certificate.name !== name,
      }
    }),
  }
}

/** The keys of a client, the newest first. */
export async function loadSigningKeys(reader: Reader, clientId: number): Promise<OfficeSigningKey[]> {
  const { rows } = await sql<OfficeSigningKey>`
    select k.id, k.fingerprint, to_json(k.created_at) #>> '{}' as "createdAt", coalesce(to_json(k.retired_at) #>> '{}', '') as "retiredAt",
      (select count(*)::int from certificate c where c.signing_key_id = k.id) as "certificateCount"
    from signing_key k where k.client_id = ${clientId} order by k.id desc`.execute(reader)
  return rows
}
