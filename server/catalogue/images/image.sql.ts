// Images by their owner: the event, the trainer or the location.
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { ReceivedFile, StoredFile } from '../../platform/files/files.ts'
import type { ImageFacts } from './image-facts.ts'

export const imageOwners = ['event', 'trainer', 'location'] as const
export type ImageOwner = (typeof imageOwners)[number]

/** The column of `image` that refers to the owner. */
const ownerColumn = (owner: ImageOwner) => sql.ref(`${owner}_id`)

/** The beginning of a checksum: the same version is the same content. */
const versionOf = (sha256: Uint8Array): string => Buffer.from(sha256).toString('hex').slice(0, 16)

export type StoredImage = {
  id: number
  altText: string
  /** '': as in German. */
  altTextEn: string
  mediaType: string
  width: number
  height: number
  version: string
  uploadedAt: Date
  /** Whether websites show this image already, and not the one before. */
  isResized: boolean
  file: StoredFile
}

/** The image of an owner. */
export async function findImage(
  reader: Reader,
  owner: ImageOwner,
  ownerId: number,
): Promise<StoredImage | undefined> {
  const { rows } = await sql<Omit<StoredImage, 'version' | 'file'> & StoredFile>`
    select i.id, i.alt_text as "altText", i.alt_text_en as "altTextEn", i.media_type as "mediaType", i.width, i.height, i.uploaded_at as "uploadedAt",
      not exists (select from image_resize r where r.image_id = i.id) as "isResized", i.path, i.size::float8 as size, i.sha256
    from image i where i.${ownerColumn(owner)} = ${ownerId}`.execute(reader)
  return rows.map(({ path, size, sha256, ...image }) => ({
    ...image,
    version: versionOf(sha256),
    file: { path, size, sha256 },
  }))[0]
}

type NewImage = {
  owner: ImageOwner
  ownerId: number
  altText: string
  altTextEn?: string | undefined
  now: Date
}

/** The new content of an owner's image. @returns the path at which it must be stored */
export async function writeImage(
  tx: Tx,
  { owner, ownerId, altText, altTextEn = '', now }: NewImage,
  { mediaType, width, height }: ImageFacts,
  { size, sha256 }: ReceivedFile,
): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    select coalesce((select id from image where ${ownerColumn(owner)} = ${ownerId}),
      nextval(pg_get_serial_sequence('image', 'id')))::int as id`.execute(tx)
  const { id } = rows[0]!
  const path = `images/${id}/${versionOf(sha256)}-original.${mediaType.slice('image/'.length)}`
  await sql`
    insert into image (id, ${ownerColumn(owner)}, alt_text, alt_text_en, media_type, width, height, path, size, sha256, uploaded_at)
    values (${id}, ${ownerId}, ${altText}, ${altTextEn}, ${mediaType}, ${width}, ${height}, ${path}, ${size}, ${sha256}, ${now})
    on conflict (id) do update set alt_text = excluded.alt_text, alt_text_en = excluded.alt_text_en, media_type = excluded.media_type, width = excluded.width,
      height = excluded.height, path = excluded.path, size = excluded.size, sha256 = excluded.sha256,
      uploaded_at = excluded.uploaded_at`.execute(tx)
  return path
}

/** An image whose renditions are to be made, until its claim ends. */
export type ClaimedImage = { id: number; width: number; name: string; file: StoredFile }

/** Claims the image that has waited longest. A claim that ends without renditions is a failure: the pauses grow up to six hours. */
export async function claimImage(tx: Tx): Promise<ClaimedImage | undefined> {
  const { rows } = await sql<Omit<ClaimedImage, 'file'> & StoredFile>`
    with claimed as (
      update image_resize set attempts = attempts + 1,
        next_attempt_at = now() + least(interval '2 minutes' * 2 ^ least(attempts, 10), interval '6 hours')
      where image_id = (select image_id from image_resize where next_attempt_at <= now() order by next_attempt_at, image_id
        limit 1 for update skip locked)
      returning image_id
    )
    select i.id, i.width, slug_of(coalesce(e.title, concat_ws(' ', t.first_name, t.last_name), c.last_name)) as name,
      i.path, i.size::float8 as size, i.sha256
    from claimed join image i on i.id = claimed.image_id left join event e on e.id = i.event_id
    left join trainer t on t.id = i.trainer_id left join contact c on c.id = i.location_id`.execute(tx)
  return rows.map(({ path, size, sha256, ...image }) => ({ ...image, file: { path, size, sha256 } }))[0]
}

export type NewRendition = Pick<ReceivedFile, 'size' | 'sha256'> & {
  format: 'webp' | 'jpeg'
  width: number
  height: number
}

const extensions = { webp: 'webp', jpeg: 'jpg' }

/**
 * Replaces the renditions of an image.
 * @returns their paths; undefined: the image has been replaced or removed since it was claimed
 */
export async function writeRenditions(
  tx: Tx,
  { id, name, file }: ClaimedImage,
  renditions: readonly NewRendition[],
): Promise<string[] | undefined> {
  const { rows } =
    await sql`select from image where id = ${id} and sha256 = ${file.sha256} for update`.execute(tx)
  if (rows.length === 0) return undefined
  const paths = renditions.map(
    ({ format, width, sha256 }) => `images/${id}/${name}-${width}.${versionOf(sha256)}.${extensions[format]}`,
  )
  await sql`delete from image_rendition where image_id = ${id}`.execute(tx)
  await tx
    .insertInto('image_rendition')
    .values(renditions.map((rendition, at) => ({ image_id: id, path: paths[at]!, ...rendition })))
    .execute()
  await sql`delete from image_resize where image_id = ${id}`.execute(tx)
  return paths
}
