// Counts how keys are used, for the office: by key and day, nothing about a person.
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** Requests; dates and events that visitors looked at; bookings that they began. */
const uses = ['requests', 'views', 'begun'] as const
export type Use = (typeof uses)[number]

type Counts = { keyId: number; day: string } & Record<Use, number>

export type UseCounter = {
  /** @param day `YYYY-MM-DD` */
  count(keyId: number, day: string, use: Use): void
  write(): Promise<void>
}

/** A crash may lose the counts of the last minute. */
export function createUseCounter(db: Db): UseCounter {
  let counts = new Map<string, Counts>()
  const countsOf = (keyId: number, day: string): Counts => {
    const entry = `${keyId} ${day}`
    let found = counts.get(entry)
    if (!found) {
      found = { keyId, day, requests: 0, views: 0, begun: 0 }
      counts.set(entry, found)
    }
    return found
  }
  return {
    count(keyId, day, use) {
      countsOf(keyId, day)[use] += 1
    },
    async write() {
      if (counts.size === 0) return
      const written = [...counts.values()]
      counts = new Map()
      try {
        // A key that was deleted meanwhile is left out.
        await sql`
          insert into website_key_use as u (key_id, day, requests, views, begun)
            select k.id, g.day, g.requests, g.views, g.begun
            from json_to_recordset(${JSON.stringify(written)}::json) as g("keyId" int, day date, requests bigint, views bigint, begun bigint)
            join website_key k on k.id = g."keyId" order by k.id, g.day
          on conflict (key_id, day) do update set requests = u.requests + excluded.requests, views = u.views + excluded.views,
            begun = u.begun + excluded.begun`.execute(db)
      } catch (error) {
        for (const one of written) {
          const found = countsOf(one.keyId, one.day)
          for (const use of uses) found[use] += one[use]
        }
        throw error
      }
    },
  }
}
