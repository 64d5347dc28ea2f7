// Gives the demo's events and trainers their drawn images, with all sizes: the job that makes the sizes of images finds nothing to do.
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { findImage, type ImageOwner, writeImage, writeRenditions } from '../catalogue/images/image.sql.ts'
import { inTransaction, type Tx } from '../platform/database/database.ts'
import type { Files, ReceivedFile } from '../platform/files/files.ts'
import type { Instance } from '../platform/instance/instance.ts'
import { runImageTask } from '../platform/runtime/worker-pool.ts'
import type { RenderedDrawing } from './drawing.worker.ts'
import { drawTopics } from './drawings.ts'
import { drawPortrait } from './portraits.ts'

const render = { file: new URL('./drawing.worker.ts', import.meta.url), name: 'renderDrawings' }
const timeoutMs = 120_000

const topicWidths = [320, 640, 1280]
const portraitWidths = [320]

const renderAll = (svgs: readonly string[], widths: readonly number[]): Promise<RenderedDrawing[]> =>
  runImageTask(render, { svgs, widths }, timeoutMs)

/** The owner of an image, and the drawing that it gets. */
type Wanted = {
  owner: ImageOwner
  ownerId: number
  /** As in the names of files. */
  name: string
  altText: string
  altTextEn: string
  drawing: StoredDrawing
}
type StoredDrawing = RenderedDrawing & { files: { original: ReceivedFile; renditions: ReceivedFile[] } }

async function receive(files: Files, bytes: Uint8Array): Promise<ReceivedFile> {
  const file = await files.receive(Readable.from([Buffer.from(bytes)]), Number.POSITIVE_INFINITY)
  await files.stage(file)
  return file
}

async function receiveAll(files: Files, drawings: readonly RenderedDrawing[]): Promise<StoredDrawing[]> {
  const received: StoredDrawing[] = []
  for (const drawing of drawings) {
    const original = await receive(files, drawing.original)
    const renditions: ReceivedFile[] = []
    for (const { bytes } of drawing.renditions) renditions.push(await receive(files, bytes))
    received.push({ ...drawing, files: { original, renditions } })
  }
  return received
}

async function write(tx: Tx, files: Files, now: Date, { drawing, name, ...texts }: Wanted): Promise<void> {
  const { width, height, renditions, files: received } = drawing
  const facts = { mediaType: 'image/webp', width, height }
  await files.store(received.original, await writeImage(tx, { ...texts, now }, facts, received.original))
  const { id, file } = (await findImage(tx, texts.owner, texts.ownerId))!
  const rows = renditions.map(({ bytes: _, ...rendition }, at) => {
    const { size, sha256 } = received.renditions[at]!
    return { ...rendition, size, sha256 }
  })
  const paths = await writeRenditions(tx, { id, width, name, file }, rows)
  for (const [at, path] of paths!.entries()) await files.store(received.renditions[at]!, path)
}

type Trainer = { id: number; firstName: string; lastName: string; salutation: string; name: string }

/** Unless there are images: those of the demo are added once. */
export async function addDrawings({ db, files, clock }: Instance): Promise<void> {
  const { rows: images } = await sql`select from image limit 1`.execute(db)
  if (images.length > 0) return
  const topics = drawTopics()
  const { rows: events } = await sql<{ id: number; name: string; topic: string }>`
    select e.id, slug_of(e.title) as name, min(c.name) as topic
    from event e join event_in_category i on i.event_id = e.id join catalogue_category c on c.id = i.category_id
    where c.name = any(${[...topics.keys()]}) group by e.id order by e.id`.execute(db)
  const { rows: trainers } = await sql<Trainer>`
    select id, first_name as "firstName", last_name as "lastName", salutation, slug_of(concat_ws(' ', first_name, last_name)) as name
    from trainer order by id`.execute(db)
  const topicDrawings = await receiveAll(
    files,
    await renderAll(
      [...topics.values()].map(({ svg }) => svg),
      topicWidths,
    ),
  )
  const portraits = await receiveAll(
    files,
    await renderAll(
      trainers.map(({ id, salutation }) => drawPortrait(id, salutation === 'ms')),
      portraitWidths,
    ),
  )
  const topicNames = [...topics.keys()]
  const wanted: Wanted[] = [
    ...events.map(({ id, name, topic }): Wanted => {
      const { svg: _, ...texts } = topics.get(topic)!
      return {
        owner: 'event',
        ownerId: id,
        name,
        ...texts,
        drawing: topicDrawings[topicNames.indexOf(topic)]!,
      }
    }),
    ...trainers.map(({ id, name, firstName, lastName }, at): Wanted => {
      const fullName = `${firstName} ${lastName}`
      return {
        ...{ owner: 'trainer', ownerId: id, name, drawing: portraits[at]! },
        ...{ altText: `Gezeichnetes Porträt: ${fullName}`, altTextEn: `Drawn portrait: ${fullName}` },
      }
    }),
  ]
  await inTransaction(db, { userId: null, via: 'kontor demo' }, async (tx) => {
    for (const one of wanted) await write(tx, files, clock.now(), one)
  })
  for (const { files: received } of [...topicDrawings, ...portraits])
    for (const file of [received.original, ...received.renditions]) await files.complete(file)
}
