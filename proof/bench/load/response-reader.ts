// Reads the responses of one connection and extracts one number from each. It parses as little as possible, because a client that
// parsed HTTP and JSON completely would be slower than the service.

const endOfHeaders = Buffer.from('\r\n\r\n')
const emptyBuffer = Buffer.alloc(0)

export class ResponseReader {
  readonly #after: Buffer
  readonly #name: Buffer
  #pending: Buffer = emptyBuffer

  /** The number to extract: the one after `name`, which follows `after`. */
  constructor(after: string, name: string) {
    this.#after = Buffer.from(after)
    this.#name = Buffer.from(name)
  }

  /** @returns the number of a response once it is complete @throws if it is not 200, has no known length, or no such number */
  read(chunk: Buffer): number | undefined {
    const bytes = this.#pending.length > 0 ? Buffer.concat([this.#pending, chunk]) : chunk
    const head = bytes.indexOf(endOfHeaders)
    const length = head < 0 ? undefined : parseContentLength(bytes.toString('latin1', 0, head))
    if (length === undefined || bytes.length < head + endOfHeaders.length + length) {
      this.#pending = bytes
      return undefined
    }
    this.#pending = emptyBuffer
    if (bytes.length > head + endOfHeaders.length + length) throw new Error('received more than one response')
    const date = bytes.indexOf(this.#after, head)
    const at = date < 0 ? -1 : bytes.indexOf(this.#name, date)
    if (at < 0) throw new Error('the response does not contain the date')
    return Number.parseInt(bytes.toString('latin1', at + this.#name.length, at + this.#name.length + 12), 10)
  }
}

function parseContentLength(head: string): number {
  const length = /^content-length: *(\d+)/im.exec(head)?.[1]
  if (!head.startsWith('HTTP/1.1 200 ') || length === undefined)
    throw new Error(`unexpected response: ${head}`)
  return Number(length)
}
