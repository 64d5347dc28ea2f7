// Forms of mail headers, moments and files in a request.
import { isEmail } from '../../ground/text.ts'

/**
 * Whether a text holds addresses as the header of a mail does: `Müller, Jana <a@b.de>`, `undisclosed-recipients:;`, lists. A part
 * without an address is the beginning of a name.
 */
export function isAddressHeader(header: string): boolean {
  // A quoted name and a comment may contain anything.
  const bare = header.replace(/"(?:[^"\\]|\\.)*"/gs, '').replace(/\([^()]*\)/g, '')
  const parts = bare.split(/[,;]/)
  const mailboxes = parts.map((part) => part.replace(/^[^<:]*:/, '').trim())
  const last = mailboxes.findLast((mailbox) => mailbox !== '')
  if (last === undefined) return header.trim() === '' || parts.some((part) => part.includes(':'))
  return isEmail((/<([^<>]*)>$/.exec(last)?.[1] ?? last).trim())
}

/** Whether a text is a Message-ID, with or without its angle brackets. */
export const isMessageId = (text: string): boolean => /^\s*(?:<[^<>\p{Cc}]*>|[^<>\p{Cc}]*)\s*$/u.test(text)

/** Whether a text is base64 (RFC 4648, section 4), with its padding. */
export const isBase64 = (text: string): boolean =>
  text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)

/** Whether a text is a moment by RFC 3339, such as `2026-03-05T09:30:00+01:00`. */
export const isMoment = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/i.test(text) &&
  !text.startsWith('0000') &&
  !Number.isNaN(Date.parse(text.toUpperCase())) &&
  // Date.parse takes 30 February for a day of March.
  new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10))
