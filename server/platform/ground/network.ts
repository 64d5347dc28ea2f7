import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const prefixOf = (bytes: readonly number[], length: number): string =>
  Buffer.from(bytes.slice(0, length)).toString('hex')

/**
 * The networks of a visitor, from the smallest: an IPv4 address and its /24 network, or the /56 and the /48 network of an IPv6 address,
 * which are what one customer and one site get.
 */
export function networksOf(address: string): [network: string, site: string] {
  if (isIP(address) === 0) return [address, address]
  const parsed = ipaddr.process(address)
  const bytes = parsed.toByteArray()
  return parsed.kind() === 'ipv4'
    ? [parsed.toString(), prefixOf(bytes, 3)]
    : [prefixOf(bytes, 7), prefixOf(bytes, 6)]
}

/** The site of a visitor as people write it, such as 192.0.2.0/24. */
export function siteName(address: string): string {
  if (isIP(address) === 0) return address
  const parsed = ipaddr.process(address)
  const [kind, length] = parsed.kind() === 'ipv4' ? [ipaddr.IPv4, 24] : [ipaddr.IPv6, 48]
  return `${kind.networkAddressFromCIDR(`${parsed}/${length}`)}/${length}`
}

/** The subject of limits: an IPv4 address, or the /64 network of an IPv6 address, of which one customer has all addresses. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : prefixOf(parsed.toByteArray(), 8)
}
