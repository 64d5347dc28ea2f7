// Event catalogue: events, dates and trainers as finished bytes, field by field, with holes where a booking or the day tells.
import type { Reader } from '../../platform/database/database.ts'
import type { CatalogueFile } from '../contract/child-rows.schema.ts'
import { EventDate } from '../contract/date.schema.ts'
import { Event } from '../contract/event.schema.ts'
import { selectDates, selectEvents } from '../records/event-and-date.sql.ts'
import { toEvent, toEventDate } from '../records/event-records.ts'
import { loadDateChildRows, loadEventChildRows, loadSharedChildRows } from '../records/load-child-rows.ts'
import type { SeriesDateRow } from '../records/series.sql.ts'
import type { BookingState } from '../records/series.ts'
import { selectTrainers, toTrainer } from '../records/trainers.sql.ts'

/** Fields that are no bytes of a piece: they depend on the query, on the day or on bookings. */
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

/** The fields that are bytes of a piece, in their order. */
export const fixedEventFields = fixedFields(Event)
export const fixedDateFields = fixedFields(EventDate)

/** A file: what it is asked for by, and its record. */
export type FilePiece = { accessRight: string; id: number; bytes: Buffer }

/** What a series tells of a date at this place: its counters, or whether it can be booked. */
export type SeriesPlaceholder = { date: number; kind: 'counts' | 'bookable' }

/** An array of a series: bytes and holes in turn. */
export type SeriesPiece = (Buffer | SeriesPlaceholder)[]

/** `"name":value,` of each fixed field; `ends[i]` is where the i-th ends. */
type Fields = { bytes: Buffer; ends: Uint32Array }

export type EventPiece = Fields & { files: FilePiece[]; size: number }
export type DatePiece = Fields & {
  modules: SeriesPiece | undefined
  parents: SeriesPiece | undefined
  files: FilePiece[]
  size: number
}

/** A trainer's record up to the value of next_dates, its last field. */
export type TrainerPiece = { bytes: Buffer; size: number }

// What a piece takes beside its bytes, roughly.
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

const serializeFiles = (groups: CatalogueFile[][]): FilePiece[] =>
  groups.flat().map((file) => ({
    accessRight: file.access_right,
    id: file.diskitem_id,
    bytes: Buffer.from(JSON.stringify(file)),
  }))

const sizeOf = (buffers: (Buffer | undefined)[]): number =>
  buffers.reduce((sum, part) => sum + (part?.length ?? 0), overhead)

/** Events by id. The caller holds the snapshot. */
export async function loadEventPieces(reader: Reader, ids: number[]): Promise<Map<number, EventPiece>> {
  const rows = await selectEvents(reader, ids)
  const childRows = await loadEventChildRows(reader, ids)
  const shared = await loadSharedChildRows(reader, ids, [])
  return new Map(
    rows.map((row) => {
      const record = toEvent(row, childRows, shared, [], [])
      const fields = serializeFields(record, fixedEventFields)
      const files = serializeFiles(record.event_files)
      return [
        row.event_id,
        { ...fields, files, size: sizeOf([fields.bytes, ...files.map(({ bytes }) => bytes)]) },
      ]
    }),
  )
}

// No text from the database holds a NUL, so none is taken for one of these.
const placeholderMark = (date: number, kind: string) => `\0${date} ${kind}` as unknown
const stateAsPlaceholders = ({ id }: SeriesDateRow): BookingState => ({
  participants_count: placeholderMark(id, 'counts') as number,
  participants_reserved: 0,
  participants_waitlist: 0,
  is_generally_bookable: placeholderMark(id, 'bookable') as boolean,
})
const placeholderPattern =
  /"participants_count":"\\u0000(\d+) counts","participants_reserved":0,"participants_waitlist":0|"is_generally_bookable":"\\u0000(\d+) bookable"/

function serializeSeries(records: object[]): SeriesPiece | undefined {
  if (records.length === 0) return undefined
  const parts = JSON.stringify(records).split(placeholderPattern)
  const piece: SeriesPiece = []
  // Text, then the date of a hole that counts, the date of one that tells whether it can be booked; again and again.
  for (let at = 0; at < parts.length; at += 3) {
    piece.push(Buffer.from(parts[at]!))
    const [counts, bookable] = [parts[at + 1], parts[at + 2]]
    if (counts !== undefined) piece.push({ date: Number(counts), kind: 'counts' })
    else if (bookable !== undefined) piece.push({ date: Number(bookable), kind: 'bookable' })
  }
  return piece
}

const bytesOf = (piece: SeriesPiece | undefined): Buffer[] =>
  (piece ?? []).flatMap((part) => ('kind' in part ? [] : [part]))

/** The dates whose counters a piece tells beside its own. */
export const datesShownBy = ({ modules, parents }: DatePiece): number[] =>
  [modules ?? [], parents ?? []].flat().flatMap((part) => ('kind' in part ? [part.date] : []))

const noTrainers = { main: new Map(), all: new Map() }

/** Dates by id. The caller holds the snapshot. */
export async function loadDatePieces(reader: Reader, ids: number[]): Promise<Map<number, DatePiece>> {
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

/** Trainers by id. */
export async function loadTrainerPieces(reader: Reader, ids: number[]): Promise<Map<number, TrainerPiece>> {
  const rows = await selectTrainers(reader, ids)
  return new Map(
    rows.map((row) => {
      const bytes = Buffer.from(JSON.stringify(toTrainer(row)).slice(0, -'[]}'.length))
      return [row.id, { bytes, size: sizeOf([bytes]) }]
    }),
  )
}
