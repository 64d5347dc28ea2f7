// Several causes within the delay become one message: a delivery that still waits tells the new cause, too.
import { sql } from 'kysely'
import { type ImmediateCause, immediateCauses } from '../mail/causes.ts'
import type { Tx } from '../platform/database/database.ts'
import { changesBetween } from './date-changes.ts'
import { type DeliveryData, dataOf, noText, type PlannedMessage, type Writing } from './planned-message.ts'
import type { MessageRecipient } from './recipients.ts'

const isImmediate = (cause: string): cause is ImmediateCause =>
  (immediateCauses as readonly string[]).includes(cause)

const strength = (cause: string): number => {
  const rank = (immediateCauses as readonly string[]).indexOf(cause)
  return rank < 0 ? immediateCauses.length : rank
}

type Waiting = {
  id: number
  dateId: number
  contactId: number | null
  messageCause: string
  isEdited: boolean
  causes: string[]
  data: DeliveryData
}

/** Deliveries of the recipients that still wait; locked, so that no process sends them meanwhile. */
async function lockWaiting(
  tx: Tx,
  recipients: readonly { dateId: number; key: string }[],
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select o.id, o.date_id as "dateId", o.contact_id as "contactId", m.cause as "messageCause", m.body <> '' or m.body_en <> '' as "isEdited",
      o.causes, o.data
    from unnest(${recipients.map(({ dateId }) => dateId)}::int[], ${recipients.map(({ key }) => key)}::text[]) as g(date_id, key)
    join outbox_mail o on o.date_id = g.date_id and o.data ->> 'key' = g.key join message m on m.id = o.message_id
    where o.sent_at is null and o.failed_at is null and o.called_back_at is null and not o.is_claimed
      and m.cause = any(${immediateCauses}::text[])
    order by o.id for update of o`.execute(tx)
  return rows
}

/** Neither side has left: what was booked and cancelled before anybody was told needs no message. */
const cancelsOut = (causes: readonly string[], cause: string): boolean =>
  cause === 'booking_cancelled' && causes.some((one) => one === 'booked' || one === 'waitlisted')

type Written<C = PlannedMessage['cause']> = { id: number; planned: PlannedMessage & { cause: C } }

/** @returns by message, the keys of the recipients whose waiting delivery tells the new cause too */
export async function mergeIntoWaiting(
  tx: Tx,
  written: readonly Written[],
  writing: Writing,
): Promise<Map<number, Set<string>>> {
  const immediate = written.filter(
    (one): one is Written<ImmediateCause> => isImmediate(one.planned.cause) && one.planned.date !== undefined,
  )
  if (immediate.length === 0) return new Map()
  const waiting = await lockWaiting(
    tx,
    immediate.flatMap(({ planned: { date, recipients } }) =>
      recipients.map(({ key }) => ({ dateId: date!.id, key })),
    ),
  )
  const merged = new Map<number, Set<string>>()
  for (const one of immediate) {
    const ofDate = waiting.filter(({ dateId }) => dateId === one.planned.date!.id)
    if (ofDate.length > 0) merged.set(one.id, await mergeMessage(tx, one, ofDate, writing))
  }
  return merged
}

/** @returns the keys of the recipients whose waiting delivery tells of the message */
async function mergeMessage(
  tx: Tx,
  { id: messageId, planned }: Written<ImmediateCause>,
  waiting: readonly Waiting[],
  { now, sendAt, text = noText }: Writing,
): Promise<Set<string>> {
  const { cause, recipients } = planned
  const isEdited = text.body !== '' || text.bodyEn !== ''
  const merged = new Set<string>()
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
