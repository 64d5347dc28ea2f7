// Which addresses a webhook may reach: not this machine, not private networks, unless a setting allows them.
import { type LookupAddress, lookup } from 'node:dns'
import { type BlockList, isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** A connection to a private address was refused. */
export class PrivateAddress extends Error {
  readonly code = 'private_address'
}

const ownAddresses = (): Set<string> =>
  new Set(
    Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .map(({ address }) => ipaddr.process(address).toNormalizedString()),
  )

/**
 * Public addresses at which a provider answers its machines alone. Those of the other providers are in private ranges. Source: Microsoft,
 * "What is IP address 168.63.129.16?", learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const providerAddresses: ReadonlySet<string> = new Set(['168.63.129.16'])

/** @param allowed networks that may be reached although they are private */
export function isReachable(address: string, allowed: BlockList | undefined): boolean {
  // An IPv4 address within an IPv6 one reaches the same machine.
  const parsed = ipaddr.process(address)
  if (allowed?.check(parsed.toString(), parsed.kind())) return true
  const text = parsed.toNormalizedString()
  return parsed.range() === 'unicast' && !providerAddresses.has(text) && !ownAddresses().has(text)
}

/** The address that the host of a URL is; undefined: it is a name. `URL` has made an address of every other notation. */
const literalOf = ({ hostname }: URL): string | undefined => {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) ? host : undefined
}

/** Whether a URL names an address that must not be reached; the address of a name is known when it is resolved. */
export function namesPrivateAddress(url: URL, allowed: BlockList | undefined): boolean {
  const literal = literalOf(url)
  if (literal !== undefined) return !isReachable(literal, allowed)
  return /(^|\.)localhost\.?$/.test(url.hostname) && !isReachable('127.0.0.1', allowed)
}

type Resolve = (host: string, callback: (error: Error | null, addresses: LookupAddress[]) => void) => void

const resolveAll: Resolve = (host, callback) => lookup(host, { all: true }, callback)

/**
 * Resolves the host of a connection. The connection uses the addresses that were checked, so that a second resolution cannot give
 * others.
 */
export const publicLookup =
  (allowed: BlockList | undefined, resolve: Resolve = resolveAll): LookupFunction =>
  (host, options, callback) =>
    resolve(host, (error, addresses) => {
      if (error) return callback(error, [])
      if (!addresses.every(({ address }) => isReachable(address, allowed)))
        return callback(new PrivateAddress(`${host} is in a private network`), [])
      if (options.all) return callback(null, addresses)
      const first = addresses[0]!
      callback(null, first.address, first.family)
    })
