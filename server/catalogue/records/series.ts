// series_dates and series_parents of dates (decisions 1.6, 11.4).
import type { Reader } from '../../platform/database/database.ts'
import type { DateLocation } from '../contract/date.schema.ts'
import {
  type LinkedDate,
  type LocationSummary,
  type SeriesConfig,
  type SeriesDate,
  type SeriesDateSummary,
  type SeriesModules,
  type SeriesParents,
  seriesPriceFields,
} from '../contract/series.schema.ts'
import { isBookable } from './bookability.ts'
import { datePrice } from './child-tables.ts'
import { loadLocations } from './locations.sql.ts'
import { distinct, group, loadRows, type ReadScope } from './rows.ts'
import {
  type LinkRow,
  type ModuleRow,
  type SeriesDateRow,
  selectLinks,
  selectModules,
  selectParents,
  selectSeriesDates,
} from './series.sql.ts'
import { loadTrainerNames } from './trainers.sql.ts'

/** By date: its modules if it is a series, and the series that it is a module of. */
export type Series = { modules: Map<number, SeriesModules[]>; parents: Map<number, SeriesParents[]> }

/** The fields of a linked date that depend on bookings or on the day. */
export type BookingState = Pick<
  SeriesDate,
  'participants_count' | 'participants_reserved' | 'participants_waitlist' | 'is_generally_bookable'
>

export const bookingStateOn =
  (today: string) =>
  (date: SeriesDateRow): BookingState => ({
    participants_count: date.booked_count,
    participants_reserved: date.reserved_count,
    participants_waitlist: date.waitlisted_count,
    is_generally_bookable: isBookable(date, today),
  })

/** Takes two queries if no date belongs to a series, otherwise seven or eight. */
export async function loadSeries(
  reader: Reader,
  dateIds: number[],
  scope: ReadScope,
  bookingStateOf: (date: SeriesDateRow) => BookingState,
): Promise<Series> {
  const modules = await selectModules(reader, dateIds, scope)
  const parents = await selectParents(reader, dateIds, scope)
  if (modules.length === 0 && parents.length === 0) return { modules: new Map(), parents: new Map() }
  const moduleIds = modules.map((module) => module.id)
  const links = group(
    await selectLinks(reader, moduleIds, scope),
    (link) => link.series_module_id,
    (link) => link,
  )
  const linkedIds = distinct([...links.values()].flat().map((link) => link.linked_date_id))
  const data = await loadSeriesData(reader, linkedIds, distinct(parents.map((parent) => parent.parent_id)))

  const modulesByDate = group(
    modules,
    (module) => module.date_id,
    (module) => module,
  )
  const parentsByDate = group(
    parents,
    (parent) => parent.linked_date_id,
    (parent) => summaryOf(parent.parent_id, data, bookingStateOf),
  )
  return {
    modules: new Map(
      [...modulesByDate].map(([id, list]) => [id, modulesOf(list, links, data, bookingStateOf)]),
    ),
    parents: new Map([...parentsByDate].map(([id, list]) => [id, [{ parent_date_id: list }]])),
  }
}

type SeriesData = {
  dates: Map<number, SeriesDateRow>
  locations: Map<number, DateLocation[]>
  prices: Map<number, SeriesDate['prices']>
  names: Awaited<ReturnType<typeof loadTrainerNames>>
}

async function loadSeriesData(reader: Reader, linkedIds: number[], parentIds: number[]): Promise<SeriesData> {
  const ids = distinct([...linkedIds, ...parentIds])
  const dates = await selectSeriesDates(reader, ids)
  return {
    dates: new Map(dates.map((date) => [date.id, date])),
    locations: await loadLocations(reader, ids),
    prices: await loadRows(reader, { ...datePrice, order: 'id', fields: seriesPriceFields }, ids),
    names: await loadTrainerNames(reader, linkedIds),
  }
}

/** One element per module type, ordered by name. Its entries are in the order of the modules: by position and id. */
function modulesOf(
  modules: ModuleRow[],
  links: Map<number, LinkRow[]>,
  data: SeriesData,
  bookingStateOf: (date: SeriesDateRow) => BookingState,
): SeriesModules[] {
  const byType = Map.groupBy(modules, (module) => module.module_type ?? '')
  return [...byType.keys()].sort().map((type) => ({
    module_type: byType.get(type)!.map((module) => {
      const linked = sortLinks(module, links.get(module.id) ?? [])
      return {
        config: configOf(module, linked),
        dates: linked.map((link) => seriesDateOf(link, data, bookingStateOf)),
      }
    }),
  }))
}

// The query returns links by position.
const sortLinks = (module: ModuleRow, links: LinkRow[]): LinkRow[] =>
  module.by_date === true ? links.toSorted(compareByStart) : links

// Dates without a start come last, as in `dates`: '~' sorts after digits.
function compareByStart(one: LinkRow, other: LinkRow): number {
  const [a, b] = [one, other].map((link) => `${link.start_date ?? '~'} ${link.start_time}`) as [
    string,
    string,
  ]
  if (a !== b) return a < b ? -1 : 1
  return one.linked_date_id - other.linked_date_id
}

const configOf = (module: ModuleRow, links: LinkRow[]): SeriesConfig => ({
  date_config_id: module.id,
  date_id: module.date_id,
  module_event_id: module.module_event_id ?? 0,
  module_position: module.position,
  module_type: module.module_type ?? '',
  sort_by: module.sort_by ?? '',
  module_is_mandatory: module.is_mandatory,
  module_is_bookable: module.is_bookable,
  linked_dates: links.map(
    (link): LinkedDate => ({
      date_config_id: module.id,
      linked_date_id: link.linked_date_id,
      module_event_id: link.module_event_id ?? 0,
      module_position: link.position,
      is_preselected: link.is_preselected,
      module_is_bookable: link.is_bookable,
      module_is_mandatory: link.is_mandatory,
      module_type: link.module_type ?? '',
    }),
  ),
})

export const noLocation: LocationSummary = {
  name: '',
  street: '',
  zip: '',
  city: '',
  link: '',
  additional_field: '',
}

const locationsOf = (id: number, { locations }: SeriesData): LocationSummary[] =>
  (locations.get(id) ?? []).map(({ name, street, zip, city, link, additional_field }) => ({
    name,
    street,
    zip,
    city,
    link,
    additional_field,
  }))

/** The fields of a date that both its series and its modules show, in the groups of the schemas. */
function shownFields(
  date: SeriesDateRow,
  data: SeriesData,
  bookingStateOf: (date: SeriesDateRow) => BookingState,
) {
  const { is_generally_bookable, ...counts } = bookingStateOf(date)
  const location = locationsOf(date.id, data)
  return {
    counts: { participants_min: date.participants_min, participants_max: date.participants_max, ...counts },
    is_generally_bookable,
    titles: {
      date_identifier: date.identifier,
      date_title: date.title,
      date_subtitle: date.subtitle,
      date_duration: date.duration,
      date_time_end: date.end_time,
    },
    startAndEnd: {
      date_date_start: date.start_date ?? '',
      date_date_end: date.end_date ?? '',
      date_time_start: date.start_time,
    },
    locationsAndPrices: {
      main_location: location[0] ?? noLocation,
      location,
      prices: data.prices.get(date.id) ?? [],
    },
  }
}

function seriesDateOf(
  link: LinkRow,
  data: SeriesData,
  bookingStateOf: (date: SeriesDateRow) => BookingState,
): SeriesDate {
  const id = link.linked_date_id
  const shown = shownFields(data.dates.get(id)!, data, bookingStateOf)
  return {
    date_id: id,
    date_config_id: link.series_module_id,
    ...shown.counts,
    is_preselected: link.is_preselected,
    is_generally_bookable: shown.is_generally_bookable,
    ...shown.titles,
    main_trainer: data.names.main.get(id)?.[0] ?? '',
    ...shown.startAndEnd,
    trainer: data.names.all.get(id) ?? [],
    ...shown.locationsAndPrices,
  }
}

function summaryOf(
  id: number,
  data: SeriesData,
  bookingStateOf: (date: SeriesDateRow) => BookingState,
): SeriesDateSummary {
  const shown = shownFields(data.dates.get(id)!, data, bookingStateOf)
  return {
    date_id: id,
    ...shown.counts,
    is_generally_bookable: shown.is_generally_bookable,
    ...shown.titles,
    ...shown.startAndEnd,
    ...shown.locationsAndPrices,
  }
}
