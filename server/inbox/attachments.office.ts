// Attachments of tasks in the back office: list, download, preview, upload.
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import Type from 'typebox'
import type { Principal } from '../platform/auth/principal.ts'
import type { Reader } from '../platform/database/database.ts'
import type { Files } from '../platform/files/files.ts'
import { notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { Id } from '../platform/ground/schema.ts'
import { FileResponse, officeEndpoint } from '../platform/http/endpoint.ts'
import { addAttachment, taskExists } from './attachment.sql.ts'
import { inboxErrors } from './inbox.errors.ts'
import { decodePreview, imageType, previewTextBytes, previewTypeOf } from './preview.ts'
import { Attachment } from './task.office.schema.ts'

const taskParams = Type.Object({ taskId: Id })
const params = Type.Object({ attachmentId: Id })

const taskNotFound = (id: number) => notFound(generalErrors.notFound({ kind: 'task', id }))

export const attachmentsOf = async (reader: Reader, taskId: number) => {
  const rows = await reader
    .selectFrom('attachment')
    .select([
      'id',
      'filename as fileName',
      sql<number>`size::float8`.as('size'),
      sql<string>`to_json(created_at) #>> '{}'`.as('createdAt'),
    ])
    .where('task_id', '=', taskId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, previewType: previewTypeOf(row.fileName) }))
}

/**
 * Opens the file of an attachment.
 * @param maxBytes of its name; left out: the whole file
 * @throws Failure 404 for attachments of other clients, and without the file
 */
export async function openAttachment(
  { db, principal, files }: { db: Reader; principal: Principal; files: Files },
  attachmentId: number,
  maxBytes: (fileName: string) => number | undefined = () => undefined,
) {
  const row = await db
    .selectFrom('attachment as a')
    .innerJoin('task as t', 't.id', 'a.task_id')
    .select([
      'a.filename as fileName',
      'a.task_id as taskId',
      'a.sha256',
      sql<number>`a.size::float8`.as('size'),
    ])
    .where('a.id', '=', attachmentId)
    .where('t.client_id', '=', sql<number>`any(${principal.clientIds}::int[])`)
    .executeTakeFirst()
  if (!row) throw notFound(generalErrors.notFound({ kind: 'attachment', id: attachmentId }))
  const { fileName, taskId, size, sha256 } = row
  const found = await files.read({ path: `crm/${taskId}/${fileName}`, size, sha256 }, maxBytes(fileName))
  // A data set can be imported without its files.
  if (!found) throw notFound(inboxErrors.missingFile())
  return { name: fileName, content: found.content }
}

const listAttachments = officeEndpoint({
  method: 'GET',
  path: '/tasks/{taskId}/attachments',
  right: 'task:access',
  params: taskParams,
  response: Type.Array(Attachment),
  handle: async ({ db, principal, params: { taskId } }) => {
    if (!(await taskExists(db, taskId, principal))) throw taskNotFound(taskId)
    return attachmentsOf(db, taskId)
  },
})

const downloadAttachment = officeEndpoint({
  method: 'GET',
  path: '/attachments/{attachmentId}/content',
  right: 'task:access',
  params,
  handle: async ({ params: { attachmentId }, ...context }) =>
    new FileResponse({
      type: 'application/octet-stream',
      ...(await openAttachment(context, attachmentId)),
    }),
})

// Without `sandbox`, which prevents the browser's PDF viewer from starting.
const pdfPolicy = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'"

const previewAttachment = officeEndpoint({
  method: 'GET',
  path: '/attachments/{attachmentId}/preview',
  right: 'task:access',
  params,
  handle: async ({ params: { attachmentId }, ...context }) => {
    const { name, content } = await openAttachment(context, attachmentId, (fileName) =>
      previewTypeOf(fileName) === 'text' ? previewTextBytes : undefined,
    )
    switch (previewTypeOf(name)) {
      case 'image':
        return new FileResponse({ name, inline: true, type: imageType(name), content })
      case 'pdf':
        return new FileResponse({ name, inline: true, type: 'application/pdf', content, policy: pdfPolicy })
      case 'text':
        return new FileResponse({
          name,
          inline: true,
          type: 'text/plain; charset=utf-8',
          content: decodePreview(await buffer(content)),
        })
      default:
        content.destroy()
        throw notFound(inboxErrors.noPreview())
    }
  },
})

const uploadAttachment = officeEndpoint({
  method: 'POST',
  path: '/tasks/{taskId}/attachments/upload/{filename}',
  right: ['task:access', 'task:edit'],
  params: Type.Object({ taskId: Id, filename: Type.String({ format: 'file-name' }) }),
  response: Type.Array(Attachment),
  upload: {
    check: async ({ params: { taskId }, db, principal }) => {
      if (!(await taskExists(db, taskId, principal))) throw taskNotFound(taskId)
    },
  },
  handle: async ({ params: { taskId, filename }, file, ...context }) => {
    const name = await addAttachment(context, taskId, filename, file!)
    if (name === undefined) throw taskNotFound(taskId)
    return (await attachmentsOf(context.tx, taskId)).filter((one) => one.fileName === name)
  },
})

export const attachmentsOffice = [listAttachments, downloadAttachment, previewAttachment, uploadAttachment]
