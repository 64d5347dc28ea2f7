// Inserts tasks and their logbook entries; reads what they refer to.
import { sql } from 'kysely'
import type { Principal } from '../platform/auth/principal.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import type { Mail } from './mail.schema.ts'

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

/** What a mail of the mailbox tells beyond one that the interface imports. */
export type MailDetails = {
  messageId: string
  threadIds: readonly string[]
  replyTo: string
  isAutomatic: boolean
  problem: string
}

/** Inserts a task; its number follows from its id. */
export const insertTask = (
  tx: Tx,
  task: NewTask,
  principal: Pick<Principal, 'userId'>,
  now: Date,
  details?: MailDetails,
): Promise<{ id: number; task_nr: string }> =>
  tx
    .insertInto('task')
    .values({
      client_id: task.clientId,
      kind: task.kind,
      subject: task.mail.subject ?? '',
      body: task.mail.mailBody ?? '',
      mail_from: task.mail.mailFrom ?? '',
      mail_to: task.mail.mailTo ?? '',
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
        mail_problem: details.problem,
      }),
    })
    .returning(['id', 'task_nr'])
    .executeTakeFirstOrThrow()

/** Adds a task to the logbook of its lead or its booking. */
export async function logTask(
  tx: Tx,
  owner: { lead_id: number } | { booking_id: number },
  entry: { taskId: number; text: string },
  principal: Pick<Principal, 'userId'>,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('logbook_entry')
    .values({
      ...owner,
      task_id: entry.taskId,
      text: entry.text,
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
