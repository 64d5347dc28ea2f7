// Data set: categories, files, trainers and locations that several events contain. They must be the same everywhere.
import { sql } from 'kysely'
import {
  type CatalogueCategory,
  type CatalogueFile,
  categoryColumns,
  fileColumns,
} from '../../catalogue/contract/child-rows.schema.ts'
import { type DateLocation, type Trainer, trainerColumns } from '../../catalogue/contract/date.schema.ts'
import type { Tx } from '../../platform/database/database.ts'
import { id, selectList } from '../../platform/database/fields.ts'
import { advanceSequence, reserveIds, upsert } from '../../platform/database/write-rows.ts'
import type { ValidationErrors } from '../records/import-error.ts'
import type { ImportRun, SectionRecords } from '../records/section.ts'
import { insertEmptyCategories } from '../sections/catalogue.exchange.ts'
import { insertUnknownValues } from '../sections/lookups.exchange.ts'
import { dateRecordsOf, eventRecordsOf } from './check.ts'

type FirstSeen<T> = { value: T; pointer: string; content: string }

/** Records by key. Reports records that differ from an earlier one with the same key. */
class UniqueRecords<Key, T> {
  readonly byKey = new Map<Key, FirstSeen<T>>()
  readonly #errors: ValidationErrors

  constructor(errors: ValidationErrors) {
    this.#errors = errors
  }

  add(key: Key, value: T, pointer: string): void {
    const content = JSON.stringify(value)
    const first = this.byKey.get(key)
    if (!first) this.byKey.set(key, { value, pointer, content })
    else if (first.content !== content)
      this.#errors.add(pointer, `differs from ${first.pointer}, which has the same id`)
  }

  values(): T[] {
    return [...this.byKey.values()].map(({ value }) => value)
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
export function collectShared(records: SectionRecords, { errors, section }: ImportRun): SharedRecords {
  const shared: SharedRecords = {
    categories: new UniqueRecords(errors),
    files: new UniqueRecords(errors),
    trainers: new UniqueRecords(errors),
    locations: new UniqueRecords(errors),
  }
  const sectionRecords = (name: string) =>
    section(name).items.map((item, index) => ({ item, pointer: section(name).pointer(index) }))
  for (const { item, pointer } of sectionRecords('catalogCategories'))
    shared.categories.add(item['eventcat_id'], item as CatalogueCategory, pointer)
  for (const { item, pointer } of sectionRecords('catalogueFiles'))
    shared.files.add(item['diskitem_id'], item as CatalogueFile, pointer)
  for (const { item, pointer } of sectionRecords('trainers')) {
    const { id: _id, contactId: _contactId, ...trainer } = item
    if (item['trainer_identifier'] !== '')
      shared.trainers.add(item['trainer_identifier'], trainer as Trainer, pointer)
  }
  const addFiles = (groups: CatalogueFile[][], pointer: string) => {
    for (const [at, group] of groups.entries())
      for (const [index, { event_id: _event, ...file }] of group.entries())
        shared.files.add(file.diskitem_id, file, `${pointer}/${at}/${index}`)
  }
  for (const [at, { event }] of eventRecordsOf(records).entries()) {
    for (const [index, category] of event.event_catalog_categories.entries())
      shared.categories.add(
        category.eventcat_id,
        category,
        `${records.pointer(at)}/event_catalog_categories/${index}`,
      )
    addFiles(event.event_files, `${records.pointer(at)}/event_files`)
  }
  for (const { date, pointer } of dateRecordsOf(records)) {
    addFiles(date.date_files, `${pointer}/date_files`)
    for (const list of ['all_trainers', 'main_trainer'] as const)
      for (const [index, trainer] of date[list].entries())
        shared.trainers.add(trainerKey(trainer), withoutNextDates(trainer), `${pointer}/${list}/${index}`)
    for (const [index, location] of date.location.entries())
      shared.locations.add(location.location_id, location, `${pointer}/location/${index}`)
  }
  return shared
}

export async function writeCategories(tx: Tx, { categories }: SharedRecords): Promise<void> {
  const rows = categories.values()
  await insertEmptyCategories(
    tx,
    rows.map((row) => row.eventcat_id),
  )
  await upsert(tx, 'catalogue_category', categoryColumns, ['id'], rows)
}

export async function writeFiles(tx: Tx, { files }: SharedRecords): Promise<void> {
  const rows = files.values()
  await insertUnknownValues(
    tx,
    'fileAccessRight',
    rows.map((row) => row.access_right),
  )
  await advanceSequence(
    tx,
    'catalogue_file',
    rows.map((row) => row.diskitem_id),
  )
  await upsert(tx, 'catalogue_file', fileColumns, ['id'], rows)
}

/** Writes trainers. @returns their ids by trainerKey */
export async function writeTrainers(tx: Tx, { trainers }: SharedRecords): Promise<Map<string, number>> {
  const keys = [...trainers.byKey.keys()]
  const { rows } = await sql<{ id: number } & Omit<Trainer, 'next_dates'>>`
    select t.id, ${sql.raw(selectList(trainerColumns, 't'))}
    from trainer t where identifier = any(${keys.map((key) => (key.startsWith('\0') ? '' : key))}::text[]) order by t.id desc`.execute(
    tx,
  )
  const ids = new Map(
    rows.map(({ id: own, ...trainer }) => [trainerKey({ ...trainer, next_dates: [] }), own]),
  )
  const newKeys = keys.filter((key) => !ids.has(key))
  const newIds = await reserveIds(tx, 'trainer', newKeys.length)
  newKeys.forEach((key, index) => {
    ids.set(key, newIds[index]!)
  })
  const trainerRows = [...trainers.byKey].map(([key, { value }]) => ({ ...value, id: ids.get(key)! }))
  await upsert(tx, 'trainer', { id: ['id', id], ...trainerColumns }, ['id'], trainerRows)
  return ids
}
