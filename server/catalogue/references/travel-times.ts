// Travel times from a location to others, where they differ from the setting. A pair of locations has one.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { FieldError } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { Id, record } from '../../platform/ground/schema.ts'
import { TravelMinutes } from '../../settings/travel-time.ts'
import { referenceErrors } from './references.errors.ts'

const TravelTime = record({ locationId: Id, minutes: TravelMinutes })
export const TravelTimes = Type.Array(TravelTime, { maxItems: 500 })
export type TravelTimes = Static<typeof TravelTimes>

const other = (locationId: string) => `case t.low_id when ${locationId} then t.high_id else t.low_id end`

/** SQL of the travel times of a location as JSON, by name. @param locationId SQL of its id */
export const travelTimesJson = (locationId: string) =>
  sql<TravelTimes>`array_to_json(array(select row_to_json(r) from (
    select o.id as "locationId", t.minutes
    from travel_time t join contact o on o.id = ${sql.raw(other(locationId))}
    where ${sql.raw(locationId)} in (t.low_id, t.high_id) order by lower(o.last_name), o.id) r))`

export async function travelTimeErrors(reader: Reader, id: number, rows: TravelTimes): Promise<FieldError[]> {
  const ids = rows.map(({ locationId }) => locationId)
  const known = await reader
    .selectFrom('location')
    .select('contact_id')
    .where('contact_id', 'in', [...ids, 0])
    .execute()
  const knownIds = new Set(known.map((row) => row.contact_id))
  return ids.flatMap((one, index): FieldError[] => {
    const field = `travelTimes[${index}].locationId`
    if (one === id) return [{ field, ...referenceErrors.travelToItself() }]
    if (!knownIds.has(one)) return [{ field, ...generalErrors.unknownReference() }]
    if (ids.indexOf(one) < index) return [{ field, ...generalErrors.duplicateRow() }]
    return []
  })
}

/** Writes all travel times of a location; both locations get another version. */
export async function writeTravelTimes(tx: Tx, id: number, rows: TravelTimes): Promise<void> {
  const ids = rows.map(({ locationId }) => locationId)
  await sql`delete from travel_time t where ${id} in (t.low_id, t.high_id)
    and not ${sql.raw(other(String(id)))} = any(${ids}::int[])`.execute(tx)
  await sql`insert into travel_time (low_id, high_id, minutes)
    select least(other_id, ${id}), greatest(other_id, ${id}), minutes
    from unnest(${ids}::int[], ${rows.map(({ minutes }) => minutes)}::int[]) as g(other_id, minutes)
    on conflict on constraint travel_time_once do update set minutes = excluded.minutes
      where travel_time.minutes <> excluded.minutes`.execute(tx)
}
