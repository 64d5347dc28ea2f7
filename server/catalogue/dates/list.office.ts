// Dates in the back office: the list and the calendar.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Db } from '../../platform/database/database.ts'
import { listQuery, searchContainsWords, selectPage } from '../../platform/database/list.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { Count, Id, IdOrNone, IsoDate, record } from '../../platform/http/schema.ts'

const Text = Type.String()

/** A date as lists and the calendar show it. */
export const DateListItem = record({
  id: Id,
  version: Type.Integer(),
  event_id: Id,
  event_title: Text,
  event_identifier: Text,
  client_id: IdOrNone,
  identifier: Text,
  title: Text,
  subtitle: Text,
  /** The date's own title, else the event's. */
  name: Text,
  status: Text,
  takes_place: Type.Boolean(),
  format: Text,
  start_date: Text,
  start_time: Text,
  end_date: Text,
  end_time: Text,
  participants_min: Count,
  participants_max: Count,
  places_elsewhere: Count,
  booked_count: Count,
  reserved_count: Count,
  waitlisted_count: Count,
  free_places: Count,
  is_published: Type.Boolean(),
  is_active: Type.Boolean(),
  is_bookable: Type.Boolean(),
  waiting_list: Type.Boolean(),
  is_series: Type.Boolean(),
  trainers: Text,
  locations: Text,
})
export type DateListItem = Static<typeof DateListItem>

const sorts = {
  start_date: sql`coalesce(d.start_date, 'infinity')`,
  end_date: sql`coalesce(d.end_date, 'infinity')`,
  name: sql`coalesce(nullif(d.title, ''), e.title)`,
  event_title: sql`e.title`,
  identifier: sql`d.identifier`,
  status: sql`d.status`,
  format: sql`d.format`,
  booked_count: sql`(d.booked_count + d.reserved_count)`,
  free_places: sql`greatest(0, d.participants_max - d.booked_count - d.reserved_count - d.seats_elsewhere)`,
  participants_max: sql`d.participants_max`,
  is_published: sql`d.is_published`,
  id: sql`d.id`,
}

const codes = Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 50 }))
const filters = {
  q: Type.Optional(Type.String({ maxLength: 200 })),
  event_id: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  category_id: Type.Optional(Id),
  catalog_id: Type.Optional(Id),
  status: codes,
  format: codes,
  from: Type.Optional(IsoDate),
  to: Type.Optional(IsoDate),
  trainer_id: Type.Optional(Id),
  location_id: Type.Optional(Id),
  client_id: Type.Optional(Id),
  is_published: Type.Optional(Type.Boolean()),
  is_active: Type.Optional(Type.Boolean()),
  is_series: Type.Optional(Type.Boolean()),
  places: Type.Optional(Type.Enum(['free', 'full', 'below_minimum', 'waiting'])),
}
const query = listQuery({ sorts: Object.keys(sorts) as (keyof typeof sorts)[], filters })

const occupiedSeats = sql`d.booked_count + d.reserved_count + d.seats_elsewhere`
const seatFilters = {
  free: sql<boolean>`${occupiedSeats} < d.participants_max`,
  full: sql<boolean>`${occupiedSeats} >= d.participants_max and d.participants_max > 0`,
  below_minimum: sql<boolean>`d.booked_count < d.participants_min`,
  waiting: sql<boolean>`d.waitlisted_count > 0`,
}

/** The dates of a list's filters, without order. */
export const selectDateList = (
  db: Db,
  filter: Omit<Static<typeof query>, 'page' | 'perPage' | 'sort' | 'order' | 'ids'>,
) =>
  db
    .selectFrom('event_date as d')
    .innerJoin('event as e', 'e.id', 'd.event_id')
    .leftJoin('date_status as s', 's.status', 'd.status')
    .select([
      'd.id',
      sql<number>`(select coalesce(max(l.id), 0)::float8 from change_log l where l.subject = 'date' and l.subject_id = d.id)`.as(
        'version',
      ),
      'd.event_id',
      'e.title as event_title',
      'e.identifier as event_identifier',
      sql<number>`coalesce(d.client_id, 0)`.as('client_id'),
      'd.identifier',
      'd.title',
      'd.subtitle',
      sql<string>`coalesce(nullif(d.title, ''), e.title)`.as('name'),
      sql<string>`coalesce(d.status, '')`.as('status'),
      sql<boolean>`coalesce(s.goes_ahead, true)`.as('takes_place'),
      sql<string>`coalesce(d.format, '')`.as('format'),
      sql<string>`coalesce(d.start_date::text, '')`.as('start_date'),
      'd.start_time',
      sql<string>`coalesce(d.end_date::text, '')`.as('end_date'),
      'd.end_time',
      'd.participants_min',
      'd.participants_max',
      'd.seats_elsewhere as places_elsewhere',
      'd.booked_count',
      'd.reserved_count',
      'd.waitlisted_count',
      sql<number>`greatest(0, d.participants_max - d.booked_count - d.reserved_count - d.seats_elsewhere)`.as(
        'free_places',
      ),
      'd.is_published',
      'd.is_active',
      'd.is_bookable',
      'd.has_waiting_list as waiting_list',
      sql<boolean>`exists (select from series_module m where m.date_id = d.id)`.as('is_series'),
      sql<string>`coalesce((select string_agg(concat_ws(' ', nullif(t.title, ''), nullif(t.first_name, ''), t.last_name), ', '
        order by dt.is_main desc, dt.position) from date_trainer dt join trainer t on t.id = dt.trainer_id where dt.date_id = d.id), '')`.as(
        'trainers',
      ),
      sql<string>`coalesce((select string_agg(c.last_name, ', ' order by c.last_name) from date_location dl
        join contact c on c.id = dl.contact_id where dl.date_id = d.id), '')`.as('locations'),
    ])
    .$if(filter.event_id !== undefined, (q) =>
      q.where('d.event_id', '=', sql<number>`any(${filter.event_id}::int[])`),
    )
    .$if(filter.category_id !== undefined, (q) =>
      q.where(sql<boolean>`d.event_id in (
        with recursive below as (select ${filter.category_id}::int as id
          union select c.id from catalogue_category c join below b on c.parent_id = b.id)
        select i.event_id from event_in_category i join below b on b.id = i.category_id)`),
    )
    .$if(filter.catalog_id !== undefined, (q) =>
      q.where(
        sql<boolean>`exists (select from date_catalogue c where c.date_id = d.id and c.catalogue_id = ${filter.catalog_id})`,
      ),
    )
    .$if(filter.status !== undefined, (q) => q.where(sql<boolean>`d.status = any(${filter.status})`))
    .$if(filter.format !== undefined, (q) => q.where(sql<boolean>`d.format = any(${filter.format})`))
    .$if(filter.from !== undefined, (q) =>
      q.where(sql<boolean>`coalesce(d.end_date, d.start_date) >= ${filter.from}::date`),
    )
    .$if(filter.to !== undefined, (q) => q.where(sql<boolean>`d.start_date <= ${filter.to}::date`))
    .$if(filter.trainer_id !== undefined, (q) =>
      q.where(
        sql<boolean>`d.id in (select t.date_id from date_trainer t where t.trainer_id = ${filter.trainer_id})`,
      ),
    )
    .$if(filter.location_id !== undefined, (q) =>
      q.where(
        sql<boolean>`d.id in (select l.date_id from date_location l where l.contact_id = ${filter.location_id})`,
      ),
    )
    .$if(filter.client_id !== undefined, (q) => q.where('d.client_id', '=', filter.client_id!))
    .$if(filter.is_published !== undefined, (q) => q.where('d.is_published', '=', filter.is_published!))
    .$if(filter.is_active !== undefined, (q) => q.where('d.is_active', '=', filter.is_active!))
    .$if(filter.is_series !== undefined, (q) =>
      q.where(
        sql<boolean>`exists (select from series_module m where m.date_id = d.id) = ${filter.is_series}`,
      ),
    )
    .$if(filter.places !== undefined, (q) => q.where(seatFilters[filter.places as keyof typeof seatFilters]))
    .$if(filter.q !== undefined && filter.q.trim() !== '', (q) =>
      q.where(
        sql<boolean>`(${searchContainsWords(filter.q!, [['date', 'd.id']])} or d.id::text = ${filter.q!.trim()})`,
      ),
    )

export const listDates = officeEndpoint({
  method: 'GET',
  path: '/dates',
  query,
  response: Type.Array(DateListItem),
  handle: ({ db, query: filter }) => selectPage(db, selectDateList(db, filter), filter, sorts, 'd.id'),
})
