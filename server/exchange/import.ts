// kontor import: a data set, all of it or nothing (decision 12).
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { recordSecurityEvent } from '../platform/auth/security-log.ts'
import { type Db, inTransaction, lockKey, lockNamespace, type Tx } from '../platform/database/database.ts'
import { analyzeGrownTables } from '../platform/database/statistics.ts'
import { rehearseIds } from '../platform/database/write-rows.ts'
import { sections } from './data-set.schema.ts'
import { dateSettings } from './events/events.exchange.ts'
import { checkOverlaps } from './events/overlaps.ts'
import { type InputRecords, mergeStored, type PreparedDataSet, readSections } from './input-records.ts'
import { type Preview, previewChanges } from './preview.ts'
import { ImportError, ValidationErrors } from './records/import-error.ts'
import { References } from './records/references.ts'
import type { ImportMode, ImportRun, SectionRecords } from './records/section.ts'
import { insertPlaceholders } from './sections/catalogue.exchange.ts'
import {
  lockStored,
  readStored,
  reportExpectedLosses,
  reportLosses,
  type StoredRecords,
} from './stored-records.ts'

type ImportOptions = {
  /** The treatment of fields of existing records that the data set leaves out; default: `complete`. */
  mode?: ImportMode
  /** Receives the number of records written, and the total. */
  progress?: (done: number, total: number) => void
  /** Receives the number of dates that begin while one of their trainers or rooms is still taken by another date. */
  onOverlaps?: (count: number) => void
  /** The source in the change log. */
  via?: string
}

/**
 * Imports a data set in one transaction. Records with an existing id are changed, the others are added; nothing is deleted. The
 * data set is held in memory.
 * @param source its text, or what `prepareDataSet` made of it
 * @returns the number of records by section
 * @throws ImportError with all errors; then nothing has been stored
 */
export async function importDataSet(
  db: Db,
  source: Readable | PreparedDataSet,
  options: ImportOptions = {},
): Promise<{ counts: Record<string, number> }> {
  const input = source instanceof Map ? source : await readSections(source, options.mode)
  await inTransaction(db, { userId: null, via: options.via ?? 'kontor import' }, async (tx) => {
    await importInput(tx, input, options)
    // Entries of the search are written now: a commit has less time than a statement.
    await sql`set constraints all immediate`.execute(tx)
    await analyzeGrownTables(tx)
    await recordSecurityEvent(tx, { event: 'dataImported' })
  })
  const counts = Object.fromEntries([...input].map(([name, { keys }]) => [name, keys.length]))
  return { counts }
}

/** Ends the transaction of a rehearsal. */
class Rehearsed extends Error {}

/**
 * Imports a data set, tells what this changes, and rolls it back.
 * @throws ImportError with all errors
 */
export async function previewImport(
  db: Db,
  source: Readable,
  options: Pick<ImportOptions, 'mode' | 'progress' | 'onOverlaps'> = {},
): Promise<Preview> {
  const input = await readSections(source, options.mode)
  let preview: Preview = {}
  const rehearsal = inTransaction(db, { userId: null, via: 'kontor import' }, async (tx) => {
    rehearseIds(tx)
    await lockImports(tx)
    const before = await readAll(tx, input, (records) => records.keys)
    await importInput(tx, input, options)
    preview = await previewChanges(tx, input, before)
    throw new Rehearsed()
  })
  await rehearsal.catch((error: unknown) => {
    if (!(error instanceof Rehearsed)) throw error
  })
  return preview
}

/** Two imports at once would each complete the same record without the other's values. */
const lockImports = (tx: Tx) => lockKey(tx, lockNamespace.dataSetImport, '')

/** The stored records of each section with these keys; they are locked. */
async function readAll(
  tx: Tx,
  input: ReadonlyMap<string, InputRecords>,
  keysOf: (records: InputRecords) => readonly (string | number)[],
): Promise<Map<string, StoredRecords>> {
  const stored = new Map<string, StoredRecords>()
  for (const section of sections) {
    const records = input.get(section.name)
    const keys = records ? keysOf(records) : []
    await lockStored(tx, section, keys)
    stored.set(section.name, await readStored(tx, section, keys))
  }
  return stored
}

async function importInput(
  tx: Tx,
  input: ReadonlyMap<string, InputRecords>,
  { mode = 'complete', progress = () => {}, onOverlaps = () => {} }: ImportOptions,
): Promise<void> {
  const errors = new ValidationErrors()
  await lockImports(tx)
  const before = await readAll(tx, input, ({ partial }) => (mode === 'replace' ? [] : [...partial.keys()]))
  const records = mode === 'merge' ? mergeStored(input, before, errors) : input
  try {
    onOverlaps(await importSections(tx, records, mode, errors, progress))
  } catch (error) {
    // The database may have rejected what an incomplete record would empty.
    if (error instanceof RejectedByDatabase && mode === 'complete') throwExpectedLosses(input, before, error)
    throw error
  }
  if (mode !== 'complete') return
  for (const section of sections) {
    const partial = input.get(section.name)?.partial
    if (partial) await reportLosses(tx, section, before.get(section.name)!, partial, errors)
  }
  errors.throwIfAny()
}

async function importSections(
  tx: Tx,
  recordsBySection: ReadonlyMap<string, SectionRecords>,
  mode: ImportMode,
  errors: ValidationErrors,
  progress: (done: number, total: number) => void,
): Promise<number> {
  const references = new References()
  const section = (name: string) =>
    recordsBySection.get(name) ?? { items: [], pointer: (index: number) => `/${name}/${index}` }
  const sectionRecords = sections.map((one) => ({ section: one, records: section(one.name) }))
  const total = sectionRecords.reduce((sum, { records }) => sum + records.items.length, 0)
  let done = 0
  const run: ImportRun = {
    errors,
    mode,
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
    await analyzeGrownTables(tx)
    done += records.items.length
    run.onWritten(0)
  }
  const overlapCount = await checkOverlaps(tx, run)
  errors.throwIfAny()
  return overlapCount
}

class RejectedByDatabase extends ImportError {}

/** @throws ImportError with records that leave out fields with a value, and the rejection */
function throwExpectedLosses(
  input: ReadonlyMap<string, InputRecords>,
  before: ReadonlyMap<string, StoredRecords>,
  rejection: RejectedByDatabase,
): void {
  const errors = new ValidationErrors()
  for (const [name, { partial }] of input) reportExpectedLosses(before.get(name)!, partial, errors)
  for (const { pointer, message } of rejection.errors) errors.add(pointer, message)
  errors.throwIfAny()
}

/** Reports rows that the database rejects as an error of the section. */
async function reportRejections(name: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const { code = '', constraint, table, message, detail } = error as Record<string, string | undefined>
    if (!/^(2[23]|54)/.test(code)) throw error
    const rule = constraint ? ` by ${constraint} of ${table}` : ''
    throw new RejectedByDatabase([
      { pointer: `/${name}`, message: `was rejected${rule}: ${message}${detail ? ` (${detail})` : ''}` },
    ])
  }
}
