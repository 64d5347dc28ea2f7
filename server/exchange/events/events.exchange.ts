// Data set: events as GET /events returns them with every flag, and settings of the back office.
import { sql } from 'kysely'
import Type from 'typebox'
import { OfferHours } from '../../bookings/waiting-list/offer-hours.schema.ts'
import { Event } from '../../catalogue/contract/event.schema.ts'
import { SeriesPrice, seriesPriceFields } from '../../catalogue/contract/series.schema.ts'
import { dateFields, eventFields } from '../../catalogue/records/event-fields.ts'
import { loadEvents } from '../../catalogue/records/load-events.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { bool, id, renamed } from '../../platform/database/fields.ts'
import { Count, Id, record } from '../../platform/ground/schema.ts'
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
import { describedFields } from './fields.ts'
import { storedOrDefault, writeEvents } from './write.ts'

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

/** Fields of events that only the back office has. Those that are left out keep their stored value. */
export const eventSettings: Section = {
  ...tableSection({
    name: 'eventSettings',
    table: 'event',
    key: ['event_id', 'id'],
    fields: {
      event_id: ['id', id],
      is_published: ['is_published', storedOrDefault(bool, 'true')],
      certificatePercent: ['certificate_percent', storedOrDefault(eventFields.certificatePercent[1], '0')],
      certificateTextDe: ['certificate_text_de', storedOrDefault(eventFields.certificateTextDe[1], "''")],
      certificateTextEn: ['certificate_text_en', storedOrDefault(eventFields.certificateTextEn[1], "''")],
      withdrawalExceptionDe: [
        'withdrawal_exception_de',
        storedOrDefault(eventFields.withdrawalExceptionDe[1], "''"),
      ],
      withdrawalExceptionEn: [
        'withdrawal_exception_en',
        storedOrDefault(eventFields.withdrawalExceptionEn[1], "''"),
      ],
      visitorsMayName: ['visitors_may_name', storedOrDefault(bool, 'true')],
      visitorsMayMove: ['visitors_may_move', storedOrDefault(bool, 'true')],
      visitorsMayCancel: ['visitors_may_cancel', storedOrDefault(bool, 'true')],
      visitorsConfirmByMail: eventFields.visitorsConfirmByMail,
      visitorChangeDays: ['visitor_change_days', storedOrDefault(eventFields.visitorChangeDays[1], '1')],
    },
    references: { event_id: 'event' },
    normalize: (_item, _raw, _pointer, _errors, input) => input,
  }),
  keepsWhatIsLeftOut: true,
}

const datePrice = record(
  {
    price_id: SeriesPrice.properties.price_id,
    price_type: SeriesPrice.properties.price_type,
    cmscont_id: SeriesPrice.properties.cmscont_id,
    ct_set_id: SeriesPrice.properties.ct_set_id,
    ccategory_id: SeriesPrice.properties.ccategory_id,
    price_additional_field_text: Type.String(),
    price_valid_for: Type.String(),
  },
  'price',
)

export const dateSettings: Section = {
  name: 'dateSettings',
  schema: withOptionalFields(
    record(
      {
        date_id: Id,
        is_bookable: Type.Boolean(),
        places_elsewhere: Count,
        is_published: Type.Boolean(),
        duration: Type.String(),
        online_link: Type.String(),
        moves_up: Type.Boolean(),
        offer_hours: OfferHours,
        prices: Type.Array(datePrice),
      },
      'dateSettings',
    ),
    { dateSettings: ['date_id'] },
    {
      dateSettings: renamed(dateFields, { duration: 'duration', online_link: 'onlineLink' }),
      price: seriesPriceFields,
    },
  ),
  key: 'date_id',
  tables: [['event_date', 'id']],
  keepsWhatIsLeftOut: true,
  normalize: (_item, _raw, _pointer, _errors, input) => ({ raw: input }),
  validate: (records, { references }) => {
    for (const [index, { raw }] of (records.items as { raw: DataRecord }[]).entries())
      references.require('date', raw['date_id'], `${records.pointer(index)}/date_id`)
  },
  validateAgainstDatabase: async (tx, records, { errors }) => {
    const parts = (records.items as { raw: DataRecord }[]).flatMap(({ raw }, index) =>
      ((raw['prices'] ?? []) as DataRecord[]).map((one, at) => ({
        id: (one['price_id'] as number) ?? 0,
        owner: raw['date_id'] as number,
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
  write: writeDateSettings,
  read: (reader, keys) =>
    readSettings(
      reader,
      keys,
      `t.id as date_id, t.is_bookable, t.seats_elsewhere as places_elsewhere, t.is_published, t.duration, t.online_link, t.auto_promote as moves_up, t.offer_hours, coalesce((
        select json_agg(json_build_object('price_id', p.id, 'price_type', p.price_type, 'cmscont_id', p.cmscont_id,
          'ct_set_id', p.ct_set_id, 'ccategory_id', p.ccategory_id, 'price_additional_field_text', p.additional_field_text,
          'price_valid_for', p.valid_for) order by p.position)
        from date_price p where p.date_id = t.id), '[]') as prices`,
    ),
}

/** Computes seats_elsewhere from free_places and the bookings, which must be imported before. */
async function writeDateSettings(tx: Tx, records: SectionRecords, run: ImportRun): Promise<void> {
  const free = [...dateRecordsOf(run.section('events'))].flatMap(({ date, raw }) =>
    raw['free_places'] === undefined ? [] : [{ id: date.date_id, free: date.free_places }],
  )
  const settings = (records.items as { raw: DataRecord }[]).map(({ raw }) => raw)
  await sql`update event_date d set seats_elsewhere = n.seats from (
      select t.id, greatest(0, t.participants_max - g.free - t.booked_count - t.reserved_count) as seats
      from event_date t join json_to_recordset(${JSON.stringify(free)}::json) as g(id int, free int) on g.id = t.id
      where not t.id = any(${settings.filter((one) => one['places_elsewhere'] !== undefined).map((one) => one['date_id'])}::int[])
    ) n where n.id = d.id and n.seats <> d.seats_elsewhere`.execute(tx)
  await sql`update event_date d set is_bookable = coalesce(g.is_bookable, d.is_bookable),
      seats_elsewhere = coalesce(g.places_elsewhere, d.seats_elsewhere),
      is_published = coalesce(g.is_published, d.is_published), duration = coalesce(g.duration, d.duration), online_link = coalesce(g.online_link, d.online_link),
      auto_promote = coalesce(g.moves_up, d.auto_promote), offer_hours = coalesce(g.offer_hours, d.offer_hours)
    from json_to_recordset(${JSON.stringify(settings)}::json)
      as g(date_id int, is_bookable boolean, places_elsewhere int, is_published boolean, duration text, online_link text, moves_up boolean, offer_hours int)
    where d.id = g.date_id`.execute(tx)
  await compareStoredEvents(tx, run.section('events'), run.errors)
}

const pageSize = 1000

async function* readSettings(
  reader: Reader,
  keys: readonly Key[] | undefined,
  columns: string,
): AsyncGenerator<string> {
  const wanted = keys ? sql`and t.id = any(${keys}::int[])` : sql``
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number; line: string }>`
      select t.id, (select row_to_json(r)::text from (select ${sql.raw(columns)}) r) as line
      from event_date t where t.id > ${last} ${wanted} order by t.id limit ${pageSize}`.execute(reader)
    for (const row of rows) yield row.line
    if (rows.length < pageSize) return
    last = rows.at(-1)!.id
  }
}
