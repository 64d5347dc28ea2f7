// The content of a certificate, and its compact form that is signed. Shared with the page that checks certificates, so without
// anything of Node.

/** Half days that the participant attended; `minutes`: null if the hours of the day are not known. */
export type AttendedHalfDay = { day: string; half: 'morning' | 'afternoon'; minutes: number | null }

/** The content of a certificate, in both languages where it depends on one. */
export type CertificateContent = {
  issuer: string
  name: string
  title: string
  startDate: string
  endDate: string
  halfDays: AttendedHalfDay[]
  /** The half days of the event. */
  halfDayCount: number
  trainers: string
  place: string
  text: { de: string; en: string }
  signatory: string
  /** YYYY-MM-DD */
  issuedOn: string
  /** The number of the certificate that this one replaces; '': none. */
  replaces: string
}

/** The content of the code of a certificate. */
export type SignedContent = Omit<
  CertificateContent,
  'halfDays' | 'text' | 'signatory' | 'startDate' | 'endDate'
> & {
  number: string
  startDate: string
  endDate: string
  /** Half days that were attended. */
  attended: number
  /** null: not known. */
  minutes: number | null
  /** '': not part of the code, because it is long. */
  text: string
}

/** The minutes that were attended; null if those of a half day are not known. */
export const attendedMinutes = (halfDays: readonly AttendedHalfDay[]): number | null =>
  halfDays.length === 0 || halfDays.some(({ minutes }) => minutes === null)
    ? null
    : halfDays.reduce((sum, { minutes }) => sum + minutes!, 0)

/** A code with more would be too fine to be read from paper. */
const maxSignedTextBytes = 400

/** The text of the contents that the code has. */
export const signedText = ({ text }: CertificateContent): string => {
  const chosen = text.de || text.en
  return new TextEncoder().encode(chosen).length <= maxSignedTextBytes ? chosen : ''
}

const version = 1

/** A list of values instead of an object: its names would take most of the code. */
export const toPayload = (content: SignedContent): string =>
  JSON.stringify([
    version,
    content.number,
    content.issuer,
    content.name,
    content.title,
    content.startDate,
    content.endDate,
    content.attended,
    content.halfDayCount,
    content.minutes,
    content.trainers,
    content.place,
    content.issuedOn,
    content.replaces,
    content.text,
  ])

/** Reads the payload of a code whose signature is valid. @throws Error if it is of another version */
export function fromPayload(payload: string): SignedContent {
  const values: unknown = JSON.parse(payload)
  if (!Array.isArray(values) || values[0] !== version) throw new Error('not a certificate of this version')
  const text = (index: number): string => String(values[index] ?? '')
  return {
    number: text(1),
    issuer: text(2),
    name: text(3),
    title: text(4),
    startDate: text(5),
    endDate: text(6),
    attended: Number(values[7]),
    halfDayCount: Number(values[8]),
    minutes: values[9] === null ? null : Number(values[9]),
    trainers: text(10),
    place: text(11),
    issuedOn: text(12),
    replaces: text(13),
    text: text(14),
  }
}

/** A signature is only valid for its purpose. */
export const purposes = {
  certificate: 'kontor certificate\n',
  withdrawn: 'kontor withdrawn\n',
  order: 'kontor order\n',
} as const

/** The signed text: the purpose and the payload. */
export const signedBytes = (purpose: keyof typeof purposes, payload: string): Uint8Array =>
  new TextEncoder().encode(purposes[purpose] + payload)

/** A public key, by which its certificates are checked. */
export type VerificationKey = {
  fingerprint: string
  clientId: number
  client: string
  /** In base64url. */
  publicKey: string
  /** YYYY-MM-DD; '': in use. */
  retiredOn: string
}

/** The certificates of a client that were withdrawn until a time. */
export type WithdrawnList = {
  clientId: number
  /** A timestamp. */
  asOf: string
  withdrawn: { number: string; on: string }[]
}

/** A list with its signature; `payload` is the list as JSON. */
export type SignedList = { fingerprint: string; payload: string; signature: string }
