// Writes messages and their deliveries, in the transaction of their cause.
import { sql } from 'kysely'
import { mailErrors } from '../mail/mail.errors.ts'
import type { Tx } from '../platform/database/database.ts'
import { mergeIntoWaiting } from './merge-messages.ts'
import { dataOf, noText, type PlannedMessage, type Writing } from './planned-message.ts'

/** A message is written after another one that tells the same recipient of the same date, so that it may be merged into that. */
function inRounds(planned: readonly PlannedMessage[]): PlannedMessage[][] {
  const rounds: PlannedMessage[][] = []
  const roundsOf = new Map<string, number>()
  for (const message of planned) {
    const keys = message.recipients.map(({ key }) => `${message.date?.id} ${key}`)
    const round = Math.max(0, ...keys.map((key) => roundsOf.get(key) ?? 0))
    for (const key of keys) roundsOf.set(key, round + 1)
    rounds[round] = [...(rounds[round] ?? []), message]
  }
  return rounds
}

/** Writes messages with a delivery for each recipient, several at a time. */
export async function writeMessages(
  tx: Tx,
  planned: readonly PlannedMessage[],
  writing: Writing,
): Promise<void> {
  for (const round of inRounds(planned)) await writeRound(tx, round, writing)
}

/** Writes a message with a delivery for each recipient. @returns its id; 0: nothing is sent */
export async function writeMessage(tx: Tx, planned: PlannedMessage, writing: Writing): Promise<number> {
  const [id] = await writeRound(tx, [planned], writing)
  return id!
}

/** @param planned none of them tells a recipient of a date that another one tells @returns their ids; 0: nothing is sent */
async function writeRound(tx: Tx, planned: readonly PlannedMessage[], writing: Writing): Promise<number[]> {
  const { now, sendAt, userId, text = noText } = writing
  const messages = planned.map(({ cause, date, templateId, hasCalendar, fileRights, documentKinds }) => ({
    cause,
    dateId: date?.id ?? null,
    templateId: templateId || null,
    hasCalendar,
    fileRights,
    documentKinds,
  }))
  const { rows: inserted } = await sql<{ id: number }>`
    insert into message (cause, date_id, template_id, subject, body, subject_en, body_en, has_calendar, file_rights, document_kinds,
      created_by, created_at, send_at)
    select g.cause, g."dateId", g."templateId", ${text.subject}, ${text.body}, ${text.subjectEn}, ${text.bodyEn}, g."hasCalendar",
      g."fileRights", g."documentKinds", ${userId}::int, ${now}::timestamptz, ${sendAt}::timestamptz
    from rows from (json_to_recordset(${JSON.stringify(messages)}::json) as (cause text, "dateId" int, "templateId" int,
      "hasCalendar" boolean, "fileRights" text[], "documentKinds" text[])) with ordinality as g order by g.ordinality
    returning id`.execute(tx)
  const written = planned.map((message, index) => ({ id: inserted[index]!.id, planned: message }))
  const merged = await mergeIntoWaiting(tx, written, writing)
  const deliveries = written.flatMap(({ id, planned: message }) =>
    message.recipients
      .filter(({ key }) => !merged.get(id)?.has(key))
      .map((recipient) => ({
        messageId: id,
        dateId: message.date?.id ?? null,
        causes: message.cause === 'manual' ? [] : [message.cause],
        role: recipient.role,
        contact_id: recipient.addressee.id || null,
        recipient: recipient.addressee.email,
        language: recipient.language,
        booking_id: recipient.bookingId || null,
        cause_key: `${writing.causeKey ?? id} ${recipient.key}`,
        data: dataOf(message, recipient),
      })),
  )
  // Who has no address is a delivery that has failed, so that the office sees who was not told.
  const { rows: sent } = await sql<{ messageId: number }>`
    insert into outbox_mail (kind, message_id, date_id, role, contact_id, recipient, language, booking_id, cause_key, causes, data,
      created_by, created_at, next_attempt_at, failed_at, last_error)
    select 'message', g."messageId", g."dateId", g.role, g.contact_id, g.recipient, g.language, g.booking_id, g.cause_key,
      g.causes, g.data, ${userId}::int, ${now}::timestamptz, ${sendAt}::timestamptz,
      case when g.recipient = '' then ${now}::timestamptz end,
      case when g.recipient = '' then ${mailErrors.noAddress().message}::text else '' end
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as g("messageId" int, "dateId" int, causes text[], role text,
      contact_id int, recipient text, language text, booking_id int, cause_key text, data jsonb)
    on conflict (cause_key) do nothing returning message_id as "messageId"`.execute(tx)
  const sentIds = new Set(sent.map(({ messageId }) => messageId))
  const unsentIds = inserted.flatMap(({ id }) => (sentIds.has(id) ? [] : [id]))
  if (unsentIds.length === 0) return inserted.map(({ id }) => id)
  const { rows: deleted } = await sql<{ id: number }>`
    delete from message m where m.id = any(${unsentIds}::int[]) and not exists (select from outbox_mail o where o.message_id = m.id)
    returning m.id`.execute(tx)
  const deletedIds = new Set(deleted.map(({ id }) => id))
  return inserted.map(({ id }) => (deletedIds.has(id) ? 0 : id))
}
