// GET /files/{id}/{name}: public files and images.
import { sql } from 'kysely'
import Type from 'typebox'
import { inlineMediaTypeOf } from '../catalogue/records/media-types.ts'
import type { Reader } from '../platform/database/database.ts'
import type { StoredFile } from '../platform/files/files.ts'
import { Id } from '../platform/ground/schema.ts'
import type { VersionedFileEndpoint } from '../platform/http/public/serve-versioned-file.ts'
import { examplePublicEvent } from './examples.ts'
import { versionedName } from './file-address.ts'

/** A size of an image. Images of an event are shown with it. */
async function findRendition(reader: Reader, id: number, name: string): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`
    select r.path, r.size::float8 as size, r.sha256
    from image_rendition r join image i on i.id = r.image_id left join event e on e.id = i.event_id
    where r.path = ${`images/${id}/${name}`} and (i.event_id is null or e.is_published)`.execute(reader)
  return rows[0]
}

/** A file of published events or dates that everybody may see, without its version. */
async function findFile(reader: Reader, id: number): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`
    select s.path, s.size::float8 as size, s.sha256
    from stored_file s join catalogue_file f on f.id = s.file_id
    join file_access_right a on a.access_right = f.access_right and a.for_public
    where s.file_id = ${id} and (
      exists (select from event_file l join event e on e.id = l.event_id where l.file_id = f.id and e.is_published)
      or exists (select from date_file l join event_date d on d.id = l.date_id join event e on e.id = d.event_id
        where l.file_id = f.id and d.is_published and e.is_published))`.execute(reader)
  return rows[0]
}

const nameOf = ({ path }: StoredFile): string => path.slice(path.lastIndexOf('/') + 1)

export const getFile: VersionedFileEndpoint = {
  path: '/files/{id}/{name}',
  id: 'getFile',
  tag: 'Files',
  summary: 'A public file, or an image in one of its sizes',
  description: `The addresses are those that \`image\` and \`files\` of dates and events give. They need no key, and take none into account: the
version within the name is known to whoever was shown it. A new content has a new address, so that a copy can be kept for good.
What is withdrawn is 404 from then on.`,
  params: Type.Object({
    id: Id,
    name: Type.String({ maxLength: 300, description: 'The name with its version' }),
  }),
  examples: { params: { id: 5, name: examplePublicEvent.image!.url.split('/').at(-1) } },
  async find({ db, files }, { id, name }) {
    const rendition = await findRendition(db, id, name)
    const file = rendition ?? (await findFile(db, id))
    if (!file) return undefined
    const fileName = nameOf(file)
    if (!rendition && versionedName(fileName, file.sha256) !== name) return undefined
    const mediaType = inlineMediaTypeOf(fileName)
    return {
      mediaType: mediaType ?? 'application/octet-stream',
      name: fileName,
      isInline: mediaType !== undefined,
      size: file.size,
      sha256: file.sha256,
      open: async () => (await files.read(file))?.content,
    }
  },
}
