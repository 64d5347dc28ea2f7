// Several causes within the delay become one message: a delivery that still waits tells the new cause, too.
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { causes, type ImmediateCause, immediateCauses, isImmediate } from './causes.ts'
import { changesBetween } from './date-changes.ts'
import {
  type DeliveryData,
  deliveryData,
  noText,
  type PlannedMessage,
  type Writing,
} from './planned-message.ts'
import type { MessageRecipient } from './recipients.ts'

type Waiting = {
  id: number
  contactId: number | null
  messageCause: ImmediateCause
  isEdited: boolean
  causes: ImmediateCause[]
  data: DeliveryData
}

/** Deliveries of the recipients that still wait; locked, so that no process sends them meanwhile. */
async function lockWaiting(tx: Tx, dateId: number, keys: readonly string[]): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select o.id, o.contact_id as "contactId", m.cause as "messageCause", m.body <> '' or m.body_en <> '' as "isEdited", o.causes, o.data
    from outbox_mail o join message m on m.id = o.message_id
    where o.date_id = ${dateId} and o.data ->> 'key' = any(${keys}::text[])
      and o.sent_at is null and o.failed_at is null and o.called_back_at is null and not o.is_claimed
      and m.cause = any(${immediateCauses}::text[])
    order by o.id for update of o`.execute(tx)
  return rows
}

/** Neither message has left: a booking that was cancelled before anybody was told needs no message. */
const cancelsOut = (waiting: readonly ImmediateCause[], cause: ImmediateCause): boolean =>
  causes[cause].booking === 'ends' && waiting.some((one) => causes[one].booking === 'begins')

/** @returns the keys of the recipients whose waiting delivery tells the new cause, too */
export async function mergeIntoWaiting(
  tx: Tx,
  messageId: number,
  planned: PlannedMessage,
  { now, sendAt, text = noText }: Writing,
): Promise<Set<string>> {
  const { cause, date, recipients } = planned
  const merged = new Set<string>()
  if (!date || !isImmediate(cause)) return merged
  const waiting = await lockWaiting(
    tx,
    date.id,
    recipients.map(({ key }) => key),
  )
  const isEdited = text.body !== '' || text.bodyEn !== ''
  for (const recipient of recipients) {
    // A seat may have somebody else now.
    const found = waiting.findLast(
      ({ contactId, data }) => data.key === recipient.key && (contactId ?? 0) === recipient.addressee.id,
    )
    if (!found) continue
    merged.add(recipient.key)
    const data = mergedData(found, deliveryData(planned, recipient), cause, recipient)
    const waitingCauses = found.causes.filter((one) => !causes[one].tellsCancelledDate || !date.goesAhead)
    // The state of a booking that was not told yet: what came before is over.
    const begins = causes[cause].booking === 'begins'
    const toTell = begins ? waitingCauses.filter((one) => causes[one].tellsChanges) : waitingCauses
    const both = [...new Set([...toTell, cause])]
    if (isGone(found, data, both, cause, date)) {
      await sql`update outbox_mail set called_back_at = ${now}, data = ${JSON.stringify(data)}::jsonb where id = ${found.id}`.execute(
        tx,
      )
      continue
    }
    const remaining = cancelsOut(found.causes, cause) ? found.causes : both
    const takesOver =
      isEdited ||
      (begins && found.messageCause !== cause) ||
      (causes[found.messageCause].tellsCancelledDate && date.goesAhead) ||
      (!found.isEdited && causes[cause].strength > causes[found.messageCause].strength && remaining === both)
    await sql`update outbox_mail set causes = ${remaining}::text[], data = ${JSON.stringify(data)}::jsonb, next_attempt_at = ${sendAt},
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
  // A further cause makes it a message with a text.
  const { bookingIds = [], hasCalendarAlone: _, ...before } = found.data
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
  both: readonly ImmediateCause[],
  cause: ImmediateCause,
  date: NonNullable<PlannedMessage['date']>,
): boolean {
  if (cancelsOut(found.causes, cause)) return data.bookingIds?.length === 0
  const isOnlyChange = both.every((one) => causes[one].tellsChanges)
  return isOnlyChange && data.before !== undefined && changesBetween(data.before, date).length === 0
}
