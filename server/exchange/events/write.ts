// Data set: writes events and dates.
import { sql } from 'kysely'
import { dateColumns, type EventDate } from '../../catalogue/contract/date.schema.ts'
import { eventColumns } from '../../catalogue/contract/event.schema.ts'
import { writeChildRows } from '../../platform/database/child-rows.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  bool,
  type Fields,
  type FieldType,
  id,
  jsonColumn,
  text,
  texts,
} from '../../platform/database/fields.ts'
import { advanceSequence, upsert, writeLinks } from '../../platform/database/write-rows.ts'
import type { ImportRun, SectionRecords } from '../records/section.ts'
import { insertUnknownValues } from '../sections/lookups.exchange.ts'
import { dateRecordsOf, eventRecordsOf } from './check.ts'
import { collectSeriesDetails } from './event.series-details.ts'
import { dateRecordTables, eventRecordTables } from './fields.ts'
import { completeLocations, writeLocations } from './locations.ts'
import { writeSeries } from './series.ts'
import {
  collectShared,
  completeShared,
  trainerKey,
  writeCategories,
  writeFiles,
  writeTrainers,
} from './shared-records.ts'

/** The fields of an event that its record in `events` has. */
export const eventRow: Fields = {
  ...eventColumns,
  discounts: ['group_discounts', texts],
  event_misc: ['misc', jsonColumn],
  meta_tags: ['meta_tags', jsonColumn],
  ebg_data: ['ebg_data', jsonColumn],
}

/** If left out, the stored value stays, and a new row gets the fallback (SQL). */
const storedOrDefault = (type: FieldType, fallback: string): FieldType => ({
  ...type,
  write: (input, stored) => `coalesce(${input}, ${stored}, ${fallback})`,
})

const { free_places: _free, ...writtenColumns } = dateColumns
const dateRow: Fields = {
  ...writtenColumns,
  eventId: ['event_id', id],
  date_is_bookable: ['is_bookable', storedOrDefault(bool, 'true')],
  duration: ['duration', storedOrDefault(text, `''`)],
  date_misc: ['misc', jsonColumn],
  date_meta_data: ['meta_data', jsonColumn],
  ebg_data: ['ebg_data', jsonColumn],
}

/** Writes events with their dates and child rows. Dates that an event no longer lists are not deleted. */
export async function writeEvents(tx: Tx, records: SectionRecords, run: ImportRun): Promise<void> {
  const events = eventRecordsOf(records).map(({ event }) => event)
  const dates = [...dateRecordsOf(records)]
  const shared = collectShared(records, run)
  const seriesDetails = collectSeriesDetails(records, run)
  await completeShared(tx, shared)
  await completeLocations(tx, shared)
  run.errors.throwIfAny()
  await writeCategories(tx, shared)
  await writeFiles(tx, shared)
  await writeLocations(tx, shared, run)
  run.errors.throwIfAny()
  const trainerIds = await writeTrainers(tx, shared)
  await insertUnknownValues(tx, 'date_status', new Set(dates.map(({ date }) => date.date_status)))
  await insertUnknownValues(tx, 'date_format', new Set(dates.map(({ date }) => date.date_format)))
  await insertUnknownValues(
    tx,
    'hotel_quota_status',
    new Set(dates.flatMap(({ date }) => date.hotel_quota.map((quota) => quota.status))),
  )

  // A catalogue that was empty is told as a whole (decision 13.13).
  await sql`insert into cache_invalidation (topic) select 'all' where not exists (select from event)`.execute(
    tx,
  )
  const eventIds = events.map((event) => event.event_id)
  await advanceSequence(tx, 'event', eventIds)
  await upsert(
    tx,
    'event',
    eventRow,
    ['id'],
    events.map((event) => ({
      ...event,
      discounts: event.event_group_discounts.map((one) => one.discount_string),
    })),
  )
  const dateIds = dates.map(({ date }) => date.date_id)
  await advanceSequence(tx, 'event_date', dateIds)
  await upsert(
    tx,
    'event_date',
    dateRow,
    ['id'],
    dates.map(({ event, date, raw }) => ({
      ...date,
      eventId: event.event_id,
      date_is_bookable: raw['date_is_bookable'],
      duration: seriesDetails.durations.get(date.date_id),
    })),
  )
  await writeLinks(
    tx,
    { table: 'event_in_category', owner: 'event_id', column: 'category_id' },
    events.map((event) => [event.event_id, event.event_catalog_categories.map((one) => one.eventcat_id)]),
  )
  await writeLinks(
    tx,
    { table: 'event_file', owner: 'event_id', column: 'file_id' },
    events.map((event) => [event.event_id, event.event_files.flat().map((file) => file.diskitem_id)]),
  )
  const writeDateLinks = (table: string, column: string, ids: (date: EventDate) => number[]) =>
    writeLinks(
      tx,
      { table, owner: 'date_id', column },
      dates.map(({ date }) => [date.date_id, ids(date)]),
    )
  await writeDateLinks('date_catalogue', 'catalogue_id', (date) => date.date_catalog)
  await writeDateLinks('date_file', 'file_id', (date) =>
    date.date_files.flat().map((file) => file.diskitem_id),
  )
  await writeDateLinks('date_location', 'contact_id', (date) => date.location.map((one) => one.location_id))
  for (const { rows, ...table } of eventRecordTables)
    await writeChildRows(
      tx,
      table,
      events.map((event) => [event.event_id, rows(event)]),
      'data set',
    )
  for (const { rows, ...table } of dateRecordTables(trainerIds, trainerKey, seriesDetails.prices))
    await writeChildRows(
      tx,
      table,
      dates.map(({ date }) => [date.date_id, rows(date)]),
      'data set',
    )
  await writeSeries(tx, dates)
}
