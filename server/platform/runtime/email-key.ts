import { domainToASCII } from 'node:url'
import { comparisonKey } from './text.ts'

/** What domainToASCII may be given: it takes other characters for parts of a URL. */
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
