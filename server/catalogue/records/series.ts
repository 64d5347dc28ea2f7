// Event catalogue: series_dates and series_parents (decisions 1.6, 11.4).
import type { Reader } from '../../platform/database/database.ts'
import type { DateLocation } from '../contract/date.schema.ts'
import type {
  LinkedDate,
  LocationSummary,
  SeriesConfig,
  SeriesDate,
  SeriesDateSummary,
  SeriesModules,
  SeriesParents,
} from '../contract/series.schema.ts'
import { isBookable } from './bookability.ts'
import { loadLocations } from './date-details.sql.ts'
import { loadSeriesPrices } from './prices.sql.ts'
import { distinct, group, type Scope } from './rows.ts'
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

/** By date: the modules of a series, and the series that it belongs to itself. */
export type Series = { modules: Map<number, SeriesModules[]>; parents: Map<number, SeriesParents[]> }

/** What changes with every booking and with the day, and is told of each date that a series shows. */
export type SeriesState = Pick<
  SeriesDate,
  'participants_count' | 'participants_reserved' | 'participants_waitlist' | 'is_generally_bookable'
>

/** The state of a date as its row tells it. */
export const stateOn =
  (today: string) =>
  (date: SeriesDateRow): SeriesState => ({
    participants_count: date.booked_count,
    participants_reserved: date.reserved_count,
    participants_waitlist: date.waitlisted_count,
    is_generally_bookable: isBookable(date, today),
  })

/** Two queries where no date has to do with a series, seven or eight otherwise. */
export async function loadSeries(
  reader: Reader,
  dateIds: number[],
  scope: Scope,
  stateOf: (date: SeriesDateRow) => SeriesState,
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
  const shown = await loadShown(reader, linkedIds, distinct(parents.map((parent) => parent.parent_id)))

  const ofDate = group(
    modules,
    (module) => module.date_id,
    (module) => module,
  )
  const parentsOf = group(
    parents,
    (parent) => parent.linked_date_id,
    (parent) => summaryOf(parent.parent_id, shown, stateOf),
  )
  return {
    modules: new Map([...ofDate].map(([id, list]) => [id, modulesOf(list, links, shown, stateOf)])),
    parents: new Map([...parentsOf].map(([id, list]) => [id, [{ parent_date_id: list }]])),
  }
}

type Shown = {
  dates: Map<number, SeriesDateRow>
  locations: Map<number, DateLocation[]>
  prices: Map<number, SeriesDate['prices']>
  names: Awaited<ReturnType<typeof loadTrainerNames>>
}

async function loadShown(reader: Reader, linkedIds: number[], parentIds: number[]): Promise<Shown> {
  const ids = distinct([...linkedIds, ...parentIds])
  const dates = await selectSeriesDates(reader, ids)
  return {
    dates: new Map(dates.map((date) => [date.id, date])),
    locations: await loadLocations(reader, ids),
    prices: await loadSeriesPrices(reader, ids),
    names: await loadTrainerNames(reader, linkedIds),
  }
}

/** One element per module type, by its name; the entries in it by position and id, as they come. */
function modulesOf(
  modules: ModuleRow[],
  links: Map<number, LinkRow[]>,
  shown: Shown,
  stateOf: (date: SeriesDateRow) => SeriesState,
): SeriesModules[] {
  const byType = Map.groupBy(modules, (module) => module.module_type ?? '')
  return [...byType.keys()].sort().map((type) => ({
    module_type: byType.get(type)!.map((module) => {
      const linked = inOrder(module, links.get(module.id) ?? [])
      return {
        config: configOf(module, linked),
        dates: linked.map((link) => seriesDateOf(link, shown, stateOf)),
      }
    }),
  }))
}

// By position is how they come.
const inOrder = (module: ModuleRow, links: LinkRow[]): LinkRow[] =>
  module.by_date === true ? links.toSorted(byStart) : links

// Dates without a start last, as in `dates`; digits sort after ''.
function byStart(one: LinkRow, other: LinkRow): number {
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

const nowhere: LocationSummary = { name: '', street: '', zip: '', city: '', link: '', additional_field: '' }

const locationsOf = (id: number, { locations }: Shown): LocationSummary[] =>
  (locations.get(id) ?? []).map(({ name, street, zip, city, link, additional_field }) => ({
    name,
    street,
    zip,
    city,
    link,
    additional_field,
  }))

function seriesDateOf(
  link: LinkRow,
  shown: Shown,
  stateOf: (date: SeriesDateRow) => SeriesState,
): SeriesDate {
  const date = shown.dates.get(link.linked_date_id)!
  const state = stateOf(date)
  const location = locationsOf(date.id, shown)
  return {
    date_id: date.id,
    date_config_id: link.series_module_id,
    participants_min: date.participants_min,
    participants_max: date.participants_max,
    participants_count: state.participants_count,
    participants_reserved: state.participants_reserved,
    participants_waitlist: state.participants_waitlist,
    is_preselected: link.is_preselected,
    is_generally_bookable: state.is_generally_bookable,
    date_identifier: date.identifier,
    date_title: date.title,
    date_subtitle: date.subtitle,
    date_duration: date.duration,
    date_time_end: date.end_time,
    main_trainer: shown.names.main.get(date.id)?.[0] ?? '',
    date_date_start: date.start_date ?? '',
    date_date_end: date.end_date ?? '',
    date_time_start: date.start_time,
    trainer: shown.names.all.get(date.id) ?? [],
    main_location: location[0] ?? nowhere,
    location,
    prices: shown.prices.get(date.id) ?? [],
  }
}

function summaryOf(
  id: number,
  shown: Shown,
  stateOf: (date: SeriesDateRow) => SeriesState,
): SeriesDateSummary {
  const date = shown.dates.get(id)!
  const state = stateOf(date)
  const location = locationsOf(id, shown)
  return {
    date_id: date.id,
    participants_min: date.participants_min,
    participants_max: date.participants_max,
    participants_count: state.participants_count,
    participants_reserved: state.participants_reserved,
    participants_waitlist: state.participants_waitlist,
    is_generally_bookable: state.is_generally_bookable,
    date_identifier: date.identifier,
    date_title: date.title,
    date_subtitle: date.subtitle,
    date_duration: date.duration,
    date_time_end: date.end_time,
    date_date_start: date.start_date ?? '',
    date_date_end: date.end_date ?? '',
    date_time_start: date.start_time,
    main_location: location[0] ?? nowhere,
    location,
    prices: shown.prices.get(id) ?? [],
  }
}
