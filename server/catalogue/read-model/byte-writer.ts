const initialSize = 64 * 1024
// A larger buffer is not reused.
const maxRetainedSize = 16 * 1024 * 1024

/** Appends bytes to a growing buffer. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafeSlow(initialSize)
  #length = 0

  #reserve(length: number): void {
    if (this.#length + length <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#length + length))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }

  /** Discards what has been written. */
  reset(): void {
    this.#length = 0
  }

  write(bytes: Buffer, from = 0, to = bytes.length): void {
    this.#reserve(to - from)
    bytes.copy(this.#bytes, this.#length, from, to)
    this.#length += to - from
  }

  writeNumber(value: number): void {
    const digits = String(value)
    this.#reserve(digits.length)
    this.#bytes.write(digits, this.#length, 'latin1')
    this.#length += digits.length
  }

  /** Removes the last bytes, such as a trailing comma. */
  removeLast(count: number): void {
    this.#length -= count
  }

  /** Appends a text, and returns a copy of everything written. */
  finish(suffix: string): Buffer {
    this.write(Buffer.from(suffix))
    const result = Buffer.from(this.#bytes.subarray(0, this.#length))
    if (this.#bytes.length > maxRetainedSize) this.#bytes = Buffer.allocUnsafeSlow(initialSize)
    return result
  }
}
