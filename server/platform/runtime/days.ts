import { sql } from 'kysely'

/** The moment at which a day begins, or so many days later. */
export const startOfDay = (day: string, plusDays: number, timeZone: string) =>
  sql<Date>`((${day}::date + ${plusDays}::int)::timestamp at time zone ${timeZone})`
