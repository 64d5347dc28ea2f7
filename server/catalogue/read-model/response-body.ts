// Assembles the body of a response from serialized records by copying bytes.
import { EventDate } from '../contract/date.schema.ts'
import { Event } from '../contract/event.schema.ts'
import { freeSeats, isBookable } from '../records/bookability.ts'
import type { ByteWriter } from './byte-writer.ts'
import type { CatalogueIndex, MatchingEvent } from './catalogue-index.ts'
import type { DateEntry, EventEntry } from './entries.ts'
import type { FileSelection, ParsedQuery } from './query.ts'
import {
  datePlaceholders,
  eventPlaceholders,
  fixedDateFields,
  fixedEventFields,
  type SerializedFile,
  type SerializedSeries,
  type SerializedTrainer,
} from './serialized-records.ts'

/** A record is written in steps: a range of fixed fields (by their indexes), constant bytes, or a placeholder. */
type RecordStep<Placeholder extends string> = { from: number; to: number } | Buffer | Placeholder

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const isString = (schema: unknown) => (schema as { type: string }).type === 'string'

/** The steps of a record. Fields that are not included are left out; fields whose flag is not set are empty. */
function stepsOf<Placeholder extends string>(
  record: { properties: object },
  fixedFields: readonly string[],
  placeholders: readonly Placeholder[],
  included: ReadonlySet<string> | undefined,
  emptyFields: ReadonlySet<string>,
): RecordStep<Placeholder>[] {
  const steps: RecordStep<Placeholder>[] = []
  for (const [name, schema] of Object.entries(record.properties)) {
    if (included && !included.has(name)) continue
    if (emptyFields.has(name)) {
      steps.push(latin1(`"${name}":${isString(schema) ? '""' : '[]'},`))
      continue
    }
    if ((placeholders as readonly string[]).includes(name)) {
      steps.push(name as Placeholder)
      continue
    }
    const fieldIndex = fixedFields.indexOf(name)
    const previous = steps.at(-1)
    if (typeof previous === 'object' && 'to' in previous && previous.to === fieldIndex) previous.to++
    else steps.push({ from: fieldIndex, to: fieldIndex + 1 })
  }
  return steps
}

const tokens = {
  objectStart: latin1('{'),
  arrayStart: latin1('['),
  arrayEnd: latin1('],'),
  comma: latin1(','),
  freePlaces: latin1('"free_places":'),
  bookable: latin1('"date_is_bookable":true,'),
  notBookable: latin1('"date_is_bookable":false,'),
  categories: latin1('"event_catalog_categories":['),
  eventFiles: latin1('"event_files":['),
  dateFiles: latin1('"date_files":['),
  dates: latin1('"dates":['),
  allTrainers: latin1('"all_trainers":['),
  mainTrainer: latin1('"main_trainer":['),
  modules: latin1('"series_dates":'),
  parents: latin1('"series_parents":'),
  emptyArray: latin1('[],'),
  count: latin1('"participants_count":'),
  reserved: latin1(',"participants_reserved":'),
  waitlisted: latin1(',"participants_waitlist":'),
  isBookable: latin1('"is_generally_bookable":true'),
  isNotBookable: latin1('"is_generally_bookable":false'),
  emptyNextDates: latin1('[]'),
  objectEnd: latin1('},'),
}

/**
 * The body of a response. All records that it needs must be serialized. Synchronous, so that it shows one state of the catalogue.
 * @param out is reset first
 */
export function writeBody(
  index: CatalogueIndex,
  trainers: ReadonlyMap<number, SerializedTrainer>,
  matching: readonly MatchingEvent[],
  query: ParsedQuery,
  out: ByteWriter,
): Buffer {
  const { fields, emptyFields, today, nextDatesMonths } = query
  const eventSteps = stepsOf(Event, fixedEventFields, eventPlaceholders, fields?.event, emptyFields)
  const dateSteps = stepsOf(EventDate, fixedDateFields, datePlaceholders, fields?.date, emptyFields)

  const nextDatesOf =
    nextDatesMonths === undefined ? () => tokens.emptyNextDates : index.nextDates(today, nextDatesMonths)

  const writeTrainers = (name: Buffer, ids: readonly number[]) => {
    out.write(name)
    for (const id of ids) {
      out.write(trainers.get(id)!.bytes)
      out.write(nextDatesOf(id))
      out.write(tokens.objectEnd)
    }
    if (ids.length > 0) out.removeLast(1)
    out.write(tokens.arrayEnd)
  }
  const writeSeries = (name: Buffer, serialized: SerializedSeries | undefined) => {
    out.write(name)
    if (!serialized) return out.write(tokens.emptyArray)
    for (const part of serialized) {
      if (!('kind' in part)) {
        out.write(part)
        continue
      }
      const date = index.dates.get(part.date)!
      if (part.kind === 'bookable')
        out.write(isBookable(date, today) ? tokens.isBookable : tokens.isNotBookable)
      else {
        out.write(tokens.count)
        out.writeNumber(date.booked_count)
        out.write(tokens.reserved)
        out.writeNumber(date.reserved_count)
        out.write(tokens.waitlisted)
        out.writeNumber(date.waitlisted_count)
      }
    }
    out.write(tokens.comma)
  }
  const writeDate = (date: DateEntry) => {
    const serialized = date.serialized!
    out.write(tokens.objectStart)
    for (const step of dateSteps) {
      if (typeof step === 'object') writeStep(out, serialized, step)
      else if (step === 'free_places') {
        out.write(tokens.freePlaces)
        out.writeNumber(freeSeats(date))
        out.write(tokens.comma)
      } else if (step === 'date_is_bookable')
        out.write(isBookable(date, today) ? tokens.bookable : tokens.notBookable)
      else if (step === 'all_trainers') writeTrainers(tokens.allTrainers, date.listedTrainerIds)
      else if (step === 'main_trainer') writeTrainers(tokens.mainTrainer, date.mainTrainerIds)
      else if (step === 'series_dates') writeSeries(tokens.modules, serialized.modules)
      else if (step === 'series_parents') writeSeries(tokens.parents, serialized.parents)
      else writeFiles(out, tokens.dateFiles, serialized.files, query.files)
    }
    out.removeLast(1)
    out.write(tokens.objectEnd)
  }
  const writeEvent = (event: EventEntry, dates: readonly DateEntry[]) => {
    const serialized = event.serialized!
    out.write(tokens.objectStart)
    for (const step of eventSteps) {
      if (typeof step === 'object') writeStep(out, serialized, step)
      else if (step === 'event_catalog_categories') {
        out.write(tokens.categories)
        for (const id of event.categoryIds) {
          out.write(index.lookupTables.categories.get(id)!.bytes)
          out.write(tokens.comma)
        }
        if (event.categoryIds.length > 0) out.removeLast(1)
        out.write(tokens.arrayEnd)
      } else if (step === 'event_files') writeFiles(out, tokens.eventFiles, serialized.files, query.files)
      else {
        out.write(tokens.dates)
        for (const date of dates) writeDate(date)
        if (dates.length > 0) out.removeLast(1)
        out.write(tokens.arrayEnd)
      }
    }
    out.removeLast(1)
    out.write(tokens.objectEnd)
  }

  out.reset()
  out.write(tokens.arrayStart)
  for (const { event, dates } of matching) writeEvent(event, dates)
  if (matching.length > 0) out.removeLast(1)
  return out.finish(']')
}

function writeStep(
  out: ByteWriter,
  { bytes, ends }: { bytes: Buffer; ends: Uint32Array },
  step: { from: number; to: number } | Buffer,
): void {
  if ('from' in step) out.write(bytes, step.from === 0 ? 0 : ends[step.from - 1]!, ends[step.to - 1]!)
  else out.write(step)
}

/** One inner array per access right. The files are ordered by access right. */
function writeFiles(
  out: ByteWriter,
  name: Buffer,
  files: readonly SerializedFile[],
  selection: FileSelection | undefined,
): void {
  out.write(name)
  let previous: SerializedFile | undefined
  if (selection)
    for (const file of files) {
      if (!selection.all && !selection.accessRights.has(file.accessRight) && !selection.ids.has(file.id))
        continue
      if (previous?.accessRight !== file.accessRight) {
        if (previous) {
          out.removeLast(1)
          out.write(tokens.arrayEnd)
        }
        out.write(tokens.arrayStart)
      }
      out.write(file.bytes)
      out.write(tokens.comma)
      previous = file
    }
  if (previous) {
    out.removeLast(1)
    out.write(tokens.arrayEnd)
    out.removeLast(1)
  }
  out.write(tokens.arrayEnd)
}
