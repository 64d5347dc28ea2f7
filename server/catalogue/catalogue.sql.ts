// Event catalogue: the rows of events and dates themselves.
import { sql } from 'kysely'
import type { Reader } from '../platform/database.ts'
import { type Filter, matchingDates, matchingEvents } from './catalogue.filter.ts'
import { anyOf, type Scope } from './rows.ts'

/** Which of the larger columns are wanted. */
export type Columns = { eventMetaData: boolean; dateMetaData: boolean; metaTags: boolean; ebgData: boolean }

export type EventRow = Awaited<ReturnType<typeof selectEvents>>[number]

/** The events of a filter, by id. */
export const selectEvents = (reader: Reader, filter: Filter, scope: Scope, columns: Columns) =>
  matchingEvents(reader, filter, scope)
    .select([
      'e.id',
      'e.identifier',
      'e.title',
      'e.subtitle',
      'e.article_no',
      'e.desc_link',
      'e.teaser',
      'e.description',
      'e.requirements',
      'e.objectives',
      'e.target_group',
      'e.itinerary',
      'e.service',
      'e.days',
      'e.prospective_allowed',
      'e.publish_coop_data_allowed',
      'e.group_discounts',
      'e.misc',
    ])
    .$if(columns.eventMetaData, (events) => events.select('e.meta_data'))
    .$if(columns.metaTags, (events) => events.select('e.meta_tags'))
    .$if(columns.ebgData, (events) => events.select('e.ebg_data'))
    .orderBy('e.id')
    .execute()

export type DateRow = Awaited<ReturnType<typeof selectDates>>[number]

/** The dates of these events that the filter lets through: by start date, those without one last, start time, id. */
export const selectDates = (
  reader: Reader,
  eventIds: number[],
  filter: Filter,
  scope: Scope,
  columns: Columns,
) =>
  matchingDates(reader, filter, scope)
    .leftJoin('date_status as s', 's.status', 'd.status')
    .where('d.event_id', '=', anyOf(eventIds))
    .select([
      'd.id',
      'd.event_id',
      'd.client_id',
      'd.identifier',
      'd.title',
      'd.subtitle',
      'd.number_of_days',
      'd.participants_min',
      'd.participants_max',
      'd.places_elsewhere',
      'd.booked_count',
      'd.reserved_count',
      'd.is_bookable',
      'd.is_active',
      'd.waiting_list',
      'd.cooperation_partner',
      'd.article_no',
      'd.status',
      's.is_bookable as status_is_bookable',
      'd.format',
      'd.lesson_units',
      'd.start_date',
      'd.start_time',
      'd.end_date',
      'd.end_time',
      'd.booking_start_date',
      'd.booking_end_date',
      'd.display_start',
      'd.display_end',
      'd.website_booking_link',
      'd.misc',
    ])
    .$if(columns.dateMetaData, (dates) => dates.select('d.meta_data'))
    .$if(columns.ebgData, (dates) => dates.select('d.ebg_data'))
    .orderBy('d.start_date', (order) => order.asc().nullsLast())
    .orderBy(sql`d.start_time collate "C"`)
    .orderBy('d.id')
    .execute()
