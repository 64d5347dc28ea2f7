// Hints about the days of dates that may not be stored yet: overlaps, absences, travel times, rooms that are too small.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { ErrorText } from '../../platform/ground/error-text.ts'
import type { FieldError } from '../../platform/ground/errors.ts'
import { travelMinutes } from '../../settings/travel-time.ts'
import { dateTitle, roomName, trainerName } from '../records/names.sql.ts'
import { dateErrors } from './date.errors.ts'
import type { DateContent } from './date.schema.office.ts'
import { fieldOf, overlapError } from './overlaps.ts'

/** A date as it would be. `id` 0: it is new; `label`: its name in the hints of the other dates. */
export type PlannedDate = { id: number; label?: string } & Pick<
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

const toRow = (date: PlannedDate, nth: number) => ({
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

type TrainerDay = { nth: number; trainerId: number | null; name: string; day: string }

type Overlap = TrainerDay & { title: string; other: number; isForbidden: boolean }

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

async function findAbsences(reader: Reader, rows: readonly object[]): Promise<TrainerDay[]> {
  const { rows: found } = await sql<TrainerDay>`
    with ${givenDates(rows)}
    select distinct on (g.nth, t.id) g.nth, t.id as "trainerId", ${trainerName} as name,
      lower(unnest(g.periods * tsmultirange(tsrange(a.first_day, a.last_day + 1))))::date::text as day
    from given g join trainer_absence a on a.trainer_id = any(g.trainer_ids) and g.periods && tsrange(a.first_day, a.last_day + 1)
    join trainer t on t.id = a.trainer_id
    order by g.nth, t.id, day`.execute(reader)
  return found
}

type Journey = TrainerDay & { title: string; other: number; minutes: number; needed: number }

const places = (locationIds: string) =>
  sql.raw(`(select l.id, coalesce(lower(btrim(a.city)), '') as city from unnest(${locationIds}) as l(id)
    left join address a on a.contact_id = l.id and a.is_default)`)

/**
 * Trainers who have too little time to get from one date to another. Two locations without a travel time of their own take that of the
 * setting, if they are in different cities; of several locations, the nearest two count.
 */
async function findJourneys(
  reader: Reader,
  rows: readonly object[],
  areTogether: boolean,
): Promise<Journey[]> {
  const general = await travelMinutes(reader)
  const { rows: found } = await sql<Journey>`
    with ${givenDates(rows)}, longest as materialized (
      select greatest(${general}, max(minutes)) * interval '1 minute' as time from travel_time
    ), next_session as (
      select g.nth, g.location_ids, t as trainer_id, p as period, lag(g.nth) over w as before_nth,
        lag(g.location_ids) over w as before_location_ids, lag(p) over w as before_period
      from given g cross join lateral unnest(g.periods) p cross join lateral unnest(g.trainer_ids) t
      where ${areTogether} window w as (partition by t order by p)
    ), near as (
      select g.nth, g.location_ids as here, array(select l.contact_id from date_location l where l.date_id = b.date_id) as there,
        b.trainer_id, b.date_id, 0 as other, lower(p)::date as day,
        greatest(lower(p) - upper(b.period), lower(b.period) - upper(p)) as gap
      from given g cross join lateral unnest(g.periods) p cross join longest l
      join busy_period b on b.trainer_id = any(g.trainer_ids) and b.date_id <> g.id and not b.period && g.periods
        and b.period && tsrange(lower(p) - l.time, upper(p) + l.time)
      union all
      select greatest(s.nth, s.before_nth), s.location_ids, s.before_location_ids, s.trainer_id, null, least(s.nth, s.before_nth) + 1,
        lower(s.period)::date, lower(s.period) - upper(s.before_period)
      from next_session s cross join longest l
      where s.before_nth <> s.nth and lower(s.period) - upper(s.before_period) between interval '0' and l.time
    ), journey as (
      select n.*, (
        select min(case when h.id = t.id then 0 else coalesce(w.minutes,
          case when '' in (h.city, t.city) then null when h.city = t.city then 0 else ${general} end) end)
        from ${places('n.here')} h cross join ${places('n.there')} t
        left join travel_time w on w.low_id = least(h.id, t.id) and w.high_id = greatest(h.id, t.id)
      ) as needed
      from near n
    )
    select distinct on (j.nth, j.trainer_id) j.nth, j.trainer_id as "trainerId", j.other, ${trainerName} as name,
      coalesce(${dateTitle}, '') as title, j.day::text, extract(epoch from j.gap)::integer / 60 as minutes, j.needed
    from journey j
    join trainer t on t.id = j.trainer_id
    left join event_date d on d.id = j.date_id left join event e on e.id = d.event_id
    where j.gap < j.needed * interval '1 minute'
    order by j.nth, j.trainer_id, j.gap`.execute(reader)
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
  dates: readonly PlannedDate[],
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
  const titleOf = ({ title, other }: { title: string; other: number }) =>
    other > 0 ? (dates[other - 1]!.label ?? `#${other}`) : title
  for (const one of await findOverlaps(reader, rows, areTogether))
    add(one.nth, one.trainerId, overlapError({ ...one, title: titleOf(one) }), one.isForbidden)
  for (const { nth, trainerId, name, day } of await findAbsences(reader, rows))
    add(nth, trainerId, dateErrors.trainerAbsent({ name, day }))
  for (const { nth, trainerId, name, day, minutes, needed, ...one } of await findJourneys(
    reader,
    rows,
    areTogether,
  ))
    add(nth, trainerId, dateErrors.travelTooShort({ name, day, minutes, needed, title: titleOf(one) }))
  for (const { nth, ...params } of await findSmallRooms(reader, rows))
    add(nth, null, dateErrors.roomTooSmall(params))
  return hints
}
