// How soon the back office tells the overlaps of a date that is being edited.
import { median } from '../compare.ts'
import type { LoadedInstance } from '../instance/loaded-instance.ts'
import { signInToOffice } from './office.ts'

const checkedDates = 100

/** Moves dates with trainers to the days of others, without storing them. */
export async function measureOverlaps(loaded: LoadedInstance): Promise<{ slowest: number; text: string }> {
  const request = await signInToOffice(loaded)
  const { client } = loaded.instance
  const { rows: dates } = await client.query<{ id: number; startDate: string }>(
    `select d.id, lead(d.start_date, 1, d.start_date) over (order by md5(d.id::text))::text as "startDate" from event_date d
     where d.start_date is not null and exists (select from date_trainer t where t.date_id = d.id)
     order by md5(d.id::text) limit $1`,
    [checkedDates],
  )
  const check = async ({ id, startDate }: (typeof dates)[number]) =>
    (await request('/dates/check-days', { dateId: id, dates: [{ startDate }] })).durationMs
  // The first one compiles code and plans.
  await check(dates[0]!)
  const durations: number[] = []
  for (const date of dates) durations.push(await check(date))
  const { rows } = await client.query<{ dates: number; periods: number }>(
    `select (select count(*)::int from event_date) as dates, (select count(*)::int from busy_period) as periods`,
  )
  const { dates: dateCount, periods } = rows[0]!
  const slowest = Math.max(...durations)
  return {
    slowest,
    text: `median ${median(durations).toFixed(0)} ms, max. ${slowest.toFixed(0)} ms (target: below 100) of ${dates.length} checks, ${dateCount.toLocaleString('en')} dates, ${periods.toLocaleString('en')} periods of trainers`,
  }
}
