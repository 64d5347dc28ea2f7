// How long trainers travel from a location in one city to one in another.
import type { Reader } from '../platform/database/database.ts'

export const travelMinutesSetting = 'travel_minutes'
const defaultMinutes = 120

/** In minutes; 0: not checked. */
export async function travelMinutes(reader: Reader): Promise<number> {
  const row = await reader
    .selectFrom('setting')
    .select('value')
    .where('name', '=', travelMinutesSetting)
    .executeTakeFirst()
  return row === undefined ? defaultMinutes : Number(row.value)
}
