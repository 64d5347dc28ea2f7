import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The subject of limits: an IPv4 address, or the /64 network of an IPv6 address, of which one customer has all addresses. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : Buffer.from(parsed.toByteArray().slice(0, 8)).toString('hex')
}
