// Links that end, of which a new one is sent to the address that the record has.
import { type RawBuilder, sql } from 'kysely'
import { findLink, replaceLink } from '../../attendance/links.ts'
import { claimingBooking } from '../../bookings/orders/claimed-contacts.ts'
import { findOrderLink, replaceOrderLink, withdrawPath } from '../../bookings/orders/order-link.ts'
import { findSeatLink, replaceSeatLink } from '../../bookings/orders/seat-link.ts'
import { findCompanyLink, replaceCompanyLink } from '../../companies/company-link.ts'
import { clientOfBookings, clientOfDate } from '../../documents/date-data.sql.ts'
import { lockKey, lockNamespace, type Reader, type Tx } from '../../platform/database/database.ts'
import type { Language } from '../../platform/ground/language.ts'
import type { LinkVisit } from '../../platform/ground/link-end.ts'
import { pauseMinutes } from '../booking/page/order-links.sql.ts'

type Visit = LinkVisit & { now: Date }

type RenewableLink = {
  /** The id of the link with this secret if it is over; undefined: it holds, is revoked, or there is none. */
  findOver(reader: Reader, secret: string, visit: Visit): Promise<number | undefined>
  /** A query for the address to which the new one goes; '' or no row: there is none. */
  recipientOf(id: number): RawBuilder<unknown>
  /** SQL of the client in whose name the mail is; left out: the first one. */
  clientOf?(id: number): RawBuilder<unknown>
  /** @returns the path of the page; undefined: the link was revoked meanwhile */
  replace(tx: Tx, id: number, visit: Visit): Promise<string | undefined>
  /** The page on which the law's right is used without a link. */
  withdrawPath?: string
}

/** The default address of a contact. */
const addressOf = (contactId: RawBuilder<unknown>) =>
  sql`coalesce((select m.email from email_address m where m.contact_id = ${contactId} and m.is_default), '')`

const idIfOver = (link: { id: number; isOver: boolean } | undefined) => (link?.isOver ? link.id : undefined)

export const renewableLinks = {
  order: {
    findOver: async (...args) => idIfOver(await findOrderLink(...args)),
    // Nobody who has only typed the address of a contact is told another one.
    recipientOf: (id) => sql`
      select case when o.claims_contact then coalesce(o.entered -> 'orderer' ->> 'email', '') else ${addressOf(sql`o.orderer_id`)} end
      from order_link l join booking_order o on o.id = l.order_id where l.id = ${id}`,
    clientOf: (id) =>
      clientOfBookings(sql`b.order_id = (select l.order_id from order_link l where l.id = ${id})`),
    replace: replaceOrderLink,
    withdrawPath: withdrawPath(),
  },
  seat: {
    findOver: async (...args) => idIfOver(await findSeatLink(...args)),
    recipientOf: (id) => sql`
      select case when r.claims_contact then coalesce(r.entered ->> 'email', '') else ${addressOf(sql`b.contact_id`)} end
      from seat_link l join booking b on b.id = l.booking_id cross join ${claimingBooking('b')} as claiming
      join booking r on r.id = claiming.id where l.id = ${id}`,
    clientOf: (id) => clientOfBookings(sql`b.id = (select l.booking_id from seat_link l where l.id = ${id})`),
    replace: replaceSeatLink,
  },
  company: {
    findOver: async (...args) => idIfOver(await findCompanyLink(...args)),
    recipientOf: (id) => sql`select ${addressOf(sql`l.company_id`)} from company_link l where l.id = ${id}`,
    replace: (tx, id, { now }) => replaceCompanyLink(tx, id, now),
  },
  attendance: {
    async findOver(reader, secret, { now }) {
      const link = await findLink(reader, secret, now)
      return link?.state === 'expired' ? link.id : undefined
    },
    recipientOf: (id) => sql`
      select ${addressOf(sql`t.contact_id`)} from attendance_link l join trainer t on t.id = l.trainer_id where l.id = ${id}`,
    clientOf: (id) =>
      sql`(select ${clientOfDate} from attendance_link l join event_date d on d.id = l.date_id where l.id = ${id})`,
    async replace(tx, id, { today, now, settings: { timeZone } }) {
      return replaceLink(tx, id, { today, now, timeZone })
    },
  },
} satisfies Record<string, RenewableLink>
export type RenewableKind = keyof typeof renewableLinks

/** The link that a mail replaces, kept with the mail. */
export type ReplacedLink = { link: RenewableKind; id: number }

/** Queues mail with a new link, which is made when it is sent; none, if the record has no address, or a mail is on its way. */
export async function queueNewLink(
  tx: Tx,
  { link, id }: ReplacedLink,
  { language, now }: { language: Language; now: Date },
): Promise<void> {
  const data = JSON.stringify({ link, id })
  // Of requests at once, each would find no mail of the other.
  await lockKey(tx, lockNamespace.requestedLink, data)
  const { recipientOf, clientOf = () => sql`null::int` }: RenewableLink = renewableLinks[link]
  await sql`
    insert into outbox_mail (kind, recipient, language, client_id, data, created_at)
    select 'renewed_link', known.email, ${language}, ${clientOf(id)}, ${data}::jsonb, ${now}
    from (${recipientOf(id)}) known (email)
    where known.email <> '' and not exists (select from outbox_mail m
      where m.kind = 'renewed_link' and m.recipient = known.email and m.data = ${data}::jsonb
        and m.created_at > ${now}::timestamptz - make_interval(mins => ${pauseMinutes}::int))`.execute(tx)
}
