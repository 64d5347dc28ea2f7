import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A port of this machine that leads to a Unix socket, and how it fails. */
export type TcpProxy = {
  port: number
  /** Nothing passes any more, and nobody is told. */
  stall(): void
  /** Closes all connections and refuses new ones. */
  refuse(): void
  /** Closes all connections. */
  cut(): void
  /** Closes all connections in the direction of the clients. */
  halfClose(): void
  /** Everything arrives this many milliseconds later. */
  delay(ms: number): void
  /** Works again; stalled data passes. */
  restore(): void
  close(): Promise<void>
}

export async function openTcpProxy(socketPath: string): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket]>()
  let state: 'works' | 'stalls' | 'refuses' = 'works'
  let delayMs = 0
  const server = createServer((client) => {
    if (state === 'refuses') return client.destroy()
    const upstream = connect(socketPath)
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    for (const [socket, other] of [pair, [upstream, client] as const]) {
      // A connection keeps the order of its bytes, also while the delay changes.
      let passed: Promise<unknown> = Promise.resolve()
      const pass = (work: () => unknown) => {
        passed = Promise.all([passed, delayMs > 0 && wait(delayMs)]).then(work)
      }
      socket.on('error', () => {})
      socket.on('data', (bytes) => pass(() => other.write(bytes)))
      socket.on('close', () => {
        pairs.delete(pair)
        pass(() => other.destroy())
      })
      if (state === 'stalls') socket.pause()
    }
    return undefined
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets = () => [...pairs].flat()
  const cut = () => {
    for (const socket of sockets()) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    stall() {
      state = 'stalls'
      for (const socket of sockets()) socket.pause()
    },
    refuse() {
      state = 'refuses'
      cut()
    },
    cut,
    halfClose() {
      for (const [client] of pairs) client.end()
    },
    delay(ms) {
      delayMs = ms
    },
    restore() {
      state = 'works'
      delayMs = 0
      for (const socket of sockets()) socket.resume()
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
