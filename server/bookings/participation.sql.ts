// Bookings of a contact as the interface's participations.
import { sql } from 'kysely'
import type { Reader } from '../platform/database/database.ts'
import type { Participation } from './participation.schema.ts'

/** The bookings of a contact on dates that start within a window (`YYYY-MM-DD`, both ends included), by date. */
export async function findParticipationsOfContact(
  reader: Reader,
  contactId: number,
  window: { from: string; to: string },
): Promise<Participation[]> {
  const rows = await reader
    .selectFrom('booking as p')
    .innerJoin('event_date as d', 'd.id', 'p.date_id')
    .innerJoin('event as e', 'e.id', 'd.event_id')
    .select([
      sql<string>`coalesce(d.start_date::text, '')`.as('date'),
      'e.title as eventName',
      sql<string>`coalesce(nullif(d.article_no, ''), e.article_no)`.as('articleNo'),
      'p.status as partStatus',
      'p.id as partId',
      'p.date_id as dateId',
    ])
    .where('p.contact_id', '=', contactId)
    .where('d.start_date', '>=', window.from)
    .where('d.start_date', '<=', window.to)
    .orderBy('d.start_date')
    .orderBy('d.start_time')
    .orderBy('p.id')
    .execute()
  return rows
}
