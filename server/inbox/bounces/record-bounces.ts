// Mail that came back: the mail and the address are marked, and staff are told.
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { emailKey } from '../../platform/ground/text.ts'
import { messageKeyOf } from '../answered-mail.sql.ts'
import type { DeliveryReport, RecipientReport } from '../mailbox/letter.ts'
import { mailboxClientId } from '../mailbox/mailbox-client.ts'
import { listBounce } from './bounce-list.ts'

/** A mail that did not reach somebody. `isPermanent`: none will, at this address. */
export type Bounce = { recipient: string; reason: string; isPermanent: boolean }

/** A mail of the outbox that was sent. */
type SentMail = {
  id: number
  recipient: string
  /** Of a reply to several: all of them. */
  recipients: string[]
  taskId: number | null
  clientId: number | null
}

const sentMails = (reader: Reader, condition: ReturnType<typeof sql>) =>
  sql<SentMail>`
  select o.id, o.recipient, array(select jsonb_array_elements_text(coalesce(o.data -> 'to', '[]') || coalesce(o.data -> 'cc', '[]')))
    as recipients, o.task_id as "taskId", coalesce(t.client_id, l.client_id, d.client_id) as "clientId"
  from outbox_mail o left join task t on t.id = o.task_id left join booking b on b.id = o.booking_id
  left join lead l on l.id = b.lead_id left join event_date d on d.id = coalesce(b.date_id, o.date_id)
  where o.sent_at is not null and ${condition}`.execute(reader)

export async function findSentMail(reader: Reader, messageId: string): Promise<SentMail | undefined> {
  const key = messageKeyOf(messageId)
  if (key === undefined) return undefined
  return (await sentMails(reader, sql`o.message_key = ${key}::uuid`)).rows[0]
}

const recentDays = 30

/** The last mail that was sent to an address lately. */
export async function findLastMailTo(
  reader: Reader,
  recipient: string,
  now: Date,
): Promise<SentMail | undefined> {
  const { rows } = await sentMails(
    reader,
    sql`lower(o.recipient) = lower(${recipient}) and o.sent_at > ${now}::timestamptz - ${recentDays}::int * interval '1 day'
      order by o.sent_at desc limit 1`,
  )
  return rows[0]
}

/** Codes that concern a mail or a moment, not the address: a full mailbox, a mail that is too large, a policy. */
const otherFaults = /^5\.(2\.[234]|3\.|4\.[2356]|5\.|6\.|7\.)/
const unknownUser =
  /\b5\.1\.\d|user unknown|unknown (user|recipient)|no such (user|recipient|mailbox)|(user|mailbox|address|recipient)[^.]{0,40}(does not exist|not found|unknown)/i

/** Whether an address does not work, by the status of RFC 3463, or what the server says. */
export const isAddressFault = ({ status, reason }: Pick<RecipientReport, 'status' | 'reason'>): boolean =>
  status === '' || status === '5.0.0'
    ? unknownUser.test(reason)
    : status.startsWith('5.') && !otherFaults.test(status)

/** Marks an address that contacts have. @returns whether it was not marked before */
async function markAddress(tx: Tx, address: string, reason: string, now: Date): Promise<boolean> {
  const key = emailKey(address)
  const { rows } = await sql<{ isNew: boolean }>`
    insert into bounced_address (email_key, bounced_at, reason) select ${key}, ${now}, ${reason}
    where exists (select from email_address where email_key = ${key})
    on conflict (email_key) do update set reason = excluded.reason
    returning xmax = 0 as "isNew"`.execute(tx)
  return rows[0]?.isNew ?? false
}

/** @param mail undefined: it is not known which one came back */
export async function recordBounce(
  tx: Tx,
  mail: SentMail | undefined,
  { recipient, reason, isPermanent }: Bounce,
  now: Date,
): Promise<void> {
  const known = mail && (mail.recipients.length > 0 ? mail.recipients : [mail.recipient])
  const key = emailKey(recipient)
  // Behind a forwarding, a server reports an address to which nothing was sent.
  const address = known?.find((one) => emailKey(one) === key) ?? (known?.length === 1 ? known[0]! : recipient)
  let isNews = false
  if (mail) {
    const { numAffectedRows } =
      await sql`update outbox_mail set bounced_at = ${now}, bounce_reason = ${reason}
      where id = ${mail.id} and bounced_at is null`.execute(tx)
    isNews = numAffectedRows === 1n
    // The author of the reply believes the task to be done.
    if (isNews && mail.taskId) await sql`update task set done_at = null where id = ${mail.taskId}`.execute(tx)
  }
  if (isPermanent && (await markAddress(tx, address, reason, now))) isNews = true
  if (isNews) await listBounce(tx, mail?.clientId ?? (await mailboxClientId(tx)), address, reason, now)
}

/** @returns false: it is not about a mail of the outbox */
export async function recordReport(tx: Tx, report: DeliveryReport, now: Date): Promise<boolean> {
  const mail = await findSentMail(tx, report.messageId)
  if (!mail) return false
  for (const one of report.recipients)
    await recordBounce(
      tx,
      mail,
      { recipient: one.recipient, reason: one.reason, isPermanent: isAddressFault(one) },
      now,
    )
  return true
}
