// The client of a request that reverse proxies pass on: its address, scheme and host.
import { type BlockList, isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import parseForwarded from 'forwarded-parse'
import { Failure } from '../../ground/errors.ts'
import { generalErrors } from '../../ground/general.errors.ts'
import type { Settings } from '../../settings/settings.ts'

/** Whether an address belongs to one of the proxies. */
export const isTrusted =
  (proxies: BlockList | undefined) =>
  (address: string): boolean => {
    if (proxies === undefined) return false
    const version = isIP(address)
    return version !== 0 && proxies.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }

/** fastify's option: `X-Forwarded-*` counts if one of these proxies sends it. */
export const trustProxyOption = (proxies: BlockList | undefined): Pick<FastifyServerOptions, 'trustProxy'> =>
  proxies ? { trustProxy: isTrusted(proxies) } : {}

/**
 * The address of `192.0.2.1:443` or `[2001:db8::1]:443`; of `unix:`, as nginx writes for the peer of a Unix socket, that of this
 * machine; undefined: it names none, such as `unknown` or `_hidden`.
 */
function addressOf(node: string): string | undefined {
  if (node.trim() === 'unix:') return '127.0.0.1'
  const text = node
    .trim()
    .replace(/^\[(.*)\](:\w+)?$/, '$1')
    .replace(/^([\d.]+):\w+$/, '$1')
  return isIP(text) === 0 ? undefined : text
}

/** Whether the client uses TLS, here or up to a proxy. */
export const isSecure = (request: FastifyRequest, { publicUrl }: Settings): boolean =>
  request.protocol === 'https' || publicUrl.startsWith('https:')

const hostNameOf = (host: string) => host.replace(/:\d+$/, '').toLowerCase()
const isLoopbackName = (name: string) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(name)

/** Rejects requests for a host that is none of the instance's, if its public URL is known: names of others that lead here. */
export function rejectOtherHosts(app: FastifyInstance, { publicUrl, host, otherHosts }: Settings): void {
  if (publicUrl === '') return
  const names = new Set([new URL(publicUrl).hostname, host, `[${host}]`, ...otherHosts].map(hostNameOf))
  let accepted = ''
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.host === accepted) return done()
    const name = hostNameOf(request.host)
    // Balancers ask for the state of a process by its address.
    const isOpen = /^\/(healthz|readyz|metrics)$/.test(request.routeOptions.url ?? '')
    if (!names.has(name) && !isLoopbackName(name)) return done(isOpen ? undefined : misdirected())
    accepted = request.host
    done()
  })
}

const misdirected = () => new Failure(421, generalErrors.otherHost())

/** The elements after the last one without an address, which hides those before it. */
function afterLastUnknown<T>(elements: readonly T[], address: (element: T) => string | undefined): T[] {
  return elements.slice(elements.findLastIndex((element) => address(element) === undefined) + 1)
}

/**
 * Makes `request.ip`, `protocol` and `host` those of the client, for requests of the proxies alone. fastify reads `X-Forwarded-*`;
 * here `Forwarded` (RFC 7239) is brought into that form where it is the only one, and ports are left out.
 */
export function readForwardedHeaders(app: FastifyInstance, proxies: BlockList | undefined): void {
  const trusted = isTrusted(proxies)
  let warned = false
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request
    if (proxies === undefined || !trusted(request.socket.remoteAddress ?? '')) {
      // A forgotten setting: everybody behind the proxy would share its limits.
      if (!warned && headers['x-forwarded-for'] !== undefined) {
        warned = true
        app.log.warn(
          { proxy: request.socket.remoteAddress },
          'a request has X-Forwarded-For, but KONTOR_TRUST_PROXY does not name the proxy: it is ignored',
        )
      }
      return done()
    }
    const forwardedFor = headers['x-forwarded-for']
    if (forwardedFor !== undefined) {
      const nodes = String(forwardedFor).split(',')
      headers['x-forwarded-for'] = afterLastUnknown(nodes, addressOf).map(addressOf).join(',')
    } else if (headers.forwarded !== undefined) Object.assign(headers, convert(headers.forwarded, trusted))
    done()
  })
}

function convert(header: string, trusted: (address: string) => boolean): Record<string, string> {
  let elements: ReturnType<typeof parseForwarded>
  try {
    elements = parseForwarded(header)
  } catch {
    return {}
  }
  const hops = afterLastUnknown(elements, (element) => addressOf(element['for'] ?? ''))
  const addresses = hops.map((hop) => addressOf(hop['for'] ?? '') ?? '')
  // Each proxy describes the request that it received: scheme and host are those that the first trusted one saw.
  const client =
    hops[
      Math.max(
        0,
        addresses.findLastIndex((address) => !trusted(address)),
      )
    ]
  return {
    'x-forwarded-for': addresses.join(','),
    'x-forwarded-proto': client?.['proto'] ?? '',
    'x-forwarded-host': client?.['host'] ?? '',
  }
}
