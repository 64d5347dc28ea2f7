// Data set: events as GET /events returns them with every flag, and settings of the back office.
import { sql } from 'kysely'
import Type from 'typebox'
import { OfferHours } from '../../bookings/waiting-list/offer-hours.schema.ts'
import { Event } from '../../catalogue/contract/event.schema.ts'
import { seriesPriceFields } from '../../catalogue/contract/series.schema.ts'
import { dateFields, eventFields } from '../../catalogue/records/event-fields.ts'
import { loadEvents } from '../../catalogue/records/load-events.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import {
  answerProperties,
  bool,
  count,
  type Fields,
  id,
  renamed,
  selectList,
  shortText,
} from '../../platform/database/fields.ts'
import { record } from '../../platform/ground/schema.ts'
import { validateChildRows } from '../records/duplicates.ts'
import { withOptionalFields } from '../records/record-defaults.ts'
import {
  type DataRecord,
  type ImportRun,
  type Key,
  type Section,
  type SectionRecords,
  tableSection,
} from '../records/section.ts'
import { dateRecordsOf, validateEvents } from './check.ts'
import { compareStoredEvents } from './compare.ts'
import { describedFields, priceFieldsOfSeries } from './fields.ts'
import { eventRow, writeEvents } from './write.ts'

const required = {
  CatalogueEvent: ['event_id'],
  EventDate: ['date_id'],
  CatalogueCategory: ['eventcat_id'],
  CatalogueFile: ['diskitem_id'],
  DateLocation: ['location_id'],
  LinkedDate: ['linked_date_id'],
  SeriesDate: ['date_id'],
  SeriesDateSummary: ['date_id'],
}

export const events: Section = {
  name: 'events',
  schema: withOptionalFields(Event, required, describedFields),
  key: 'event_id',
  tables: [
    ['event', 'id'],
    ['event_date', 'event_id'],
  ],
  normalize: (event, _raw, _pointer, _errors, input) => ({
    event,
    raw: { ...input, dates: input['dates'] ?? [] },
  }),
  provideReferences: ({ event }, references) => {
    references.provide('event', event.event_id)
    for (const category of event.event_catalog_categories)
      references.provide('category', category.eventcat_id)
    for (const date of event.dates) references.provide('date', date.date_id)
  },
  validate: validateEvents,
  validateAgainstDatabase: validateIds,
  write: writeEvents,
  read: readEvents,
}

/** Checks that no date belongs to another event, and no child row to a date that is not in the data set. */
async function validateIds(tx: Tx, records: SectionRecords, { errors }: ImportRun): Promise<void> {
  const dates = [...dateRecordsOf(records)]
  const { rows } = await sql<{ id: number; eventId: number }>`
    select id, event_id as "eventId" from event_date where id = any(${dates.map(({ date }) => date.date_id)}::int[])`.execute(
    tx,
  )
  const eventIds = new Map(rows.map(({ id, eventId }) => [id, eventId]))
  for (const { event, date, pointer } of dates) {
    const eventId = eventIds.get(date.date_id)
    if (eventId !== undefined && eventId !== event.event_id)
      errors.add(`${pointer}/date_id`, `is a date of event ${eventId}; a date cannot move to another event`)
  }
  const owners = new Set(dates.map(({ date }) => date.date_id))
  const quotas = dates.flatMap(({ date, pointer }) =>
    date.hotel_quota.map((quota, index) => ({
      id: quota.id,
      owner: date.date_id,
      pointer: `${pointer}/hotel_quota/${index}/id`,
    })),
  )
  await validateChildRows(tx, errors, 'hotel_quota', 'date_id', quotas, owners)
  const modules = dates.flatMap(({ date, pointer }) =>
    date.series_dates.flatMap((group, at) =>
      group.module_type.map(({ config }, index) => ({
        id: config.date_config_id,
        owner: date.date_id,
        pointer: `${pointer}/series_dates/${at}/module_type/${index}/config/date_config_id`,
      })),
    ),
  )
  await validateChildRows(tx, errors, 'series_module', 'date_id', modules, owners)
}

// Fields that depend on the day of the export are false: the import computes them again.
async function* readEvents(reader: Reader, keys?: readonly Key[]): AsyncGenerator<string> {
  const { rows } = await sql<{ id: number }>`select id from event_date where is_bookable`.execute(reader)
  const bookable = new Set(rows.map((row) => row.id))
  for await (const event of loadEvents(reader, {
    ...(keys && { ids: keys.map(Number) }),
    everything: true,
    today: '2000-01-01',
  })) {
    const dates = event.dates.map((date) => ({
      ...date,
      series_dates: date.series_dates.map((group) => ({
        module_type: group.module_type.map((entry) => ({
          ...entry,
          dates: entry.dates.map(withoutBookability),
        })),
      })),
      series_parents: date.series_parents.map((group) => ({
        parent_date_id: group.parent_date_id.map(withoutBookability),
      })),
    }))
    yield JSON.stringify({
      ...event,
      dates: dates.map((date) => ({ ...date, date_is_bookable: bookable.has(date.date_id) })),
    })
  }
}

const withoutBookability = <D extends object>(date: D): D => ({ ...date, is_generally_bookable: false })

/** The fields keep their stored value if a record leaves them out. */
const kept = (of: Fields): Fields =>
  Object.fromEntries(
    Object.entries(of).map(([name, [column, type]]) => [
      name,
      [column, { ...type, write: (input, stored) => `coalesce(${type.write(input, stored)}, ${stored})` }],
    ]),
  )

const columnsInEvents = new Set(Object.values(eventRow).map(([column]) => column))

/** Fields of events that only the back office has. */
export const eventSettings: Section = {
  ...tableSection({
    name: 'eventSettings',
    table: 'event',
    key: ['event_id', 'id'],
    fields: {
      event_id: ['id', id],
      ...kept({
        is_published: ['is_published', bool],
        ...Object.fromEntries(
          Object.entries(eventFields).filter(([, [column]]) => !columnsInEvents.has(column)),
        ),
      }),
    },
    references: { event_id: 'event' },
    normalize: (_item, _raw, _pointer, _errors, input) => input,
  }),
  keepsWhatIsLeftOut: true,
}

const datePrice = { price_id: seriesPriceFields.price_id, ...priceFieldsOfSeries }

/** Fields of dates that only the back office has. */
export const dateSettings: Section = {
  ...tableSection({
    name: 'dateSettings',
    table: 'event_date',
    key: ['date_id', 'id'],
    fields: {
      date_id: ['id', id],
      ...kept({
        ...renamed(dateFields, {
          is_bookable: 'isBookable',
          places_elsewhere: 'seatsElsewhere',
          is_published: 'isPublished',
          duration: ['duration', shortText],
          online_link: 'onlineLink',
        }),
        moves_up: ['auto_promote', bool],
        keeps_groups: [
          'keeps_groups',
          { ...bool, empty: true, write: (input, stored) => `coalesce(${input}, ${stored}, true)` },
        ],
        offer_hours: ['offer_hours', { ...count, schema: OfferHours, input: OfferHours }],
      }),
    },
    // A date cannot be inserted without its event, not even if it exists.
    derivedFields: { eventId: ['event_id', { ...id, write: (_input, stored) => stored }] },
    computedFields: {
      prices: {
        schema: withOptionalFields(
          Type.Array(record(answerProperties(datePrice), 'price')),
          {},
          { price: datePrice },
        ),
        read: `coalesce((select json_agg(row_to_json(r))
          from (select ${selectList(datePrice, 'p')} from date_price p where p.date_id = t.id order by p.position) r), '[]')`,
      },
    },
    references: { date_id: 'date' },
    normalize: (_item, _raw, _pointer, _errors, input) => input,
    validateAgainstDatabase: async (tx, records, { errors }) => {
      const parts = records.items.flatMap((item, index) =>
        ((item['prices'] ?? []) as DataRecord[]).map((one, at) => ({
          id: (one['price_id'] as number) ?? 0,
          owner: item['date_id'] as number,
          pointer: `${records.pointer(index)}/prices/${at}/price_id`,
        })),
      )
      await validateChildRows(
        tx,
        errors,
        'date_price',
        'date_id',
        parts,
        new Set(parts.map((part) => part.owner)),
      )
    },
    beforeWrite: writeSeatsElsewhere,
    afterWrite: (tx, _records, run) => compareStoredEvents(tx, run.section('events'), run.errors),
  }),
  keepsWhatIsLeftOut: true,
}

/** Computes seats_elsewhere from free_places and the bookings, which must be imported before. */
async function writeSeatsElsewhere(tx: Tx, records: SectionRecords, run: ImportRun): Promise<void> {
  const free = [...dateRecordsOf(run.section('events'))].flatMap(({ date, raw }) =>
    raw['free_places'] === undefined ? [] : [{ id: date.date_id, free: date.free_places }],
  )
  const input = records.items.filter((item) => item['places_elsewhere'] !== undefined)
  await sql`update event_date d set seats_elsewhere = n.seats from (
      select t.id, greatest(0, t.participants_max - g.free - t.booked_count - t.reserved_count) as seats
      from event_date t join json_to_recordset(${JSON.stringify(free)}::json) as g(id int, free int) on g.id = t.id
      where not t.id = any(${input.map((item) => item['date_id'])}::int[])
    ) n where n.id = d.id and n.seats <> d.seats_elsewhere`.execute(tx)
}
