// Writes messages and their deliveries, in the transaction of their cause. Several causes within the delay become one message.
import { sql } from 'kysely'
import { type Cause, type ImmediateCause, immediateCauses } from '../mail/causes.ts'
import { mailErrors } from '../mail/mail.errors.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import type { AttachableDocument } from './attached-documents.ts'
import type { Occasion } from './causes.sql.ts'
import { beforeOf, changesBetween, type DateBefore } from './date-changes.ts'
import { formerRecipientsOf, type MessageRecipient, recipientsOf } from './recipients.ts'
import { type Rule, rulesOfDates } from './rules/rules.ts'
import type { DateFacts, MessageSettings } from './values.sql.ts'

/** A text that staff wrote; '': that of the template. */
export type MessageText = { subject: string; body: string; subjectEn: string; bodyEn: string }

export const noText: MessageText = { subject: '', body: '', subjectEn: '', bodyEn: '' }

/** A message that is to be written. */
export type PlannedMessage = {
  cause: Cause | 'manual'
  date: DateFacts | undefined
  recipients: MessageRecipient[]
  templateId: number
  hasCalendar: boolean
  fileRights: string[]
  documentKinds: AttachableDocument[]
  before?: DateFacts
  formerDateIds?: Map<number, number>
}

/** What a delivery knows of its cause, in outbox_mail.data. */
export type DeliveryData = {
  /** The recipient among those of the date. */
  key: string
  /** The seats that are told of. */
  bookingIds?: number[]
  /** The date before it changed. */
  before?: DateBefore
  formerDateId?: number
  /** A recipient who is no contact. */
  addressee?: { salutation: string; firstName: string; lastName: string; company: string }
}

export const planOf = (rule: Rule, date: DateFacts, recipients: MessageRecipient[]): PlannedMessage => ({
  cause: rule.cause,
  date,
  recipients,
  templateId: rule.templateId,
  hasCalendar: rule.hasCalendar,
  fileRights: rule.fileRights,
  documentKinds: rule.documentKinds,
})

/** The messages that rules ask for on occasions. */
export async function planMessages(
  reader: Reader,
  occasions: readonly Occasion[],
  settings: MessageSettings,
): Promise<PlannedMessage[]> {
  if (occasions.length === 0) return []
  const rules = await rulesOfDates(reader, [...new Set(occasions.map(({ date }) => date.id))])
  return occasions.flatMap(({ cause, date, seats, before, formerDateIds, isReplaced }) =>
    rules
      .get(date.id)!
      .filter((rule) => rule.cause === cause && rule.isEnabled)
      .map((rule) => ({
        ...planOf(
          rule,
          date,
          (isReplaced ? formerRecipientsOf : recipientsOf)(rule.recipients, date, seats, settings.language),
        ),
        ...(before && { before }),
        ...(formerDateIds && { formerDateIds }),
      }))
      .filter(({ recipients }) => recipients.length > 0),
  )
}

export type Writing = {
  now: Date
  sendAt: Date
  /** null: by a rule. */
  userId: number | null
  text?: MessageText
  /** Instead of the key of the message, so that a job that runs twice tells once. */
  causeKey?: string
}

function dataOf(planned: PlannedMessage, recipient: MessageRecipient): DeliveryData {
  const { key, seats, addressee, bookingId } = recipient
  const { salutation, firstName, lastName, company } = addressee
  const formerDateId = planned.formerDateIds?.get(bookingId || (seats[0]?.id ?? 0))
  return {
    key,
    ...(seats.length > 0 && { bookingIds: seats.map(({ id }) => id) }),
    ...(planned.before && { before: beforeOf(planned.before) }),
    ...(formerDateId && { formerDateId }),
    ...(addressee.id === 0 && { addressee: { salutation, firstName, lastName, company } }),
  }
}

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
  const isEdited = text.body !== '' || text.bodyEn !== ''
  const merged = isImmediate(cause)
    ? await mergeIntoWaiting(tx, id, { ...planned, cause }, writing, isEdited)
    : new Set()
  const rows = recipients
    .filter(({ key }) => !merged.has(key))
    .map((recipient) => ({
      role: recipient.role,
      contact_id: recipient.addressee.id || null,
      recipient: recipient.addressee.email,
      language: recipient.language,
      booking_id: recipient.bookingId || null,
      cause_key: `${writing.causeKey ?? id} ${recipient.key}`,
      data: dataOf(planned, recipient),
    }))
  // Who has no address is a delivery that has failed, so that the office sees who was not told.
  const { numAffectedRows } =
    await sql`insert into outbox_mail (kind, message_id, date_id, role, contact_id, recipient, language, booking_id, cause_key, causes, data,
      created_by, created_at, next_attempt_at, failed_at, last_error)
    select 'message', ${id}, ${date?.id ?? null}::int, g.role, g.contact_id, g.recipient, g.language, g.booking_id, g.cause_key,
      ${cause === 'manual' ? [] : [cause]}::text[], g.data, ${userId}::int, ${now}::timestamptz, ${sendAt}::timestamptz,
      case when g.recipient = '' then ${now}::timestamptz end,
      case when g.recipient = '' then ${mailErrors.noAddress().message}::text else '' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g(role text, contact_id int, recipient text, language text, booking_id int, cause_key text, data jsonb)
    on conflict (cause_key) do nothing`.execute(tx)
  if (numAffectedRows! > 0n) return id
  const { rows: deleted } = await sql`
    delete from message m where m.id = ${id} and not exists (select from outbox_mail o where o.message_id = m.id)
    returning m.id`.execute(tx)
  return deleted.length > 0 ? 0 : id
}

const isImmediate = (cause: string): cause is ImmediateCause =>
  (immediateCauses as readonly string[]).includes(cause)

const strength = (cause: string): number => {
  const rank = (immediateCauses as readonly string[]).indexOf(cause)
  return rank < 0 ? immediateCauses.length : rank
}

type Waiting = {
  id: number
  contactId: number | null
  messageCause: string
  isEdited: boolean
  causes: string[]
  data: DeliveryData
}

/** Deliveries of the recipients that still wait; locked, so that no process sends them meanwhile. */
async function lockWaiting(tx: Tx, dateId: number, keys: readonly string[]): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select o.id, o.contact_id as "contactId", m.cause as "messageCause", m.body <> '' or m.body_en <> '' as "isEdited", o.causes, o.data
    from outbox_mail o join message m on m.id = o.message_id
    where o.date_id = ${dateId} and o.sent_at is null and o.failed_at is null and o.called_back_at is null and not o.is_claimed
      and m.cause = any(${immediateCauses}::text[]) and o.data ->> 'key' = any(${keys}::text[])
    order by o.id for update of o`.execute(tx)
  return rows
}

/** Neither side has left: what was booked and cancelled before anybody was told needs no message. */
const cancelsOut = (causes: readonly string[], cause: string): boolean =>
  cause === 'booking_cancelled' && causes.some((one) => one === 'booked' || one === 'waitlisted')

/** @returns the keys of the recipients whose waiting delivery tells the new cause too */
async function mergeIntoWaiting(
  tx: Tx,
  messageId: number,
  planned: PlannedMessage & { cause: ImmediateCause },
  { now, sendAt }: Writing,
  isEdited: boolean,
): Promise<Set<string>> {
  const { cause, date, recipients } = planned
  const merged = new Set<string>()
  if (!date) return merged
  const waiting = await lockWaiting(
    tx,
    date.id,
    recipients.map(({ key }) => key),
  )
  for (const recipient of recipients) {
    // A seat may have somebody else now.
    const found = waiting.findLast(
      ({ contactId, data }) => data.key === recipient.key && (contactId ?? 0) === recipient.addressee.id,
    )
    if (!found) continue
    merged.add(recipient.key)
    const data = mergedData(found, dataOf(planned, recipient), cause, recipient)
    const causes = [...new Set([...found.causes, cause])]
    if (isGone(found, data, causes, planned)) {
      await sql`update outbox_mail set called_back_at = ${now}, data = ${JSON.stringify(data)}::jsonb where id = ${found.id}`.execute(
        tx,
      )
      continue
    }
    const told = cancelsOut(found.causes, cause) ? found.causes : causes
    const takesOver =
      isEdited || (!found.isEdited && strength(cause) < strength(found.messageCause) && told === causes)
    await sql`update outbox_mail set causes = ${told}::text[], data = ${JSON.stringify(data)}::jsonb, next_attempt_at = ${sendAt},
      message_id = case when ${takesOver} then ${messageId}::int else message_id end where id = ${found.id}`.execute(
      tx,
    )
  }
  return merged
}

/** The seats of both, and the date as it was before the first change. */
function mergedData(
  found: Waiting,
  next: DeliveryData,
  cause: ImmediateCause,
  { bookingId, seats }: MessageRecipient,
): DeliveryData {
  const { bookingIds = [], ...before } = found.data
  const nextIds = next.bookingIds ?? []
  const lostIds = bookingId > 0 && seats.length === 0 ? [bookingId] : nextIds
  const ids =
    cancelsOut(found.causes, cause) || lostIds !== nextIds
      ? bookingIds.filter((id) => !lostIds.includes(id))
      : [...new Set([...bookingIds, ...nextIds])]
  return { ...next, ...before, ...((bookingIds.length > 0 || nextIds.length > 0) && { bookingIds: ids }) }
}

/** Whether nothing is left to tell. */
function isGone(
  found: Waiting,
  data: DeliveryData,
  causes: readonly string[],
  planned: PlannedMessage,
): boolean {
  if (cancelsOut(found.causes, planned.cause)) return data.bookingIds?.length === 0
  const isOnlyChange = causes.every((one) => one === 'moved' || one === 'changed')
  return isOnlyChange && data.before !== undefined && changesBetween(data.before, planned.date!).length === 0
}
