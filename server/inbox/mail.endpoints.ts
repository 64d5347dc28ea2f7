// Interface: POST /mail/participant/{participantId}, POST /mail/crmlead/{leadid}, POST /todo/import.
import Type from 'typebox'
import { defaultClient } from '../access/client.ts'
import { contactErrors } from '../addresses/contact.errors.ts'
import { resolveContactId } from '../addresses/merged-contact.sql.ts'
import { lockLead } from '../leads/lead.sql.ts'
import type { Reader } from '../platform/database/database.ts'
import type { ErrorText } from '../platform/ground/error-text.ts'
import { badRequest, type FieldError, notFound } from '../platform/ground/errors.ts'
import { described, Id, record } from '../platform/ground/schema.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import { inboxErrors } from './inbox.errors.ts'
import { ImportedMail, ImportedTodo, Mail, MailOfContact } from './mail.schema.ts'
import { senderContactId } from './sender.ts'
import { contactExists, findBooking, findFiledMail, insertTask, logTask } from './task.sql.ts'

const tag = 'Mail and to-do import'

const mailExample = {
  subject: 'Rückfrage zur Anmeldung Projektmanagement',
  mailBody: 'Guten Tag,\n\nkönnen wir noch eine Kollegin nachmelden?\n\nViele Grüße\nSabine Lindner',
  mailFrom: 'Sabine Lindner <s.lindner@lindner-maschinenbau.example>',
  mailTo: 'anmeldung@akademie-elbtal.example',
}

/** Subject or mailBody is required (decision 7.2). */
const mailErrors = ({ body }: { body: Mail }, isValid: (...names: string[]) => boolean): FieldError[] =>
  isValid('subject', 'mailBody') && (body.subject ?? '').trim() === '' && (body.mailBody ?? '').trim() === ''
    ? [{ field: 'subject', ...inboxErrors.emptyMail() }]
    : []

async function resolveContact(
  reader: Reader,
  { cid }: { cid?: number },
): Promise<{ id: number | undefined; errors: FieldError[] }> {
  const id = cid && (await resolveContactId(reader, cid))
  const exists = id === undefined || (await contactExists(reader, id))
  return { id, errors: exists ? [] : [{ field: 'cid', ...contactErrors.unknownContact() }] }
}

// An unknown id in the path is reported before an unknown id in the body (decision 2.1).
function assertFound<T>(
  record: T | undefined,
  unknown: () => ErrorText,
  bodyErrors: FieldError[],
): asserts record is T {
  if (!record) throw notFound(unknown())
  if (bodyErrors.length > 0) throw badRequest(bodyErrors)
}

export const importParticipantMail = endpoint({
  method: 'POST',
  path: '/mail/participant/{participantId}',
  id: 'importParticipantMail',
  tag,
  summary: 'Import an e-mail to a participant',
  description:
    'Makes a task and an entry in the logbook of the participation; `participantId` is its `partId`. ' +
    'With `messageId`, a letter that was filed with the participation before is not filed again: the answer names its task. ' +
    'The task belongs to the client of the participation’s lead, else to that of its date, else to the default client of the token’s user.',
  params: record(described({ participantId: Id }, { participantId: 'Id of the participation (`partId`)' })),
  body: MailOfContact,
  rules: mailErrors,
  response: Type.Array(ImportedMail),
  examples: {
    params: { participantId: 12 },
    body: { ...mailExample, cid: 1204 },
    response: [{ leadId: 0, taskNr: 'T-000123', taskId: 123 }],
  },
  handle: async ({ tx, principal, params: { participantId }, body, now }) => {
    const booking = await findBooking(tx, participantId, principal)
    const contact = await resolveContact(tx, body)
    assertFound(booking, inboxErrors.unknownParticipant, contact.errors)
    const { contact_id, lead_id, client_id } = booking
    const filed = await findFiledMail(tx, { booking_id: participantId }, body.messageId ?? '', principal)
    if (filed) return [{ leadId: lead_id ?? 0, taskNr: filed.task_nr, taskId: filed.id }]
    const task = await insertTask(
      tx,
      {
        kind: 'mail',
        mail: body,
        clientId: client_id ?? defaultClient(principal),
        contactId: contact.id ?? contact_id ?? (await senderContactId(tx, body.mailFrom ?? '')),
        leadId: lead_id ?? undefined,
        bookingId: participantId,
      },
      principal,
      now,
    )
    await logTask(
      tx,
      { booking_id: participantId },
      { taskId: task.id, text: body.subject ?? '' },
      principal,
      now,
    )
    return [{ leadId: lead_id ?? 0, taskNr: task.task_nr, taskId: task.id }]
  },
})

export const importLeadMail = endpoint({
  method: 'POST',
  path: '/mail/crmlead/{leadid}',
  id: 'importLeadMail',
  tag,
  summary: 'Import an e-mail into the logbook of a lead',
  description:
    'With `messageId`, a letter that was filed with the lead before is not filed again: the answer names its task.',
  params: record(described({ leadid: Id }, { leadid: 'Id of the lead' })),
  body: MailOfContact,
  rules: mailErrors,
  response: Type.Array(ImportedMail),
  examples: {
    params: { leadid: 18 },
    body: { ...mailExample, subject: 'Angebot Inhouse-Schulung', cid: 1204 },
    response: [{ leadId: 18, taskNr: 'T-000124', taskId: 124 }],
  },
  handle: async ({ tx, principal, params: { leadid }, body, now }) => {
    const lead = await lockLead(tx, principal, leadid)
    const contact = await resolveContact(tx, body)
    assertFound(lead, inboxErrors.unknownLead, contact.errors)
    const filed = await findFiledMail(tx, { lead_id: leadid }, body.messageId ?? '', principal)
    if (filed) return [{ leadId: leadid, taskNr: filed.task_nr, taskId: filed.id }]
    const task = await insertTask(
      tx,
      {
        kind: 'mail',
        mail: body,
        clientId: lead.client_id,
        contactId: contact.id ?? (await senderContactId(tx, body.mailFrom ?? '')),
        leadId: leadid,
      },
      principal,
      now,
    )
    await logTask(tx, { lead_id: leadid }, { taskId: task.id, text: body.subject ?? '' }, principal, now)
    return [{ leadId: leadid, taskNr: task.task_nr, taskId: task.id }]
  },
})

export const importTodo = endpoint({
  method: 'POST',
  path: '/todo/import',
  id: 'importTodo',
  tag,
  summary: 'Save an e-mail as a to-do',
  description: 'The to-do belongs to the default client of the token’s user; its id is the task’s id.',
  body: Mail,
  rules: mailErrors,
  response: Type.Array(ImportedTodo),
  examples: {
    body: { ...mailExample, subject: 'Raum für März klären' },
    response: [{ id: 125, clientId: 1 }],
  },
  handle: async ({ tx, principal, body, now }) => {
    const clientId = defaultClient(principal)
    const contactId = await senderContactId(tx, body.mailFrom ?? '')
    const task = await insertTask(tx, { kind: 'todo', mail: body, clientId, contactId }, principal, now)
    return [{ id: task.id, clientId }]
  },
})
