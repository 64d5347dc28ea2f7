import { sql } from 'kysely'

/** The moment at which a day begins, or so many days later. */
export const dayBegins = (day: string, plus: number, timeZone: string) =>
  sql<Date>`((${day}::date + ${plus}::int)::timestamp at time zone ${timeZone})`
