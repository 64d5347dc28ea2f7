// The bookings to which a visitor gets new links by mail.
import { type RawBuilder, sql } from 'kysely'
import { dateTitle } from '../../../catalogue/records/names.sql.ts'
import { clientOfDate } from '../../../documents/date-data.sql.ts'
import { lockKey, lockNamespace, type Reader, type Tx } from '../../../platform/database/database.ts'
import type { Language } from '../../../platform/ground/language.ts'

export type OpenOrder = { id: number; code: string; titles: string }

/** In a mail. */
const maxOrders = 20
/** Within this time, a second request sends no further mail. */
export const pauseMinutes = 5

const enteredEmail = sql<string>`(o.entered -> 'orderer' ->> 'email')`

/** Joins what is booked to orders o of the website, of dates that are not over. */
const openOrders = (condition: RawBuilder<unknown>, today: string) => sql`
  from booking_order o join booking b on b.order_id = o.id join booking_status s on s.status = b.status
  join event_date d on d.id = b.date_id join event e on e.id = d.event_id
  where o.source = 'website' and ${condition} and s.counts_as <> 'none'
    and coalesce(ends_from(d, ${today}::date), true)`

/** The newest orders with exactly this address that have something booked. */
export async function findOpenOrders(reader: Reader, email: string, today: string): Promise<OpenOrder[]> {
  // The index has the address in lower case.
  const isOfAddress = sql`lower(${enteredEmail}) = lower(${email}) and ${enteredEmail} = ${email}`
  const { rows } = await sql<OpenOrder>`
    select o.id, coalesce(o.code, '') as code, string_agg(distinct ${dateTitle}, ', ') as titles
    ${openOrders(isOfAddress, today)} group by o.id order by o.id desc limit ${maxOrders}`.execute(reader)
  return rows
}

/**
 * Queues mail with links, which are made when it is sent; none, if nothing is booked with the address. It goes to the address as it
 * was entered with the order: an address that differs in case alone, or only looks like it, may be somebody else's.
 */
export async function queueOrderLinks(
  tx: Tx,
  { email, language, today }: { email: string; language: Language; today: string },
): Promise<void> {
  // Of requests at once, each would find no mail of the other.
  await lockKey(tx, lockNamespace.requestedLink, email.toLowerCase())
  await sql`
    insert into outbox_mail (kind, recipient, language, client_id)
    select 'order_links', known.email, ${language}, known.client_id
    from (select ${enteredEmail} as email, case when min(${clientOfDate}) = max(${clientOfDate}) then min(${clientOfDate}) end as client_id ${openOrders(sql`lower(${enteredEmail}) = lower(${email})`, today)} group by 1) known
    where not exists (select from outbox_mail m where m.kind = 'order_links' and m.recipient = known.email
      and m.created_at > now() - ${pauseMinutes}::int * interval '1 minute')`.execute(tx)
}
