// The client in whose name a mail is: its sender, and the frame of its text.
import { sql } from 'kysely'
import type { Reader } from '../platform/database/database.ts'
import type { Language } from '../platform/ground/language.ts'
import type { MailSettings } from '../platform/settings/settings.ts'

export type MailClient = {
  clientId: number
  name: string
  addressLines: string
  phone: string
  email: string
  website: string
  accentColor: string
  /** Of the logo's content; '': none. */
  logoVersion: string
  senderName: string
  senderAddress: string
  /** The instance has several clients. */
  isOneOfSeveral: boolean
}

type Row = MailClient & { mailId: number; language: Language }

/** The clients of mails, by the id of the mail. */
export async function loadMailClients(
  reader: Reader,
  mailIds: readonly number[],
): Promise<Map<number, MailClient & { language: Language }>> {
  if (mailIds.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select o.id as "mailId", case o.language when 'en' then 'en' else 'de' end as language, k.id as "clientId", k.name,
      coalesce(l.address_lines, '') as "addressLines", coalesce(l.phone, '') as phone, coalesce(l.email, '') as email,
      coalesce(l.website, '') as website, coalesce(l.accent_color, '') as "accentColor",
      coalesce(left(encode(sha256(l.logo), 'hex'), 16), '') as "logoVersion",
      coalesce(l.sender_name, '') as "senderName", coalesce(l.sender_address, '') as "senderAddress",
      (select count(*) > 1 from client) as "isOneOfSeveral"
    from outbox_mail o
    left join booking b on b.id = o.booking_id left join message m on m.id = o.message_id
    left join event_date d on d.id = coalesce(o.date_id, b.date_id, m.date_id)
    left join newsletter_consent c on c.id = o.consent_id
    join client k on k.id = coalesce(o.client_id, d.client_id, c.client_id, m.client_id, (select min(x.id) from client x))
    left join letterhead l on l.client_id = k.id
    where o.id = any(${mailIds}::int[])`.execute(reader)
  return new Map(rows.map(({ mailId, ...client }) => [mailId, client]))
}

/** The header From of a client's mail. */
export const senderOf = (client: MailClient, { from }: Pick<MailSettings, 'from'>): MailSettings['from'] => ({
  name: client.senderName || (client.isOneOfSeveral ? client.name : from.name),
  address: client.senderAddress || from.address,
})
