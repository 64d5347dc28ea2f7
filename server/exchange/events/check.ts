// Data set: what events refer to, and what does not fit together in them.
import type { Event } from '../../catalogue/contract/event.schema.ts'
import type { SeriesEntry } from '../../catalogue/contract/series.schema.ts'
import type { FaultList } from '../records/fault.ts'
import type { Given, Import, Item } from '../records/section.ts'

/** An event of the data set: complete, and as it was given. */
export type GivenEvent = { event: Event; raw: Item }

export const eventsIn = (given: Given) => given.items as unknown as GivenEvent[]

/** The dates of a data set with their events and pointers. */
export function* datesIn(given: Given) {
  for (const [at, { event, raw }] of eventsIn(given).entries())
    for (const [index, date] of event.dates.entries())
      yield { event, date, raw: raw['dates'][index] as Item, pointer: `${given.pointer(at)}/dates/${index}` }
}

/** The modules of a date, whatever their grouping. */
export function* modulesIn(date: Event['dates'][number], pointer: string) {
  for (const [at, group] of date.series_dates.entries())
    for (const [index, entry] of group.module_type.entries())
      yield { entry, pointer: `${pointer}/series_dates/${at}/module_type/${index}` }
}

/** Tells values of a list that stand in it twice. */
function once(faults: FaultList, values: readonly unknown[], pointer: (index: number) => string): void {
  const seen = new Set<unknown>()
  for (const [index, value] of values.entries()) {
    if (seen.has(value)) faults.add(pointer(index), `stands twice (${value})`)
    seen.add(value)
  }
}

export function checkEvents(given: Given, run: Import): void {
  const { faults, references } = run
  const firstDates = new Map<number, string>()
  for (const [at, { event }] of eventsIn(given).entries()) checkEvent(event, given.pointer(at), run)
  for (const { event, date, pointer } of datesIn(given)) {
    const first = firstDates.get(date.date_id)
    if (first) faults.add(`${pointer}/date_id`, `is that of ${first} already`)
    else firstDates.set(date.date_id, pointer)
    references.want('client', date.client_id)
    for (const id of date.date_catalog) references.want('catalog', id)
    if (date.start_date && date.end_date && date.end_date < date.start_date)
      faults.add(`${pointer}/end_date`, 'is before start_date')
    once(faults, date.date_catalog, (index) => `${pointer}/date_catalog/${index}`)
    once(
      faults,
      date.location.map((one) => one.location_id),
      (index) => `${pointer}/location/${index}`,
    )
    checkFiles(faults, date.date_files, event.event_id, `${pointer}/date_files`)
    for (const [index, price] of date.date_prices.entries())
      checkPercent(faults, price.price_vat, `${pointer}/date_prices/${index}/price_vat`)
    for (const { entry, pointer: below } of modulesIn(date, pointer))
      checkModule(entry, date.date_id, below, run)
  }
}

function checkEvent(event: Event, pointer: string, { faults, references }: Import): void {
  once(
    faults,
    event.event_catalog_categories.map((one) => one.eventcat_id),
    (index) => `${pointer}/event_catalog_categories/${index}`,
  )
  for (const [index, category] of event.event_catalog_categories.entries()) {
    references.want('catalog', category.catalog_id)
    references.want('category', category.eventcat_parent)
    if (category.eventcat_parent === category.eventcat_id)
      faults.add(
        `${pointer}/event_catalog_categories/${index}/eventcat_parent`,
        'must not be the category itself',
      )
  }
  checkFiles(faults, event.event_files, event.event_id, `${pointer}/event_files`)
  for (const [index, price] of event.event_prices.entries())
    checkPercent(faults, price.price_vat, `${pointer}/event_prices/${index}/price_vat`)
}

function checkPercent(faults: FaultList, percent: number, pointer: string): void {
  if (Math.abs(percent) >= 1000) faults.add(pointer, 'is too large')
}

function checkFiles(faults: FaultList, groups: Event['event_files'], eventId: number, pointer: string): void {
  const seen = new Set<number>()
  for (const [at, group] of groups.entries())
    for (const [index, file] of group.entries()) {
      if (seen.has(file.diskitem_id))
        faults.add(`${pointer}/${at}/${index}`, `stands twice (${file.diskitem_id})`)
      seen.add(file.diskitem_id)
      if (file.event_id !== 0 && file.event_id !== eventId)
        faults.add(`${pointer}/${at}/${index}/event_id`, `must be that of the event, ${eventId}`)
    }
}

function checkModule({ config, dates }: SeriesEntry, dateId: number, pointer: string, run: Import): void {
  const { faults, references } = run
  const at = `${pointer}/config`
  if (config.date_id !== 0 && config.date_id !== dateId)
    faults.add(`${at}/date_id`, `must be that of the series, ${dateId}`)
  references.need('event', config.module_event_id, `${at}/module_event_id`)
  const linked = new Set<number>()
  for (const [index, link] of config.linked_dates.entries()) {
    const below = `${at}/linked_dates/${index}`
    if (linked.has(link.linked_date_id)) faults.add(below, `stands twice (${link.linked_date_id})`)
    linked.add(link.linked_date_id)
    references.need('date', link.linked_date_id, `${below}/linked_date_id`)
    references.need('event', link.module_event_id, `${below}/module_event_id`)
    if (link.date_config_id !== 0 && link.date_config_id !== config.date_config_id)
      faults.add(`${below}/date_config_id`, 'must be that of the module')
  }
  for (const [index, date] of dates.entries()) {
    if (!linked.has(date.date_id)) faults.add(`${pointer}/dates/${index}/date_id`, 'is none of linked_dates')
    if (date.date_config_id !== 0 && date.date_config_id !== config.date_config_id)
      faults.add(`${pointer}/dates/${index}/date_config_id`, 'must be that of the module')
  }
}
