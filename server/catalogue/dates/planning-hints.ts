// What speaks against the days of dates that may not be stored yet: overlaps, absences, travel times, rooms that are too small.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { ErrorText } from '../../platform/http/error-text.ts'
import type { FieldError } from '../../platform/http/errors.ts'
import { travelMinutes } from '../../settings/travel-time.ts'
import { dateTitle, roomName, trainerName } from '../records/names.sql.ts'
import { dateErrors } from './date.errors.ts'
import type { DateContent } from './date.schema.office.ts'
import { fieldOf, overlapError } from './overlaps.ts'

/** A date as it would be. `id` 0: it is new. */
export type Candidate = { id: number } & Pick<
  DateContent,
  | 'status'
  | 'isActive'
  | 'startDate'
  | 'endDate'
  | 'startTime'
  | 'endTime'
  | 'sessionDays'
  | 'modules'
  | 'trainers'
  | 'locationIds'
  | 'roomIds'
  | 'participantsMax'
>

/** `isForbidden`: the date could not be stored. */
export type Hint = FieldError & { isForbidden: boolean }

const dayOrNull = (day: string) => (day === '' ? null : day)

const toRow = (date: Candidate, nth: number) => ({
  nth,
  id: date.id,
  status: date.status,
  first_day: dayOrNull(date.startDate),
  last_day: dayOrNull(date.endDate),
  start_time: date.startTime,
  end_time: date.endTime,
  days: date.sessionDays.map(({ day }) => dayOrNull(day)),
  starts: date.sessionDays.map(({ startTime }) => startTime),
  ends: date.sessionDays.map(({ endTime }) => endTime),
  trainer_ids: date.trainers.map(({ trainerId }) => trainerId),
  room_ids: date.roomIds,
  location_ids: date.locationIds,
  seats: date.participantsMax,
})

const columns = `nth int, id int, status text, first_day date, last_day date, start_time text, end_time text, days date[], starts text[],
  ends text[], trainer_ids int[], room_ids int[], location_ids int[], seats int`

/** The dates as rows of a query (alias `g`), with the periods in which they take place from today on; without those that do not. */
const givenDates = (rows: readonly object[]) => sql`
  given as materialized (
    select g.*, session_periods(g.first_day, g.last_day, g.start_time, g.end_time, g.days, g.starts, g.ends)
      * tsmultirange(tsrange(current_date, null)) as periods
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(${sql.raw(columns)})
    left join date_status s on s.status = g.status where coalesce(s.goes_ahead, true)
  )`

type Found = { nth: number; trainerId: number | null; name: string; day: string }

type Overlap = Found & { title: string; other: number; isForbidden: boolean }

/** @param areTogether the dates may overlap each other, too: then `other` is the number of the other one */
async function findOverlaps(
  reader: Reader,
  rows: readonly object[],
  areTogether: boolean,
): Promise<Overlap[]> {
  const { rows: found } = await sql<Overlap>`
    with ${givenDates(rows)}, taken as (
      select g.nth, b.trainer_id, b.room_id, b.date_id, 0 as other, b.period
      from given g join busy_period b on b.trainer_id = any(g.trainer_ids) and b.date_id <> g.id and b.period && g.periods
      union all
      select g.nth, b.trainer_id, b.room_id, b.date_id, 0, b.period
      from given g join busy_period b on b.room_id = any(g.room_ids) and b.date_id <> g.id and b.period && g.periods
      union all
      select g.nth, x.trainer_id, x.room_id, null, o.nth + 1, p
      from given g join given o on o.nth < g.nth and o.periods && g.periods
      cross join lateral unnest(o.periods) p
      cross join lateral (
        select t as trainer_id, null::integer as room_id from unnest(o.trainer_ids) t where t = any(g.trainer_ids)
        union all select null, r from unnest(o.room_ids) r where r = any(g.room_ids)
      ) x
      where ${areTogether} and p && g.periods
    )
    select distinct on (h.nth, h.trainer_id, h.room_id) h.nth, h.trainer_id as "trainerId", h.other,
      coalesce(t.overlap_check, r.overlap_check) = 'forbid' as "isForbidden",
      case when h.trainer_id is null then ${roomName} else ${trainerName} end as name, coalesce(${dateTitle}, '') as title, lower(h.period)::date::text as day
    from taken h
    left join trainer t on t.id = h.trainer_id
    left join room r on r.id = h.room_id left join contact c on c.id = r.location_id
    left join event_date d on d.id = h.date_id left join event e on e.id = d.event_id
    where coalesce(t.overlap_check, r.overlap_check) <> 'off'
    order by h.nth, h.trainer_id, h.room_id, h.period`.execute(reader)
  return found
}

async function findAbsences(reader: Reader, rows: readonly object[]): Promise<Found[]> {
  const { rows: found } = await sql<Found>`
    with ${givenDates(rows)}
    select distinct on (g.nth, t.id) g.nth, t.id as "trainerId", ${trainerName} as name,
      lower(unnest(g.periods * tsmultirange(tsrange(a.first_day, a.last_day + 1))))::date::text as day
    from given g join trainer_absence a on a.trainer_id = any(g.trainer_ids) and g.periods && tsrange(a.first_day, a.last_day + 1)
    join trainer t on t.id = a.trainer_id
    order by g.nth, t.id, day`.execute(reader)
  return found
}

type Journey = Found & { title: string; minutes: number }

const cities = (locationIds: string) =>
  sql.raw(`array(select distinct lower(btrim(a.city)) from address a
    where a.contact_id = any(${locationIds}) and a.is_default and btrim(a.city) <> '')`)

/** Trainers who have less time than the setting to get from a date in one city to a date in another. */
async function findJourneys(reader: Reader, rows: readonly object[]): Promise<Journey[]> {
  const minutes = await travelMinutes(reader)
  if (minutes === 0) return []
  const { rows: found } = await sql<Journey>`
    with ${givenDates(rows)}, near as (
      select g.nth, g.location_ids, b.trainer_id, b.date_id, lower(p)::date::text as day,
        extract(epoch from greatest(lower(p) - upper(b.period), lower(b.period) - upper(p)))::integer / 60 as minutes
      from given g cross join lateral unnest(g.periods) p
      join busy_period b on b.trainer_id = any(g.trainer_ids) and b.date_id <> g.id and not b.period && g.periods
        and b.period && tsrange(lower(p) - ${minutes} * interval '1 minute', upper(p) + ${minutes} * interval '1 minute')
    )
    select distinct on (n.nth, n.trainer_id) n.nth, n.trainer_id as "trainerId", ${trainerName} as name, ${dateTitle} as title, n.day, n.minutes
    from near n
    cross join lateral (select ${cities('n.location_ids')} as here,
      ${cities('array(select l.contact_id from date_location l where l.date_id = n.date_id)')} as there) place
    join trainer t on t.id = n.trainer_id
    join event_date d on d.id = n.date_id join event e on e.id = d.event_id
    where cardinality(place.here) > 0 and cardinality(place.there) > 0 and not place.here && place.there
    order by n.nth, n.trainer_id, n.minutes`.execute(reader)
  return found
}

async function findSmallRooms(
  reader: Reader,
  rows: readonly object[],
): Promise<{ nth: number; name: string; capacity: number }[]> {
  const { rows: found } = await sql<{ nth: number; name: string; capacity: number }>`
    with ${givenDates(rows)}
    select g.nth, ${roomName} as name, r.capacity from given g join room r on r.id = any(g.room_ids)
    join contact c on c.id = r.location_id where r.capacity between 1 and g.seats - 1 and g.periods is distinct from tsmultirange()
    order by g.nth, r.id`.execute(reader)
  return found
}

/**
 * The hints of each date. Days that are over are not looked at.
 * @param areTogether the dates would all be stored
 */
export async function planningHints(
  reader: Reader,
  dates: readonly Candidate[],
  { areTogether = false } = {},
): Promise<Hint[][]> {
  // A series takes place at the dates of its modules.
  const rows = dates.flatMap((date, nth) =>
    date.isActive && date.modules.length === 0 && date.trainers.length + date.roomIds.length > 0
      ? [toRow(date, nth)]
      : [],
  )
  if (rows.length === 0) return dates.map(() => [])
  const hints = dates.map((): Hint[] => [])
  const add = (nth: number, trainerId: number | null, error: ErrorText, isForbidden = false) =>
    hints[nth]!.push({ field: fieldOf(dates[nth]!, trainerId), ...error, isForbidden })
  for (const one of await findOverlaps(reader, rows, areTogether)) {
    const title = one.other > 0 ? `#${one.other}` : one.title
    add(one.nth, one.trainerId, overlapError({ ...one, title }), one.isForbidden)
  }
  for (const { nth, trainerId, name, day } of await findAbsences(reader, rows))
    add(nth, trainerId, dateErrors.trainerAbsent({ name, day }))
  for (const { nth, trainerId, ...params } of await findJourneys(reader, rows))
    add(nth, trainerId, dateErrors.travelTooShort(params))
  for (const { nth, ...params } of await findSmallRooms(reader, rows))
    add(nth, null, dateErrors.roomTooSmall(params))
  return hints
}
