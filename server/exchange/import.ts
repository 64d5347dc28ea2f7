// kontor import: a data set, all of it or nothing (decision 12).
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../platform/database/database.ts'
import { validationErrors } from '../platform/http/validation.ts'
import { sections } from './data-set.schema.ts'
import { dateSettings } from './events/events.exchange.ts'
import { escapePointer, ImportError, toPointer, ValidationErrors } from './records/import-error.ts'
import { readRecords } from './records/read-records.ts'
import { withDefaults } from './records/record-defaults.ts'
import { References } from './records/references.ts'
import type { ImportRun, Item, Section, SectionRecords } from './records/section.ts'
import { insertPlaceholders } from './sections/catalogue.exchange.ts'

const analyzeThreshold = 1000

type ImportOptions = {
  /** Receives the number of records written, and the total. */
  progress?: (done: number, total: number) => void
  /** Runs at the beginning of the transaction, and again if it is retried. */
  before?: (tx: Tx) => Promise<void>
  /** Runs at the end of the transaction. */
  after?: (tx: Tx) => Promise<void>
  /** The source in the change log. */
  via?: string
}

/**
 * Imports a data set in one transaction. Records with an existing id are replaced, the others are added; nothing is deleted. The
 * data set is held in memory.
 * @returns the number of records by section
 * @throws ImportError with all errors; then nothing has been stored
 */
export async function importDataSet(
  db: Db,
  source: Readable,
  options: ImportOptions = {},
): Promise<{ counts: Record<string, number> }> {
  const errors = new ValidationErrors()
  const recordsBySection = await readSections(source, errors)
  errors.throwIfAny()
  const progress = options.progress ?? (() => {})
  await inTransaction(db, { userId: null, via: options.via ?? 'kontor import' }, async (tx) => {
    await options.before?.(tx)
    await importSections(tx, recordsBySection, new ValidationErrors(), progress)
    await options.after?.(tx)
  })
  const counts = Object.fromEntries([...recordsBySection].map(([name, { items }]) => [name, items.length]))
  // Until autovacuum runs, the planner would use the statistics of an empty database.
  if (Object.values(counts).reduce((sum, count) => sum + count, 0) >= analyzeThreshold)
    await sql`analyze`.execute(db)
  return { counts }
}

/** Reads the sections, and validates every record by itself. */
async function readSections(
  source: Readable,
  errors: ValidationErrors,
): Promise<Map<string, SectionRecords>> {
  const sectionsByName = new Map(sections.map((section) => [section.name, section]))
  const recordsBySection = new Map<string, SectionRecords>()
  const seen = new Map<string, Map<string | number, number>>()
  for await (const record of readRecords(source, 'events')) {
    const { section: name, index } = record
    const section = sectionsByName.get(name)
    if (index === -1) {
      if (!section) errors.add(`/${escapePointer(name)}`, 'is not a known section')
      const isBare = record.isBare === true
      recordsBySection.set(name, { items: [], pointer: (at) => (isBare ? `/${at}` : `/${name}/${at}`) })
      seen.set(name, new Map())
      continue
    }
    if (!section) continue
    const { items, pointer } = recordsBySection.get(name)!
    const item = parseRecord(section, record.value, pointer(index), errors)
    // An invalid record keeps its index, so that the pointers of later records are right.
    items.push(item ?? {})
    if (!item) continue
    const ids = seen.get(name)!
    const key = section.key(item)
    const first = ids.get(key)
    if (first === undefined) ids.set(key, index)
    else errors.add(pointer(index), `has the same id as ${pointer(first)}`)
  }
  return recordsBySection
}

function parseRecord(
  section: Section,
  value: unknown,
  pointer: string,
  errors: ValidationErrors,
): Item | undefined {
  const before = errors.total
  for (const { field, message } of validationErrors(section.schema, value))
    errors.add(pointer + toPointer(field, value), message)
  if (errors.total > before) return undefined
  const item = withDefaults(section.schema, value, pointer, (at, message) => errors.add(at, message)) as Item
  if (errors.total > before) return undefined
  return section.normalize ? section.normalize(item, value as Item, pointer, errors) : item
}

async function importSections(
  tx: Tx,
  recordsBySection: ReadonlyMap<string, SectionRecords>,
  errors: ValidationErrors,
  progress: (done: number, total: number) => void,
): Promise<void> {
  const references = new References()
  const section = (name: string) =>
    recordsBySection.get(name) ?? { items: [], pointer: (index: number) => `/${name}/${index}` }
  const sectionRecords = sections.map((one) => ({ section: one, records: section(one.name) }))
  const total = sectionRecords.reduce((sum, { records }) => sum + records.items.length, 0)
  let done = 0
  const run: ImportRun = {
    errors,
    references,
    section,
    placeholders: new Map(),
    onWritten: (count) => progress(done + count, total),
  }
  for (const { section, records } of sectionRecords)
    for (const item of records.items) section.provideReferences?.(item, references)
  for (const { section, records } of sectionRecords) section.validate?.(records, run)
  run.placeholders = await references.resolve(tx, errors)
  for (const { section, records } of sectionRecords)
    if (records.items.length > 0) await section.validateAgainstDatabase?.(tx, records, run)
  errors.throwIfAny()
  await insertPlaceholders(tx, run.placeholders)
  run.onWritten(0)
  for (const { section, records } of sectionRecords) {
    if (records.items.length === 0 && section.name !== dateSettings.name) continue
    await reportRejections(section.name, () => section.write(tx, records, run))
    errors.throwIfAny()
    done += records.items.length
    run.onWritten(0)
  }
}

/** Reports rows that the database rejects as an error of the section. */
async function reportRejections(name: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const { code = '', constraint, table, message, detail } = error as Record<string, string | undefined>
    if (!/^(2[23]|54)/.test(code)) throw error
    const rule = constraint ? ` by ${constraint} of ${table}` : ''
    throw new ImportError([
      { pointer: `/${name}`, message: `was rejected${rule}: ${message}${detail ? ` (${detail})` : ''}` },
    ])
  }
}
