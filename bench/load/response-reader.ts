// Reads answers of one connection, as little of each as shows that it is whole and what number it holds: a client that parsed all of
// HTTP and JSON would be slower than what it asks.

const endOfHeaders = Buffer.from('\r\n\r\n')
const emptyBuffer = Buffer.alloc(0)

export class ResponseReader {
  readonly #after: Buffer
  readonly #name: Buffer
  #held: Buffer = emptyBuffer

  /** Looks for the number behind `name`, behind `after`. */
  constructor(after: string, name: string) {
    this.#after = Buffer.from(after)
    this.#name = Buffer.from(name)
  }

  /** @returns the number of an answer once that is whole @throws where it is not 200, not of known length, or has no such number */
  read(chunk: Buffer): number | undefined {
    const bytes = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk
    const head = bytes.indexOf(endOfHeaders)
    const length = head < 0 ? undefined : parseContentLength(bytes.toString('latin1', 0, head))
    if (length === undefined || bytes.length < head + endOfHeaders.length + length) {
      this.#held = bytes
      return undefined
    }
    this.#held = emptyBuffer
    if (bytes.length > head + endOfHeaders.length + length) throw new Error('more than one answer came')
    const date = bytes.indexOf(this.#after, head)
    const at = date < 0 ? -1 : bytes.indexOf(this.#name, date)
    if (at < 0) throw new Error('the answer does not show the date')
    return Number.parseInt(bytes.toString('latin1', at + this.#name.length, at + this.#name.length + 12), 10)
  }
}

function parseContentLength(head: string): number {
  const length = /^content-length: *(\d+)/im.exec(head)?.[1]
  if (!head.startsWith('HTTP/1.1 200 ') || length === undefined) throw new Error(`not as expected: ${head}`)
  return Number(length)
}
