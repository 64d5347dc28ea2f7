import { sql } from 'kysely'

/** The point in time at which a day begins, plus a number of days. */
export const startOfDay = (day: string, plusDays: number, timeZone: string) =>
  sql<Date>`((${day}::date + ${plusDays}::int)::timestamp at time zone ${timeZone})`

/** Of a day with times HH:MM: its end is one of the day after, and not midnight. */
export const endsNextDay = ({ startTime, endTime }: { startTime: string; endTime: string }): boolean =>
  endTime > '00:00' && endTime < startTime
