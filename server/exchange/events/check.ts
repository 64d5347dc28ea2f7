// Data set: validation of events without the database.
import type { Event } from '../../catalogue/contract/event.schema.ts'
import type { SeriesEntry } from '../../catalogue/contract/series.schema.ts'
import type { ValidationErrors } from '../records/import-error.ts'
import type { DataRecord, ImportRun, SectionRecords } from '../records/section.ts'

/** An event of the data set: completed with defaults, and as sent. */
type EventRecord = { event: Event; raw: DataRecord }

export const eventRecordsOf = (records: SectionRecords) => records.items as EventRecord[]

/** The dates of a data set with their events and pointers. */
export function* dateRecordsOf(records: SectionRecords) {
  for (const [at, { event, raw }] of eventRecordsOf(records).entries())
    for (const [index, date] of event.dates.entries())
      yield {
        event,
        date,
        raw: raw['dates'][index] as DataRecord,
        pointer: `${records.pointer(at)}/dates/${index}`,
      }
}

/** The modules of a date, of all module types. */
export function* modulesOfDate(date: Event['dates'][number], pointer: string) {
  for (const [at, group] of date.series_dates.entries())
    for (const [index, entry] of group.module_type.entries())
      yield { entry, pointer: `${pointer}/series_dates/${at}/module_type/${index}` }
}

/** Reports duplicate values of a list. */
function reportDuplicates(
  errors: ValidationErrors,
  values: readonly unknown[],
  pointer: (index: number) => string,
): void {
  const seen = new Set<unknown>()
  for (const [index, value] of values.entries()) {
    if (seen.has(value)) errors.add(pointer(index), `is a duplicate (${value})`)
    seen.add(value)
  }
}

export function validateEvents(records: SectionRecords, run: ImportRun): void {
  const { errors, references } = run
  const firstDates = new Map<number, string>()
  for (const [at, { event }] of eventRecordsOf(records).entries())
    validateEvent(event, records.pointer(at), run)
  for (const { event, date, pointer } of dateRecordsOf(records)) {
    const first = firstDates.get(date.date_id)
    if (first) errors.add(`${pointer}/date_id`, `is already used by ${first}`)
    else firstDates.set(date.date_id, pointer)
    references.requireOrCreate('client', date.client_id)
    for (const id of date.date_catalog) references.requireOrCreate('catalog', id)
    if (date.start_date && date.end_date && date.end_date < date.start_date)
      errors.add(`${pointer}/end_date`, 'must not be before start_date')
    reportDuplicates(errors, date.date_catalog, (index) => `${pointer}/date_catalog/${index}`)
    reportDuplicates(
      errors,
      date.location.map((one) => one.location_id),
      (index) => `${pointer}/location/${index}`,
    )
    validateFiles(errors, date.date_files, event.event_id, `${pointer}/date_files`)
    for (const { entry, pointer: below } of modulesOfDate(date, pointer))
      validateModule(entry, date.date_id, below, run)
  }
}

function validateEvent(event: Event, pointer: string, { errors, references }: ImportRun): void {
  reportDuplicates(
    errors,
    event.event_catalog_categories.map((one) => one.eventcat_id),
    (index) => `${pointer}/event_catalog_categories/${index}`,
  )
  for (const [index, category] of event.event_catalog_categories.entries()) {
    references.requireOrCreate('catalog', category.catalog_id)
    references.requireOrCreate('category', category.eventcat_parent)
    if (category.eventcat_parent === category.eventcat_id)
      errors.add(
        `${pointer}/event_catalog_categories/${index}/eventcat_parent`,
        'must not be the category itself',
      )
  }
  validateFiles(errors, event.event_files, event.event_id, `${pointer}/event_files`)
}

function validateFiles(
  errors: ValidationErrors,
  groups: Event['event_files'],
  eventId: number,
  pointer: string,
): void {
  const seen = new Set<number>()
  for (const [at, group] of groups.entries())
    for (const [index, file] of group.entries()) {
      if (seen.has(file.diskitem_id))
        errors.add(`${pointer}/${at}/${index}`, `is a duplicate (${file.diskitem_id})`)
      seen.add(file.diskitem_id)
      if (file.event_id !== 0 && file.event_id !== eventId)
        errors.add(`${pointer}/${at}/${index}/event_id`, `must be the id of the event, ${eventId}`)
    }
}

function validateModule(
  { config, dates }: SeriesEntry,
  dateId: number,
  pointer: string,
  run: ImportRun,
): void {
  const { errors, references } = run
  const at = `${pointer}/config`
  if (config.date_id !== 0 && config.date_id !== dateId)
    errors.add(`${at}/date_id`, `must be the id of the series, ${dateId}`)
  references.require('event', config.module_event_id, `${at}/module_event_id`)
  const linked = new Set<number>()
  for (const [index, link] of config.linked_dates.entries()) {
    const below = `${at}/linked_dates/${index}`
    if (linked.has(link.linked_date_id)) errors.add(below, `is a duplicate (${link.linked_date_id})`)
    linked.add(link.linked_date_id)
    references.require('date', link.linked_date_id, `${below}/linked_date_id`)
    references.require('event', link.module_event_id, `${below}/module_event_id`)
    if (link.date_config_id !== 0 && link.date_config_id !== config.date_config_id)
      errors.add(`${below}/date_config_id`, 'must be the date_config_id of the module')
  }
  for (const [index, date] of dates.entries()) {
    if (!linked.has(date.date_id))
      errors.add(`${pointer}/dates/${index}/date_id`, 'must be one of linked_dates')
    if (date.date_config_id !== 0 && date.date_config_id !== config.date_config_id)
      errors.add(`${pointer}/dates/${index}/date_config_id`, 'must be the date_config_id of the module')
  }
}
