// The filters of GET /events (decision 11.2).
import type { EventQuery } from '../contract/event.schema.ts'

/** The filters of an EventQuery. Single ids are lists; empty lists are left out. */
export type Filter = {
  catalogIds?: number[]
  eventIds?: number[]
  categoryIds?: number[]
  dateId?: number
  /** The day that must be within the display period. */
  displayDay?: string
  excludeWithoutDisplayDate?: boolean
  dateStart?: string
  dateEnd?: string
}

const toIdList = (value: number | number[] | undefined): number[] | undefined => {
  const ids = value === undefined ? [] : [value].flat()
  return ids.length === 0 ? undefined : ids
}

/** The filters of a query. excludeWithoutDisplayDate without displayDate uses today. */
export function filterOf(query: EventQuery, today: string): Filter {
  const catalogIds = toIdList(query.catalogId)
  const eventIds = toIdList(query.eventId)
  const categoryIds = toIdList(query.catalogCategoryId)
  const displayDay = query.displayDate ?? (query.excludeWithoutDisplayDate ? today : undefined)
  return {
    ...(catalogIds && { catalogIds }),
    ...(eventIds && { eventIds }),
    ...(categoryIds && { categoryIds }),
    ...(query.dateId !== undefined && { dateId: query.dateId }),
    ...(displayDay !== undefined && { displayDay }),
    ...(query.excludeWithoutDisplayDate && { excludeWithoutDisplayDate: true }),
    ...(query.dateStart !== undefined && { dateStart: query.dateStart }),
    ...(query.dateEnd !== undefined && { dateEnd: query.dateEnd }),
  }
}

/** Whether events without a matching date are left out. */
export const requiresMatchingDate = ({ dateId, displayDay, dateStart, dateEnd }: Filter): boolean =>
  dateId !== undefined || displayDay !== undefined || dateStart !== undefined || dateEnd !== undefined
