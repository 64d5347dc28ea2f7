// Integration interface: letters of tasks with their attachments.
import { sql } from 'kysely'
import Type from 'typebox'
import { type FieldError, notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { Id, record } from '../../platform/ground/schema.ts'
import { endpoint, FileResponse, WithHeaders } from '../../platform/http/endpoint.ts'
import { taskExists } from '../attachment.sql.ts'
import { attachmentsOf, openAttachment } from '../attachments.office.ts'
import { inboxErrors } from '../inbox.errors.ts'
import { fileNewLetter } from './file-new-letter.ts'
import { FiledLetter, LetterAttachment, LetterOfTask, NewLetter } from './letter.schema.ts'
import { lettersOfTask } from './letters.sql.ts'

const tag = 'Letters'
const params = record({ taskId: Id })

const taskNotFound = (id: number) => notFound(generalErrors.notFound({ kind: 'task', id }))

const exampleAttachment = { id: 71, name: 'Anmeldung.pdf', size: 48_213, createdAt: '2026-03-05T08:30:12Z' }

/** Rules between fields. */
function letterErrors(
  { body: { letter, contact, lead } }: { body: NewLetter },
  areValid: (...names: string[]) => boolean,
): FieldError[] {
  const errors: FieldError[] = []
  if (areValid('letter') && (letter.subject ?? '').trim() === '' && (letter.body ?? '').trim() === '')
    errors.push({ field: 'letter.subject', ...inboxErrors.emptyLetter() })
  if (areValid('contact') && contact) {
    const { id, ...fields } = contact
    if (id === undefined)
      for (const field of ['email', 'lastName'] as const) {
        if (contact[field] === undefined)
          errors.push({ field: `contact.${field}`, ...generalErrors.required() })
      }
    else
      for (const field of Object.keys(fields))
        errors.push({ field: `contact.${field}`, ...inboxErrors.contactById() })
  }
  if (areValid('lead') && lead?.id === undefined && lead?.name?.trim() === '')
    errors.push({ field: 'lead.name', ...generalErrors.blank() })
  return errors
}

const fileLetter = endpoint({
  method: 'POST',
  path: '/letters',
  id: 'fileLetter',
  tag,
  summary: 'File a letter with its contact, lead and attachments, all or nothing',
  description:
    'The contact is the one with `contact.id`, else the one with `contact.email` and `contact.lastName`, which is created if it ' +
    'does not exist (needs the right `090300:add`); without `contact`, the one that has the address of the sender alone. The lead is ' +
    'the one with `lead.id`, else a new one. With `letter.messageId`, a letter that was filed before (with the lead of `lead.id`, ' +
    'else in the client) is not filed again: 200 instead of 201, with the ids of its task. Larger files: ' +
    '`POST /restapi/v1/attachment/crm/{taskId}/{filename}`.',
  body: NewLetter,
  rules: letterErrors,
  bodyFiles: ({ attachments = [] }) => attachments.map(({ base64 }) => Buffer.from(base64, 'base64')),
  response: Type.Array(FiledLetter),
  creates: true,
  conflict: true,
  examples: {
    body: {
      letter: {
        messageId: '<20260305093000.4711@lindner-maschinenbau.example>',
        from: 'Lindner, Sabine <s.lindner@lindner-maschinenbau.example>',
        to: 'anmeldung@akademie-elbtal.example',
        subject: 'Inhouse-Schulung Projektmanagement',
        receivedAt: '2026-03-05T09:30:00+01:00',
        body: '<p>Guten Tag, bitte senden Sie uns ein Angebot.</p>',
        isHtml: true,
      },
      contact: { email: 's.lindner@lindner-maschinenbau.example', lastName: 'Lindner', firstName: 'Sabine' },
      lead: { name: 'Inhouse-Schulung Projektmanagement' },
      attachments: [{ name: 'Anmeldung.pdf', contentType: 'application/pdf', base64: 'JVBERi0xLjcK' }],
    },
    response: [
      {
        taskId: 123,
        taskNr: 'T-000123',
        clientId: 1,
        contactId: 1204,
        leadId: 318,
        attachments: [exampleAttachment],
      },
    ],
  },
  handle: async (context) => {
    const { tx } = context
    const { taskId, isNew } = await fileNewLetter(context)
    const { rows } = await sql<Omit<FiledLetter, 'attachments'>>`
      select id as "taskId", task_nr as "taskNr", client_id as "clientId", coalesce(contact_id, 0) as "contactId",
        coalesce(lead_id, 0) as "leadId" from task where id = ${taskId}`.execute(tx)
    const attachments = await readAttachments(tx, taskId)
    return new WithHeaders([{ ...rows[0]!, attachments }], {}, isNew ? 201 : 200)
  },
})

const readAttachments = async (...of: Parameters<typeof attachmentsOf>) =>
  (await attachmentsOf(...of)).map(({ id, fileName, size, createdAt }) => ({
    id,
    name: fileName,
    size,
    createdAt,
  }))

const listLetters = endpoint({
  method: 'GET',
  path: '/tasks/{taskId}/letters',
  id: 'getLettersOfTask',
  tag,
  summary: 'Read the letters of a task: the one that was filed, and the replies that were sent',
  right: 'task:access',
  params,
  response: Type.Array(LetterOfTask),
  examples: {
    params: { taskId: 123 },
    response: [
      {
        direction: 'received',
        messageId: '20260305093000.4711@lindner-maschinenbau.example',
        from: 'Lindner, Sabine <s.lindner@lindner-maschinenbau.example>',
        to: 'anmeldung@akademie-elbtal.example',
        cc: '',
        subject: 'Inhouse-Schulung Projektmanagement',
        body: '<p>Guten Tag, bitte senden Sie uns ein Angebot.</p>',
        isHtml: true,
        at: '2026-03-05T08:30:00+00:00',
      },
    ],
  },
  handle: async ({ db, principal, settings, params: { taskId } }) => {
    if (!(await taskExists(db, taskId, principal))) throw taskNotFound(taskId)
    return lettersOfTask(db, taskId, settings.mail?.from.address ?? '')
  },
})

const listAttachments = endpoint({
  method: 'GET',
  path: '/tasks/{taskId}/attachments',
  id: 'getAttachmentsOfTask',
  tag,
  summary: 'List the attachments of a task',
  right: 'task:access',
  params,
  response: Type.Array(LetterAttachment),
  examples: { params: { taskId: 123 }, response: [exampleAttachment] },
  handle: async ({ db, principal, params: { taskId } }) => {
    if (!(await taskExists(db, taskId, principal))) throw taskNotFound(taskId)
    return readAttachments(db, taskId)
  },
})

const readAttachment = endpoint({
  method: 'GET',
  path: '/attachments/{attachmentId}/content',
  id: 'getAttachmentContent',
  tag,
  summary: 'Read the content of an attachment',
  right: 'task:access',
  params: record({ attachmentId: Id }),
  response: Type.Array(Type.Never()),
  isFile: true,
  examples: { params: { attachmentId: 71 }, response: [] },
  handle: async ({ params: { attachmentId }, ...context }) =>
    new FileResponse({ type: 'application/octet-stream', ...(await openAttachment(context, attachmentId)) }),
})

export const letterEndpoints = [fileLetter, listLetters, listAttachments, readAttachment]
