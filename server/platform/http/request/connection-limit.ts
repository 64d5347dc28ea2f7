import type { Server } from 'node:http'
import { Counter } from 'prom-client'
import { networkOf } from '../../ground/network.ts'
import type { Settings } from '../../settings/settings.ts'
import { registry } from '../metrics.ts'
import { isTrusted } from './forwarded.ts'

const refusals = new Counter({
  name: 'kontor_connections_refused_total',
  help: 'Connections that were closed at once, by the limit that they exceeded: of the process (all) or of an address',
  labelNames: ['limit'],
  registers: [registry],
})

let refused: { total: number; lastAt?: number } = { total: 0 }

/** How many connections this process has refused, and when the last one, by the monotonic clock. */
export const refusedConnections = (): { readonly total: number; readonly lastAt?: number } => refused

function refuse(limit: 'all' | 'address'): void {
  refused = { total: refused.total + 1, lastAt: performance.now() }
  refusals.inc({ limit })
}

/**
 * Closes connections beyond the limits: of the process, and of an address or the /64 network of an IPv6 address. The connections of a
 * trusted proxy are those of many clients: only the limit of the process counts for them.
 */
export function limitConnections(server: Server, { connections, trustedProxies }: Settings): void {
  if (connections.all > 0) {
    server.maxConnections = connections.all
    server.on('drop', () => refuse('all'))
  }
  if (connections.address === 0) return
  const isProxy = isTrusted(trustedProxies)
  const openConnections = new Map<string, number>()
  server.on('connection', (socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const network = networkOf(remoteAddress)
    const count = (openConnections.get(network) ?? 0) + 1
    if (count > connections.address) {
      refuse('address')
      return void socket.destroy()
    }
    openConnections.set(network, count)
    socket.on('close', () => {
      const rest = (openConnections.get(network) ?? 1) - 1
      if (rest > 0) openConnections.set(network, rest)
      else openConnections.delete(network)
    })
  })
}
