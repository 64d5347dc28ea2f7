// What each ceiling is started with.
import type pg from 'pg'

/** What the ceilings need: files with finished answers by path, an ETag, a connection to the database. */
export type CeilingOptions = {
  repeated: { answers: Record<string, { file: string; headers: Record<string, string> }>; etag?: string }
  statement: { connection: pg.PoolConfig; today: string }
  contact: { connection: pg.PoolConfig }
  creation: { connection: pg.PoolConfig }
}
export type CeilingName = keyof CeilingOptions
