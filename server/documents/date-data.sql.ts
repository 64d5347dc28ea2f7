// Reads what documents show of a date.
import { type RawBuilder, sql } from 'kysely'
import { type PrintedAddress, postalLine } from '../addresses/postal-address.ts'
import { dateTitle, roomName, trainerName } from '../catalogue/records/names.sql.ts'
import type { Reader } from '../platform/database/database.ts'
import { notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { instanceCountry } from '../platform/settings/instance-country.ts'
import type { DateData, DayOfDate, ListedParticipant, Person, Place } from './date-data.ts'

/** The client whose letterhead a date has: its own, otherwise the first one. For an alias `d` of `event_date`. */
export const clientOfDate = sql<number>`coalesce(d.client_id, (select min(k.id) from client k))`

/** The client of the first date of bookings b. */
export const clientOfBookings = (condition: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql<
    number | null
  >`(select ${clientOfDate} from booking b join event_date d on d.id = b.date_id where ${condition}
    order by d.start_date, d.id limit 1)`

const defaultPhone = (contact: string) =>
  `(select concat_ws(' ', nullif('+' || ltrim(h.country_code, '+0'), '+'), nullif(h.area_code, ''), nullif(h.number, '')) from phone h
    where h.contact_id = ${contact} and h.is_default and h.type <> 'fax' order by h.type desc limit 1)`
const defaultEmail = (contact: string) =>
  `(select m.email from email_address m where m.contact_id = ${contact} and m.is_default)`

const personName = sql.raw(
  `concat_ws(' ', nullif(c.title, ''), nullif(c.first_name, ''), nullif(c.last_name, ''))`,
)

async function loadDays(reader: Reader, dateId: number): Promise<DayOfDate[]> {
  const { rows } = await sql<DayOfDate>`
    with session as (
      select y.day, y.start_time, y.end_time, y.comment from date_day y
      where y.date_id = ${dateId} and (
        exists (select from date_session_day s where s.date_id = y.date_id and s.day is not null)
        or not exists (select from series_module m where m.date_id = y.date_id))
    )
    select s.day::text,
      json_agg(json_build_object('startTime', s.start_time, 'endTime', s.end_time, 'comment', s.comment) order by s.start_time) as sessions,
      (select count(*)::int from date_half_day h where h.date_id = ${dateId} and h.day = s.day) as halves
    from session s group by s.day order by s.day`.execute(reader)
  return rows
}

async function loadParticipants(reader: Reader, dateId: number): Promise<ListedParticipant[]> {
  const { rows } = await sql<ListedParticipant>`
    select b.id as "bookingId", coalesce(${personName}, '') as name, coalesce(c.last_name, '') as "lastName",
      coalesce(c.first_name, '') as "firstName", coalesce(c.title, '') as title,
      coalesce(f.last_name, nullif(c.company, ''), (select x.last_name from booking_order o join contact x on x.id = o.company_id where o.id = b.order_id), '') as company,
      b.status, b.comment, b.dietary_notes as "dietaryNotes", b.accessibility_notes as "accessibilityNotes"
    from booking b
    join booking_status s on s.status = b.status and s.counts_as in ('booked', 'reserved')
    left join contact c on c.id = b.contact_id
    left join contact f on f.id = c.company_id
    where b.date_id = ${dateId}
    order by c.id is null, sort_key(c.last_name) collate "C", sort_key(c.first_name) collate "C", b.id`.execute(
    reader,
  )
  return rows
}

async function loadPlaces(reader: Reader, dateId: number): Promise<Place[]> {
  const { rows } = await sql<PrintedAddress & { name: string; phone: string }>`
    select c.last_name as name, coalesce(a.street, '') as street, coalesce(a.house_number, '') as "houseNumber", coalesce(a.zip, '') as zip,
      coalesce(a.city, '') as city, coalesce(a.state, '') as state, coalesce(a.country, '') as country,
      coalesce(${sql.raw(defaultPhone('c.id'))}, '') as phone
    from date_location l join contact c on c.id = l.contact_id left join address a on a.contact_id = c.id and a.is_default
    where l.date_id = ${dateId} order by l.contact_id`.execute(reader)
  const home = await instanceCountry(reader)
  return rows.map(({ name, phone, ...address }) => ({ name, phone, address: postalLine(address, home) }))
}

const loadRooms = async (reader: Reader, dateId: number): Promise<string[]> =>
  (
    await sql<{ name: string }>`
      select ${roomName} as name from date_room x join room r on r.id = x.room_id join contact c on c.id = r.location_id
      where x.date_id = ${dateId} order by r.id`.execute(reader)
  ).rows.map(({ name }) => name)

const loadTrainers = async (reader: Reader, dateId: number): Promise<Person[]> =>
  (
    await sql<Person>`
      select ${trainerName} as name, coalesce(${sql.raw(defaultPhone('t.contact_id'))}, '') as phone,
        coalesce(${sql.raw(defaultEmail('t.contact_id'))}, '') as email
      from date_trainer x join trainer t on t.id = x.trainer_id where x.date_id = ${dateId} order by x.is_main desc, x.position`.execute(
      reader,
    )
  ).rows

const loadOrganisers = async (reader: Reader, dateId: number): Promise<Person[]> =>
  (
    await sql<Person>`
      select concat_ws(' ', nullif(r.first_name, ''), nullif(r.last_name, '')) as name, r.phone, r.email
      from date_responsible_person r where r.date_id = ${dateId} order by r.position`.execute(reader)
  ).rows

const loadModules = async (reader: Reader, dateId: number): Promise<DateData['modules']> =>
  (
    await sql<DateData['modules'][number]>`
      select ${dateTitle} as title, coalesce(d.start_date::text, '') as "startDate",
        coalesce(coalesce(d.end_date, d.start_date)::text, '') as "endDate",
        coalesce((select string_agg(c.last_name, ', ' order by c.id) from date_location l join contact c on c.id = l.contact_id where l.date_id = d.id), '') as place
      from series_module m join series_module_date x on x.series_module_id = m.id
      join event_date d on d.id = x.linked_date_id join event e on e.id = d.event_id
      where m.date_id = ${dateId} order by d.start_date, d.id`.execute(reader)
  ).rows

/** @throws Failure 404 */
export async function loadDateData(reader: Reader, dateId: number): Promise<DateData> {
  type Head = Pick<DateData, 'id' | 'title' | 'subtitle' | 'articleNo' | 'startDate' | 'endDate' | 'clientId'>
  const { rows } = await sql<Head>`
    select d.id, ${dateTitle} as title, coalesce(nullif(d.subtitle, ''), e.subtitle) as subtitle,
      coalesce(nullif(d.article_no, ''), e.article_no) as "articleNo", coalesce(d.start_date::text, '') as "startDate",
      coalesce(coalesce(d.end_date, d.start_date)::text, '') as "endDate", ${clientOfDate} as "clientId"
    from event_date d join event e on e.id = d.event_id where d.id = ${dateId}`.execute(reader)
  const head = rows[0]
  if (!head) throw notFound(generalErrors.notFound({ kind: 'date', id: dateId }))
  return {
    ...head,
    days: await loadDays(reader, dateId),
    places: await loadPlaces(reader, dateId),
    rooms: await loadRooms(reader, dateId),
    trainers: await loadTrainers(reader, dateId),
    organisers: await loadOrganisers(reader, dateId),
    participants: await loadParticipants(reader, dateId),
    modules: await loadModules(reader, dateId),
  }
}
