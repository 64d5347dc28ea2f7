// Attachments of tasks in the back office: list, keep, show, add.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import Type from 'typebox'
import type { Principal } from '../platform/auth/principal.ts'
import type { Reader } from '../platform/database/database.ts'
import { FileResponse, officeEndpoint } from '../platform/http/endpoint.ts'
import { notFound } from '../platform/http/errors.ts'
import { Id, record } from '../platform/http/schema.ts'
import type { Files } from '../platform/runtime/files.ts'
import { insertAttachment, lockTask, taskExists } from './attachment.sql.ts'
import { decodeText, imageType, previewOf, previewTextBytes } from './preview.ts'
import { Attachment } from './task.office.schema.ts'

const taskParams = Type.Object({ taskId: Id })
const params = Type.Object({ attachmentId: Id })

const taskNotFound = () => notFound('There is no such task.')
const attachmentNotFound = () => notFound('There is no such attachment.')

const attachmentsOf = async (reader: Reader, taskId: number) => {
  const rows = await reader
    .selectFrom('attachment')
    .select([
      'id',
      'filename',
      sql<number>`size::float8`.as('size'),
      sql<string>`to_json(created_at) #>> '{}'`.as('createdAt'),
    ])
    .where('task_id', '=', taskId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, preview: previewOf(row.filename) }))
}

/** Where an attachment of the user's clients lies. */
async function openAttachment(reader: Reader, principal: Principal, files: Files, attachmentId: number) {
  const row = await reader
    .selectFrom('attachment as a')
    .innerJoin('task as t', 't.id', 'a.task_id')
    .select(['a.filename', 'a.task_id'])
    .where('a.id', '=', attachmentId)
    .where('t.client_id', '=', sql<number>`any(${principal.clientIds}::int[])`)
    .executeTakeFirst()
  if (!row) throw attachmentNotFound()
  const path = join(files.root, 'crm', String(row.task_id), row.filename)
  // An imported record may come without its file.
  const handle = await open(path, 'r').catch(() => undefined)
  if (!handle) throw notFound('The file is not in the store.')
  return { filename: row.filename, path, handle }
}

const listAttachments = officeEndpoint({
  method: 'GET',
  path: '/tasks/{taskId}/attachments',
  params: taskParams,
  response: Type.Array(Attachment),
  handle: async ({ db, principal, params: { taskId } }) => {
    if (!(await taskExists(db, taskId, principal))) throw taskNotFound()
    return attachmentsOf(db, taskId)
  },
})

const downloadAttachment = officeEndpoint({
  method: 'GET',
  path: '/attachments/{attachmentId}/file',
  params,
  handle: async ({ db, principal, files, params: { attachmentId } }) => {
    const { filename, path, handle } = await openAttachment(db, principal, files, attachmentId)
    await handle.close()
    return new FileResponse({
      type: 'application/octet-stream',
      name: filename,
      content: createReadStream(path),
    })
  },
})

// The browser's own viewer of PDF is no document of this policy's kind: a sandbox would keep it from starting.
const pdfPolicy = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'"

const previewAttachment = officeEndpoint({
  method: 'GET',
  path: '/attachments/{attachmentId}/preview',
  params,
  handle: async ({ db, principal, files, params: { attachmentId } }) => {
    const { filename, path, handle } = await openAttachment(db, principal, files, attachmentId)
    try {
      const preview = previewOf(filename)
      const options = { name: filename, inline: true }
      switch (preview) {
        case 'image':
          return new FileResponse({ ...options, type: imageType(filename), content: createReadStream(path) })
        case 'pdf':
          return new FileResponse({
            ...options,
            type: 'application/pdf',
            content: createReadStream(path),
            policy: pdfPolicy,
          })
        case 'text': {
          const { buffer, bytesRead } = await handle.read(
            Buffer.alloc(previewTextBytes),
            0,
            previewTextBytes,
            0,
          )
          const content = decodeText(buffer.subarray(0, bytesRead))
          return new FileResponse({ ...options, type: 'text/plain; charset=utf-8', content })
        }
        default:
          throw notFound('Files of this kind are not shown, only kept.')
      }
    } finally {
      await handle.close()
    }
  },
})

const addAttachment = officeEndpoint({
  method: 'POST',
  path: '/tasks/{taskId}/attachments/{filename}',
  params: Type.Object({ taskId: Id, filename: Type.String({ format: 'file-name' }) }),
  response: Type.Array(Attachment),
  upload: {
    check: async ({ params: { taskId }, db, principal }) => {
      if (!(await taskExists(db, taskId, principal))) throw taskNotFound()
    },
  },
  handle: async ({ tx, principal, params: { taskId, filename }, file, files, now }) => {
    if (!(await lockTask(tx, taskId, principal))) throw taskNotFound()
    const name = await insertAttachment(tx, taskId, filename, file!, now)
    await files.store(file!, `crm/${taskId}/${name}`)
    return (await attachmentsOf(tx, taskId)).filter((one) => one.filename === name)
  },
})

/** So that a file that is too large is refused before it is sent. */
const getLimit = officeEndpoint({
  method: 'GET',
  path: '/attachment-limit',
  response: Type.Array(record({ bytes: Type.Integer() })),
  handle: async ({ settings }) => [{ bytes: settings.maxAttachmentBytes }],
})

export const attachmentsOffice = [
  getLimit,
  listAttachments,
  downloadAttachment,
  previewAttachment,
  addAttachment,
]
