// Dates in the back office: what must hold of a date (faults by field), and what is perhaps not meant (warnings).
import { sql } from 'kysely'
import type { TArray, TObject, TSchema } from 'typebox'
import type { Reader } from '../../platform/database/database.ts'
import type { FieldError } from '../../platform/http/errors.ts'
import { isDate } from '../../platform/http/validation.ts'
import { type DateContent, DateContent as schema } from './date.schema.office.ts'

const time = /^([01]\d|2[0-3]):[0-5]\d$/

/** Whether an amount has at most two decimals. */
const isCents = (value: number): boolean => Math.abs(value * 100 - Math.round(value * 100)) < 1e-4

const decimals = (value: number) => (isCents(value) ? '' : 'must have at most two decimals')

const formatChecks: Record<string, (value: never) => string> = {
  Day: (value: string) => (value === '' || isDate(value) ? '' : 'must be a date, YYYY-MM-DD'),
  Clock: (value: string) => (value === '' || time.test(value) ? '' : 'must be a time, HH:MM'),
  Amount: decimals,
  Percent: decimals,
}

/** Days, times and amounts that are none. */
function* formatErrors(node: TSchema, value: unknown, path: string): Generator<FieldError> {
  if (value === undefined) return
  const { title, properties, items } = node as unknown as TObject & TArray & { title?: string }
  const message = title === undefined ? '' : (formatChecks[title]?.(value as never) ?? '')
  if (message) yield { field: path, message }
  if (properties && typeof value === 'object' && value !== null)
    for (const [name, property] of Object.entries(properties))
      yield* formatErrors(
        property as TSchema,
        (value as Record<string, unknown>)[name],
        path ? `${path}.${name}` : name,
      )
  if (items && Array.isArray(value))
    for (const [index, one] of value.entries())
      yield* formatErrors(items as TSchema, one, `${path}[${index}]`)
}

const isBefore = (a: string, b: string) => a !== '' && b !== '' && a < b

function* orderErrors(date: DateContent): Generator<FieldError> {
  const { start_date: start, end_date: end } = date
  const notBefore = (field: string, limit: string) => ({ field, message: `must not be before ${limit}` })
  if (isBefore(end, start)) yield notBefore('end_date', 'the start')
  if (end !== '' && start === '') yield { field: 'start_date', message: 'is required' }
  if (start !== '' && (end === '' || end === start) && isBefore(date.end_time, date.start_time))
    yield notBefore('end_time', 'the start')
  if (isBefore(date.booking_end_date, date.booking_start_date))
    yield notBefore('booking_end_date', 'the start')
  if (isBefore(date.display_end, date.display_start)) yield notBefore('display_end', 'the start')
  if (date.participants_max > 0 && date.participants_min > date.participants_max)
    yield { field: 'participants_min', message: 'must not be above the maximum' }
  for (const [index, hours] of date.hours.entries()) {
    if (hours.day === '') yield { field: `hours[${index}].day`, message: 'is required' }
    if (isBefore(hours.end_time, hours.start_time)) yield notBefore(`hours[${index}].end_time`, 'the start')
  }
  for (const [index, price] of date.prices.entries())
    if (isBefore(price.valid_to, price.valid_from)) yield notBefore(`prices[${index}].valid_to`, 'the start')
}

function* duplicateErrors<T>(values: readonly T[], field: (index: number) => string): Generator<FieldError> {
  const seen = new Set<T>()
  for (const [index, value] of values.entries()) {
    if (seen.has(value)) yield { field: field(index), message: 'is there already' }
    seen.add(value)
  }
}

function* uniquenessErrors(date: DateContent, id: number): Generator<FieldError> {
  yield* duplicateErrors(date.catalog_ids, () => 'catalog_ids')
  yield* duplicateErrors(date.location_ids, () => 'location_ids')
  yield* duplicateErrors(
    date.trainers.map((one) => one.trainer_id),
    (index) => `trainers[${index}].trainer_id`,
  )
  for (const [index, { is_main, is_listed }] of date.trainers.entries())
    if (!is_main && !is_listed)
      yield { field: `trainers[${index}].is_listed`, message: 'must be set where it is not the main trainer' }
  for (const [nth, module] of date.modules.entries()) {
    const linked = module.dates.map((one) => one.linked_date_id)
    yield* duplicateErrors(linked, (index) => `modules[${nth}].dates[${index}].linked_date_id`)
    if (id > 0 && linked.includes(id))
      yield {
        field: `modules[${nth}].dates[${linked.indexOf(id)}].linked_date_id`,
        message: 'must not be the series itself',
      }
  }
}

type Reference = { field: string; value: number | string }

function referencesOf(date: DateContent): Record<string, Reference[]> {
  const toReferences = <T>(rows: readonly T[], name: string, value: (row: T) => number | string) =>
    rows.map((row, index) => ({ field: name.replace('#', String(index)), value: value(row) }))
  return {
    event: [
      { field: 'event_id', value: date.event_id },
      ...toReferences(date.modules, 'modules[#].module_event_id', (row) => row.module_event_id),
    ],
    client: [{ field: 'client_id', value: date.client_id }],
    catalog: toReferences(date.catalog_ids, 'catalog_ids', (id) => id),
    location: toReferences(date.location_ids, 'location_ids', (id) => id),
    trainer: toReferences(date.trainers, 'trainers[#].trainer_id', (row) => row.trainer_id),
    event_date: date.modules.flatMap((module, index) =>
      toReferences(module.dates, `modules[${index}].dates[#].linked_date_id`, (row) => row.linked_date_id),
    ),
    date_status: [{ field: 'status', value: date.status }],
    date_format: [{ field: 'format', value: date.format }],
    module_type: toReferences(date.modules, 'modules[#].module_type', (row) => row.module_type),
    series_sort: toReferences(date.modules, 'modules[#].sort_by', (row) => row.sort_by),
    hotel_quota_status: toReferences(date.hotel_quota, 'hotel_quota[#].status', (row) => row.status),
    catalogue_file: toReferences(date.file_ids, 'file_ids', (id) => id),
  }
}

/** What is referred to and is not there, by one statement for all dates. */
async function missingReferenceErrors(
  reader: Reader,
  dates: readonly DateContent[],
): Promise<FieldError[][]> {
  const referencesByDate = dates.map(referencesOf)
  const idsOf = (kind: string) =>
    referencesByDate.flatMap((one) => one[kind]!.map(({ value }) => Number(value)))
  const { rows } = await sql<Record<string, (number | string)[]>>`select
    array(select id from event where id = any(${idsOf('event')}::int[])) as event,
    array(select id from client where id = any(${idsOf('client')}::int[])) as client,
    array(select id from catalogue where id = any(${idsOf('catalog')}::int[])) as catalog,
    array(select id from contact where contact_type = 'location' and id = any(${idsOf('location')}::int[])
      union select contact_id from location where contact_id = any(${idsOf('location')}::int[])) as location,
    array(select id from trainer where id = any(${idsOf('trainer')}::int[])) as trainer,
    array(select id from event_date where id = any(${idsOf('event_date')}::int[])) as event_date,
    array(select id from catalogue_file where id = any(${idsOf('catalogue_file')}::int[])) as catalogue_file,
    array(select status from date_status) as date_status, array(select format from date_format) as date_format,
    array(select module_type from module_type) as module_type, array(select sort_by from series_sort) as series_sort,
    array(select status from hotel_quota_status) as hotel_quota_status`.execute(reader)
  const found = rows[0]!
  return referencesByDate.map((byTable) =>
    Object.entries(byTable).flatMap(([table, references]) =>
      references
        .filter(({ value }) => value !== '' && value !== 0 && !found[table]!.includes(value))
        .map(({ field }) => ({ field, message: 'does not exist' })),
    ),
  )
}

/**
 * All faults of dates as they would be written.
 * @param id of the one date that is changed; 0: they are new
 * @param fieldPath names the field of the n-th date's fault
 */
export async function validateDates(
  reader: Reader,
  dates: readonly DateContent[],
  id = 0,
  fieldPath: (nth: number, field: string) => string = (_, field) => field,
): Promise<FieldError[]> {
  const missingErrors = await missingReferenceErrors(reader, dates)
  return dates.flatMap((date, nth) =>
    [
      ...formatErrors(schema, date, ''),
      ...orderErrors(date),
      ...uniquenessErrors(date, id),
      ...missingErrors[nth]!,
    ].map(({ field, message }) => ({ field: fieldPath(nth, field), message })),
  )
}

/** What is allowed, but perhaps not meant. */
export function warningsOf(
  date: DateContent,
  counters: { booked_count: number; reserved_count: number },
): FieldError[] {
  const warnings: FieldError[] = []
  const occupied = counters.booked_count + counters.reserved_count + date.places_elsewhere
  if (occupied > date.participants_max)
    warnings.push({ field: 'participants_max', message: `is below the ${occupied} places that are taken` })
  const last = date.end_date || date.start_date
  const outsideIndex = date.hours.findIndex(
    ({ day }) => isBefore(day, date.start_date) || isBefore(last, day),
  )
  if (outsideIndex >= 0)
    warnings.push({ field: `hours[${outsideIndex}].day`, message: 'is outside of the start and the end' })
  return warnings
}
