// Inserts tasks and their logbook entries; reads what they refer to.
import { sql } from 'kysely'
import type { InvitationAnswer } from '../bookings/invitation-answers.ts'
import type { Principal } from '../platform/auth/principal.ts'
import { lockKey, lockNamespace, type Reader, type Tx } from '../platform/database/database.ts'
import type { Mail } from './mail.schema.ts'
import { messageIdOf, shownSubject } from './mail-header.ts'
import type { DeliveryReport } from './mailbox/letter.ts'
import type { SenderAuthentication } from './sender-authentications.ts'

export type NewTask = {
  kind: 'mail' | 'todo'
  mail: Mail
  clientId: number
  contactId?: number | undefined
  leadId?: number | undefined
  bookingId?: number | undefined
  dateId?: number | undefined
  assigneeId?: number | undefined
}

/** Fields of a mail of the mailbox that imported mail lacks. */
export type MailDetails = {
  messageId: string
  threadIds: readonly string[]
  replyTo: string
  isAutomatic: boolean
  writtenAt: string
  answer: InvitationAnswer | undefined
  /** Nothing is left to do. */
  isDone: boolean
  sender: { authentication: SenderAuthentication; results: string }
  problem: string
  withheldReport?: DeliveryReport
}

const mailFormat = (isHtml: boolean | undefined): '' | 'html' | 'text' =>
  isHtml === undefined ? '' : isHtml ? 'html' : 'text'

/** Inserts a task; its number follows from its id. */
export const insertTask = (
  tx: Tx,
  task: NewTask,
  principal: Pick<Principal, 'userId'>,
  now: Date,
  details?: MailDetails,
): Promise<{ id: number; task_nr: string }> => {
  const { subject = '', mailBody = '', mailFrom = '', mailTo = '', mailCc = '', ...mail } = task.mail
  const shown = shownSubject(subject)
  return tx
    .insertInto('task')
    .values({
      client_id: task.clientId,
      kind: task.kind,
      subject: shown,
      whole_subject: shown === subject ? '' : subject,
      body: mailBody,
      mail_from: mailFrom,
      mail_to: mailTo,
      mail_cc: mailCc,
      message_id: messageIdOf(mail.messageId ?? ''),
      received_at: mail.receivedAt ?? null,
      mail_format: mailFormat(mail.isHtml),
      contact_id: task.contactId ?? null,
      lead_id: task.leadId ?? null,
      booking_id: task.bookingId ?? null,
      date_id: task.dateId ?? null,
      assignee_id: task.assigneeId ?? null,
      created_by: principal.userId || null,
      created_at: now,
      ...(details && {
        message_id: details.messageId,
        thread_ids: [...details.threadIds],
        reply_to: details.replyTo,
        is_automatic: details.isAutomatic,
        written_at: details.writtenAt || null,
        invitation_answer: details.answer ?? '',
        done_at: details.isDone ? now : null,
        sender_authentication: details.sender.authentication,
        authentication_results: details.sender.results,
        mail_problem: details.problem,
        withheld_report: details.withheldReport ? JSON.stringify(details.withheldReport) : null,
      }),
    })
    .returning(['id', 'task_nr'])
    .executeTakeFirstOrThrow()
}

/** To what a mail is filed. */
export type MailOwner = { lead_id: number } | { booking_id: number }

/**
 * The task of a letter that was filed with a lead or a booking already. Until the transaction ends, no other transaction files the
 * letter there.
 */
export async function findFiledMail(
  tx: Tx,
  owner: MailOwner,
  messageIdHeader: string,
  { clientIds }: Pick<Principal, 'clientIds'>,
): Promise<{ id: number; task_nr: string } | undefined> {
  const messageId = messageIdOf(messageIdHeader)
  if (messageId === '') return undefined
  const [[column, id]] = Object.entries(owner) as [[keyof MailOwner, number]]
  await lockKey(tx, lockNamespace.letter, `${column} ${id} ${messageId}`)
  return tx
    .selectFrom('task as t')
    .select(['t.id', 't.task_nr'])
    .where('t.message_id', '=', messageId)
    .where('t.kind', '=', 'mail')
    .where('t.client_id', '=', sql<number>`any(${clientIds}::int[])`)
    .where(
      sql<boolean>`(t.${sql.ref(column)} = ${id} or exists (
        select from logbook_entry l where l.task_id = t.id and l.${sql.ref(column)} = ${id}))`,
    )
    .orderBy('t.id')
    .executeTakeFirst()
}

/** Adds a task to the logbook of its lead or its booking. */
export async function logTask(
  tx: Tx,
  owner: MailOwner,
  entry: { taskId: number; text: string },
  principal: Pick<Principal, 'userId'>,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('logbook_entry')
    .values({
      ...owner,
      task_id: entry.taskId,
      text: shownSubject(entry.text),
      created_by: principal.userId || null,
      created_at: now,
    })
    .execute()
}

export type BookingReferences = {
  contact_id: number | null
  lead_id: number | null
  client_id: number | null
}

/**
 * A booking with its client: the client of its lead, else the client of its date if it is one of the user's, else null. A booking
 * whose lead belongs to another client is not found.
 */
export const findBooking = (
  reader: Reader,
  bookingId: number,
  principal: Principal,
): Promise<BookingReferences | undefined> =>
  reader
    .selectFrom('booking as p')
    .innerJoin('event_date as d', 'd.id', 'p.date_id')
    .leftJoin('lead as l', 'l.id', 'p.lead_id')
    .select([
      'p.contact_id',
      'p.lead_id',
      sql<number | null>`coalesce(l.client_id,
        case when d.client_id = any(${principal.clientIds}::int[]) then d.client_id end)`.as('client_id'),
    ])
    .where('p.id', '=', bookingId)
    .where(sql<boolean>`(l.id is null or l.client_id = any(${principal.clientIds}::int[]))`)
    .executeTakeFirst()

export async function contactExists(reader: Reader, contactId: number): Promise<boolean> {
  const contact = await reader
    .selectFrom('contact')
    .select('id')
    .where('id', '=', contactId)
    .executeTakeFirst()
  return contact !== undefined
}
