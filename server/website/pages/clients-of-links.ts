// The client in whose name a page by a link is: that of the date, also where the link has expired or is used up.
import { type RawBuilder, sql } from 'kysely'
import { clientOfBookings, clientOfDate } from '../../documents/date-data.sql.ts'
import { tokenHash } from '../../platform/auth/principal.ts'
import type { PublicPage } from '../../platform/pages/public-pages.ts'

const queries = {
  order: (hash) => clientOfBookings(sql`b.order_id = (select order_id from order_link where hash = ${hash})`),
  seat: (hash) => clientOfBookings(sql`b.id = (select booking_id from seat_link where hash = ${hash})`),
  feedback: (hash) =>
    clientOfBookings(sql`b.id = (select booking_id from feedback_invitation where hash = ${hash})`),
  attendance: (hash) =>
    sql`select ${clientOfDate} from attendance_link l join event_date d on d.id = l.date_id where l.hash = ${hash}`,
  pendingBooking: (hash) =>
    sql`select ${clientOfDate} from pending_booking l join event_date d on d.id = l.date_id where l.hash = ${hash}`,
  consent: (hash) => sql`select client_id from newsletter_consent where confirmation_hash = ${hash}`,
} satisfies Record<string, (hash: Buffer) => RawBuilder<unknown>>

/** The page with the secret of a link in its path, in the frame of the client. */
export const inNameOf = (link: keyof typeof queries, page: PublicPage): PublicPage => ({
  ...page,
  async clientOf({ db, params }) {
    const { rows } = await sql<{ id: number }>`
      select (${queries[link](tokenHash(params['secret']!))}) as id`.execute(db)
    return rows[0]?.id ?? undefined
  },
})
