import type { Server } from 'node:http'
import type { Settings } from '../../runtime/settings.ts'
import { isTrusted, networkOf } from './forwarded.ts'

/**
 * Closes connections beyond the limits: of the process, and of an address or the /64 network of an IPv6 address. The connections of a
 * trusted proxy are those of many clients: only the limit of the process counts for them.
 */
export function limitConnections(server: Server, { connections, trustedProxies }: Settings): void {
  if (connections.all > 0) server.maxConnections = connections.all
  if (connections.address === 0) return
  const isProxy = isTrusted(trustedProxies)
  const openConnections = new Map<string, number>()
  server.on('connection', (socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const network = networkOf(remoteAddress)
    const count = (openConnections.get(network) ?? 0) + 1
    if (count > connections.address) return socket.destroy()
    openConnections.set(network, count)
    socket.on('close', () => {
      const rest = (openConnections.get(network) ?? 1) - 1
      if (rest > 0) openConnections.set(network, rest)
      else openConnections.delete(network)
    })
  })
}
