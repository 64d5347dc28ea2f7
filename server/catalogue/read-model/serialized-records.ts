// Serialized records: the fields of events, dates and trainers. Fields that depend on the query, the day or bookings are placeholders.
import type { Reader } from '../../platform/database/database.ts'
import { fields as describe, selections } from '../../platform/database/fields.ts'
import type { CatalogueFile } from '../contract/child-rows.schema.ts'
import { EventDate } from '../contract/date.schema.ts'
import { Event } from '../contract/event.schema.ts'
import { selectDates, selectEvents } from '../records/event-and-date.sql.ts'
import { type EventTexts, eventTexts } from '../records/event-fields.ts'
import { toEvent, toEventDate } from '../records/event-records.ts'
import { loadDateChildRows, loadEventChildRows, loadSharedChildRows } from '../records/load-child-rows.ts'
import { anyOf } from '../records/rows.ts'
import type { SeriesDateRow } from '../records/series.sql.ts'
import type { BookingState } from '../records/series.ts'
import { selectTrainers, toTrainer } from '../records/trainers.sql.ts'

export const eventPlaceholders = ['event_catalog_categories', 'event_files', 'dates'] as const
export const datePlaceholders = [
  'free_places',
  'date_is_bookable',
  'all_trainers',
  'main_trainer',
  'series_dates',
  'series_parents',
  'date_files',
] as const
type Placeholder = (typeof eventPlaceholders)[number] | (typeof datePlaceholders)[number]

const placeholders: ReadonlySet<string> = new Set<Placeholder>([...eventPlaceholders, ...datePlaceholders])
const fixedFields = (record: { properties: object }) =>
  Object.keys(record.properties).filter((name) => !placeholders.has(name))

/** The serialized fields, in their order. */
export const fixedEventFields = fixedFields(Event)
export const fixedDateFields = fixedFields(EventDate)

export type SerializedFile = { accessRight: string; id: number; bytes: Buffer }

/** A placeholder in a series: the counters of a date, or whether it can be booked. */
export type SeriesPlaceholder = { date: number; kind: 'counts' | 'bookable' }

/** A serialized series_dates or series_parents: bytes and placeholders. */
export type SerializedSeries = (Buffer | SeriesPlaceholder)[]

/** `"name":value,` of each fixed field. `ends[i]` is the end offset of field i. */
type Fields = { bytes: Buffer; ends: Uint32Array }

/** The public interface reads `texts`. */
export type SerializedEvent = Fields & { texts: EventTexts; files: SerializedFile[]; size: number }
export type SerializedDate = Fields & {
  modules: SerializedSeries | undefined
  parents: SerializedSeries | undefined
  files: SerializedFile[]
  size: number
}

/** A serialized trainer up to the value of next_dates, the last field. */
export type SerializedTrainer = { bytes: Buffer; size: number }

// Approximate memory of a serialized record beside its bytes.
const overhead = 400

function serializeFields(record: object, names: readonly string[]): Fields {
  const ends = new Uint32Array(names.length)
  let text = ''
  let length = 0
  for (const [index, name] of names.entries()) {
    const field = `"${name}":${JSON.stringify(record[name as keyof typeof record])},`
    text += field
    length += Buffer.byteLength(field)
    ends[index] = length
  }
  return { bytes: Buffer.from(text), ends }
}

const serializeFiles = (groups: CatalogueFile[][]): SerializedFile[] =>
  groups.flat().map((file) => ({
    accessRight: file.access_right,
    id: file.diskitem_id,
    bytes: Buffer.from(JSON.stringify(file)),
  }))

const sizeOf = (buffers: (Buffer | undefined)[]): number =>
  buffers.reduce((sum, part) => sum + (part?.length ?? 0), overhead)

async function loadTexts(reader: Reader, ids: number[]): Promise<Map<number, EventTexts>> {
  const rows = await reader
    .selectFrom('event as e')
    .select(['e.id', ...selections(describe(eventTexts), 'e')])
    .where('e.id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ id, ...texts }) => [id, texts]))
}

/** Serialized events by id. The caller's transaction provides the snapshot. */
export async function serializeEvents(reader: Reader, ids: number[]): Promise<Map<number, SerializedEvent>> {
  const rows = await selectEvents(reader, ids)
  const childRows = await loadEventChildRows(reader, ids)
  const shared = await loadSharedChildRows(reader, ids, [])
  const texts = await loadTexts(reader, ids)
  return new Map(
    rows.map((row) => {
      const record = toEvent(row, childRows, shared, [], [])
      const fields = serializeFields(record, fixedEventFields)
      const files = serializeFiles(record.event_files)
      return [
        row.event_id,
        {
          ...fields,
          texts: texts.get(row.event_id)!,
          files,
          // The texts take about as much memory as the bytes of all fields.
          size: sizeOf([fields.bytes, fields.bytes, ...files.map(({ bytes }) => bytes)]),
        },
      ]
    }),
  )
}

// PostgreSQL texts cannot contain NUL, so that a mark is never confused with a stored text.
const placeholderMark = (date: number, kind: string) => `\0${date} ${kind}` as unknown
const stateAsPlaceholders = ({ id }: SeriesDateRow): BookingState => ({
  participants_count: placeholderMark(id, 'counts') as number,
  participants_reserved: 0,
  participants_waitlist: 0,
  is_generally_bookable: placeholderMark(id, 'bookable') as boolean,
})
const placeholderPattern =
  /"participants_count":"\\u0000(\d+) counts","participants_reserved":0,"participants_waitlist":0|"is_generally_bookable":"\\u0000(\d+) bookable"/

function serializeSeries(records: object[]): SerializedSeries | undefined {
  if (records.length === 0) return undefined
  const parts = JSON.stringify(records).split(placeholderPattern)
  const serialized: SerializedSeries = []
  // split() returns text, the date of a placeholder for counters, the date of one for bookability, text, …
  for (let at = 0; at < parts.length; at += 3) {
    serialized.push(Buffer.from(parts[at]!))
    const [counts, bookable] = [parts[at + 1], parts[at + 2]]
    if (counts !== undefined) serialized.push({ date: Number(counts), kind: 'counts' })
    else if (bookable !== undefined) serialized.push({ date: Number(bookable), kind: 'bookable' })
  }
  return serialized
}

const bytesOf = (serialized: SerializedSeries | undefined): Buffer[] =>
  (serialized ?? []).flatMap((part) => ('kind' in part ? [] : [part]))

/** The other dates whose counters a serialized record shows. */
export const datesShownBy = ({ modules, parents }: SerializedDate): number[] =>
  [modules ?? [], parents ?? []].flat().flatMap((part) => ('kind' in part ? [part.date] : []))

const noTrainers = { main: new Map(), all: new Map() }

/** Serialized dates by id. The caller's transaction provides the snapshot. */
export async function serializeDates(reader: Reader, ids: number[]): Promise<Map<number, SerializedDate>> {
  const rows = await selectDates(reader, { ids })
  const childRows = await loadDateChildRows(reader, ids, { publishedOnly: true }, stateAsPlaceholders)
  const shared = await loadSharedChildRows(reader, [], ids)
  return new Map(
    rows.map((row) => {
      const record = toEventDate(row, childRows, shared, noTrainers, '')
      const fields = serializeFields(record, fixedDateFields)
      const files = serializeFiles(record.date_files)
      const modules = serializeSeries(record.series_dates)
      const parents = serializeSeries(record.series_parents)
      const all = [fields.bytes, ...files.map(({ bytes }) => bytes), ...bytesOf(modules), ...bytesOf(parents)]
      return [row.date_id, { ...fields, files, modules, parents, size: sizeOf(all) }]
    }),
  )
}

/** Serialized trainers by id. */
export async function serializeTrainers(
  reader: Reader,
  ids: number[],
): Promise<Map<number, SerializedTrainer>> {
  const rows = await selectTrainers(reader, ids)
  return new Map(
    rows.map((row) => {
      const bytes = Buffer.from(JSON.stringify(toTrainer(row)).slice(0, -'[]}'.length))
      return [row.id, { bytes, size: sizeOf([bytes]) }]
    }),
  )
}
