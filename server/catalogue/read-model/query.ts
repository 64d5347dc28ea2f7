// Parses an EventQuery for the read model.
import { badRequest, type FieldError } from '../../platform/ground/errors.ts'
import { EventDate } from '../contract/date.schema.ts'
import { Event, type EventQuery } from '../contract/event.schema.ts'
import { type Filter, filterOf } from './filter.ts'
import { eventQueryErrors } from './query.errors.ts'

/** The files to return: all, or those with one of the access rights or ids. */
export type FileSelection = { all: boolean; accessRights: ReadonlySet<string>; ids: ReadonlySet<number> }

const isId = (value: string): boolean =>
  /^[0-9]{1,10}$/.test(value) && Number(value) >= 1 && Number(value) <= 2147483647

/**
 * Parses the eventDateFiles parameter; undefined: no files.
 * @throws Failure 400 with an error for each value that is neither `all`, an id nor an access right
 */
function parseFileSelection(
  parameter: string | undefined,
  knownRights: ReadonlySet<string>,
): FileSelection | undefined {
  if (parameter === undefined || parameter.trim() === '') return undefined
  const values = parameter.split(',').map((value) => value.trim())
  const accessRights = values.filter((value) => value !== 'all' && !isId(value))
  const errors: FieldError[] = accessRights
    .filter((value) => !knownRights.has(value))
    .map((value) => ({
      field: 'eventDateFiles',
      ...eventQueryErrors.unknownFileSelection({ value: JSON.stringify(value) }),
    }))
  if (errors.length > 0) throw badRequest(errors)
  return {
    all: values.includes('all'),
    accessRights: new Set(accessRights),
    ids: new Set(values.filter(isId).map(Number)),
  }
}

export type ParsedQuery = {
  filter: Filter
  today: string
  files: FileSelection | undefined
  /** The number of months for which next_dates is filled; undefined: not at all. */
  nextDatesMonths: number | undefined
  /** The fields whose flags are not set. */
  emptyFields: ReadonlySet<string>
  /** The fields to return; undefined: all. */
  fields: { event: ReadonlySet<string>; date: ReadonlySet<string> } | undefined
  offset: number
  limit: number
}

const flags: readonly [keyof EventQuery, readonly string[]][] = [
  ['eventMetaData', ['meta_data']],
  ['eventMetaTags', ['meta_tags']],
  ['prices', ['event_prices', 'event_group_discounts', 'date_prices']],
  ['ebgData', ['ebg_data']],
  ['dateMetaData', ['date_meta_data']],
  ['hotelQuota', ['hotel_quota']],
  ['allDateTrainers', ['all_trainers']],
  ['mainDateTrainer', ['main_trainer']],
]

const dateFields: ReadonlySet<string> = new Set(Object.keys(EventDate.properties))
const eventFields: ReadonlySet<string> = new Set(Object.keys(Event.properties))

/** A field that only dates have includes `dates`; `dates` without such a field includes all fields of dates. */
function selectFields(names: readonly string[] | undefined): ParsedQuery['fields'] {
  if (names === undefined || names.length === 0) return undefined
  const event = new Set(names.filter((name) => eventFields.has(name)))
  const dateNames = names.filter((name) => dateFields.has(name))
  const hasDateOnlyFields = dateNames.some((name) => !eventFields.has(name))
  if (hasDateOnlyFields) event.add('dates')
  return { event, date: hasDateOnlyFields ? new Set(dateNames) : dateFields }
}

/**
 * @param today the calendar date in the instance's time zone
 * @param accessRights all access rights of files
 * @throws Failure 400 for unknown values of eventDateFiles
 */
export const parseQuery = (
  query: EventQuery,
  today: string,
  accessRights: ReadonlySet<string>,
): ParsedQuery => ({
  filter: filterOf(query, today),
  today,
  files: parseFileSelection(query.eventDateFiles, accessRights),
  nextDatesMonths: query.nextDatesTrainers,
  emptyFields: new Set(flags.flatMap(([flag, names]) => (query[flag] === true ? [] : names))),
  fields: selectFields(query.fields),
  offset: query.offset ?? 0,
  limit: query.limit ?? Number.POSITIVE_INFINITY,
})
