// The rows of modules, of the dates linked with them, and of the series that dates belong to.
import type { Reader } from '../../platform/database/database.ts'
import { anyOf, type ReadScope } from './rows.ts'

export type ModuleRow = Awaited<ReturnType<typeof selectModules>>[number]

/** Modules of series, ordered by position and id. With `publishedOnly`, module_event_id is null for unpublished events. */
export const selectModules = (reader: Reader, dateIds: number[], { publishedOnly }: ReadScope) =>
  reader
    .selectFrom('series_module as m')
    .leftJoin('series_sort as s', 's.sort_by', 'm.sort_by')
    .leftJoin('event as e', (join) =>
      join
        .onRef('e.id', '=', 'm.module_event_id')
        .$call((on) => (publishedOnly ? on.on('e.is_published', '=', true) : on)),
    )
    .select([
      'm.id',
      'm.date_id',
      'e.id as module_event_id',
      'm.position',
      'm.module_type',
      'm.sort_by',
      's.by_date',
      'm.is_mandatory',
      'm.is_bookable',
    ])
    .where('m.date_id', '=', anyOf(dateIds))
    .orderBy('m.position')
    .orderBy('m.id')
    .execute()

export type LinkRow = Awaited<ReturnType<typeof selectLinks>>[number]

/** Dates linked with modules, ordered by position and id. */
export const selectLinks = (reader: Reader, moduleIds: number[], { publishedOnly }: ReadScope) =>
  reader
    .selectFrom('series_module_date as l')
    .innerJoin('event_date as d', 'd.id', 'l.linked_date_id')
    .innerJoin('event as of', 'of.id', 'd.event_id')
    .leftJoin('event as e', (join) =>
      join
        .onRef('e.id', '=', 'l.module_event_id')
        .$call((on) => (publishedOnly ? on.on('e.is_published', '=', true) : on)),
    )
    .select([
      'l.series_module_id',
      'l.linked_date_id',
      'e.id as module_event_id',
      'l.position',
      'l.is_preselected',
      'l.is_bookable',
      'l.is_mandatory',
      'l.module_type',
      'd.start_date',
      'd.start_time',
    ])
    .where('l.series_module_id', '=', anyOf(moduleIds))
    .$if(publishedOnly, (links) =>
      links.where('d.is_published', '=', true).where('of.is_published', '=', true),
    )
    .orderBy('l.position')
    .orderBy('l.linked_date_id')
    .execute()

/** The series that dates belong to, each once, ordered by id. */
export const selectParents = (reader: Reader, dateIds: number[], { publishedOnly }: ReadScope) =>
  reader
    .selectFrom('series_module_date as l')
    .innerJoin('series_module as m', 'm.id', 'l.series_module_id')
    .innerJoin('event_date as d', 'd.id', 'm.date_id')
    .innerJoin('event as e', 'e.id', 'd.event_id')
    .select(['l.linked_date_id', 'm.date_id as parent_id'])
    .distinct()
    .where('l.linked_date_id', '=', anyOf(dateIds))
    .$if(publishedOnly, (parents) =>
      parents.where('d.is_published', '=', true).where('e.is_published', '=', true),
    )
    .orderBy('parent_id')
    .execute()

export type SeriesDateRow = Awaited<ReturnType<typeof selectSeriesDates>>[number]

/** The columns of dates that series show. */
export const selectSeriesDates = (reader: Reader, dateIds: number[]) =>
  reader
    .selectFrom('event_date as d')
    .leftJoin('date_status as s', 's.status', 'd.status')
    .select([
      'd.id',
      'd.identifier',
      'd.title',
      'd.subtitle',
      'd.duration',
      'd.participants_min',
      'd.participants_max',
      'd.seats_elsewhere',
      'd.booked_count',
      'd.reserved_count',
      'd.waitlisted_count',
      'd.is_bookable',
      'd.is_active',
      'd.has_waiting_list',
      's.is_bookable as status_is_bookable',
      'd.booking_start_date',
      'd.booking_end_date',
      'd.start_date',
      'd.start_time',
      'd.end_date',
      'd.end_time',
    ])
    .where('d.id', '=', anyOf(dateIds))
    .execute()
