// Interface: POST /attachment/crm/{taskId}/{filename}.
import Type from 'typebox'
import { notFound } from '../platform/ground/errors.ts'
import { described, Id, record } from '../platform/ground/schema.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import { addAttachment, taskExists } from './attachment.sql.ts'
import { inboxErrors } from './inbox.errors.ts'

const StoredAttachment = record(
  described(
    { path: Type.String() },
    {
      path: 'Path below the file store: `crm/<taskId>/<filename>`. If the name was taken, ` (2)` and so on precede its extension',
    },
  ),
  'StoredAttachment',
  'Where the file is stored',
)

const taskNotFound = () => notFound(inboxErrors.unknownTask())

export const uploadAttachment = endpoint({
  method: 'POST',
  path: '/attachment/crm/{taskId}/{filename}',
  id: 'uploadAttachment',
  tag: 'Mail and to-do import',
  summary: 'Import a file as an attachment of a task',
  description:
    'The body is the raw file. Nothing is overwritten: a name that the task has already gets ` (2)`, ` (3)`, … before its extension; ' +
    '`path` says what it became. The answer comes when the file is complete and on disk.',
  params: record(
    described(
      { taskId: Id, filename: Type.String({ format: 'file-name' }) },
      {
        taskId: 'Id of the task',
        filename: 'Name of the file: one segment of a path of at most 255 bytes, percent-encoded',
      },
    ),
  ),
  response: Type.Array(StoredAttachment),
  upload: {
    check: async ({ params, db, principal }) => {
      if (!(await taskExists(db, params.taskId, principal))) throw taskNotFound()
    },
  },
  examples: {
    params: { taskId: 12, filename: 'Anmeldung Lindner.pdf' },
    response: [{ path: 'crm/12/Anmeldung Lindner.pdf' }],
  },
  handle: async ({ params: { taskId, filename }, file, ...context }) => {
    const name = await addAttachment(context, taskId, filename, file!)
    if (name === undefined) throw taskNotFound()
    return [{ path: `crm/${taskId}/${name}` }]
  },
})
