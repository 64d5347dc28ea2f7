// The mail of the outbox that a letter answers.
import { sql } from 'kysely'
import type { Reader } from '../platform/database/database.ts'

export type AnsweredMail = {
  id: number
  recipient: string
  /** The task whose letter it answered itself. */
  taskId: number | null
  contactId: number | null
  leadId: number | null
  bookingId: number | null
  dateId: number | null
  clientId: number | null
  assigneeId: number | null
}

const keyPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i

/** The part of a Message-ID that names a mail of the outbox (`outbox_mail.message_key`). */
export const messageKeyOf = (messageId: string): string | undefined =>
  keyPattern.exec(messageId)?.[1]?.toLowerCase()

/** The first of the mails with these Message-IDs that is one of the outbox, and its records. */
export async function findAnsweredMail(
  reader: Reader,
  threadIds: readonly string[],
): Promise<AnsweredMail | undefined> {
  const keys = threadIds.flatMap((id) => messageKeyOf(id) ?? [])
  if (keys.length === 0) return undefined
  const { rows } = await sql<AnsweredMail>`
    select o.id, o.recipient, t.id as "taskId", coalesce(m.into_id, o.contact_id, t.contact_id) as "contactId", t.lead_id as "leadId",
      coalesce(o.booking_id, t.booking_id) as "bookingId", coalesce(b.date_id, o.date_id, t.date_id) as "dateId",
      coalesce(t.client_id, l.client_id, d.client_id) as "clientId",
      case when a.locked_at is null then t.assignee_id end as "assigneeId"
    from unnest(${keys}::uuid[]) with ordinality k(key, position) join outbox_mail o on o.message_key = k.key
    left join task t on t.id = o.task_id left join contact_merge m on m.from_id = o.contact_id
    left join booking b on b.id = coalesce(o.booking_id, t.booking_id) left join lead l on l.id = coalesce(b.lead_id, t.lead_id)
    left join event_date d on d.id = coalesce(b.date_id, o.date_id, t.date_id) left join app_user a on a.id = t.assignee_id
    order by k.position limit 1`.execute(reader)
  return rows[0]
}
