// The check before publishing: reads an event with all its dates.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import { notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { type CheckedEvent, checkDate, checkEvent, type Finding } from './publishing.ts'

const pricesOf = (table: 'event_price' | 'date_price', owner: string) => `coalesce((
  select json_agg(json_build_object('gross', p.gross_price::text, 'net', p.net_price::text, 'vat', p.vat_rate) order by p.position)
  from ${table} p where p.${owner}), '[]')`

async function loadCheckedEvent(reader: Reader, eventId: number): Promise<CheckedEvent | undefined> {
  const { rows } = await sql<CheckedEvent>`
    select e.id, e.is_published, e.title, e.teaser, e.description,
      (select count(*)::int from event_in_category c where c.event_id = e.id) as categories,
      ${sql.raw(pricesOf('event_price', 'event_id = e.id'))} as prices,
      coalesce((select json_agg(d order by d.start_date, d.id) from (
        select d.id, coalesce(nullif(d.title, ''), d.identifier) as title, d.is_published, d.is_active, d.is_bookable,
          coalesce(d.status, '') as status, coalesce(s.goes_ahead, true) as status_goes_ahead,
          d.start_date, d.end_date, d.booking_end_date, d.display_start_date, d.display_end_date, d.participants_max,
          (select count(*) from date_trainer t where t.date_id = d.id) as trainers,
          (select count(*) from date_location l where l.date_id = d.id) as locations,
          coalesce(f.is_onsite, false) as is_onsite,
          ${sql.raw(pricesOf('date_price', 'date_id = d.id'))} as prices,
          coalesce((select json_agg(
              (select count(*) from series_module_date l where l.series_module_id = m.id) order by m.position, m.id)
            from series_module m where m.date_id = d.id), '[]') as modules,
          exists (select from event_date o join series_module m on m.date_id = o.id where o.event_id = e.id) as event_has_series
        from event_date d
        left join date_status s on s.status = d.status
        left join date_format f on f.format = d.format
        where d.event_id = e.id) d), '[]') as dates
    from event e where e.id = ${eventId}`.execute(reader)
  return rows[0]
}

/** @throws Failure 404 */
export async function findingsOfEvent(reader: Reader, eventId: number, today: string): Promise<Finding[]> {
  const event = await loadCheckedEvent(reader, eventId)
  if (!event) throw notFound(generalErrors.notFound({ kind: 'event', id: eventId }))
  return checkEvent(event, today)
}

/** @throws Failure 404 */
export async function findingsOfDate(reader: Reader, dateId: number, today: string): Promise<Finding[]> {
  const row = await reader
    .selectFrom('event_date')
    .select('event_id')
    .where('id', '=', dateId)
    .executeTakeFirst()
  const event = row && (await loadCheckedEvent(reader, row.event_id))
  const date = event?.dates.find(({ id }) => id === dateId)
  if (!event || !date) throw notFound(generalErrors.notFound({ kind: 'date', id: dateId }))
  return checkDate(date, event, today)
}
