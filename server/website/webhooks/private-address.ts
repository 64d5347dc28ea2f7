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
 * Where cloud providers tell their machines credentials and settings. No setting allows them. Each with its source; most are in private
 * ranges, but not all.
 */
export const metadataAddresses = [
  // AWS, Azure, Google Cloud, DigitalOcean, Hetzner, OpenStack, Oracle: docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-data-retrieval.html
  '169.254.169.254',
  // AWS over IPv6: the same page
  'fd00:ec2::254',
  // AWS, tasks of ECS: docs.aws.amazon.com/AmazonECS/latest/developerguide/task-metadata-endpoint-v4.html
  '169.254.170.2',
  // AWS, pods of EKS: docs.aws.amazon.com/eks/latest/userguide/pod-id-how-it-works.html
  '169.254.170.23',
  'fd00:ec2::23',
  // Azure, of its platform: learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  '168.63.129.16',
  // Google Cloud over IPv6: cloud.google.com/compute/docs/metadata/querying-metadata
  'fd20:ce::254',
  // Alibaba Cloud: alibabacloud.com/help/en/ecs/user-guide/view-instance-metadata
  '100.100.100.200',
  // Oracle Compute Cloud Classic: docs.oracle.com/en/cloud/iaas/compute-iaas-cloud/stcsg/retrieving-instance-metadata.html
  '192.0.0.192',
  // OpenStack over IPv6: docs.openstack.org/nova/latest/user/metadata.html
  'fe80::a9fe:a9fe',
  // Scaleway: scaleway.com/en/docs/instances/how-to/use-cloud-init
  '169.254.42.42',
  'fd00:42::42',
]
const metadata: ReadonlySet<string> = new Set(
  metadataAddresses.map((address) => ipaddr.parse(address).toNormalizedString()),
)

/** @param allowed networks that may be reached although they are private */
export function isReachable(address: string, allowed: BlockList | undefined): boolean {
  // An IPv4 address within an IPv6 one reaches the same machine.
  const parsed = ipaddr.process(address)
  const text = parsed.toNormalizedString()
  if (metadata.has(text)) return false
  if (allowed?.check(parsed.toString(), parsed.kind())) return true
  return parsed.range() === 'unicast' && !ownAddresses().has(text)
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
