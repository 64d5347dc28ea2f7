// Lanes of the dates of a week.
import type { ListedDate } from '../../catalogue/dates/event-date.ts'

export type LaneKind = 'trainer' | 'room'

export interface Lane {
  /** 0: the dates without a trainer or room. */
  id: number
  name: string
  dates: ListedDate[]
}

/** The lanes that have dates, by name; that of dates without a trainer or room is last. */
export function lanesOf(dates: readonly ListedDate[], kind: LaneKind): Lane[] {
  const lanes = new Map<number, Lane>()
  for (const date of dates) {
    const owners =
      kind === 'trainer'
        ? date.trainers
        : date.rooms.map(({ id, name, locationName }) => ({ id, name: `${locationName}, ${name}` }))
    for (const { id, name } of owners.length > 0 ? owners : [{ id: 0, name: '' }]) {
      const lane = lanes.get(id) ?? { id, name, dates: [] }
      lane.dates.push(date)
      lanes.set(id, lane)
    }
  }
  const byName = new Intl.Collator('de')
  return [...lanes.values()].toSorted(
    (a, b) => Number(a.id === 0) - Number(b.id === 0) || byName.compare(a.name, b.name),
  )
}
