// kontor export: the data set of an instance, from one snapshot, in bounded memory (decision 12).
import type { Writable } from 'node:stream'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.ts'
import { sections } from './data-set.schema.ts'

const chunkLength = 64 * 1024

/**
 * Writes the data set: sections and fields in a fixed order, records by id, one per line, so that equal instances give equal bytes.
 * Waits for a slow reader. Does not end `out`.
 */
export async function exportDataSet(db: Db, out: Writable): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // The first statement takes the snapshot.
      await sql`select 1`.execute(tx)
      await pipeline(Readable.from(toChunks(dataSetLines(tx)), { objectMode: false }), out, { end: false })
    })
}

async function* dataSetLines(tx: Tx): AsyncGenerator<string> {
  yield '{'
  for (const [index, { name, read }] of sections.entries()) {
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(name)}: [`
    let isFirst = true
    for await (const line of read(tx)) {
      yield `${isFirst ? '' : ','}\n${line}`
      isFirst = false
    }
    yield isFirst ? ']' : '\n]'
  }
  yield '\n}\n'
}

/** Joins texts to chunks of bytes. */
async function* toChunks(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let pending: string[] = []
  let length = 0
  for await (const text of texts) {
    pending.push(text)
    length += text.length
    if (length < chunkLength) continue
    yield Buffer.from(pending.join(''))
    pending = []
    length = 0
  }
  if (length > 0) yield Buffer.from(pending.join(''))
}
