// The demo's rooms: as many as the text of a location says; its dates take turns in them.
import type { EventDate } from '../catalogue/contract/date.schema.ts'
import { locations } from './locations.ts'

type Room = {
  id: number
  locationId: number
  name: string
  capacity: number
  overlapCheck: 'warn'
  dateIds: number[]
}

/** @param locationIds those of the demo's locations, in their order */
export function createRooms(locationIds: readonly number[], dates: readonly EventDate[]): Room[] {
  let lastId = 0
  return locations.flatMap(({ rooms }, nth) => {
    const locationId = locationIds[nth]!
    const count = Number(/^\d+/.exec(rooms)?.[0] ?? 0)
    const seats = Number(/je (\d+)/.exec(rooms)?.[1] ?? 0)
    const dateIds = dates
      .filter(
        ({ location, series_dates: modules }) =>
          modules.length === 0 && location[0]?.location_id === locationId,
      )
      .map((date) => date.date_id)
    return Array.from({ length: count }, (_, index): Room => {
      lastId++
      return {
        id: lastId,
        locationId,
        name: `Raum ${index + 1}`,
        capacity: seats || (index % 2 === 0 ? 24 : 20),
        overlapCheck: 'warn',
        dateIds: dateIds.filter((_id, at) => at % count === index),
      }
    })
  })
}
