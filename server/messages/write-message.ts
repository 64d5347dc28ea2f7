// Writes a message and its deliveries, in the transaction of their cause.
import { sql } from 'kysely'
import { mailErrors } from '../mail/mail.errors.ts'
import type { Tx } from '../platform/database/database.ts'
import { hasRules } from './causes.ts'
import { mergeIntoWaiting } from './merge-messages.ts'
import { deliveryData, noText, type PlannedMessage, type Writing } from './planned-message.ts'

/** Writes a message with a delivery for each recipient. @returns its id; 0: nothing is sent */
export async function writeMessage(tx: Tx, planned: PlannedMessage, writing: Writing): Promise<number> {
  const { cause, date, recipients, templateId } = planned
  const { now, sendAt, userId, text = noText } = writing
  const { id } = await tx
    .insertInto('message')
    .values({
      cause,
      date_id: date?.id ?? null,
      template_id: templateId || null,
      subject: text.subject,
      body: text.body,
      subject_en: text.subjectEn,
      body_en: text.bodyEn,
      has_calendar: planned.hasCalendar,
      file_rights: planned.fileRights,
      document_kinds: planned.documentKinds,
      created_by: userId,
      created_at: now,
      send_at: sendAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const merged = await mergeIntoWaiting(tx, id, planned, writing)
  const deliveries = recipients
    .filter(({ key }) => !merged.has(key))
    .map((recipient) => ({
      role: recipient.role,
      contact_id: recipient.addressee.id || null,
      recipient: recipient.addressee.email,
      language: recipient.language,
      booking_id: recipient.bookingId || null,
      cause_key: `${writing.causeKey ?? id} ${recipient.key}`,
      data: deliveryData(planned, recipient),
    }))
  // A recipient without an address is a delivery that has failed, so that the office sees who was not told.
  const { numAffectedRows = 0n } = await sql`
    insert into outbox_mail (kind, message_id, date_id, role, contact_id, recipient, language, booking_id, cause_key, causes, data,
      created_by, created_at, next_attempt_at, failed_at, last_error)
    select 'message', ${id}, ${date?.id ?? null}::int, g.role, g.contact_id, g.recipient, g.language, g.booking_id, g.cause_key,
      ${hasRules(cause) ? [cause] : []}::text[], g.data, ${userId}::int, ${now}::timestamptz, ${sendAt}::timestamptz,
      case when g.recipient = '' then ${now}::timestamptz end,
      case when g.recipient = '' then ${mailErrors.noAddress().message}::text else '' end
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
      as g(role text, contact_id int, recipient text, language text, booking_id int, cause_key text, data jsonb)
    on conflict (cause_key) do nothing`.execute(tx)
  if (numAffectedRows > 0n) return id
  const { rows: deleted } = await sql`
    delete from message m where m.id = ${id} and not exists (select from outbox_mail o where o.message_id = m.id)
    returning m.id`.execute(tx)
  return deleted.length > 0 ? 0 : id
}
