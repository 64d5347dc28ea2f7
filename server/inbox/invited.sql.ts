// The invitation that a letter answers: the mail of a date to the sender of the letter.
import { sql } from 'kysely'
import { dateOfUid } from '../messages/calendar/calendar-uids.ts'
import type { Reader } from '../platform/database/database.ts'
import { emailKey } from '../platform/ground/text.ts'
import type { AnsweredMail } from './answered-mail.sql.ts'
import { parseAddresses } from './mail-addresses.ts'
import type { Letter } from './mailbox/letter.ts'

/**
 * A forwarded invitation is answered by somebody who has got none: their letter is one as any other.
 * @returns the last mail of one of the dates to the sender, that of a booking first
 */
export async function findInvited(
  reader: Reader,
  { answer, from }: Pick<Letter, 'answer' | 'from'>,
): Promise<AnsweredMail | undefined> {
  const dateIds = answer?.uids.flatMap((uid) => dateOfUid(uid) ?? []) ?? []
  const address = parseAddresses(from)[0]?.address ?? ''
  if (dateIds.length === 0 || address === '') return undefined
  const { rows } = await sql<AnsweredMail>`
    select o.id, o.recipient, null as "taskId", coalesce(m.into_id, o.contact_id, b.contact_id) as "contactId", null as "leadId",
      b.id as "bookingId", d.id as "dateId", d.client_id as "clientId", null as "assigneeId"
    from outbox_mail o join event_date d on d.id = o.date_id left join contact_merge m on m.from_id = o.contact_id
    left join booking b on b.id = o.booking_id and b.date_id = d.id
    where o.date_id = any(${[...new Set(dateIds)]}::int[]) and lower(o.recipient) = ${emailKey(address)}
    order by b.id is null, o.id desc limit 1`.execute(reader)
  return rows[0]
}
