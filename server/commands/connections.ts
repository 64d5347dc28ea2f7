import type { SendHandle } from 'node:child_process'
import type { Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Time for running requests when a process stops, in milliseconds. */
export const drainMs = 10_000

/** A connection as processes pass it to each other. node:net has it, and does not document it. */
export type ConnectionHandle = SendHandle & { readStop(): void; close(): void }

type ListeningHandle = { onconnection(error: number, handle: ConnectionHandle): void }

// Node has no public way to pass on a connection of a running server: its types leave out the handle.
const withHandle = <H>(owner: HttpServer | Socket) => owner as unknown as { _handle: H | null }

/** The treatment of connections without a request when a process stops. */
export type Departure =
  /** They are closed after this time, until which each may send one more request. */
  | { lingerMs: number }
  /** Another process goes on with them. */
  | { handOver: (handle: ConnectionHandle) => Promise<void> }

/** The connections of a server. */
export type Connections = {
  /** Accepts no new connections, and waits for running requests. */
  drain(departure: Departure): Promise<void>
  /** Goes on with a connection of another process. */
  accept(handle: ConnectionHandle): void
}

/** So many connections are closed or handed over before they are checked again: each may have got a request meanwhile. */
const batch = 20
const pauseMs = 50
/** A connection that has never been without a request for so long is closed with a response. */
const handOverMs = 5000

/** Follows the connections of a server from now on. */
export function followConnections(server: HttpServer, log: Logger): Connections {
  const open = new Set<Socket>()
  /** Those of other processes. Clients keep them for their next request. */
  const taken = new WeakSet<Socket>()
  let isTaking = false
  server.on('connection', (socket) => {
    open.add(socket)
    if (isTaking) taken.add(socket)
    socket.once('close', () => open.delete(socket))
  })

  return {
    async drain(departure) {
      const startedAt = Date.now()
      const handOver = 'handOver' in departure ? departure.handOver : undefined
      const lingerMs = 'lingerMs' in departure ? departure.lingerMs : 0
      server.prependListener('request', (_request, response) => {
        if (!handOver || Date.now() - startedAt > handOverMs) response.setHeader('connection', 'close')
      })
      const forceClose = setTimeout(() => {
        log.warn('aborting requests that are still running')
        server.closeAllConnections()
      }, drainMs)
      let isClosed = false
      // Neither server.close() of node:http, which cuts idle connections while a request may be arriving, nor fastify's, which rejects it.
      Server.prototype.close.call(server, () => {
        isClosed = true
      })
      const isIdleUnused = (socket: Socket) => handOver !== undefined || taken.has(socket)
      while (!isClosed) {
        // Node has just read the requests that have arrived.
        await nextTurn()
        const idle = Date.now() - startedAt < lingerMs ? [] : idleConnections(server, open, isIdleUnused)
        const some = idle.slice(0, batch)
        if (handOver) await Promise.all(some.map((socket) => handOver(detach(socket))))
        else for (const socket of some) socket.destroy()
        if (some.length === idle.length) await wait(pauseMs)
      }
      clearTimeout(forceClose)
    },
    accept(handle) {
      // As if it came from the port.
      const { _handle: port } = withHandle<ListeningHandle>(server)
      if (!port) return handle.close()
      isTaking = true
      port.onconnection(0, handle)
      isTaking = false
    },
  }
}

/**
 * The connections on which no request has begun since the last response.
 * @param isIdleUnused whether one without a request so far counts
 */
function idleConnections(
  server: HttpServer,
  open: Set<Socket>,
  isIdleUnused: (socket: Socket) => boolean,
): Socket[] {
  const idle = new Set<Socket>()
  function addToIdle(this: Socket) {
    idle.add(this)
    return this
  }
  // Only node's parser knows whether a request has begun, and only closeIdleConnections asks it.
  for (const socket of open) socket.destroy = addToIdle
  server.closeIdleConnections()
  for (const socket of open) delete (socket as Partial<Socket>).destroy
  return [...open].filter(
    (socket) =>
      !socket.destroyed &&
      socket.writableLength === 0 &&
      (idle.has(socket) || (socket.bytesRead === 0 && isIdleUnused(socket))),
  )
}

/** Takes a connection out of this process. Data that the client sends from now on waits until another process reads it. */
function detach(socket: Socket): ConnectionHandle {
  const owner = withHandle<ConnectionHandle>(socket)
  const handle = owner._handle!
  handle.readStop()
  owner._handle = null
  socket.destroy()
  return handle
}
