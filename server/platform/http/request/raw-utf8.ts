// A request line with raw UTF-8, which Node's parser rejects: it is percent-encoded, and the request is read once more.
import { isUtf8 } from 'node:buffer'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** The connection as a second parser sees it: what has arrived, as it should have been sent, and what follows. */
class RereadConnection extends Duplex {
  readonly #socket: Socket

  constructor(socket: Socket, head: Buffer) {
    super({ allowHalfOpen: true })
    this.#socket = socket
    // The first parser must not see the rest.
    socket.removeAllListeners('data').removeAllListeners('end')
    this.push(head)
    socket.on('data', (piece: Buffer) => {
      if (!this.push(piece)) socket.pause()
    })
    socket.on('end', () => this.push(null))
    socket.on('close', () => this.destroy())
    socket.on('error', (error) => this.destroy(error))
    socket.resume()
  }

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress
  }
  get remotePort(): number | undefined {
    return this.#socket.remotePort
  }
  get bytesRead(): number {
    return this.#socket.bytesRead
  }

  override _read(): void {
    this.#socket.resume()
  }
  override _write(piece: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#socket.write(piece, done)
  }
  override _final(done: () => void): void {
    this.#socket.end(done)
  }
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroySoon()
    done(error)
  }
}

const lineEnd = Buffer.from('\r\n')

/** The packet from the rejected request on, with an encoded request line; undefined: it has no raw UTF-8. */
function encoded(packet: Buffer, position: number): Buffer | undefined {
  const start = packet.lastIndexOf('\n', position) + 1
  const end = packet.indexOf(lineEnd, position)
  const line = packet.subarray(start, end)
  if (end < 0 || !isUtf8(line)) return undefined
  const text = line.toString()
  const ascii = text.replace(/[^\0-\x7f]+/gu, encodeURIComponent)
  if (ascii === text) return undefined
  // The first parser stays with the connection, which therefore has no further request.
  return Buffer.concat([Buffer.from(`${ascii}\r\nConnection: close`), packet.subarray(end)])
}

/** @returns false if the request is wrong for another reason, or is not the first one that is still unanswered */
export function readRawUtf8(
  server: Server,
  socket: Socket & { _httpMessage?: unknown },
  { code, rawPacket, bytesParsed = 0 }: { code?: string; rawPacket?: unknown; bytesParsed?: number },
): boolean {
  if (code !== 'HPE_INVALID_URL' || !Buffer.isBuffer(rawPacket) || socket._httpMessage) return false
  const packet = encoded(rawPacket, bytesParsed)
  if (!packet) return false
  server.emit('connection', new RereadConnection(socket, packet))
  return true
}
