// A service on a Unix socket, or on the socket that systemd has opened (sd_listen_fds(3)), instead of a port of its own.
import { chmod, chown, lstat, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Account } from '../../platform/ground/account.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { StartError } from '../command.ts'
import { portError } from './port-error.ts'

const firstInherited = 3

/**
 * The file descriptor of the socket that systemd has opened; undefined: it has opened none.
 * @param owner the process for which it is: this one, or for a worker the one that started it
 * @throws StartError if there are several
 */
export function inheritedSocket(owner: number, env: NodeJS.ProcessEnv = process.env): number | undefined {
  const { LISTEN_PID: pid, LISTEN_FDS: count } = env
  if (Number(pid) !== owner || !Number(count)) return undefined
  if (Number(count) > 1)
    throw new StartError(`${count} sockets were passed to Kontor (LISTEN_FDS); it listens on one`)
  return firstInherited
}

/**
 * Makes sure that the path of the socket is free: removes the socket of a process that is gone.
 * @throws StartError if another process listens on it, or something else is there
 */
export async function claimSocketPath({ socket }: Settings): Promise<void> {
  if (socket === undefined) return
  const found = await lstat(socket).catch(() => undefined)
  if (!found) return
  if (!found.isSocket()) throw new StartError(`KONTOR_SOCKET: ${socket} exists, and is not a socket`)
  if (await answers(socket)) throw new StartError(`KONTOR_SOCKET: another process listens on ${socket}`)
  await rm(socket, { force: true })
}

const answers = (path: string): Promise<boolean> =>
  new Promise((done, fail) => {
    const client = connect(path, () => {
      client.destroy()
      done(true)
    })
    client.on('error', (error: Error & { code?: string }) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') done(false)
      // A full queue of connections is one of a process that lives.
      else if (error.code === 'EAGAIN') done(true)
      else fail(new StartError(`KONTOR_SOCKET: ${error.message}`))
    })
  })

/** Gives the socket the mode of the setting, and as root the account that the service goes on under. */
export async function permitSocket({ socket, socketMode }: Settings, account?: Account): Promise<void> {
  if (socket === undefined) return
  if (account) await chown(socket, account.uid, account.gid)
  await chmod(socket, socketMode)
}

/** Whether clients reach the server by a Unix socket: it has no address, or a path. */
const isUnixServer = (server: Server): boolean => {
  const address = server.address()
  return address === null || typeof address === 'string'
}

/**
 * A peer on a Unix socket has no address, and is on this machine: it counts as 127.0.0.1, for limits, trusted proxies and what is
 * stored. To be called before anything else follows connections.
 */
export function nameUnixPeers(server: Server): void {
  let isUnix = false
  server.once('listening', () => {
    isUnix = isUnixServer(server)
  })
  server.prependListener('connection', (socket: Socket) => {
    if (isUnix) Object.defineProperty(socket, 'remoteAddress', { value: '127.0.0.1' })
  })
}

/**
 * Listens where the settings say.
 * @param inherited the file descriptor of a socket to take instead
 * @returns the address for the operator
 * @throws StartError if it is in use
 */
export async function listenOn(
  app: FastifyInstance,
  settings: Settings,
  inherited: number | undefined,
): Promise<string> {
  const { port, host, socket, publicUrl } = settings
  if (inherited === undefined && socket === undefined)
    return app.listen({ port, host }).catch((error) => {
      throw portError(error, settings)
    })
  // fastify takes every address for one of TCP.
  await app.ready()
  const { server } = app
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>()
  server.once('listening', resolve).once('error', reject)
  server.listen(inherited === undefined ? { path: socket } : { fd: inherited })
  await listening.catch((error) => {
    const where = inherited === undefined ? `KONTOR_SOCKET: ${socket}` : 'the socket of LISTEN_FDS'
    throw new StartError(`${where} cannot be used (${error.code})`)
  })
  return publicUrl || addressText(server, socket)
}

function addressText(server: Server, socket: string | undefined): string {
  const address = server.address()
  if (address === null || typeof address === 'string') return `unix:${socket ?? '(inherited)'}`
  const { family, address: host, port } = address
  return `http://${family === 'IPv6' ? `[${host}]` : host}:${port}`
}
