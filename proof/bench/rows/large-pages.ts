// The data of large pages of the back office.
import type { LoadedInstance } from '../instance/loaded-instance.ts'

/** How many participants a date has, and how many dates a month and a week have. */
export type PageSizes = { participants: number; dates: number }

export type LargePage = {
  name: string
  targetMs: number
  /** In the address of the office. */
  path: string
  /** A page of the same code with other data, and one of its elements. */
  other: string
  otherSelector: string
  /** Elements of the page: how many fill the screen, and how many there are when the page shows everything. */
  selector: string
  firstCount: number
  count: number
}

export type PreparedPages = {
  pages: LargePage[]
  /** A date that would meet another of its trainer on each of the first 14 days of `month`. */
  movable: { id: number; month: string }
}

/** No other dates take place then. */
const monthOfPages = '2041-03'
const week = '2042-03-03'
const monthOfConflicts = '2043-03'
const trainers = 40
const rooms = 30

/** Gives dates a day, a trainer and a room each; every second one lasts for two days. @param day SQL for the n-th of them */
const moveDates = (day: string) => `
  with moved as (
    update event_date d set start_date = m.day, end_date = m.day + (m.n % 2)::int
    from (select id, n, (${day})::date as day from unnest($1::int[]) with ordinality as u(id, n)) m where m.id = d.id returning d.id, m.n),
  taught as (
    insert into date_trainer (date_id, trainer_id, position)
    select m.id, t.id, 0 from moved m
    join (select id, row_number() over (order by id) as n from trainer limit ${trainers}) t on t.n = 1 + m.n % ${trainers})
  insert into date_room (date_id, room_id)
  select m.id, r.id from moved m join (select id, row_number() over (order by id) as n from room limit ${rooms}) r on r.n = 1 + m.n % ${rooms}`

/** Changes dates, so that there is one with many participants, and a month and a week with many dates. */
export async function prepareLargePages(
  { instance: { client }, contacts }: LoadedInstance,
  { participants, dates }: PageSizes,
): Promise<PreparedPages> {
  const { rows } = await client.query<{ id: number }>(
    `select id from event_date d where not exists (select from series_module s where s.date_id = d.id)
     order by start_date desc nulls last, id limit $1`,
    [4 + 2 * dates],
  )
  const [full = 0, other = 0, ...ids] = rows.map(({ id }) => id)
  const [busy = 0, movable = 0] = ids.splice(0, 2)
  await client.query(
    `update event_date set participants_max = $2, has_waiting_list = true where id = any($1)`,
    [[full, other], 2 * participants],
  )
  await client.query(
    `insert into booking (contact_id, date_id, status)
     select $2 + n, $1::int, 'booked' from generate_series(1, $4) n union all select $2 + 1, $3::int, 'booked'`,
    [full, contacts.base, other, participants],
  )
  await client.query(
    `insert into room (location_id, name) select (select min(id) from contact where contact_type = 'location'), 'Raum ' || n
     from generate_series(1, ${rooms}) n`,
  )
  for (const table of ['date_trainer', 'date_room', 'date_session_day'])
    await client.query(`delete from ${table} where date_id = any($1)`, [[busy, movable, ...ids]])
  await client.query(moveDates(`date '${monthOfPages}-01' + (n % 28)::int`), [ids.slice(0, dates)])
  await client.query(moveDates(`date '${week}' + (n % 5)::int`), [ids.slice(dates)])
  await client.query(
    `update event_date set start_date = d.first, end_date = d.last
     from (values ($1::int, date '${monthOfConflicts}-01', date '${monthOfConflicts}-14'),
       ($2, date '${monthOfConflicts}-20', date '${monthOfConflicts}-20')) as d (id, first, last) where event_date.id = d.id`,
    [busy, movable],
  )
  await client.query(
    'insert into date_trainer (date_id, trainer_id, position) select unnest($1::int[]), min(id), 0 from trainer',
    [[busy, movable]],
  )
  await client.query('analyze event_date, booking, date_trainer, date_room, room, busy_period')
  const lanes = (by: 'trainer' | 'room') => ({
    name: `week of ${dates} dates in lanes by ${by}`,
    targetMs: 300,
    path: `/date-lanes?by=${by}&day=${week}`,
    other: `/date-lanes?by=${by}&day=2051-03-06`,
    otherSelector: 'thead th',
    selector: '.entry',
    firstCount: Math.min(60, dates),
    count: dates,
  })
  return {
    pages: [
      {
        name: `date with ${participants} participants`,
        targetMs: 400,
        path: `/dates/${full}`,
        other: `/dates/${other}`,
        otherSelector: 'section tbody tr',
        selector: 'section tbody tr',
        firstCount: Math.min(30, participants),
        count: participants,
      },
      {
        name: `month of ${dates} dates`,
        targetMs: 300,
        path: `/date-calendar?view=dayGridMonth&day=${monthOfPages}-01`,
        other: '/date-calendar?view=dayGridMonth&day=2051-03-01',
        otherSelector: '[data-date]',
        selector: '.entry',
        // Of a day with more dates, three are shown, and a link to the others.
        firstCount: Math.min(50, dates >> 1),
        count: Math.min(50, dates >> 1),
      },
      lanes('trainer'),
      lanes('room'),
    ],
    movable: { id: movable, month: monthOfConflicts },
  }
}
