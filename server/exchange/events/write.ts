import type { EventDate } from '../../catalogue/contract/date.schema.ts'
import { writeChildRows } from '../../platform/database/child-rows.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  bool,
  day,
  type Fields,
  type FieldType,
  id,
  integer,
  jsonColumn,
  optionalText,
  reference,
  text,
  texts,
  time,
} from '../../platform/database/fields.ts'
import { advanceSequence, upsert, writeLinks } from '../../platform/database/write-rows.ts'
import type { ImportRun, SectionRecords } from '../records/section.ts'
import { insertUnknownValues } from '../sections/lookups.exchange.ts'
import { dateRecordsOf, eventRecordsOf } from './check.ts'
import { collectSeriesDetails } from './event.series-details.ts'
import { dateChildTables, eventChildTables } from './fields.ts'
import { writeLocations } from './locations.ts'
import { writeSeries } from './series.ts'
import { collectShared, trainerKey, writeCategories, writeFiles, writeTrainers } from './shared-records.ts'

const eventFields: Fields = {
  event_id: ['id', id],
  event_identifier: ['identifier', text],
  event_title: ['title', text],
  event_subtitle: ['subtitle', text],
  event_article_no: ['article_no', text],
  event_desc_link: ['desc_link', text],
  event_teaser: ['teaser', text],
  event_description: ['description', text],
  event_requirements: ['requirements', text],
  event_objectives: ['objectives', text],
  event_target_group: ['target_group', text],
  event_itinerary: ['itinerary', text],
  event_service: ['service', text],
  meta_data: ['meta_data', text],
  days: ['days', integer],
  prospective_allowed: ['prospective_allowed', bool],
  publish_coop_data_allowed: ['publish_coop_data_allowed', bool],
  discounts: ['group_discounts', texts],
  event_misc: ['misc', jsonColumn],
  meta_tags: ['meta_tags', jsonColumn],
  ebg_data: ['ebg_data', jsonColumn],
}

// What the record does not say stays, or begins with this.
const keepStoredOr = (kind: FieldType, fallback: string): FieldType => ({
  ...kind,
  write: (input, stored) => `coalesce(${input}, ${stored}, ${fallback})`,
})

const dateFields: Fields = {
  date_id: ['id', id],
  eventId: ['event_id', id],
  client_id: ['client_id', reference],
  date_identifier: ['identifier', text],
  date_title: ['title', text],
  date_subtitle: ['subtitle', text],
  duration: ['duration', keepStoredOr(text, `''`)],
  number_of_days: ['number_of_days', integer],
  participants_min: ['participants_min', integer],
  participants_max: ['participants_max', integer],
  switch: ['is_bookable', keepStoredOr(bool, 'true')],
  date_is_active: ['is_active', bool],
  waiting_list: ['waiting_list', bool],
  cooperation_partner: ['cooperation_partner', text],
  article_no: ['article_no', text],
  date_status: ['status', optionalText],
  date_format: ['format', optionalText],
  date_lesson_units: ['lesson_units', text],
  start_date: ['start_date', day],
  start_time: ['start_time', time],
  end_date: ['end_date', day],
  end_time: ['end_time', time],
  booking_start_date: ['booking_start_date', day],
  booking_end_date: ['booking_end_date', day],
  display_time_start: ['display_start', day],
  display_time_end: ['display_end', day],
  date_website_booking_link: ['website_booking_link', text],
  date_misc: ['misc', jsonColumn],
  date_meta_data: ['meta_data', jsonColumn],
  ebg_data: ['ebg_data', jsonColumn],
}

/** Writes events with their dates and all parts of both. Dates that an event no longer lists stay. */
export async function writeEvents(tx: Tx, records: SectionRecords, run: ImportRun): Promise<void> {
  const events = eventRecordsOf(records).map(({ event }) => event)
  const dates = [...dateRecordsOf(records)]
  const shared = collectShared(records, run)
  const seriesDetails = collectSeriesDetails(records, run)
  run.errors.throwIfAny()
  await writeCategories(tx, shared)
  await writeFiles(tx, shared)
  await writeLocations(tx, shared, run)
  run.errors.throwIfAny()
  const trainerIds = await writeTrainers(tx, shared)
  await insertUnknownValues(tx, 'dateStatus', new Set(dates.map(({ date }) => date.date_status)))
  await insertUnknownValues(tx, 'dateFormat', new Set(dates.map(({ date }) => date.date_format)))
  await insertUnknownValues(
    tx,
    'hotelQuotaStatus',
    new Set(dates.flatMap(({ date }) => date.hotel_quota.map((quota) => quota.status))),
  )

  const eventIds = events.map((event) => event.event_id)
  await advanceSequence(
    tx,
    'event',
    eventIds.reduce((highest, one) => Math.max(highest, one), 0),
  )
  await upsert(
    tx,
    'event',
    eventFields,
    ['id'],
    events.map((event) => ({
      ...event,
      discounts: event.event_group_discounts.map((one) => one.discount_string),
    })),
  )
  const dateIds = dates.map(({ date }) => date.date_id)
  await advanceSequence(
    tx,
    'event_date',
    dateIds.reduce((highest, one) => Math.max(highest, one), 0),
  )
  await upsert(
    tx,
    'event_date',
    dateFields,
    ['id'],
    dates.map(({ event, date, raw }) => ({
      ...date,
      eventId: event.event_id,
      switch: raw['date_is_bookable'],
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
    { table: 'event_file', owner: 'event_id', column: 'diskitem_id' },
    events.map((event) => [event.event_id, event.event_files.flat().map((file) => file.diskitem_id)]),
  )
  const writeDateLinks = (table: string, column: string, ids: (date: EventDate) => number[]) =>
    writeLinks(
      tx,
      { table, owner: 'date_id', column },
      dates.map(({ date }) => [date.date_id, ids(date)]),
    )
  await writeDateLinks('event_date_catalog', 'catalog_id', (date) => date.date_catalog)
  await writeDateLinks('date_file', 'diskitem_id', (date) =>
    date.date_files.flat().map((file) => file.diskitem_id),
  )
  await writeDateLinks('date_location', 'contact_id', (date) => date.location.map((one) => one.location_id))
  for (const { rows, ...table } of eventChildTables)
    await writeChildRows(
      tx,
      table,
      events.map((event) => [event.event_id, rows(event)]),
      'data set',
    )
  for (const { rows, ...table } of dateChildTables(trainerIds, trainerKey, seriesDetails.prices))
    await writeChildRows(
      tx,
      table,
      dates.map(({ date }) => [date.date_id, rows(date)]),
      'data set',
    )
  await writeSeries(tx, dates)
}
