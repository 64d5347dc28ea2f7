// Builds the records of events and dates from their rows, with the fields in the interface's order.
import {
  type CatalogueCategory,
  DateMetaData,
  EbgData,
  MetaTag,
  Misc,
} from '../contract/child-rows.schema.ts'
import type { EventDate } from '../contract/date.schema.ts'
import type { Event } from '../contract/event.schema.ts'
import { freeSeats, isBookable } from './bookability.ts'
import type { DateRow, EventRow } from './event-and-date.sql.ts'
import type { DateChildRows, EventChildRows, SharedChildRows } from './load-child-rows.ts'
import type { DateTrainers } from './trainers.sql.ts'
import { parseList } from './value-lists.ts'

export const toEvent = (
  { event_misc, meta_tags, ebg_data, group_discounts, ...columns }: EventRow,
  childRows: EventChildRows,
  shared: SharedChildRows,
  categories: CatalogueCategory[],
  dates: EventDate[],
): Event => ({
  ...columns,
  event_catalog_categories: categories,
  event_misc: parseList(Misc, event_misc),
  meta_tags: parseList(MetaTag, meta_tags),
  event_files: childRows.files.get(columns.event_id) ?? [],
  event_prices: childRows.prices.get(columns.event_id) ?? [],
  event_group_discounts: group_discounts.map((discount) => ({ discount_string: discount ?? '' })),
  event_pdfs: shared.pdfs.byEvent.get(columns.event_id) ?? [],
  ebg_data: parseList(EbgData, ebg_data),
  conference_package: shared.packages.byEvent.get(columns.event_id) ?? [],
  dates,
})

export const toEventDate = (
  {
    event_id: _event,
    status_is_bookable,
    booked_count,
    reserved_count,
    seats_elsewhere,
    date_meta_data,
    ebg_data,
    date_misc,
    ...columns
  }: DateRow,
  childRows: DateChildRows,
  shared: SharedChildRows,
  trainers: DateTrainers,
  today: string,
): EventDate => {
  const counts = {
    participants_max: columns.participants_max,
    booked_count,
    reserved_count,
    seats_elsewhere,
  }
  const isDateBookable = isBookable(
    {
      ...counts,
      is_bookable: columns.date_is_bookable,
      is_active: columns.date_is_active,
      status_is_bookable,
      has_waiting_list: columns.waiting_list,
      booking_start_date: columns.booking_start_date || null,
      booking_end_date: columns.booking_end_date || null,
    },
    today,
  )
  return {
    ...columns,
    free_places: freeSeats(counts),
    date_is_bookable: isDateBookable,
    date_catalog: childRows.catalogues.get(columns.date_id) ?? [],
    coop_partner_data: childRows.partners.get(columns.date_id) ?? [],
    responsible_person: childRows.responsible.get(columns.date_id) ?? [],
    location: childRows.locations.get(columns.date_id) ?? [],
    date_hours: childRows.hours.get(columns.date_id) ?? [],
    hotel_quota: childRows.quotas.get(columns.date_id) ?? [],
    all_trainers: trainers.all.get(columns.date_id) ?? [],
    main_trainer: trainers.main.get(columns.date_id) ?? [],
    date_prices: childRows.prices.get(columns.date_id) ?? [],
    series_dates: childRows.series.modules.get(columns.date_id) ?? [],
    series_parents: childRows.series.parents.get(columns.date_id) ?? [],
    date_meta_data: parseList(DateMetaData, date_meta_data),
    ebg_data: parseList(EbgData, ebg_data),
    conference_package: shared.packages.byDate.get(columns.date_id) ?? [],
    event_pdfs: shared.pdfs.byDate.get(columns.date_id) ?? [],
    date_misc: parseList(Misc, date_misc),
    date_files: childRows.files.get(columns.date_id) ?? [],
  }
}
