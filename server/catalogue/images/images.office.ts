// Images of events, trainers and locations in the back office.
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { lockRecord } from '../../platform/database/change-log.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { ReceivedFile } from '../../platform/files/files.ts'
import { badRequest, conflict, notFound } from '../../platform/ground/errors.ts'
import { Id, Name, record } from '../../platform/ground/schema.ts'
import { FileResponse, officeEndpoint } from '../../platform/http/endpoint.ts'
import { imageErrors } from './image.errors.ts'
import { findImage, imageOwners, writeImage } from './image.sql.ts'
import { type ImageFacts, maxMegapixels } from './image-facts.ts'
import { inspectImage } from './process-image.ts'

const right = 'catalogue:edit'
/** The owner of a location is its contact. */
const params = Type.Object({ owner: Type.Enum(imageOwners), ownerId: Id })
type Owner = Static<typeof params>

const OfficeImage = record({
  altText: Type.String(),
  /** '': as in German. */
  altTextEn: Type.String(),
  mediaType: Type.String(),
  /** In pixels, upright. */
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
  /** Changes with the content. */
  version: Type.String(),
  /** Whether websites show this image already. */
  isResized: Type.Boolean(),
})

async function read(reader: Reader, { owner, ownerId }: Owner): Promise<Static<typeof OfficeImage>[]> {
  const image = await findImage(reader, owner, ownerId)
  if (!image) return []
  const { altText, altTextEn, mediaType, width, height, version, isResized } = image
  return [{ altText, altTextEn, mediaType, width, height, version, isResized }]
}

const subjects = { event: 'event', trainer: 'trainer', location: 'contact' } as const

/** @throws Failure 404 */
async function lockOwner(tx: Tx, { owner, ownerId }: Owner): Promise<void> {
  await lockRecord(tx, subjects[owner], ownerId)
  if (owner !== 'location') return
  const { rows } = await sql`select from location where contact_id = ${ownerId}`.execute(tx)
  if (rows.length === 0) throw notFound(imageErrors.noOwner({ owner, id: ownerId }))
}

async function lockImage(tx: Tx, { owner, ownerId }: Owner) {
  await lockOwner(tx, { owner, ownerId })
  const image = await findImage(tx, owner, ownerId)
  if (!image) throw notFound(imageErrors.noImage({ owner, id: ownerId }))
  return image
}

const get = officeEndpoint({
  method: 'GET',
  path: '/images/{owner}/{ownerId}',
  params,
  response: Type.Array(OfficeImage),
  handle: ({ db, params }) => read(db, params),
})

const content = officeEndpoint({
  method: 'GET',
  path: '/images/{owner}/{ownerId}/content',
  params,
  /** The version is not looked at: it makes the address of a new image another one. */
  query: Type.Object({ version: Type.Optional(Type.String({ maxLength: 16 })) }),
  handle: async ({ db, params: { owner, ownerId }, files }) => {
    const image = await findImage(db, owner, ownerId)
    const found = image && (await files.read(image.file))
    if (!found) throw notFound(imageErrors.noImage({ owner, id: ownerId }))
    const name = image.file.path.split('/').at(-1)!
    return new FileResponse({ type: image.mediaType, name, inline: true, content: found.content })
  },
})

/** The facts of images that are being uploaded. */
const inspected = new WeakMap<ReceivedFile, ImageFacts>()

/** @throws Failure 400 */
async function inspect(file: ReceivedFile): Promise<void> {
  const facts = await inspectImage(await readFile(file.temporaryPath))
  if (typeof facts !== 'string') {
    inspected.set(file, facts)
    return
  }
  const error =
    facts === 'tooManyPixels'
      ? imageErrors.tooManyPixels({ megapixels: maxMegapixels })
      : imageErrors[facts]()
  throw badRequest([{ field: 'body', ...error }])
}

const AltText = Name
const AltTextEn = Type.Optional(Type.String({ maxLength: 255 }))

const upload = officeEndpoint({
  method: 'POST',
  path: '/images/{owner}/{ownerId}',
  right,
  params,
  query: record({ altText: AltText, altTextEn: AltTextEn }),
  upload: { prepare: inspect },
  response: Type.Array(OfficeImage),
  handle: async ({ tx, params, query: { altText, altTextEn }, file, files, now }) => {
    await lockOwner(tx, params)
    const input = { ...params, altText: altText.trim(), altTextEn: altTextEn?.trim(), now }
    await files.store(file!, await writeImage(tx, input, inspected.get(file!)!, file!))
    return read(tx, params)
  },
})

const change = officeEndpoint({
  method: 'PATCH',
  path: '/images/{owner}/{ownerId}',
  right,
  params,
  body: record({ version: Type.String({ maxLength: 16 }), altText: AltText, altTextEn: AltTextEn }),
  conflict: true,
  response: Type.Array(OfficeImage),
  handle: async ({ tx, params, body: { version, altText, altTextEn } }) => {
    const image = await lockImage(tx, params)
    // The text describes what its author has seen.
    if (image.version !== version) throw conflict(imageErrors.replaced())
    const [text, textEn] = [altText.trim(), altTextEn?.trim() ?? image.altTextEn]
    await sql`
      update image set alt_text = ${text}, alt_text_en = ${textEn}
      where id = ${image.id} and (alt_text, alt_text_en) is distinct from (${text}, ${textEn})`.execute(tx)
    return read(tx, params)
  },
})

const remove = officeEndpoint({
  method: 'DELETE',
  path: '/images/{owner}/{ownerId}',
  right,
  params,
  handle: async ({ tx, params }) => {
    const { id } = await lockImage(tx, params)
    await sql`delete from image where id = ${id}`.execute(tx)
    return []
  },
})

export const imagesOffice = [get, content, upload, change, remove]
