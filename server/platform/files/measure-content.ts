import { createHash } from 'node:crypto'

/** Size and SHA-256 of content. */
export type ContentSum = { size: number; sha256: Buffer }

/** A stage of a pipeline that passes content on; `sum` tells afterwards what it was. */
export function measureContent() {
  const hash = createHash('sha256')
  let size = 0
  return {
    async *pass(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length
        hash.update(chunk)
        yield chunk
      }
    },
    sum: (): ContentSum => ({ size, sha256: hash.digest() }),
  }
}
