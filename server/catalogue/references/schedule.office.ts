// The schedule of a trainer or a location: workload, overlaps, absences on days of dates, hotel quotas.
import { type RawBuilder, sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Reader } from '../../platform/database/database.ts'
import { Count, Id, record } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { dateTitle, roomName } from '../records/names.sql.ts'

const trainerParams = Type.Object({ trainerId: Id })
const locationParams = Type.Object({ locationId: Id })
const Text = Type.String()

/** The days of a month (`YYYY-MM`) on which a trainer has sessions. */
const MonthWorkload = record({ month: Text, dayCount: Count })

/** Two dates that take the same trainer or room at the same time, or (`otherDateId` 0) a date during an absence. */
const ScheduleConflict = record({
  day: Text,
  dateId: Id,
  title: Text,
  otherDateId: Type.Integer({ minimum: 0 }),
  otherTitle: Text,
  /** Of a location: the room; of an absence: the reason. */
  name: Text,
})
type ScheduleConflict = Static<typeof ScheduleConflict>

/** The first overlap of each two dates that is not over. @param which SQL of the periods (alias `a`) that are looked at */
const overlaps = (which: RawBuilder<unknown>, today: string) => sql`
  select distinct on (a.date_id, b.date_id) lower(a.period * b.period)::date::text as day,
    a.date_id as "dateId", ${dateTitle} as title, b.date_id as "otherDateId", coalesce(nullif(o.title, ''), oe.title) as "otherTitle",
    case when r.id is null then '' else ${roomName} end as name
  from busy_period a
  join busy_period b on (b.trainer_id = a.trainer_id or b.room_id = a.room_id) and b.date_id > a.date_id and b.period && a.period
  join event_date d on d.id = a.date_id join event e on e.id = d.event_id
  join event_date o on o.id = b.date_id join event oe on oe.id = o.event_id
  left join trainer t on t.id = a.trainer_id
  left join room r on r.id = a.room_id left join contact c on c.id = r.location_id
  where ${which} and upper(a.period * b.period) > ${today}::date and coalesce(t.overlap_check, r.overlap_check) <> 'off'
  order by a.date_id, b.date_id, lower(a.period * b.period)`

const absences = (trainerId: number, today: string) => sql`
  select distinct on (b.date_id, a.id) greatest(lower(b.period)::date, a.first_day)::text as day,
    b.date_id as "dateId", ${dateTitle} as title, 0 as "otherDateId", '' as "otherTitle", a.reason as name
  from trainer_absence a
  join busy_period b on b.trainer_id = a.trainer_id and b.period && tsrange(a.first_day, a.last_day + 1)
  join event_date d on d.id = b.date_id join event e on e.id = d.event_id
  where a.trainer_id = ${trainerId} and upper(b.period) > ${today}::date
  order by b.date_id, a.id, b.period`

async function readConflicts(reader: Reader, query: RawBuilder<unknown>): Promise<ScheduleConflict[]> {
  const { rows } = await sql<ScheduleConflict>`
    select * from (${query}) as found order by day, "dateId", "otherDateId" limit 100`.execute(reader)
  return rows
}

/** The twelve months before this one, and twelve from it on. Dates of more than 14 days count only with session days. */
const getWorkload = officeEndpoint({
  method: 'GET',
  path: '/trainers/{trainerId}/workload',
  params: trainerParams,
  response: Type.Array(MonthWorkload),
  handle: async ({ db, params: { trainerId }, today }) => {
    const { rows } = await sql<Static<typeof MonthWorkload>>`
      select to_char(m, 'YYYY-MM') as month, count(distinct lower(b.period)::date)::int as "dayCount"
      from generate_series(date_trunc('month', ${today}::timestamp) - interval '12 months',
        date_trunc('month', ${today}::timestamp) + interval '11 months', interval '1 month') m
      left join busy_period b on b.trainer_id = ${trainerId} and lower(b.period) >= m and lower(b.period) < m + interval '1 month'
      group by m order by m`.execute(db)
    return rows
  },
})

const listTrainerConflicts = officeEndpoint({
  method: 'GET',
  path: '/trainers/{trainerId}/schedule-conflicts',
  params: trainerParams,
  response: Type.Array(ScheduleConflict),
  handle: ({ db, params: { trainerId }, today }) =>
    readConflicts(
      db,
      sql`(${overlaps(sql`a.trainer_id = ${trainerId}`, today)}) union all (${absences(trainerId, today)})`,
    ),
})

const listLocationConflicts = officeEndpoint({
  method: 'GET',
  path: '/locations/{locationId}/schedule-conflicts',
  params: locationParams,
  response: Type.Array(ScheduleConflict),
  handle: ({ db, params: { locationId }, today }) =>
    readConflicts(
      db,
      overlaps(sql`a.room_id in (select one.id from room one where one.location_id = ${locationId})`, today),
    ),
})

/** A hotel quota of a date at a location that is not over. */
const LocationHotelQuota = record({
  id: Id,
  dateId: Id,
  dateTitle: Text,
  startDate: Text,
  endDate: Text,
  name: Text,
  roomName: Text,
  roomBeds: Text,
  status: Text,
})

const listHotelQuotas = officeEndpoint({
  method: 'GET',
  path: '/locations/{locationId}/hotel-quotas',
  params: locationParams,
  response: Type.Array(LocationHotelQuota),
  handle: async ({ db, params: { locationId }, today }) => {
    const { rows } = await sql<Static<typeof LocationHotelQuota>>`
      select q.id, d.id as "dateId", ${dateTitle} as "dateTitle", coalesce(d.start_date::text, '') as "startDate",
        coalesce(coalesce(d.end_date, d.start_date)::text, '') as "endDate", q.name, q.room_name as "roomName",
        q.room_beds as "roomBeds", coalesce(q.status, '') as status
      from date_location l join event_date d on d.id = l.date_id join event e on e.id = d.event_id
      join hotel_quota q on q.date_id = d.id
      where l.contact_id = ${locationId} and coalesce(ends_from(d, ${today}::date), true)
      order by d.start_date nulls last, q.id limit 200`.execute(db)
    return rows
  },
})

export const scheduleOffice = [getWorkload, listTrainerConflicts, listLocationConflicts, listHotelQuotas]
