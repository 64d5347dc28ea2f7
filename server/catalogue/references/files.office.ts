// Files of the catalogue in the back office: stored by Kontor, or links to files elsewhere.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { lockRecord, lockVersion, versionColumn } from '../../platform/database/change-log.ts'
import { changedFields } from '../../platform/database/changed-fields.ts'
import type { Reader } from '../../platform/database/database.ts'
import { answerProperties, inputProperties, selections } from '../../platform/database/fields.ts'
import { insertRow, updateRow } from '../../platform/database/write-rows.ts'
import { badRequest, conflict, notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { Count, Id, Name, record, ShortText, Version } from '../../platform/ground/schema.ts'
import { FileResponse, officeEndpoint } from '../../platform/http/endpoint.ts'
import { containsWords, listQuery, selectPage } from '../../platform/http/list.ts'
import { inlineMediaTypeOf } from '../records/media-types.ts'
import { fileFields } from '../records/reference-fields.ts'
import { referenceErrors } from './references.errors.ts'
import { dateName, findUsage } from './used-by.ts'

const right = 'catalogue:edit'
const params = Type.Object({ fileId: Id })

const OfficeFile = record({
  id: Id,
  version: Version,
  ...answerProperties(fileFields),
  /** Stored by Kontor. */
  isStored: Type.Boolean(),
  /** In bytes; 0 if Kontor does not store the file. */
  size: Type.Integer({ minimum: 0 }),
  eventCount: Count,
  dateCount: Count,
})
type OfficeFile = Static<typeof OfficeFile>

const input = inputProperties(fileFields)
const NewFile = record({
  ...input,
  name: Name,
  path: Type.String({ maxLength: 2000, format: 'link-not-blank' }),
})
const FilePatch = record({ version: Version, ...input, name: Type.Optional(Name) })

const eventCount = sql<number>`(select count(*)::int from event_file e where e.file_id = f.id)`
const dateCount = sql<number>`(select count(*)::int from date_file d where d.file_id = f.id)`

const select = (reader: Reader) =>
  reader
    .selectFrom('catalogue_file as f')
    .leftJoin('stored_file as s', 's.file_id', 'f.id')
    .select([
      'f.id',
      versionColumn('file', 'f.id').as('version'),
      ...selections(fileFields, 'f'),
      sql<boolean>`s.file_id is not null`.as('isStored'),
      sql<number>`coalesce(s.size, 0)::float8`.as('size'),
      eventCount.as('eventCount'),
      dateCount.as('dateCount'),
    ])

async function read(reader: Reader, id: number): Promise<OfficeFile> {
  const row = await select(reader).where('f.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(generalErrors.notFound({ kind: 'file', id }))
  return row
}

async function rejectUnknownAccessRight(reader: Reader, accessRight: string | undefined): Promise<void> {
  if (!accessRight) return
  const row = await reader
    .selectFrom('file_access_right')
    .select('access_right')
    .where('access_right', '=', accessRight)
    .executeTakeFirst()
  if (!row) throw badRequest([{ field: 'accessRight', ...generalErrors.unknownReference() }])
}

const list = officeEndpoint({
  method: 'GET',
  path: '/files',
  query: listQuery({
    sorts: ['name', 'id', 'accessRight', 'size', 'eventCount', 'dateCount'],
    filters: {
      q: Type.Optional(ShortText),
      accessRight: Type.Optional(ShortText),
      isStored: Type.Optional(Type.Boolean()),
    },
  }),
  response: Type.Array(OfficeFile),
  handle: ({ db, query }) =>
    selectPage(
      db,
      select(db)
        .$if(!!query.q?.trim(), (rows) =>
          rows.where(containsWords(`concat_ws(' ', f.name, f.description, f.path)`, query.q!)),
        )
        .$if(query.accessRight !== undefined, (rows) => rows.where('f.access_right', '=', query.accessRight!))
        .$if(query.isStored !== undefined, (rows) =>
          rows.where(sql<boolean>`(s.file_id is not null) = ${query.isStored}::boolean`),
        ),
      query,
      {
        name: sql`lower(f.name)`,
        id: sql`f.id`,
        accessRight: sql`f.access_right`,
        size: sql`s.size`,
        eventCount,
        dateCount,
      },
      'f.id',
    ),
})

const get = officeEndpoint({
  method: 'GET',
  path: '/files/{fileId}',
  params,
  response: Type.Array(OfficeFile),
  handle: async ({ db, params: { fileId: id } }) => [await read(db, id)],
})

const content = officeEndpoint({
  method: 'GET',
  path: '/files/{fileId}/content',
  params,
  query: Type.Object({ inline: Type.Optional(Type.Boolean()) }),
  handle: async ({ db, params: { fileId: id }, query, files }) => {
    const stored = await db
      .selectFrom('stored_file')
      .select(['path', 'sha256', sql<number>`size::float8`.as('size')])
      .where('file_id', '=', id)
      .executeTakeFirst()
    const found = stored && (await files.read(stored))
    if (!found) throw notFound(referenceErrors.contentNotStored({ fileId: id }))
    const name = stored.path.split('/').at(-1)!
    const type = inlineMediaTypeOf(name)
    return new FileResponse({
      type: type ?? 'application/octet-stream',
      name,
      inline: query.inline === true && type !== undefined,
      content: found.content,
    })
  },
})

const upload = officeEndpoint({
  method: 'POST',
  path: '/files/upload/{filename}',
  right,
  params: record({ filename: Type.String({ format: 'file-name' }) }),
  query: Type.Partial(Type.Object({ accessRight: ShortText, description: ShortText })),
  upload: {},
  response: Type.Array(OfficeFile),
  handle: async ({ tx, params: { filename }, query, file, files, now }) => {
    await rejectUnknownAccessRight(tx, query.accessRight)
    const { id } = await tx
      .insertInto('catalogue_file')
      .values({
        access_right: query.accessRight || null,
        name: filename.slice(0, 255),
        description: query.description ?? '',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const path = `catalogue/${id}/${filename}`
    await tx.updateTable('catalogue_file').set({ path }).where('id', '=', id).execute()
    await tx
      .insertInto('stored_file')
      .values({ file_id: id, path, size: file!.size, sha256: file!.sha256, created_at: now })
      .execute()
    await files.store(file!, path)
    return [await read(tx, id)]
  },
})

const create = officeEndpoint({
  method: 'POST',
  path: '/files',
  right,
  body: NewFile,
  response: Type.Array(OfficeFile),
  handle: async ({ tx, body }) => {
    await rejectUnknownAccessRight(tx, body.accessRight)
    return [await read(tx, await insertRow(tx, 'catalogue_file', fileFields, body))]
  },
})

const change = officeEndpoint({
  method: 'PATCH',
  path: '/files/{fileId}',
  right,
  params,
  body: FilePatch,
  response: Type.Array(OfficeFile),
  handle: async ({ tx, params: { fileId: id }, body: { version, ...body } }) => {
    await lockVersion(tx, 'file', id, version)
    await rejectUnknownAccessRight(tx, body.accessRight)
    const before = await read(tx, id)
    const changed = changedFields(fileFields, before, body)
    if (before.isStored && changed['path'] !== undefined)
      throw badRequest([{ field: 'path', ...referenceErrors.storedFilePath() }])
    await updateRow(tx, 'catalogue_file', fileFields, id, changed)
    return [await read(tx, id)]
  },
})

const remove = officeEndpoint({
  method: 'DELETE',
  path: '/files/{fileId}',
  right,
  params,
  handle: async ({ tx, params: { fileId: id } }) => {
    await lockRecord(tx, 'file', id)
    const usage = await findUsage(
      tx,
      sql`select e.title as name from event_file f join event e on e.id = f.event_id where f.file_id = ${id}
        union all select ${dateName}
        from date_file f join event_date d on d.id = f.date_id join event e on e.id = d.event_id where f.file_id = ${id}
        union all select name from catalogue_category where image_file_id = ${id}`,
    )
    if (usage) throw conflict(referenceErrors.fileInUse(usage))
    await tx.deleteFrom('catalogue_file').where('id', '=', id).execute()
    return []
  },
})

const accessRights = officeEndpoint({
  method: 'GET',
  path: '/file-access-rights',
  response: Type.Array(record({ id: Type.String(), name: Type.String() })),
  handle: ({ db }) =>
    db
      .selectFrom('file_access_right')
      .select(['access_right as id', 'name'])
      .orderBy('for_public', 'desc')
      .orderBy('for_participants', 'desc')
      .orderBy('access_right')
      .execute(),
})

export const fileOffice = [list, accessRights, get, content, upload, create, change, remove]
