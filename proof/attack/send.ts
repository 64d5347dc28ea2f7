// Requests as an attacker sends them: by Node's client, or as bytes on a socket.
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'

export type Call = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: Buffer | string | undefined
}

export type Response = {
  status: number
  headers: IncomingHttpHeaders
  /** The beginning of the body. */
  text: string
  /** When the request began, as Date.now(), and how long it took. */
  at: number
  ms: number
}

export type Send = (call: Call) => Promise<Response>

/** A thousand details of an error are kept whole. */
const keptBytes = 1024 * 1024

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

/** A response without its encoding. One of which only a part is kept, or that has no body, stays as it is. */
function decode(bytes: Buffer, encoding = ''): Buffer {
  try {
    return decoders[encoding]?.(bytes) ?? bytes
  } catch {
    return bytes
  }
}

const timeoutMs = 60_000

/** @param connections that are open at once */
export function createClient(url: string, connections: number): { send: Send; close(): void } {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const send: Send = ({ method, path, headers = {}, body }) =>
    new Promise((resolve, reject) => {
      const at = Date.now()
      const start = performance.now()
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const outgoing = httpRequest({
        hostname,
        port,
        agent,
        method,
        path,
        headers: { ...length, ...headers },
      })
      outgoing.setTimeout(timeoutMs, () =>
        outgoing.destroy(new Error(`no response within ${timeoutMs / 1000} s`)),
      )
      outgoing.on('error', reject)
      outgoing.on('response', (response) => {
        const chunks: Buffer[] = []
        let kept = 0
        response.on('error', reject)
        response.on('data', (chunk: Buffer) => {
          if (kept < keptBytes) chunks.push(chunk)
          kept += chunk.length
        })
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            text: decode(Buffer.concat(chunks), response.headers['content-encoding']).toString(),
            at,
            ms: performance.now() - start,
          }),
        )
      })
      outgoing.end(body)
    })
  return { send, close: () => agent.destroy() }
}

/** The head of a request as it is sent. */
export const headOf = (line: string, headers: Record<string, string | number> = {}): string =>
  `${line} HTTP/1.1\r\n${Object.entries({ Host: 'localhost', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

/** An open connection that sends what nobody should. */
export type RawConnection = {
  write(bytes: string | Buffer): void
  /** The bytes that arrived so far. */
  text(): string
  /** Resolves when the server has closed the connection, or after some milliseconds. @returns what arrived */
  closed(withinMs: number): Promise<string>
  end(): void
}

/** @param localAddress of the attacker */
export function openRaw(url: string, localAddress?: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), ...(localAddress ? { localAddress } : {}) })
  let text = ''
  socket.on('data', (bytes) => {
    if (text.length < keptBytes) text += bytes.toString('latin1')
  })
  const close = new Promise<void>((done) => socket.once('close', () => done()))
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.removeListener('error', reject)
      socket.on('error', () => {})
      resolve({
        write: (bytes) => socket.write(bytes),
        text: () => text,
        closed: async (withinMs) => {
          const timer = setTimeout(() => socket.destroy(), withinMs)
          await close
          clearTimeout(timer)
          return text
        },
        end: () => socket.destroy(),
      })
    })
  })
}
