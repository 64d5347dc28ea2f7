// Tells from the headers of the receiving servers whether the sender of a mail is proven (RFC 7489, RFC 8601). It runs in a process
// of the worker pool: this file does not import the server. A mail may bring headers of its own that claim anything: only those
// above the first Received header of another server are believed, and of each method only the topmost header.
import { domainToASCII } from 'node:url'
import { addressParser, type Header } from 'postal-mime'
import type { SenderAuthentication } from '../sender-authentications.ts'
import {
  type AuthenticationResults,
  type MethodResult,
  parseAuthenticationResults,
  withoutComments,
} from './authentication-results.ts'

export type AuthenticatedSender = {
  authentication: SenderAuthentication
  /** The results behind it: `spf=pass, dmarc=fail`. */
  results: string
}

/** The methods that the verdict follows from, in the order in which they are shown. */
const methods = ['spf', 'dkim', 'dmarc'] as const
/** The results which say that somebody else may have sent the mail. */
const failures = new Set(['fail', 'hardfail', 'softfail'])
const maxShownLength = 200

const isWithin = (domain: string, parent: string): boolean =>
  domain === parent || (parent.includes('.') && domain.endsWith(`.${parent}`))

/** The domain of an address or a domain, as names are compared; '': there is none. */
const domainOf = (text: string): string => domainToASCII(text.slice(text.lastIndexOf('@') + 1).trim())

/** The server that has received the mail, if it tells a domain. */
const receiverOf = (received: string): string | undefined =>
  /(?:^|\s)by\s+([a-z\d-]+(?:\.[a-z\d-]+)+)(?:[\s;]|$)/i
    .exec(withoutComments(received).text)?.[1]
    ?.toLowerCase()

function believedHeaders(
  headers: readonly Header[],
  authservIds: readonly string[],
): AuthenticationResults[] {
  const isOwn = (name: string) => authservIds.some((own) => isWithin(name, own))
  const foreign = headers.findIndex(({ key, value }) => {
    const receiver = key === 'received' ? receiverOf(value) : undefined
    return receiver !== undefined && !isOwn(receiver)
  })
  return headers
    .slice(0, foreign < 0 ? headers.length : foreign)
    .filter(({ key }) => key === 'authentication-results')
    .flatMap(({ value }) => parseAuthenticationResults(value) ?? [])
    .filter(({ authservId }) => isOwn(authservId))
}

/** The one domain of the header From; undefined: it names several senders, or none. */
function senderDomain(headers: readonly Header[]): string | undefined {
  const senders = headers
    .filter(({ key }) => key === 'from')
    .flatMap(({ value }) => addressParser(value.slice(0, 10_000), { flatten: true }))
  return senders.length === 1 ? domainOf(senders[0]!.address ?? '') || undefined : undefined
}

/** The domain for which SPF or DKIM has passed. */
function confirmedDomain({ method, properties }: MethodResult): string {
  const property = (name: string) => properties.get(name) ?? ''
  return method === 'spf'
    ? domainOf(property('smtp.mailfrom') || property('smtp.helo'))
    : domainOf(property('header.d') || property('header.i'))
}

function verdictOf(results: readonly MethodResult[], sender: string | undefined): SenderAuthentication {
  if (sender === undefined) return 'fail'
  const dmarc = results.filter(({ method }) => method === 'dmarc')
  const passed = results.filter(({ result }) => result === 'pass')
  if (dmarc.some(({ result }) => failures.has(result))) return 'fail'
  if (dmarc.some((one) => passed.includes(one)))
    return dmarc.every(({ properties }) => domainOf(properties.get('header.from') ?? sender) === sender)
      ? 'pass'
      : 'fail'
  // Without a policy of the domain: its alignment as DMARC has it, for which one name lies within the other.
  const isAligned = passed.some((one) => {
    const domain = confirmedDomain(one)
    return domain !== '' && (isWithin(domain, sender) || isWithin(sender, domain))
  })
  if (isAligned) return 'pass'
  if (passed.length > 0 || results.some(({ result }) => failures.has(result))) return 'fail'
  return results.some(({ result }) => result === 'temperror') ? 'unknown' : 'none'
}

/**
 * Whether the sender of a mail is proven.
 * @param headers from the top
 * @param authservIds the names of the servers that are believed, which stand for those below them too
 */
export function authenticateSender(
  headers: readonly Header[],
  authservIds: readonly string[],
): AuthenticatedSender {
  const believed = believedHeaders(headers, authservIds)
  if (believed.length === 0) return { authentication: 'unknown', results: '' }
  const results = methods.flatMap((method) => {
    const isOfMethod = (one: MethodResult) => one.method === method
    return believed.find((header) => header.results.some(isOfMethod))?.results.filter(isOfMethod) ?? []
  })
  return {
    authentication: verdictOf(results, senderDomain(headers)),
    results: results
      .map(({ method, result }) => `${method}=${result}`)
      .join(', ')
      .slice(0, maxShownLength),
  }
}
