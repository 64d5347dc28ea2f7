import { domainToASCII } from 'node:url'

/**
 * Key for comparisons that ignore case and Unicode form (identity of contacts and companies). Upper case first, so that `ß` equals
 * `SS` and `ς` equals `Σ`.
 */
export const comparisonKey = (text: string): string =>
  text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').trim()

/** The allowed input of domainToASCII: it takes other characters for parts of a URL. */
const domainPattern = /^[\p{L}\p{M}\p{N}\p{Pd}\p{So}.\u3002\uff0e\uff61\u00b7]+$/u

/**
 * Key for comparisons of e-mail addresses: without case and Unicode form, an internationalised domain by its ASCII form
 * (decision 13.5).
 */
export function emailKey(email: string): string {
  const key = comparisonKey(email)
  const at = key.lastIndexOf('@')
  if (at < 0 || isAscii(email)) return key
  // From the text as it is: the key has `ss` for `ß`, which is another domain.
  const domain = email.slice(email.lastIndexOf('@') + 1).trim()
  if (isAscii(domain) || !domainPattern.test(domain)) return key
  const ascii = domainToASCII(domain)
  return ascii === '' ? key : `${key.slice(0, at)}@${ascii}`
}

/** Whether UTF-8 needs one byte for each character. */
const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length

/**
 * Whether a text is an e-mail address by decision 4.2: one `@`, non-empty sides, no spaces, at most 254
 * characters; no character that separates or encloses the addresses of a list.
 */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@,;<>]+@[^\s@,;<>]+$/u.test(text)

const linkSchemes = /^(https?|mailto|tel):/i
const anyScheme = /^[a-z][a-z0-9+.-]*:/i

/**
 * Whether a text is the address of a link with http(s), mailto or tel, or has no scheme: a path, or a host such as
 * `www.example.org:8080`. Browsers ignore spaces and control characters in a scheme.
 */
export const isLink = (text: string): boolean => {
  const address = text.replace(/[\p{Cc}\s]/gu, '')
  return !anyScheme.test(address) || linkSchemes.test(address) || /^[^:/]+\.[^:/]+:\d+(\/|$)/.test(address)
}

/** Escapes a text for LIKE. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Whether a text is a UUID in the form in which the database writes it. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
