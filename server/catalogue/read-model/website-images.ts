// The images and the public files that websites show of events, dates, trainers and locations. Always in memory.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { ImageOwner } from '../images/image.sql.ts'
import { group } from '../records/rows.ts'

export type RenditionFact = {
  format: 'webp' | 'jpeg'
  width: number
  height: number
  /** The last part of its address, with a version. */
  name: string
}

/** Renditions are in the order of format and width, the widest JPEG last. */
export type WebsiteImage = { id: number; alt: string; altEn: string; renditions: RenditionFact[] }

/** A file that Kontor stores. Its access right decides its readers. */
export type WebsiteFile = {
  id: number
  accessRight: string
  name: string
  description: string
  fileName: string
  size: number
  sha256: Buffer
}

/** The images by owner; those whose renditions are not made yet are left out. @param ids of owners; undefined: all */
export async function loadWebsiteImages(
  reader: Reader,
  owner: ImageOwner,
  ids?: readonly number[],
): Promise<Map<number, WebsiteImage>> {
  const column = sql.ref(`${owner}_id`)
  const { rows } = await sql<{ owner: number } & WebsiteImage>`
    select i.${column} as owner, i.id, i.alt_text as alt, i.alt_text_en as "altEn", (
      select json_agg(json_build_object('format', r.format, 'width', r.width, 'height', r.height, 'name', split_part(r.path, '/', 3))
        order by r.format desc, r.width)
      from image_rendition r where r.image_id = i.id) as renditions
    from image i where exists (select from image_rendition r where r.image_id = i.id)
      and ${ids === undefined ? sql`i.${column} is not null` : sql`i.${column} = any(${ids}::int[])`}`.execute(
    reader,
  )
  return new Map(rows.map(({ owner: id, ...image }) => [id, image]))
}

/** The stored files with an access right, by event or date. @param ids undefined: all */
export async function loadWebsiteFiles(
  reader: Reader,
  owner: 'event' | 'date',
  ids?: readonly number[],
): Promise<Map<number, WebsiteFile[]>> {
  const column = sql.ref(`${owner}_id`)
  const { rows } = await sql<{ owner: number } & WebsiteFile>`
    select l.${column} as owner, f.id, f.access_right as "accessRight", f.name, f.description,
      regexp_replace(s.path, '^.*/', '') as "fileName", s.size::float8 as size, s.sha256
    from ${sql.table(`${owner}_file`)} l join catalogue_file f on f.id = l.file_id join stored_file s on s.file_id = f.id
    where f.access_right is not null and ${ids === undefined ? sql`true` : sql`l.${column} = any(${ids}::int[])`}
    order by f.id`.execute(reader)
  return group(
    rows,
    (row) => row.owner,
    ({ owner: _, ...file }) => file,
  )
}
