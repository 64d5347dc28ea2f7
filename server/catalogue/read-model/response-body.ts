// Event catalogue: an answer put together from pieces by copying bytes.

import { EventDate } from '../contract/date.schema.ts'
import { Event } from '../contract/event.schema.ts'
import { freePlaces, isBookable } from '../records/bookability.ts'
import type { ByteWriter } from './byte-writer.ts'
import type { CatalogueIndex, Chosen } from './catalogue-index.ts'
import type { DateEntry, EventEntry } from './entries.ts'
import {
  dateHoles,
  eventHoles,
  type FilePiece,
  fixedDateFields,
  fixedEventFields,
  type SeriesPiece,
  type TrainerPiece,
} from './pieces.ts'
import type { Asked, FilesWanted } from './query.ts'

/** What a record is made of, in order: a stretch of fixed fields (by their numbers), a text, or a hole to be filled. */
type Step<Hole extends string> = { from: number; to: number } | Buffer | Hole

const latin = (text: string) => Buffer.from(text, 'latin1')
const isText = (schema: unknown) => (schema as { type: string }).type === 'string'

/** The steps of a record: what is not wanted is left out, what no flag asks for is empty. */
function stepsOf<Hole extends string>(
  record: { properties: object },
  fixed: readonly string[],
  holes: readonly Hole[],
  wanted: ReadonlySet<string> | undefined,
  emptied: ReadonlySet<string>,
): Step<Hole>[] {
  const steps: Step<Hole>[] = []
  for (const [name, schema] of Object.entries(record.properties)) {
    if (wanted && !wanted.has(name)) continue
    if (emptied.has(name)) {
      steps.push(latin(`"${name}":${isText(schema) ? '""' : '[]'},`))
      continue
    }
    if ((holes as readonly string[]).includes(name)) {
      steps.push(name as Hole)
      continue
    }
    const number = fixed.indexOf(name)
    const before = steps.at(-1)
    if (typeof before === 'object' && 'to' in before && before.to === number) before.to++
    else steps.push({ from: number, to: number + 1 })
  }
  return steps
}

// Texts of an answer, as bytes.
const text = {
  open: latin('{'),
  list: latin('['),
  endList: latin('],'),
  comma: latin(','),
  freePlaces: latin('"free_places":'),
  bookable: latin('"date_is_bookable":true,'),
  notBookable: latin('"date_is_bookable":false,'),
  categories: latin('"event_catalog_categories":['),
  eventFiles: latin('"event_files":['),
  dateFiles: latin('"date_files":['),
  dates: latin('"dates":['),
  allTrainers: latin('"all_trainers":['),
  mainTrainer: latin('"main_trainer":['),
  modules: latin('"series_dates":'),
  parents: latin('"series_parents":'),
  none: latin('[],'),
  count: latin('"participants_count":'),
  reserved: latin(',"participants_reserved":'),
  waiting: latin(',"participants_waitlist":'),
  isBookable: latin('"is_generally_bookable":true'),
  isNotBookable: latin('"is_generally_bookable":false'),
  noDates: latin('[]'),
  next: latin('},'),
}

/**
 * The body of an answer. Every piece that it needs is there (see catalogue.model.ts); nothing is awaited, so that it is one
 * state of the catalogue.
 * @param out begun anew
 */
export function writeBody(
  index: CatalogueIndex,
  trainers: ReadonlyMap<number, TrainerPiece>,
  chosen: readonly Chosen[],
  asked: Asked,
  out: ByteWriter,
): Buffer {
  const { fields, emptied, today, nextMonths } = asked
  const eventSteps = stepsOf(Event, fixedEventFields, eventHoles, fields?.event, emptied)
  const dateSteps = stepsOf(EventDate, fixedDateFields, dateHoles, fields?.date, emptied)

  const nextDatesOf = nextMonths === undefined ? () => text.noDates : index.nextDates(today, nextMonths)

  const writeTrainers = (name: Buffer, ids: readonly number[]) => {
    out.put(name)
    for (const id of ids) {
      out.put(trainers.get(id)!.bytes)
      out.put(nextDatesOf(id))
      out.put(text.next)
    }
    if (ids.length > 0) out.back(1)
    out.put(text.endList)
  }
  const writeSeries = (name: Buffer, piece: SeriesPiece | undefined) => {
    out.put(name)
    if (!piece) return out.put(text.none)
    for (const part of piece) {
      if (!('tells' in part)) {
        out.put(part)
        continue
      }
      const date = index.dates.get(part.date)!
      if (part.tells === 'bookable') out.put(isBookable(date, today) ? text.isBookable : text.isNotBookable)
      else {
        out.put(text.count)
        out.number(date.booked_count)
        out.put(text.reserved)
        out.number(date.reserved_count)
        out.put(text.waiting)
        out.number(date.waitlisted_count)
      }
    }
    out.put(text.comma)
  }
  const writeDate = (date: DateEntry) => {
    const piece = date.piece!
    out.put(text.open)
    for (const step of dateSteps) {
      if (typeof step === 'object') writeStep(out, piece, step)
      else if (step === 'free_places') {
        out.put(text.freePlaces)
        out.number(freePlaces(date))
        out.put(text.comma)
      } else if (step === 'date_is_bookable')
        out.put(isBookable(date, today) ? text.bookable : text.notBookable)
      else if (step === 'all_trainers') writeTrainers(text.allTrainers, date.listed)
      else if (step === 'main_trainer') writeTrainers(text.mainTrainer, date.main)
      else if (step === 'series_dates') writeSeries(text.modules, piece.modules)
      else if (step === 'series_parents') writeSeries(text.parents, piece.parents)
      else writeFiles(out, text.dateFiles, piece.files, asked.files)
    }
    out.back(1)
    out.put(text.next)
  }
  const writeEvent = (event: EventEntry, dates: readonly DateEntry[]) => {
    const piece = event.piece!
    out.put(text.open)
    for (const step of eventSteps) {
      if (typeof step === 'object') writeStep(out, piece, step)
      else if (step === 'event_catalog_categories') {
        out.put(text.categories)
        for (const id of event.categories) {
          out.put(index.lists.categories.get(id)!.bytes)
          out.put(text.comma)
        }
        if (event.categories.length > 0) out.back(1)
        out.put(text.endList)
      } else if (step === 'event_files') writeFiles(out, text.eventFiles, piece.files, asked.files)
      else {
        out.put(text.dates)
        for (const date of dates) writeDate(date)
        if (dates.length > 0) out.back(1)
        out.put(text.endList)
      }
    }
    out.back(1)
    out.put(text.next)
  }

  out.begin()
  out.put(text.list)
  for (const { event, dates } of chosen) writeEvent(event, dates)
  if (chosen.length > 0) out.back(1)
  return out.end(']')
}

function writeStep(
  out: ByteWriter,
  { bytes, ends }: { bytes: Buffer; ends: Uint32Array },
  step: { from: number; to: number } | Buffer,
): void {
  if ('from' in step) out.put(bytes, step.from === 0 ? 0 : ends[step.from - 1]!, ends[step.to - 1]!)
  else out.put(step)
}

/** One inner list per access right, in the order of the pieces, which is by access right. */
function writeFiles(
  out: ByteWriter,
  name: Buffer,
  files: readonly FilePiece[],
  wanted: FilesWanted | undefined,
): void {
  out.put(name)
  let before: FilePiece | undefined
  if (wanted)
    for (const file of files) {
      if (!wanted.all && !wanted.accessRights.has(file.accessRight) && !wanted.ids.has(file.id)) continue
      if (before?.accessRight !== file.accessRight) {
        if (before) {
          out.back(1)
          out.put(text.endList)
        }
        out.put(text.list)
      }
      out.put(file.bytes)
      out.put(text.comma)
      before = file
    }
  if (before) {
    out.back(1)
    out.put(text.endList)
    out.back(1)
  }
  out.put(text.endList)
}
