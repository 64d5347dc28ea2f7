import { sql } from 'kysely'

/** The point in time at which a day begins, plus a number of days. */
export const startOfDay = (day: string, plusDays: number, timeZone: string) =>
  sql<Date>`((${day}::date + ${plusDays}::int)::timestamp at time zone ${timeZone})`
