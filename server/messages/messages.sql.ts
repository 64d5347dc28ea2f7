// Reads messages and the state of their deliveries.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { codeOfReason } from '../mail/mail.errors.ts'
import { type MailStatus, mailStatusNames } from '../mail/mail-statuses.ts'
import { statusColumn } from '../mail/outbox.office.ts'
import type { Reader } from '../platform/database/database.ts'
import { Count, Id, IdOrNone, record } from '../platform/ground/schema.ts'
import { type MessageCause as AnyCause, type Cause, messageCauses, ruleCauses } from './causes.ts'
import { type Role, roles } from './roles.ts'

export const MessageCause = Type.Unsafe<AnyCause>(Type.Enum(messageCauses))

/** A message with the states of its deliveries. */
export const Message = record({
  id: Id,
  cause: MessageCause,
  dateId: IdOrNone,
  dateTitle: Type.String(),
  /** '': by a rule. */
  createdBy: Type.String(),
  createdAt: Type.String(),
  sendAt: Type.String(),
  /** '': not called back. */
  calledBackAt: Type.String(),
  /** Of a delivery that was sent, or as staff wrote it. */
  subject: Type.String(),
  waitingCount: Count,
  sentCount: Count,
  failedCount: Count,
  bouncedCount: Count,
  calledBackCount: Count,
  recipientNames: Type.Array(Type.String()),
})
export type Message = Static<typeof Message>

export const ListedDelivery = record({
  id: Id,
  messageId: Id,
  cause: MessageCause,
  causes: Type.Array(Type.Unsafe<Cause>(Type.Enum(ruleCauses))),
  role: Type.Unsafe<Role>(Type.Enum([...roles])),
  name: Type.String(),
  recipient: Type.String(),
  contactId: IdOrNone,
  bookingId: IdOrNone,
  dateId: IdOrNone,
  dateTitle: Type.String(),
  state: Type.Unsafe<MailStatus>(Type.Enum(mailStatusNames)),
  /** When it was sent, failed, bounced or was called back, otherwise when it is sent. */
  at: Type.String(),
  subject: Type.String(),
  /** As it was sent. */
  body: Type.String(),
  /** Of a failure or a bounce. */
  reason: Type.String(),
  reasonCode: Type.String(),
})
export type ListedDelivery = Static<typeof ListedDelivery>

const open = sql`o.sent_at is null and o.failed_at is null and o.called_back_at is null`

const recipientName = sql`coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''),
  nullif(concat_ws(' ', nullif(o.data -> 'addressee' ->> 'firstName', ''), nullif(o.data -> 'addressee' ->> 'lastName', '')), ''),
  nullif(o.data -> 'addressee' ->> 'company', ''), o.recipient)`

/** Messages of a date, or those of a user that still wait; the newest first. */
export async function loadMessages(
  reader: Reader,
  of: { dateId: number } | { waitingOf: number; now: Date } | { id: number },
): Promise<Message[]> {
  const condition =
    'dateId' in of
      ? sql`m.date_id = ${of.dateId}`
      : 'id' in of
        ? sql`m.id = ${of.id}`
        : sql`m.created_by = ${of.waitingOf} and m.called_back_at is null and m.send_at > ${of.now}
          and exists (select from outbox_mail o where o.message_id = m.id and ${open})`
  const { rows } = await sql<Message>`
    select m.id, m.cause, coalesce(m.date_id, 0) as "dateId", coalesce(nullif(d.title, ''), e.title, '') as "dateTitle",
      coalesce(u.name, '') as "createdBy", to_json(m.created_at) #>> '{}' as "createdAt", to_json(m.send_at) #>> '{}' as "sendAt",
      coalesce(to_json(m.called_back_at) #>> '{}', '') as "calledBackAt",
      coalesce((select min(o.subject) from outbox_mail o where o.message_id = m.id and o.subject <> ''), m.subject) as subject,
      count(o.id) filter (where ${open})::int as "waitingCount",
      count(o.id) filter (where o.sent_at is not null and o.bounced_at is null)::int as "sentCount",
      count(o.id) filter (where o.failed_at is not null)::int as "failedCount",
      count(o.id) filter (where o.bounced_at is not null)::int as "bouncedCount",
      count(o.id) filter (where o.called_back_at is not null)::int as "calledBackCount",
      coalesce((array_agg(${recipientName} order by o.id) filter (where o.id is not null))[1:5], '{}') as "recipientNames"
    from message m left join event_date d on d.id = m.date_id left join event e on e.id = d.event_id
    left join app_user u on u.id = m.created_by left join outbox_mail o on o.message_id = m.id left join contact c on c.id = o.contact_id
    where ${condition}
    group by m.id, d.title, e.title, u.name order by m.id desc limit 500`.execute(reader)
  return rows
}

/** Deliveries of a booking, a message or a contact; the newest first. */
export async function loadDeliveries(
  reader: Reader,
  of: { bookingId?: number | undefined; messageId?: number | undefined; contactId?: number | undefined },
): Promise<ListedDelivery[]> {
  const { rows } = await sql<Omit<ListedDelivery, 'reasonCode'>>`
    select o.id, o.message_id as "messageId", m.cause, o.causes, o.role, ${recipientName} as name, o.recipient,
      coalesce(o.contact_id, 0) as "contactId", coalesce(o.booking_id, 0) as "bookingId", coalesce(o.date_id, 0) as "dateId",
      coalesce(nullif(d.title, ''), e.title, '') as "dateTitle", ${statusColumn} as state,
      to_json(coalesce(o.bounced_at, o.sent_at, o.failed_at, o.called_back_at, o.next_attempt_at)) #>> '{}' as at,
      coalesce(nullif(o.subject, ''), m.subject) as subject, o.body,
      case when o.bounced_at is not null then o.bounce_reason else o.last_error end as reason
    from outbox_mail o join message m on m.id = o.message_id left join contact c on c.id = o.contact_id
    left join event_date d on d.id = o.date_id left join event e on e.id = d.event_id
    where (${of.messageId ?? null}::int is null or o.message_id = ${of.messageId ?? null}::int)
      and (${of.contactId ?? null}::int is null or o.contact_id = ${of.contactId ?? null}::int)
      and (${of.bookingId ?? null}::int is null or o.booking_id = ${of.bookingId ?? null}::int
        or (o.data -> 'bookingIds') @> to_jsonb(${of.bookingId ?? null}::int)
          and o.date_id = (select b.date_id from booking b where b.id = ${of.bookingId ?? null}::int))
    order by o.id desc limit 1000`.execute(reader)
  return rows.map((row) => ({ ...row, reasonCode: codeOfReason(row.reason) }))
}
