// Dates in the back office: the list and the calendar.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Db, Reader } from '../../platform/database/database.ts'
import { Count, Id, IdOrNone, IsoDate, record } from '../../platform/ground/schema.ts'
import { officeEndpoint, WithHeaders } from '../../platform/http/endpoint.ts'
import { listQuery, searchContainsWords, selectPage } from '../../platform/http/list.ts'
import { dateTitle, trainerName } from '../records/names.sql.ts'

const Text = Type.String()

/** A date in the list and the calendar. */
const DateListItem = record({
  id: Id,
  version: Type.Integer(),
  eventId: Id,
  eventTitle: Text,
  eventIdentifier: Text,
  clientId: IdOrNone,
  identifier: Text,
  title: Text,
  subtitle: Text,
  /** The date's own title, else the event's. */
  displayTitle: Text,
  status: Text,
  goesAhead: Type.Boolean(),
  format: Text,
  startDate: Text,
  startTime: Text,
  endDate: Text,
  endTime: Text,
  participantsMin: Count,
  participantsMax: Count,
  seatsElsewhere: Count,
  /** Including those who attended or were absent. */
  bookedCount: Count,
  attendedCount: Count,
  absentCount: Count,
  reservedCount: Count,
  waitlistedCount: Count,
  freeSeats: Count,
  isPublished: Type.Boolean(),
  isActive: Type.Boolean(),
  isBookable: Type.Boolean(),
  hasWaitingList: Type.Boolean(),
  isSeries: Type.Boolean(),
  trainerNames: Text,
  locationNames: Text,
  /** The days of its sessions, each once, in order. */
  sessionDays: Type.Array(Text),
  trainers: Type.Array(record({ id: Id, name: Text })),
  rooms: Type.Array(record({ id: Id, name: Text, locationName: Text })),
})

const countOfStatus = (status: string) =>
  sql<number>`(select count(*)::int from booking b where b.date_id = d.id and b.status = ${sql.lit(status)})`

const freeSeats = sql<number>`free_seats(d)`

const sorts = {
  startDate: sql`coalesce(d.start_date, 'infinity')`,
  endDate: sql`coalesce(d.end_date, 'infinity')`,
  displayTitle: dateTitle,
  eventTitle: sql`e.title`,
  identifier: sql`d.identifier`,
  status: sql`d.status`,
  format: sql`d.format`,
  bookedCount: sql`(d.booked_count + d.reserved_count)`,
  freeSeats,
  participantsMax: sql`d.participants_max`,
  isPublished: sql`d.is_published`,
  id: sql`d.id`,
}

const isSeries = sql<boolean>`exists (select from series_module m where m.date_id = d.id)`

/** A series that began long ago and still runs is below what comes next. */
const upcomingFirst = (from: string) =>
  sql`row(d.start_date < ${from}::date and ${isSeries}, ${sorts.startDate})`

const codes = Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 50 }))
const filters = {
  q: Type.Optional(Type.String({ maxLength: 200 })),
  eventIds: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  categoryId: Type.Optional(Id),
  catalogueId: Type.Optional(Id),
  status: codes,
  format: codes,
  from: Type.Optional(IsoDate),
  to: Type.Optional(IsoDate),
  trainerId: Type.Optional(Id),
  locationId: Type.Optional(Id),
  clientId: Type.Optional(Id),
  isPublished: Type.Optional(Type.Boolean()),
  isActive: Type.Optional(Type.Boolean()),
  isSeries: Type.Optional(Type.Boolean()),
  seats: Type.Optional(Type.Enum(['free', 'full', 'belowMinimum', 'waitlisted'])),
}
const query = listQuery({ sorts: Object.keys(sorts) as (keyof typeof sorts)[], filters })

const occupiedSeats = sql`d.booked_count + d.reserved_count + d.seats_elsewhere`
const seatFilters = {
  free: sql<boolean>`${occupiedSeats} < d.participants_max`,
  full: sql<boolean>`${occupiedSeats} >= d.participants_max and d.participants_max > 0`,
  belowMinimum: sql<boolean>`d.booked_count::bigint + d.seats_elsewhere < d.participants_min`,
  waitlisted: sql<boolean>`d.waitlisted_count > 0`,
}

/** The dates that match the filters, without order. */
const selectDateList = (
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
      'd.event_id as eventId',
      'e.title as eventTitle',
      'e.identifier as eventIdentifier',
      sql<number>`coalesce(d.client_id, 0)`.as('clientId'),
      'd.identifier',
      'd.title',
      'd.subtitle',
      dateTitle.as('displayTitle'),
      sql<string>`coalesce(d.status, '')`.as('status'),
      sql<boolean>`coalesce(s.goes_ahead, true)`.as('goesAhead'),
      sql<string>`coalesce(d.format, '')`.as('format'),
      sql<string>`coalesce(d.start_date::text, '')`.as('startDate'),
      'd.start_time as startTime',
      sql<string>`coalesce(d.end_date::text, '')`.as('endDate'),
      'd.end_time as endTime',
      'd.participants_min as participantsMin',
      'd.participants_max as participantsMax',
      'd.seats_elsewhere as seatsElsewhere',
      'd.booked_count as bookedCount',
      countOfStatus('attended').as('attendedCount'),
      countOfStatus('absent').as('absentCount'),
      'd.reserved_count as reservedCount',
      'd.waitlisted_count as waitlistedCount',
      freeSeats.as('freeSeats'),
      'd.is_published as isPublished',
      'd.is_active as isActive',
      'd.is_bookable as isBookable',
      'd.has_waiting_list as hasWaitingList',
      isSeries.as('isSeries'),
    ])
    .$if(filter.eventIds !== undefined, (q) =>
      q.where('d.event_id', '=', sql<number>`any(${filter.eventIds}::int[])`),
    )
    .$if(filter.categoryId !== undefined, (q) =>
      q.where(sql<boolean>`d.event_id in (
        with recursive below as (select ${filter.categoryId}::int as id
          union select c.id from catalogue_category c join below b on c.parent_id = b.id)
        select i.event_id from event_in_category i join below b on b.id = i.category_id)`),
    )
    .$if(filter.catalogueId !== undefined, (q) =>
      q.where(
        sql<boolean>`exists (select from date_catalogue c where c.date_id = d.id and c.catalogue_id = ${filter.catalogueId})`,
      ),
    )
    .$if(filter.status !== undefined, (q) => q.where(sql<boolean>`d.status = any(${filter.status})`))
    .$if(filter.format !== undefined, (q) => q.where(sql<boolean>`d.format = any(${filter.format})`))
    .$if(filter.from !== undefined, (q) => q.where(sql<boolean>`ends_from(d, ${filter.from}::date)`))
    .$if(filter.to !== undefined, (q) => q.where(sql<boolean>`d.start_date <= ${filter.to}::date`))
    .$if(filter.trainerId !== undefined, (q) =>
      q.where(
        sql<boolean>`d.id in (select t.date_id from date_trainer t where t.trainer_id = ${filter.trainerId})`,
      ),
    )
    .$if(filter.locationId !== undefined, (q) =>
      q.where(
        sql<boolean>`d.id in (select l.date_id from date_location l where l.contact_id = ${filter.locationId})`,
      ),
    )
    .$if(filter.clientId !== undefined, (q) => q.where('d.client_id', '=', filter.clientId!))
    .$if(filter.isPublished !== undefined, (q) => q.where('d.is_published', '=', filter.isPublished!))
    .$if(filter.isActive !== undefined, (q) => q.where('d.is_active', '=', filter.isActive!))
    .$if(filter.isSeries !== undefined, (q) => q.where(sql<boolean>`${isSeries} = ${filter.isSeries}`))
    .$if(filter.seats !== undefined, (q) => q.where(seatFilters[filter.seats!]))
    .$if(filter.q !== undefined && filter.q.trim() !== '', (q) =>
      q.where(
        sql<boolean>`(${searchContainsWords(filter.q!, [['date', 'd.id']])} or d.id::text = ${filter.q!.trim()})`,
      ),
    )

/** Trainers, locations, rooms and session days of dates, by date: four queries for all dates instead of four in each row. */
async function loadDetails(reader: Reader, dateIds: readonly number[]) {
  const isOfDate = sql<boolean>`date_id = any(${dateIds}::int[])`
  const [trainers, locations, rooms, days] = await Promise.all([
    reader
      .selectFrom('date_trainer as dt')
      .innerJoin('trainer as t', 't.id', 'dt.trainer_id')
      .select(['date_id', 't.id', trainerName.as('name')])
      .where(isOfDate)
      .orderBy('dt.is_main', 'desc')
      .orderBy('dt.position')
      .execute(),
    reader
      .selectFrom('date_location')
      .innerJoin('contact as c', 'c.id', 'contact_id')
      .select(['date_id', 'c.last_name as name'])
      .where(isOfDate)
      .orderBy('c.last_name')
      .execute(),
    reader
      .selectFrom('date_room as dr')
      .innerJoin('room as r', 'r.id', 'dr.room_id')
      .innerJoin('contact as l', 'l.id', 'r.location_id')
      .select(['date_id', 'r.id', 'r.name', 'l.last_name as locationName'])
      .where(isOfDate)
      .orderBy('l.last_name')
      .orderBy('r.name')
      .execute(),
    reader
      .selectFrom('date_session_day')
      .select(['date_id', sql<string>`day::text`.as('day')])
      .distinct()
      .where(isOfDate)
      .where('day', 'is not', null)
      .orderBy('day')
      .execute(),
  ])
  const byDate = <R extends { date_id: number }>(rows: R[]) => {
    const groups = Map.groupBy(rows, ({ date_id }) => date_id)
    return (dateId: number) => (groups.get(dateId) ?? []).map(({ date_id: _, ...row }) => row)
  }
  return {
    trainersOf: byDate(trainers),
    locationsOf: byDate(locations),
    roomsOf: byDate(rooms),
    daysOf: byDate(days),
  }
}

export const listDates = officeEndpoint({
  method: 'GET',
  path: '/dates',
  query,
  response: Type.Array(DateListItem),
  handle: async ({ db, query: filter }) => {
    const { from, order = 'asc' } = filter
    const startDate = from !== undefined && order === 'asc' ? upcomingFirst(from) : sorts.startDate
    const { records, headers } = await selectPage(
      db,
      selectDateList(db, filter),
      filter,
      { ...sorts, startDate },
      'd.id',
    )
    const { trainersOf, locationsOf, roomsOf, daysOf } = await loadDetails(
      db,
      records.map(({ id }) => id),
    )
    const dates = records.map((date) => {
      const trainers = trainersOf(date.id)
      const names = (named: readonly { name: string }[]) => named.map(({ name }) => name).join(', ')
      return {
        ...date,
        trainerNames: names(trainers),
        locationNames: names(locationsOf(date.id)),
        sessionDays: daysOf(date.id).map(({ day }) => day),
        trainers,
        rooms: roomsOf(date.id),
      }
    })
    return new WithHeaders(dates, headers)
  },
})
