// The background job that makes the sizes of images for websites.
//
// An image is checked before the transaction in a process of the worker pool that may load native code (sharp): its formats are
// an allow-list of decoders, so that the name of the file does not matter, and its pixels are limited. The transaction stores
// the uploaded file; a trigger queues the image in image_resize and wakes this job, which claims it, makes the renditions, and
// replaces the earlier ones in one transaction. Paths follow from the content, so that a second attempt writes the same.
// Websites get renditions only; the data set has images without renditions, which are made again.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { inTransaction, systemActor } from '../../platform/database/database.ts'
import type { ReceivedFile } from '../../platform/files/files.ts'
import type { Backlog, Job } from '../../platform/instance/background-jobs.ts'
import type { Instance } from '../../platform/instance/instance.ts'
import { type ClaimedImage, claimImage, writeRenditions } from './image.sql.ts'
import { renderImage } from './process-image.ts'

async function resize({ db, files }: Instance, image: ClaimedImage): Promise<void> {
  const found = await files.read(image.file)
  if (!found) throw new Error(`${files.locate(image.file)} is missing`)
  const renditions = await renderImage({ bytes: await buffer(found.content), width: image.width })
  const received: ReceivedFile[] = []
  try {
    for (const { bytes } of renditions) {
      const file = await files.receive(Readable.from([Buffer.from(bytes)]), Number.POSITIVE_INFINITY)
      received.push(file)
      await files.stage(file)
    }
    const isWritten = await inTransaction(db, systemActor, async (tx) => {
      const rows = renditions.map(({ bytes: _, ...rendition }, at) => {
        const { size, sha256 } = received[at]!
        return { ...rendition, size, sha256 }
      })
      const paths = await writeRenditions(tx, image, rows)
      for (const [at, path] of (paths ?? []).entries()) await files.store(received[at]!, path)
      return paths !== undefined
    })
    for (const file of received) await (isWritten ? files.complete(file) : files.discard(file))
  } catch (error) {
    for (const file of received) await files.discard(file)
    throw error
  }
}

export const resizeImagesJob: Job = {
  name: 'resize-images',
  intervalMs: 60_000,
  async run(instance) {
    const { db, log } = instance
    const image = await inTransaction(db, systemActor, claimImage)
    if (!image) return false
    try {
      await resize(instance, image)
    } catch (error) {
      log.warn({ err: error, imageId: image.id }, 'an image was not resized; it is tried again')
    }
    return true
  },
  async dueAfterMs({ db }) {
    const { rows } = await sql<{ ms: number | null }>`
      select (extract(epoch from min(next_attempt_at) - now()) * 1000)::float8 as ms from image_resize`.execute(
      db,
    )
    return rows[0]!.ms ?? undefined
  },
  async readBacklog(db) {
    const { rows } = await sql<Backlog>`
      select count(*)::int as waiting, coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as "oldestSeconds", 0 as failed
      from image_resize where next_attempt_at <= now()`.execute(db)
    return rows[0]!
  },
}
