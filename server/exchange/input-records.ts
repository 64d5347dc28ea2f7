// The records of a data set as they are given, each validated by itself.
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import Type, { type TSchema } from 'typebox'
import { sections } from './data-set.schema.ts'
import { escapePointer, ValidationErrors } from './records/import-error.ts'
import { mergeRecords } from './records/merge-records.ts'
import { type ReadRecord, readRecords } from './records/read-records.ts'
import { leavesOut, withDefaults } from './records/record-defaults.ts'
import { reportSchemaErrors } from './records/record-errors.ts'
import type { DataRecord, ImportMode, Key, Section, SectionRecords } from './records/section.ts'
import { parseStored, type StoredRecords } from './stored-records.ts'

/** The records of a section. Those that leave fields out are kept as they were given. */
export type InputRecords = SectionRecords & {
  pack: (item: DataRecord) => DataRecord
  keys: Key[]
  partial: Map<Key, { value: DataRecord; pointer: string; index: number }>
}

const sectionsByName = new Map(sections.map((section) => [section.name, section]))

/**
 * Reads the sections. In a merge, records are complete only together with their stored fields (mergeStored).
 * @throws ImportError with the errors of all records
 */
export const readSections = (
  source: Readable,
  mode: ImportMode = 'complete',
): Promise<Map<string, InputRecords>> => collectSections(readRecords(source, 'events'), mode)

/** A data set that is read and validated, without the database. */
export type PreparedDataSet = Map<string, InputRecords>

/**
 * Prepares a data set of this process. Other work of the process goes on meanwhile.
 * @throws ImportError with the errors of all records
 */
export const prepareDataSet = (
  dataSet: Readonly<Record<string, readonly object[]>>,
): Promise<PreparedDataSet> => collectSections(recordsOf(dataSet), 'complete')

const recordsAtOnce = 20

async function* recordsOf(dataSet: Readonly<Record<string, readonly object[]>>): AsyncGenerator<ReadRecord> {
  for (const [section, records] of Object.entries(dataSet)) {
    yield { section, index: -1, isBare: false }
    for (const [index, value] of records.entries()) {
      if (index % recordsAtOnce === 0) await setImmediate()
      yield { section, index, isBare: false, value }
    }
  }
}

async function collectSections(
  found: AsyncIterable<ReadRecord>,
  mode: ImportMode,
): Promise<Map<string, InputRecords>> {
  const errors = new ValidationErrors()
  const recordsBySection = new Map<string, InputRecords>()
  const seen = new Map<string, Map<Key, number>>()
  for await (const record of found) {
    const { section: name, index, isBare } = record
    const section = sectionsByName.get(name)
    if (index === -1) {
      if (!section) errors.add(`/${escapePointer(name)}`, 'is not a known section')
      const pointer = (at: number) => (isBare ? `/${at}` : `/${name}/${at}`)
      const pack = section?.packer?.() ?? ((item: DataRecord) => item)
      recordsBySection.set(name, { items: [], pack, keys: [], partial: new Map(), pointer })
      seen.set(name, new Map())
      continue
    }
    if (!section) continue
    const { items, pack, keys, partial, pointer } = recordsBySection.get(name)!
    const at = pointer(index)
    const isMerge = mode === 'merge'
    const item = isMerge
      ? validGiven(section, record.value, at, errors)
      : parseRecord(section, record.value, record.value, at, errors)
    // An invalid record keeps its index, so that the pointers of later records are right.
    items.push(item && !isMerge ? pack(item) : (item ?? {}))
    if (!item) continue
    const value = record.value as DataRecord
    const key: Key = value[section.key]
    const ids = seen.get(name)!
    const first = ids.get(key)
    if (first === undefined) ids.set(key, index)
    else errors.add(at, `has the same id as ${pointer(first)}`)
    keys.push(key)
    if (isMerge || (!section.keepsWhatIsLeftOut && leavesOut(section.schema, value)))
      partial.set(key, { value, pointer: at, index })
  }
  errors.throwIfAny()
  return recordsBySection
}

const partialSchemas = new WeakMap<Section, TSchema>()

/** The schema of a record of which only the key is required. */
function partialSchema(section: Section): TSchema {
  const known = partialSchemas.get(section)
  if (known) return known
  const properties = Object.entries((section.schema as Type.TObject).properties).map(
    ([name, schema]): [string, TSchema] => [name, name === section.key ? schema : Type.Optional(schema)],
  )
  const schema = Type.Object(Object.fromEntries(properties), { additionalProperties: false })
  partialSchemas.set(section, schema)
  return schema
}

function validGiven(
  section: Section,
  value: unknown,
  pointer: string,
  errors: ValidationErrors,
): DataRecord | undefined {
  const before = errors.total
  reportSchemaErrors(partialSchema(section), value, pointer, errors)
  return errors.total > before ? undefined : (value as DataRecord)
}

function parseRecord(
  section: Section,
  value: unknown,
  input: unknown,
  pointer: string,
  errors: ValidationErrors,
): DataRecord | undefined {
  const before = errors.total
  reportSchemaErrors(section.schema, value, pointer, errors)
  if (errors.total > before) return undefined
  const item = withDefaults(section.schema, value, pointer, (at, message) =>
    errors.add(at, message),
  ) as DataRecord
  if (errors.total > before) return undefined
  return section.normalize
    ? section.normalize(item, value as DataRecord, pointer, errors, input as DataRecord)
    : item
}

/** The records of a merge, each completed with its stored fields. Reports errors of new records. */
export function mergeStored(
  input: ReadonlyMap<string, InputRecords>,
  stored: ReadonlyMap<string, StoredRecords>,
  errors: ValidationErrors,
): Map<string, SectionRecords> {
  const merged = new Map<string, SectionRecords>()
  for (const [name, { pack, partial, pointer }] of input) {
    const section = sectionsByName.get(name)!
    const merge = section.merge ?? mergeRecords
    const items = [...partial].map(([key, { value, pointer: at }]) => {
      const line = stored.get(name)?.get(key)
      const complete = line === undefined ? value : merge(parseStored(line), value)
      const item = parseRecord(section, complete, value, at, errors)
      return item ? pack(item) : {}
    })
    merged.set(name, { items, pointer })
  }
  errors.throwIfAny()
  return merged
}
