// Records in compressed pages, because several hundred thousand contacts as objects need gigabytes.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

const pageSize = 500
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

class Page {
  #records: object[] | undefined = []
  #packed: Buffer | undefined

  /** @returns the index, or -1 if the page is full */
  add(record: object): number {
    if (this.#packed || !this.#records) return -1
    const index = this.#records.push(record) - 1
    if (this.#records.length === pageSize) {
      this.#packed = zstdCompressSync(JSON.stringify(this.#records), options)
      this.close()
    }
    return index
  }

  read(index: number): object {
    this.#records ??= JSON.parse(zstdDecompressSync(this.#packed!).toString()) as object[]
    return this.#records[index]!
  }

  /** Frees what `read` has unpacked. */
  close(): void {
    if (this.#packed) this.#records = undefined
  }
}

/** A record of a `RecordPacker`. Reading records in their order unpacks each page once. */
export type PackedRecord<T> = {
  /** A copy of the record: changes of it are lost. */
  unpack(): T
}

/** Packs records, which must consist of JSON's types. */
export class RecordPacker<T extends object> {
  #writing = new Page()
  #reading: Page | undefined

  pack(record: T): PackedRecord<T> {
    let index = this.#writing.add(record)
    if (index < 0) {
      this.#writing = new Page()
      index = this.#writing.add(record)
    }
    const page = this.#writing
    return { unpack: () => this.#read(page, index) as T }
  }

  #read(page: Page, index: number): object {
    if (this.#reading !== page) this.#reading?.close()
    this.#reading = page
    return page.read(index)
  }
}
