// Files a letter with its contact, its lead and its attachments, in one transaction.
import { sql } from 'kysely'
import { resolveClientOrError } from '../../access/client.ts'
import { contactErrors } from '../../addresses/contact.errors.ts'
import { isPerson } from '../../addresses/contact-types.ts'
import { resolveContactId } from '../../addresses/merged-contact.sql.ts'
import { insertPersons } from '../../contacts/contact.insert.ts'
import { findContactByIdentity } from '../../contacts/identity.ts'
import { saveLead } from '../../leads/create-lead.ts'
import { lockLead } from '../../leads/lead.sql.ts'
import { assertRights, type Principal } from '../../platform/auth/principal.ts'
import { lockKey, lockNamespace, type Tx } from '../../platform/database/database.ts'
import type { Files, ReceivedFile } from '../../platform/files/files.ts'
import { badRequest, Failure } from '../../platform/ground/errors.ts'
import { comparePersons } from '../../platform/ground/matching/names.ts'
import { comparisonKey, emailKey } from '../../platform/ground/text.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { addAttachment } from '../attachment.sql.ts'
import { inboxErrors } from '../inbox.errors.ts'
import { messageIdOf, shownSubject } from '../mail-header.ts'
import { contactsWithAddress, senderContactId } from '../sender.ts'
import { contactExists, findFiledMail, insertTask, logTask } from '../task.sql.ts'
import type { NewLetter } from './letter.schema.ts'

type Context = {
  tx: Tx
  principal: Principal
  settings: Settings
  files: Files
  now: Date
  body: NewLetter
  bodyFiles: readonly ReceivedFile[]
}

/**
 * @returns the task of the letter; `isNew` false: it was filed before
 * @throws Failure 400 for unknown ids, 403 for a client or a right that the user lacks, 413 beyond a quota
 */
export async function fileNewLetter(context: Context): Promise<{ taskId: number; isNew: boolean }> {
  const { tx, principal, now, body, bodyFiles } = context
  const { letter, lead, attachments = [] } = body
  const existingLead = lead?.id === undefined ? undefined : await lockLead(tx, principal, lead.id)
  if (lead?.id !== undefined && !existingLead)
    throw badRequest([{ field: 'lead.id', ...inboxErrors.foreignLead() }])
  const clientId = await clientOf(context, existingLead?.client_id)
  const filed = existingLead
    ? (await findFiledMail(tx, { lead_id: existingLead.id }, letter.messageId ?? '', principal))?.id
    : await findFiledLetter(tx, clientId, letter.messageId ?? '', lead !== undefined)
  if (filed !== undefined) return { taskId: filed, isNew: false }

  const contactId = (await contactOf(context)) ?? (await senderContactId(tx, letter.from))
  const leadId = lead && (await leadOf(context, lead, clientId, contactId))
  const mail = {
    ...(letter.subject !== undefined && { subject: letter.subject }),
    ...(letter.body !== undefined && { mailBody: letter.body }),
    mailFrom: letter.from,
    ...(letter.to !== undefined && { mailTo: letter.to }),
    ...(letter.cc !== undefined && { mailCc: letter.cc }),
    ...(letter.messageId !== undefined && { messageId: letter.messageId }),
    ...(letter.receivedAt !== undefined && { receivedAt: letter.receivedAt }),
    ...(letter.isHtml !== undefined && { isHtml: letter.isHtml }),
  }
  const task = await insertTask(tx, { kind: 'mail', mail, clientId, contactId, leadId }, principal, now)
  if (leadId !== undefined)
    await logTask(tx, { lead_id: leadId }, { taskId: task.id, text: letter.subject ?? '' }, principal, now)
  for (const [index, { name }] of attachments.entries())
    await addAttachment(context, task.id, name, bodyFiles[index]!)
  return { taskId: task.id, isNew: true }
}

async function clientOf({ tx, principal, body }: Context, clientOfLead: number | undefined): Promise<number> {
  if (clientOfLead !== undefined && body.clientId === undefined) return clientOfLead
  const client = await resolveClientOrError(principal, tx, body.clientId)
  if ('error' in client) throw badRequest([client.error])
  if (clientOfLead !== undefined && clientOfLead !== client.id)
    throw badRequest([{ field: 'lead.id', ...inboxErrors.foreignLead() }])
  return client.id
}

/** The task of a letter that was filed in the client before: where a lead is wanted, with one. */
async function findFiledLetter(
  tx: Tx,
  clientId: number,
  messageIdHeader: string,
  withLead: boolean,
): Promise<number | undefined> {
  const messageId = messageIdOf(messageIdHeader)
  if (messageId === '') return undefined
  await lockKey(tx, lockNamespace.letter, `client ${clientId} ${messageId}`)
  const row = await tx
    .selectFrom('task')
    .select('id')
    .where('message_id', '=', messageId)
    .where('kind', '=', 'mail')
    .where('client_id', '=', clientId)
    .where(sql<boolean>`(not ${withLead} or lead_id is not null)`)
    .orderBy('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * The contact of the request: by its id, else by e-mail address and last name (decision 4.1), else by e-mail address and the same name in
 * another spelling, else a new one.
 */
async function contactOf({ tx, principal, body: { contact } }: Context): Promise<number | undefined> {
  if (!contact) return undefined
  const { id, email, lastName, ...fields } = contact
  if (id !== undefined) {
    const resolved = await resolveContactId(tx, id)
    if (await contactExists(tx, resolved)) return resolved
    throw badRequest([{ field: 'contact.id', ...contactErrors.unknownContact() }])
  }
  // Also where it exists: the answer would tell so to somebody who may not know.
  assertRights(principal, ['090300:add'])
  const person = { ...fields, email: email!.trim(), lastName: lastName! }
  const find = async () =>
    (await findContactByIdentity(tx, emailKey(person.email), comparisonKey(person.lastName))) ??
    (await contactsWithAddress(tx, person.email)).find(
      ({ name, contactType }) => isPerson(contactType) && comparePersons(name, person) === 'equal',
    )?.id
  const known = await find()
  if (known !== undefined) return known
  try {
    return (await insertPersons(tx, [person]))[0]!.id
  } catch (error) {
    // Another transaction was faster; it has committed.
    const other = error instanceof Failure && error.status === 409 ? await find() : undefined
    if (other === undefined) throw error
    return other
  }
}

/** The fields of createLead as those of the request. */
const leadFields: Record<string, string> = {
  leadContact: 'contact',
  leadCategory: 'lead.categoryId',
  leadOwner: 'lead.ownerId',
}

async function leadOf(
  { tx, principal, now, body: { letter } }: Context,
  { id, name, categoryId, ownerId, comment }: NonNullable<NewLetter['lead']>,
  clientId: number,
  contactId: number | undefined,
): Promise<number> {
  if (contactId === undefined) {
    if (id !== undefined) return id
    throw badRequest([{ field: 'contact', ...inboxErrors.leadNeedsContact() }])
  }
  const subject = id === undefined ? (name ?? shownSubject(letter.subject ?? '')) : name
  const input = {
    ...(id === undefined ? { clientId } : { leadId: id }),
    leadContact: contactId,
    ...(subject !== undefined && { subject }),
    ...(categoryId !== undefined && { leadCategory: categoryId }),
    ...(ownerId !== undefined && { leadOwner: ownerId }),
    ...(comment !== undefined && { leadComment: comment }),
  }
  return saveLead(tx, principal, input, now).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.status !== 400) throw error
    throw badRequest(error.details.map((one) => ({ ...one, field: leadFields[one.field] ?? one.field })))
  })
}
