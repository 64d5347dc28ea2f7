// The mail of a task: its sender, earlier answers, a reply.
import Type from 'typebox'
import { htmlToText, textToHtml } from '../../mail/body.ts'
import { findBounced } from '../../mail/bounced-address.sql.ts'
import { cleanHtml, isHtml } from '../../mail/template.ts'
import { fillAnswer } from '../../messages/templates/answer-template.ts'
import { hasRight } from '../../platform/auth/principal.ts'
import { badRequest, conflict, type FieldError, notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { Id, record } from '../../platform/ground/schema.ts'
import { emailKey } from '../../platform/ground/text.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { lockTask } from '../attachment.sql.ts'
import { inboxErrors } from '../inbox.errors.ts'
import { findUnfiledAnswer } from '../letter-records.ts'
import { parseAddresses } from '../mail-addresses.ts'
import { contactsWithAddress } from '../sender.ts'
import { logTask } from '../task.sql.ts'
import { loadTask } from '../tasks.office.ts'
import { language, MailThread, NewReply, Reply, ReplyDraft } from './reply.schema.ts'
import {
  callBackReply,
  findPreviousTask,
  insertReply,
  loadLetter,
  readDelayMinutes,
  replyRows,
} from './reply.sql.ts'
import { otherRecipients, quoteLetter, replyRecipient, replySubject } from './reply-draft.ts'

const params = Type.Object({ taskId: Id })
const writeRights = ['task:access', 'task:edit'] as const
const maxRecipients = 50

const getThread = officeEndpoint({
  method: 'GET',
  path: '/tasks/{taskId}/mail-thread',
  right: 'task:access',
  params,
  response: Type.Array(MailThread),
  handle: async ({ db, principal, params: { taskId } }) => {
    const task = await loadTask(db, principal, taskId)
    const [sender] = parseAddresses(task.mailFrom)
    const { name = '', address = '' } = sender ?? {}
    const seesContacts = hasRight(principal, '090300:access')
    const [contacts, [bounced], unfiledAnswerTo, previous, replies] = await Promise.all([
      address !== '' && seesContacts ? contactsWithAddress(db, address) : [],
      address === '' ? [] : findBounced(db, [address]),
      seesContacts ? findUnfiledAnswer(db, taskId) : '',
      findPreviousTask(db, taskId),
      replyRows(db, principal).where('o.task_id', '=', taskId).orderBy('o.id').limit(200).execute(),
    ])
    return [
      {
        sender: { name, address, bouncedAt: bounced?.bouncedAt ?? '', contacts },
        unfiledAnswerTo,
        previousTaskId: previous?.id ?? 0,
        previousTaskNr: previous?.taskNr ?? '',
        replies,
      },
    ]
  },
})

const getDraft = officeEndpoint({
  method: 'GET',
  path: '/tasks/{taskId}/reply-draft',
  right: writeRights,
  params,
  query: Type.Object({ language }),
  response: Type.Array(ReplyDraft),
  handle: async ({ db, principal, params: { taskId }, query, settings }) => {
    await loadTask(db, principal, taskId)
    const letter = await loadLetter(db, taskId)
    const own = [settings.mail?.from.address, settings.mailbox?.user].map((one) => one ?? '')
    return [
      {
        to: replyRecipient(letter),
        others: otherRecipients(letter, own).join(', '),
        subject: replySubject(letter.subject),
        quote: quoteLetter(letter, query.language, settings.timeZone),
        delayMinutes: await readDelayMinutes(db),
        canSend: settings.mail !== undefined,
      },
    ]
  },
})

const fillReplyTemplate = officeEndpoint({
  method: 'GET',
  path: '/tasks/{taskId}/reply-templates/{templateId}',
  right: writeRights,
  params: Type.Object({ taskId: Id, templateId: Id }),
  response: Type.Array(record({ body: Type.String() })),
  handle: async ({ db, principal, params: { taskId, templateId }, settings, now }) => {
    const { contactId, bookingId, dateId, mailFrom } = await loadTask(db, principal, taskId)
    const [{ name = '', address = '' } = {}] = parseAddresses(mailFrom)
    const seesBookings = hasRight(principal, 'booking:access')
    const about = { contactId, dateId, bookingId: seesBookings ? bookingId : 0 }
    const letter = { sender: { name, address }, ...about }
    const filled = await fillAnswer(db, templateId, letter, { settings, now })
    if (!filled) throw notFound(generalErrors.notFound({ kind: 'template', id: templateId }))
    return [{ body: filled.isHtml ? filled.body : textToHtml(filled.body) }]
  },
})

/** The addresses of a field, each once. @throws Failure 400 */
function addressesOf(field: 'to' | 'cc', text: string, errors: FieldError[]): string[] {
  const addresses = [
    ...new Map(parseAddresses(text).map(({ address }) => [emailKey(address), address])).values(),
  ]
  if (field === 'to' && addresses.length === 0) errors.push({ field, ...inboxErrors.noAddresses() })
  if (addresses.length > maxRecipients)
    errors.push({ field, ...inboxErrors.tooManyAddresses({ max: maxRecipients }) })
  return addresses
}

const sendReply = officeEndpoint({
  method: 'POST',
  path: '/tasks/{taskId}/replies',
  right: writeRights,
  params,
  body: NewReply,
  response: Type.Array(Reply),
  handle: async ({ tx, principal, params: { taskId }, body, settings, now }) => {
    if (!(await lockTask(tx, taskId, principal)))
      throw notFound(generalErrors.notFound({ kind: 'task', id: taskId }))
    const letter = await loadLetter(tx, taskId)
    if (parseAddresses(letter.mailFrom).length === 0) throw conflict(inboxErrors.noSender())
    const errors: FieldError[] = []
    const to = addressesOf('to', body.to, errors)
    const cc = addressesOf('cc', body.cc ?? '', errors).filter((one) => !to.includes(one))
    const text = isHtml(body.body) ? cleanHtml(body.body) : textToHtml(body.body)
    if (htmlToText(text) === '') errors.push({ field: 'body', ...inboxErrors.emptyReply() })
    if (errors.length > 0) throw badRequest(errors)
    const contacts = await contactsWithAddress(tx, to[0]!)
    const own =
      contacts.find(({ id }) => id === letter.contactId) ?? (contacts.length === 1 ? contacts[0] : undefined)
    const id = await insertReply(
      tx,
      letter,
      {
        taskId,
        to,
        cc,
        subject: body.subject.replace(/\p{Cc}+/gu, ' ').trim(),
        body: text,
        quote: body.quoteLanguage ? quoteLetter(letter, body.quoteLanguage, settings.timeZone) : '',
      },
      { contactId: own?.id ?? letter.contactId, userId: principal.userId },
    )
    if (letter.leadId)
      await logTask(tx, { lead_id: letter.leadId }, { taskId, text: body.subject.trim() }, principal, now)
    if (body.isDone)
      await tx
        .updateTable('task')
        .set({ done_at: now })
        .where('id', '=', taskId)
        .where('done_at', 'is', null)
        .execute()
    return replyRows(tx, principal).where('o.id', '=', id).execute()
  },
})

const callBack = officeEndpoint({
  method: 'POST',
  path: '/replies/{replyId}/call-back',
  right: writeRights,
  params: Type.Object({ replyId: Id }),
  response: Type.Array(Reply),
  handle: async ({ tx, principal, params: { replyId } }) => {
    const find = () => replyRows(tx, principal).where('o.id', '=', replyId).executeTakeFirst()
    if (!(await find())) throw notFound(generalErrors.notFound({ kind: 'mail', id: replyId }))
    if (!(await callBackReply(tx, replyId))) throw conflict(inboxErrors.replyLeft())
    return [(await find())!]
  },
})

export const repliesOffice = [getThread, getDraft, fillReplyTemplate, sendReply, callBack]
