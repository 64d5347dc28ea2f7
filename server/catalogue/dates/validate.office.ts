// Dates in the back office: validates dates (errors and warnings by field).
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import { endsNextDay } from '../../platform/ground/days.ts'
import type { FieldError } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { dateErrors } from './date.errors.ts'
import type { DateContent } from './date.schema.office.ts'

const isBefore = (a: string, b: string) => a !== '' && b !== '' && a < b

const beforeStart = (field: string): FieldError => ({ field, ...dateErrors.beforeStart() })

function* orderErrors(date: DateContent): Generator<FieldError> {
  const { startDate: start, endDate: end } = date
  if (isBefore(end, start)) yield beforeStart('endDate')
  if (end !== '' && start === '') yield { field: 'startDate', ...generalErrors.required() }
  if (isBefore(date.bookingEndDate, date.bookingStartDate)) yield beforeStart('bookingEndDate')
  if (isBefore(date.displayEndDate, date.displayStartDate)) yield beforeStart('displayEndDate')
  if (date.participantsMax > 0 && date.participantsMin > date.participantsMax)
    yield { field: 'participantsMin', ...dateErrors.aboveMaximum() }
  for (const [index, hours] of date.sessionDays.entries()) {
    if (hours.day === '') yield { field: `sessionDays[${index}].day`, ...generalErrors.required() }
  }
  for (const [index, price] of date.prices.entries())
    if (isBefore(price.validTo, price.validFrom)) yield beforeStart(`prices[${index}].validTo`)
}

function* duplicateErrors<T>(values: readonly T[], field: (index: number) => string): Generator<FieldError> {
  const seen = new Set<T>()
  for (const [index, value] of values.entries()) {
    if (seen.has(value)) yield { field: field(index), ...generalErrors.duplicateRow() }
    seen.add(value)
  }
}

function* uniquenessErrors(date: DateContent, id: number): Generator<FieldError> {
  yield* duplicateErrors(date.catalogueIds, () => 'catalogueIds')
  yield* duplicateErrors(date.locationIds, () => 'locationIds')
  yield* duplicateErrors(date.roomIds, () => 'roomIds')
  yield* duplicateErrors(
    date.trainers.map((one) => one.trainerId),
    (index) => `trainers[${index}].trainerId`,
  )
  for (const [index, { isMain, isListed }] of date.trainers.entries())
    if (!isMain && !isListed) yield { field: `trainers[${index}].isListed`, ...dateErrors.listedOrMain() }
  for (const [nth, module] of date.modules.entries()) {
    const linked = module.dates.map((one) => one.linkedDateId)
    yield* duplicateErrors(linked, (index) => `modules[${nth}].dates[${index}].linkedDateId`)
    if (id > 0 && linked.includes(id))
      yield {
        field: `modules[${nth}].dates[${linked.indexOf(id)}].linkedDateId`,
        ...dateErrors.seriesItself(),
      }
  }
}

type Reference = { field: string; value: number | string }

function referencesOf(date: DateContent): Record<string, Reference[]> {
  const toReferences = <T>(rows: readonly T[], name: string, value: (row: T) => number | string) =>
    rows.map((row, index) => ({ field: name.replace('#', String(index)), value: value(row) }))
  return {
    event: [
      { field: 'eventId', value: date.eventId },
      ...toReferences(date.modules, 'modules[#].moduleEventId', (row) => row.moduleEventId),
    ],
    client: [{ field: 'clientId', value: date.clientId }],
    catalogue: toReferences(date.catalogueIds, 'catalogueIds', (id) => id),
    location: toReferences(date.locationIds, 'locationIds', (id) => id),
    room: toReferences(date.roomIds, 'roomIds', (id) => id),
    trainer: toReferences(date.trainers, 'trainers[#].trainerId', (row) => row.trainerId),
    event_date: date.modules.flatMap((module, index) =>
      toReferences(module.dates, `modules[${index}].dates[#].linkedDateId`, (row) => row.linkedDateId),
    ),
    date_status: [{ field: 'status', value: date.status }],
    date_format: [{ field: 'format', value: date.format }],
    module_type: toReferences(date.modules, 'modules[#].moduleType', (row) => row.moduleType),
    series_sort: toReferences(date.modules, 'modules[#].sortBy', (row) => row.sortBy),
    hotel_quota_status: toReferences(date.hotelQuotas, 'hotelQuotas[#].status', (row) => row.status),
    catalogue_file: toReferences(date.fileIds, 'fileIds', (id) => id),
  }
}

/** References to records that do not exist, found by one statement for all dates. */
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
    array(select id from catalogue where id = any(${idsOf('catalogue')}::int[])) as catalogue,
    array(select id from contact where contact_type = 'location' and id = any(${idsOf('location')}::int[])
      union select contact_id from location where contact_id = any(${idsOf('location')}::int[])) as location,
    array(select id from room where id = any(${idsOf('room')}::int[])) as room,
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
        .map(({ field }) => ({ field, ...generalErrors.unknownReference() })),
    ),
  )
}

async function locationsOfRooms(reader: Reader, dates: readonly DateContent[]): Promise<Map<number, number>> {
  const ids = dates.flatMap((date) => date.roomIds)
  if (ids.length === 0) return new Map()
  const rows = await reader.selectFrom('room').select(['id', 'location_id']).where('id', 'in', ids).execute()
  return new Map(rows.map((room) => [room.id, room.location_id]))
}

const roomErrors = ({ roomIds, locationIds }: DateContent, locations: Map<number, number>): FieldError[] =>
  roomIds.some((id) => locations.has(id) && !locationIds.includes(locations.get(id)!))
    ? [{ field: 'roomIds', ...dateErrors.roomElsewhere() }]
    : []

/**
 * All errors of dates that are to be written.
 * @param id the date that is changed; 0: the dates are new
 * @param fieldPath the path of a field of the n-th date in the request
 */
export async function validateDates(
  reader: Reader,
  dates: readonly DateContent[],
  id = 0,
  fieldPath: (nth: number, field: string) => string = (_, field) => field,
): Promise<FieldError[]> {
  const missingErrors = await missingReferenceErrors(reader, dates)
  const locations = await locationsOfRooms(reader, dates)
  return dates.flatMap((date, nth) =>
    [
      ...orderErrors(date),
      ...uniquenessErrors(date, id),
      ...roomErrors(date, locations),
      ...missingErrors[nth]!,
    ].map((error) => ({
      ...error,
      field: fieldPath(nth, error.field),
    })),
  )
}

/** Values that are allowed, but probably not intended. */
export function warningsOf(date: DateContent & { bookedCount: number; reservedCount: number }): FieldError[] {
  const warnings: FieldError[] = []
  const occupied = date.bookedCount + date.reservedCount + date.seatsElsewhere
  if (occupied > date.participantsMax)
    warnings.push({ field: 'participantsMax', ...dateErrors.belowOccupiedSeats({ count: occupied }) })
  const last = date.endDate || date.startDate
  const outsideIndex = date.sessionDays.findIndex(
    ({ day }) => isBefore(day, date.startDate) || isBefore(last, day),
  )
  if (outsideIndex >= 0)
    warnings.push({ field: `sessionDays[${outsideIndex}].day`, ...dateErrors.outsidePeriod() })
  // A course over night, or a slip.
  if (date.sessionDays.length === 0 && endsNextDay(date))
    warnings.push({ field: 'endTime', ...dateErrors.endsNextDay() })
  for (const [index, hours] of date.sessionDays.entries())
    if (endsNextDay(hours))
      warnings.push({ field: `sessionDays[${index}].endTime`, ...dateErrors.endsNextDay() })
  return warnings
}
