// Replies: mail of the outbox that belongs to a task.
import { sql } from 'kysely'
import { sendingCondition, statusColumn } from '../../mail/outbox.office.ts'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { AnsweredLetter } from './reply-draft.ts'

const isoTime = (column: string) => sql<string>`coalesce(to_json(${sql.ref(column)}) #>> '{}', '')`

/** In characters, as the database counts them. */
const quoteLength = sql<number>`coalesce((o.data ->> 'quoteLength')::int, 0)`

export const replyRows = (reader: Reader, principal: Principal) =>
  reader
    .selectFrom('outbox_mail as o')
    .innerJoin('task as t', 't.id', 'o.task_id')
    .leftJoin('app_user as u', 'u.id', 'o.created_by')
    .select([
      'o.id',
      statusColumn.as('status'),
      sql<string[]>`array(select jsonb_array_elements_text(o.data -> 'to'))`.as('to'),
      sql<string[]>`array(select jsonb_array_elements_text(o.data -> 'cc'))`.as('cc'),
      'o.subject',
      sql<string>`left(o.body, length(o.body) - ${quoteLength})`.as('body'),
      sql<string>`right(o.body, ${quoteLength})`.as('quote'),
      isoTime('o.created_at').as('createdAt'),
      sql<string>`coalesce(u.name, '')`.as('createdByName'),
      sql<string>`case when num_nonnulls(o.sent_at, o.failed_at, o.called_back_at) = 0 then to_json(o.next_attempt_at) #>> '{}' else '' end`.as(
        'sendAt',
      ),
      isoTime('o.sent_at').as('sentAt'),
      sql<string>`case when o.bounced_at is not null then o.bounce_reason else o.last_error end`.as('reason'),
    ])
    .where('o.kind', '=', 'reply')
    .where('t.client_id', '=', sql<number>`any(${principal.clientIds}::int[])`)

/** The facts of a task for its reply. */
export type LetterOfTask = AnsweredLetter & {
  messageId: string
  threadIds: string[]
  contactId: number | null
  leadId: number | null
  bookingId: number | null
  dateId: number | null
}

export async function loadLetter(reader: Reader, taskId: number): Promise<LetterOfTask> {
  const { rows } = await sql<LetterOfTask>`
    select t.subject, t.body, t.mail_from as "mailFrom", concat_ws(', ', nullif(t.mail_to, ''), nullif(t.mail_cc, '')) as "mailTo", t.reply_to as "replyTo",
      coalesce(t.written_at, t.received_at, t.created_at) as "writtenAt", t.mail_format as format,
      t.message_id as "messageId", t.thread_ids as "threadIds", t.contact_id as "contactId",
      t.lead_id as "leadId", t.booking_id as "bookingId", coalesce(b.date_id, t.date_id) as "dateId"
    from task t left join booking b on b.id = t.booking_id where t.id = ${taskId}`.execute(reader)
  return rows[0]!
}

const maxReferences = 30
export const delaySetting = 'message_delay_minutes'
const defaultDelayMinutes = 10

/** How long a mail that staff have written waits before it is sent. */
export async function readDelayMinutes(reader: Reader): Promise<number> {
  const row = await reader
    .selectFrom('setting')
    .select('value')
    .where('name', '=', delaySetting)
    .executeTakeFirst()
  return row ? Number(row.value) : defaultDelayMinutes
}

type WrittenReply = {
  taskId: number
  to: readonly string[]
  cc: readonly string[]
  subject: string
  body: string
  quote: string
}

/** Queues a reply. @returns its id */
export async function insertReply(
  tx: Tx,
  letter: LetterOfTask,
  { taskId, to, cc, subject, body, quote }: WrittenReply,
  { contactId, userId }: { contactId: number | null; userId: number },
): Promise<number> {
  const references = letter.messageId === '' ? [] : [...letter.threadIds.toReversed(), letter.messageId]
  const data = JSON.stringify({ to, cc, quoteLength: [...quote].length })
  const { rows } = await sql<{ id: number }>`
    insert into outbox_mail (kind, recipient, contact_id, task_id, booking_id, date_id, data, subject, body, in_reply_to, thread_ids,
      created_by, next_attempt_at)
    values ('reply', ${to[0]}, ${contactId}, ${taskId}, ${letter.bookingId}, ${letter.dateId}, ${data}::jsonb, ${subject}, ${body + quote},
      ${letter.messageId}, ${references.slice(-maxReferences)}::text[], ${userId},
      now() + ${await readDelayMinutes(tx)}::int * interval '1 minute')
    returning id`.execute(tx)
  return rows[0]!.id
}

/** @returns false: it was sent, or is being sent */
export async function callBackReply(tx: Tx, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update outbox_mail o set called_back_at = now(), is_claimed = false
    where o.id = ${id} and num_nonnulls(o.sent_at, o.failed_at, o.called_back_at) = 0 and not (${sendingCondition})`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/** The task whose mail was answered by the one that this task's mail answers. */
export async function findPreviousTask(
  reader: Reader,
  taskId: number,
): Promise<{ id: number; taskNr: string } | undefined> {
  const { rows } = await sql<{ id: number; taskNr: string }>`
    select p.id, p.task_nr as "taskNr" from task t cross join unnest(t.thread_ids) with ordinality m(id, position)
    join outbox_mail o on o.message_key::text = split_part(m.id, '@', 1) join task p on p.id = o.task_id and p.client_id = t.client_id
    where t.id = ${taskId} and p.id <> t.id and split_part(m.id, '@', 1) ~ '^[0-9a-f-]{36}$' order by m.position limit 1`.execute(
    reader,
  )
  return rows[0]
}
