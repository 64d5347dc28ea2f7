// Dates in the back office: a date with all its parts, read by one statement, as rows and as the record that its page shows.
import { sql } from 'kysely'
import type { TArray, TObject, TSchema } from 'typebox'
import type { Reader } from '../../platform/database/database.ts'
import { notFound } from '../../platform/http/errors.ts'
import { freeSeats } from '../records/bookability.ts'
import { parseDateMetaData, parseEbgData, parseMisc } from '../records/value-lists.ts'
import {
  childRows,
  type DateContent,
  type DateRecord,
  dateColumns,
  emptyValue,
  Module,
  ModuleDate,
} from './date.schema.office.ts'
import { columnOf } from './row-mapping.office.ts'
import type { Row } from './row-statements.office.ts'
import { warningsOf } from './validate.office.ts'

/** A date as it is stored: the row of event_date, and its parts' rows in their order. */
export type StoredDate = {
  date: Row
  version: number
  event_title: string
  event_identifier: string
  takes_place: boolean
  date_catalogue: Row[]
  date_location: Row[]
  date_session_day: Row[]
  date_trainer: Row[]
  date_partner: Row[]
  date_responsible_person: Row[]
  date_price: Row[]
  hotel_quota: Row[]
  series_module: Row[]
  series_module_date: Row[]
  date_file: Row[]
  catalogue_pdf: Row[]
  conference_package_item: Row[]
  series: { id: number; title: string; start_date: string | null }[]
}

const childRowsSql = (relation: string, order: string) =>
  sql`(select coalesce(jsonb_agg(to_jsonb(p) order by p.${sql.ref(order)}), '[]') from ${sql.table(relation)} p where p.date_id = d.id) as ${sql.ref(relation)}`

/** A date as it is stored; undefined: there is none. */
export async function findDate(reader: Reader, id: number): Promise<StoredDate | undefined> {
  const { rows } = await sql<StoredDate>`
    select to_jsonb(d) as date,
      (select coalesce(max(l.id), 0)::float8 from change_log l where l.subject = 'date' and l.subject_id = d.id) as version,
      e.title as event_title, e.identifier as event_identifier, coalesce(s.goes_ahead, true) as takes_place,
      ${childRowsSql('date_catalogue', 'catalogue_id')}, ${childRowsSql('date_location', 'contact_id')}, ${childRowsSql('date_session_day', 'position')},
      ${childRowsSql('date_trainer', 'position')}, ${childRowsSql('date_partner', 'position')}, ${childRowsSql('date_responsible_person', 'position')},
      ${childRowsSql('date_price', 'position')}, ${childRowsSql('hotel_quota', 'id')}, ${childRowsSql('date_file', 'file_id')},
      ${childRowsSql('catalogue_pdf', 'position')}, ${childRowsSql('conference_package_item', 'position')},
      (select coalesce(jsonb_agg(to_jsonb(m) order by m.position, m.id), '[]') from series_module m where m.date_id = d.id) as series_module,
      (select coalesce(jsonb_agg(to_jsonb(l) order by l.position, l.linked_date_id), '[]') from series_module_date l
        join series_module m on m.id = l.series_module_id where m.date_id = d.id) as series_module_date,
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'title', coalesce(nullif(p.title, ''), pe.title), 'start_date', p.start_date)
          order by p.start_date, p.id), '[]')
        from event_date p join event pe on pe.id = p.event_id
        where exists (select from series_module m join series_module_date l on l.series_module_id = m.id
          where m.date_id = p.id and l.linked_date_id = d.id)) as series
    from event_date d join event e on e.id = d.event_id left join date_status s on s.status = d.status
    where d.id = ${id}`.execute(reader)
  return rows[0]
}

/** The fields of a schema from a row. */
export function pickFields(schema: TObject, row: Row): Row {
  const fields: Row = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    const value = row[columnOf(name)] ?? emptyValue(property as TSchema)
    if (value !== undefined) fields[name] = value
  }
  return fields
}

const itemSchema = (list: TArray) => list.items as TObject
const columnNumbers = (rows: readonly Row[], column: string) => rows.map((row) => row[column] as number)

/** What staff write of a stored date. */
export function toDateContent(stored: StoredDate): DateContent {
  const linksByModule = Map.groupBy(stored.series_module_date, (row) => row['series_module_id'])
  const pickRows = (list: TArray, rows: Row[]) => rows.map((row) => pickFields(itemSchema(list), row))
  return {
    ...pickFields({ properties: dateColumns } as unknown as TObject, stored.date),
    misc: parseMisc(stored.date['misc']),
    meta_data: parseDateMetaData(stored.date['meta_data']),
    ebg_data: parseEbgData(stored.date['ebg_data']),
    catalog_ids: columnNumbers(stored.date_catalogue, 'catalogue_id'),
    location_ids: columnNumbers(stored.date_location, 'contact_id'),
    file_ids: columnNumbers(stored.date_file, 'file_id'),
    hours: pickRows(childRows.hours, stored.date_session_day),
    trainers: pickRows(childRows.trainers, stored.date_trainer),
    partners: pickRows(childRows.partners, stored.date_partner),
    responsibles: pickRows(childRows.responsibles, stored.date_responsible_person),
    prices: pickRows(childRows.prices, stored.date_price),
    hotel_quota: pickRows(childRows.hotel_quota, stored.hotel_quota),
    modules: stored.series_module.map((row) => ({
      ...pickFields(Module, row),
      dates: (linksByModule.get(row['id']) ?? []).map((link) => pickFields(ModuleDate, link)),
    })),
    pdfs: pickRows(childRows.pdfs, stored.catalogue_pdf),
    packages: pickRows(childRows.packages, stored.conference_package_item),
  } as unknown as DateContent
}

/** The record of a date's page. @throws Failure 404 */
export async function readDate(reader: Reader, id: number): Promise<DateRecord> {
  const stored = await findDate(reader, id)
  if (!stored) throw notFound(`There is no date ${id}.`)
  const content = toDateContent(stored)
  const counters = stored.date as { booked_count: number; reserved_count: number; waitlisted_count: number }
  return {
    id,
    version: stored.version,
    event_title: stored.event_title,
    event_identifier: stored.event_identifier,
    booked_count: counters.booked_count,
    reserved_count: counters.reserved_count,
    waitlisted_count: counters.waitlisted_count,
    free_places: freeSeats({ ...content, ...counters, seats_elsewhere: content.places_elsewhere }),
    takes_place: stored.takes_place,
    series: stored.series.map((one) => ({ ...one, start_date: one.start_date ?? '' })),
    warnings: warningsOf(content, counters),
    ...content,
  }
}
