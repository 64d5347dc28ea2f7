// Certificates in the back office.
import Type, { type Static } from 'typebox'
import { Count, Id, IdOrNone, nullable, record } from '../../platform/ground/schema.ts'
import { type CertificateObstacle, certificateObstacles } from './entitlement.ts'

export const OfficeCertificate = record({
  id: Id,
  number: Type.String(),
  clientName: Type.String(),
  name: Type.String(),
  title: Type.String(),
  startDate: Type.String(),
  endDate: Type.String(),
  /** 0: the booking does not exist any more. */
  bookingId: IdOrNone,
  contactId: IdOrNone,
  dateId: IdOrNone,
  issuedAt: Type.String(),
  /** '': in force. */
  withdrawnAt: Type.String(),
  withdrawalReason: Type.String(),
  /** '': none. */
  replaces: Type.String(),
  replacedBy: Type.String(),
  /** Where it is checked, with its code. */
  link: Type.String(),
})
export type OfficeCertificate = Static<typeof OfficeCertificate>

/** The participants of a date, whether they get a certificate, and the one that is in force. */
export const DateCertificates = record({
  participants: Type.Array(
    record({
      bookingId: Id,
      contactId: IdOrNone,
      name: Type.String(),
      attendedHalfDays: Count,
      halfDayCount: Count,
      /** null: not known. */
      minutes: nullable(Count),
      /** Why there is no certificate for this participant; '': there is one, or can be. */
      obstacle: Type.Unsafe<CertificateObstacle>(Type.Enum([...certificateObstacles])),
      /** 0: none is in force. */
      certificateId: IdOrNone,
      number: Type.String(),
      /** The name on the certificate is not that of the participant any more. */
      isOutdated: Type.Boolean(),
    }),
  ),
  leastPercent: Count,
  eventId: Id,
})
export type DateCertificates = Static<typeof DateCertificates>

export const OfficeSigningKey = record({
  id: Id,
  fingerprint: Type.String(),
  createdAt: Type.String(),
  /** '': in use. */
  retiredAt: Type.String(),
  certificateCount: Count,
})
export type OfficeSigningKey = Static<typeof OfficeSigningKey>
