const initialSize = 64 * 1024
// What is larger is not kept for the next time.
const maxRetainedSize = 16 * 1024 * 1024

/** Bytes put one after the other into one growing buffer. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafeSlow(initialSize)
  #length = 0

  #reserve(length: number): void {
    if (this.#length + length <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#length + length))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }

  /** Begins anew, whatever was put before. */
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

  /** Takes the last bytes back: a comma after which nothing came. */
  removeLast(count: number): void {
    this.#length -= count
  }

  /** All that was put, and a last text. */
  finish(suffix: string): Buffer {
    this.write(Buffer.from(suffix))
    const result = Buffer.from(this.#bytes.subarray(0, this.#length))
    if (this.#bytes.length > maxRetainedSize) this.#bytes = Buffer.allocUnsafeSlow(initialSize)
    return result
  }
}
