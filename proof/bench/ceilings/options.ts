// The options of the ceilings.
import type pg from 'pg'

/** Files with finished responses by path, an ETag, a connection to the database. */
export type CeilingOptions = {
  repeated: { answers: Record<string, { file: string; headers: Record<string, string> }>; etag?: string }
  statement: { connection: pg.PoolConfig; today: string }
  contact: { connection: pg.PoolConfig }
  creation: { connection: pg.PoolConfig }
  bookings: { connection: pg.PoolConfig }
}
export type CeilingName = keyof CeilingOptions
