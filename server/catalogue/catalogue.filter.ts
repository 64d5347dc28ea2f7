// Event catalogue: which events and which of their dates a query asks for (decision 11.2).
import { sql } from 'kysely'
import type { Reader } from '../platform/database.ts'
import type { EventQuery } from './event.schema.ts'
import { anyOf, type Scope } from './rows.ts'

/** The filters of an EventQuery, lists made of single ids, empty lists left out. */
export type Filter = {
  catalogIds?: number[]
  eventIds?: number[]
  categoryIds?: number[]
  dateId?: number
  /** The day that a display range has to hold. */
  displayDay?: string
  excludeWithoutDisplayDate?: boolean
  dateStart?: string
  dateEnd?: string
}

const listed = (value: number | number[] | undefined): number[] | undefined => {
  const ids = value === undefined ? [] : [value].flat()
  return ids.length === 0 ? undefined : ids
}

/** The filters that a query holds; excludeWithoutDisplayDate alone asks about today. */
export function filterOf(query: EventQuery, today: string): Filter {
  const catalogIds = listed(query.catalogId)
  const eventIds = listed(query.eventId)
  const categoryIds = listed(query.catalogCategoryId)
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
const asksForDates = ({ dateId, displayDay, dateStart, dateEnd }: Filter): boolean =>
  dateId !== undefined || displayDay !== undefined || dateStart !== undefined || dateEnd !== undefined

/** The dates that the filter lets through, as `d`, whatever their events. */
export function matchingDates(reader: Reader, filter: Filter, { publishedOnly }: Scope) {
  let dates = reader.selectFrom('event_date as d')
  if (publishedOnly) dates = dates.where('d.is_published', '=', true)
  if (filter.dateId !== undefined) dates = dates.where('d.id', '=', filter.dateId)
  if (filter.dateStart !== undefined)
    dates = dates.where(sql<boolean>`coalesce(d.end_date, d.start_date) >= ${filter.dateStart}::date`)
  if (filter.dateEnd !== undefined)
    dates = dates.where(sql<boolean>`coalesce(d.start_date, d.end_date) <= ${filter.dateEnd}::date`)
  if (filter.displayDay !== undefined)
    dates = dates.where(
      sql<boolean>`coalesce(d.display_start, '-infinity') <= ${filter.displayDay}::date
        and coalesce(d.display_end, 'infinity') >= ${filter.displayDay}::date`,
    )
  if (filter.excludeWithoutDisplayDate)
    dates = dates.where(sql<boolean>`num_nonnulls(d.display_start, d.display_end) > 0`)
  if (filter.catalogIds)
    dates = dates.where(
      sql<boolean>`(exists (select from event_date_catalog c where c.date_id = d.id and c.catalog_id = ${anyOf(filter.catalogIds)})
        or not exists (select from event_date_catalog c where c.date_id = d.id))`,
    )
  return dates
}

/** The events that the filter lets through, as `e`. */
export function matchingEvents(reader: Reader, filter: Filter, scope: Scope) {
  let events = reader.selectFrom('event as e')
  if (scope.publishedOnly) events = events.where('e.is_published', '=', true)
  if (filter.eventIds) events = events.where('e.id', '=', anyOf(filter.eventIds))
  if (filter.categoryIds)
    events = events.where(
      sql<boolean>`e.id in (
        with recursive wanted as (
          select id from catalog_category where id = ${anyOf(filter.categoryIds)}
          union select c.id from catalog_category c join wanted on c.parent_id = wanted.id
        )
        select i.event_id from event_in_category i join wanted on wanted.id = i.category_id)`,
    )
  if (filter.catalogIds) {
    const published = scope.publishedOnly ? sql`and d.is_published` : sql``
    events = events.where(
      sql<boolean>`(e.id in (
          select i.event_id from event_in_category i join catalog_category c on c.id = i.category_id
          where c.catalog_id = ${anyOf(filter.catalogIds)})
        or e.id in (
          select d.event_id from event_date_catalog c join event_date d on d.id = c.date_id
          where c.catalog_id = ${anyOf(filter.catalogIds)} ${published}))`,
    )
  }
  if (asksForDates(filter))
    events = events.where('e.id', 'in', matchingDates(reader, filter, scope).select('d.event_id'))
  return events
}
