// Names of records of the catalogue, in SQL.
import { sql } from 'kysely'

/** The title of a date (alias `d`), or of its event (alias `e`). */
export const dateTitle = sql<string>`coalesce(nullif(d.title, ''), e.title)`

/** Title, first and last name of a trainer (alias `t`). */
export const trainerName = sql<string>`concat_ws(' ', nullif(t.title, ''), nullif(t.first_name, ''), nullif(t.last_name, ''))`

/** A room (alias `r`) with its location (alias `c`, the contact). */
export const roomName = sql<string>`concat_ws(', ', nullif(c.last_name, ''), r.name)`
