// How long trainers travel from a location in one city to one in another, unless the two have a travel time of their own.
import Type from 'typebox'
import type { Reader } from '../platform/database/database.ts'

export const travelMinutesSetting = 'travel_minutes'
const defaultMinutes = 120

/** At most a day. */
export const TravelMinutes = Type.Integer({ minimum: 0, maximum: 1440 })

/** In minutes; 0: none. */
export async function travelMinutes(reader: Reader): Promise<number> {
  const row = await reader
    .selectFrom('setting')
    .select('value')
    .where('name', '=', travelMinutesSetting)
    .executeTakeFirst()
  return row === undefined ? defaultMinutes : Number(row.value)
}
