// Data set: categories, files, trainers and locations that several events contain. They must be the same everywhere.
import { sql } from 'kysely'
import {
  type CatalogueCategory,
  type CatalogueFile,
  categoryColumns,
  fileColumns,
} from '../../catalogue/contract/child-rows.schema.ts'
import type { DateLocation } from '../../catalogue/contract/date.schema.ts'
import { type Trainer, trainerColumns } from '../../catalogue/contract/trainer.schema.ts'
import type { Tx } from '../../platform/database/database.ts'
import { type Fields, id, selectList } from '../../platform/database/fields.ts'
import { advanceSequence, reserveIds, upsert } from '../../platform/database/write-rows.ts'
import { describeLoss, differingFields, lostFields } from '../records/differences.ts'
import type { DataRecord, ImportRun, SectionRecords } from '../records/section.ts'
import { insertLaterParents } from '../sections/catalogue.exchange.ts'
import { insertUnknownValues } from '../sections/lookups.exchange.ts'
import { dateRecordsOf, eventRecordsOf } from './check.ts'

type FirstSeen<T> = { value: T; input: DataRecord; pointer: string }

/** Records by key. Reports records that differ from an earlier one with the same key. */
class UniqueRecords<Key, T extends object> {
  readonly byKey = new Map<Key, FirstSeen<T>>()
  readonly #run: Pick<ImportRun, 'errors' | 'mode'>

  constructor(run: Pick<ImportRun, 'errors' | 'mode'>) {
    this.#run = run
  }

  /** @param input the fields of the record that the data set has; undefined: none */
  add(key: Key, value: T, input: DataRecord = {}, pointer: string): void {
    const first = this.byKey.get(key)
    if (!first) {
      this.byKey.set(key, { value, input: { ...input }, pointer })
      return
    }
    // In a merge, the fields may be spread over several places.
    const [one, other]: [object, object] =
      this.#run.mode === 'merge'
        ? [
            { ...input, ...first.input },
            { ...first.input, ...input },
          ]
        : [first.value, value]
    const fields = differingFields(one, other)
    if (fields !== '')
      this.#run.errors.add(pointer, `differs from ${first.pointer}, which has the same id, in ${fields}`)
    Object.assign(first.input, input)
  }

  values(): T[] {
    return [...this.byKey.values()].map(({ value }) => value)
  }

  /**
   * Completes the records with their stored fields in a merge. Otherwise reports records that would lose a value.
   * @param read the stored records with these keys
   */
  async complete(read: (keys: Key[]) => Promise<ReadonlyMap<Key, T>>): Promise<void> {
    const { errors, mode } = this.#run
    const partial = [...this.byKey].filter(([, { value, input }]) =>
      Object.keys(value).some((field) => input[field] === undefined),
    )
    if (mode === 'replace' || partial.length === 0) return
    const stored = await read(partial.map(([key]) => key))
    for (const [key, record] of partial) {
      const known = stored.get(key)
      if (!known) continue
      const lost = mode === 'merge' ? [] : lostFields(record.input, known, record.value)
      if (lost.length > 0) errors.add(record.pointer, describeLoss(lost))
      if (mode === 'merge') record.value = { ...known, ...record.input }
    }
  }
}

/** The key of a trainer: the identifier, or all fields if there is none. */
export const trainerKey = (trainer: Trainer): string =>
  trainer.trainer_identifier || `\0${JSON.stringify(withoutNextDates(trainer))}`

const withoutNextDates = ({ next_dates: _derived, ...trainer }: Trainer) => trainer

export type SharedRecords = {
  categories: UniqueRecords<number, CatalogueCategory>
  files: UniqueRecords<number, Omit<CatalogueFile, 'event_id'>>
  trainers: UniqueRecords<string, Omit<Trainer, 'next_dates'>>
  locations: UniqueRecords<number, DateLocation>
}

/** Collects the records from events and from their own sections. */
export function collectShared(records: SectionRecords, run: ImportRun): SharedRecords {
  const { section } = run
  const shared: SharedRecords = {
    categories: new UniqueRecords(run),
    files: new UniqueRecords(run),
    trainers: new UniqueRecords(run),
    locations: new UniqueRecords(run),
  }
  const sectionRecords = (name: string) =>
    section(name).items.map((item, index) => ({ item, pointer: section(name).pointer(index) }))
  for (const { item, pointer } of sectionRecords('catalogCategories'))
    shared.categories.add(item['eventcat_id'], item as CatalogueCategory, item, pointer)
  for (const { item, pointer } of sectionRecords('catalogueFiles'))
    shared.files.add(item['diskitem_id'], item as CatalogueFile, item, pointer)
  for (const { item, pointer } of sectionRecords('trainers')) {
    const { id: _id, contactId: _contactId, overlapCheck: _overlapCheck, ...trainer } = item
    if (item['trainer_identifier'] !== '')
      shared.trainers.add(item['trainer_identifier'], trainer as Trainer, trainer, pointer)
  }
  const addFiles = (groups: CatalogueFile[][], input: DataRecord[][] | undefined, pointer: string) => {
    for (const [at, group] of groups.entries())
      for (const [index, { event_id: _event, ...file }] of group.entries()) {
        const { event_id: _given, ...fields } = input?.[at]?.[index] ?? {}
        shared.files.add(file.diskitem_id, file, fields, `${pointer}/${at}/${index}`)
      }
  }
  for (const [at, { event, raw }] of eventRecordsOf(records).entries()) {
    for (const [index, category] of event.event_catalog_categories.entries())
      shared.categories.add(
        category.eventcat_id,
        category,
        raw['event_catalog_categories']?.[index],
        `${records.pointer(at)}/event_catalog_categories/${index}`,
      )
    addFiles(event.event_files, raw['event_files'], `${records.pointer(at)}/event_files`)
  }
  for (const { date, raw, pointer } of dateRecordsOf(records)) {
    addFiles(date.date_files, raw['date_files'], `${pointer}/date_files`)
    for (const list of ['all_trainers', 'main_trainer'] as const)
      for (const [index, trainer] of date[list].entries()) {
        const { next_dates: _derived, ...input } = raw[list]?.[index] ?? {}
        shared.trainers.add(
          trainerKey(trainer),
          withoutNextDates(trainer),
          input,
          `${pointer}/${list}/${index}`,
        )
      }
    for (const [index, location] of date.location.entries())
      shared.locations.add(
        location.location_id,
        location,
        raw['location']?.[index],
        `${pointer}/location/${index}`,
      )
  }
  return shared
}

/** The stored records with these ids, in the form of the data set. */
const readRows =
  <T extends object>(tx: Tx, table: string, columns: Fields, idOf: (row: T) => number) =>
  async (ids: number[]): Promise<Map<number, T>> => {
    const { rows } = await sql<T>`select ${sql.raw(selectList(columns, 't'))} from ${sql.table(table)} t
      where t.id = any(${ids}::int[])`.execute(tx)
    return new Map(rows.map((row) => [idOf(row), row]))
  }

/** Completes categories, files, and trainers with their stored fields, or reports fields that they would lose. */
export async function completeShared(tx: Tx, { categories, files, trainers }: SharedRecords): Promise<void> {
  await categories.complete(readRows(tx, 'catalogue_category', categoryColumns, (row) => row.eventcat_id))
  await files.complete(readRows(tx, 'catalogue_file', fileColumns, (row) => row.diskitem_id))
  await trainers.complete(async (keys) => {
    const stored = await readTrainers(tx, keys)
    return new Map([...stored].map(([key, { id: _id, ...trainer }]) => [key, trainer]))
  })
}

export async function writeCategories(tx: Tx, { categories }: SharedRecords): Promise<void> {
  const rows = categories.values()
  const ids = rows.map((row) => row.eventcat_id)
  await advanceSequence(tx, 'catalogue_category', ids)
  await insertLaterParents(tx, ids)
  await upsert(tx, 'catalogue_category', categoryColumns, ['id'], rows)
}

export async function writeFiles(tx: Tx, { files }: SharedRecords): Promise<void> {
  const rows = files.values()
  await insertUnknownValues(
    tx,
    'file_access_right',
    rows.map((row) => row.access_right),
  )
  await advanceSequence(
    tx,
    'catalogue_file',
    rows.map((row) => row.diskitem_id),
  )
  await upsert(tx, 'catalogue_file', fileColumns, ['id'], rows)
}

type StoredTrainer = { id: number } & Omit<Trainer, 'next_dates'>

/** The stored trainers by trainerKey. */
async function readTrainers(tx: Tx, keys: readonly string[]): Promise<Map<string, StoredTrainer>> {
  const { rows } = await sql<StoredTrainer>`
    select t.id, ${sql.raw(selectList(trainerColumns, 't'))}
    from trainer t where identifier = any(${keys.map((key) => (key.startsWith('\0') ? '' : key))}::text[]) order by t.id desc`.execute(
    tx,
  )
  return new Map(
    rows.map((row) => {
      const { id: _id, ...trainer } = row
      return [trainerKey({ ...trainer, next_dates: [] }), row]
    }),
  )
}

/** Writes trainers. @returns their ids by trainerKey */
export async function writeTrainers(tx: Tx, { trainers }: SharedRecords): Promise<Map<string, number>> {
  const keys = [...trainers.byKey.keys()]
  const ids = new Map([...(await readTrainers(tx, keys))].map(([key, { id }]) => [key, id]))
  const newKeys = keys.filter((key) => !ids.has(key))
  const newIds = await reserveIds(tx, 'trainer', newKeys.length)
  newKeys.forEach((key, index) => {
    ids.set(key, newIds[index]!)
  })
  const trainerRows = [...trainers.byKey].map(([key, { value }]) => ({ ...value, id: ids.get(key)! }))
  await upsert(tx, 'trainer', { id: ['id', id], ...trainerColumns }, ['id'], trainerRows)
  return ids
}
