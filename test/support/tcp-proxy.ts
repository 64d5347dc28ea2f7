import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A port of this machine that leads to a Unix socket, and how it fails. */
export type TcpProxy = {
  port: number
  /** Nothing passes any more, and nobody is told. */
  stall(): void
  /** Closes all connections and refuses new ones. */
  refuse(): void
  /** Works again; what was stalled passes. */
  restore(): void
  close(): Promise<void>
}

export async function openTcpProxy(socketPath: string): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket]>()
  let state: 'works' | 'stalls' | 'refuses' = 'works'
  const server = createServer((client) => {
    if (state === 'refuses') return client.destroy()
    const upstream = connect(socketPath)
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    for (const [socket, other] of [pair, [upstream, client] as const]) {
      socket.on('error', () => {})
      socket.on('data', (bytes) => other.write(bytes))
      socket.on('close', () => {
        pairs.delete(pair)
        other.destroy()
      })
      if (state === 'stalls') socket.pause()
    }
    return undefined
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets = () => [...pairs].flat()
  return {
    port: (server.address() as AddressInfo).port,
    stall() {
      state = 'stalls'
      for (const socket of sockets()) socket.pause()
    },
    refuse() {
      state = 'refuses'
      for (const socket of sockets()) socket.destroy()
    },
    restore() {
      state = 'works'
      for (const socket of sockets()) socket.resume()
    },
    async close() {
      for (const socket of sockets()) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
