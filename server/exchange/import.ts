// kontor import: a data set, all of it or nothing (decision 12).
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../platform/database/database.ts'
import { validationErrors } from '../platform/http/validation.ts'
import { sections } from './data-set.schema.ts'
import { dateSettings } from './events/events.exchange.ts'
import { escapePointer, FaultList, ImportFault, pointerOf } from './records/fault.ts'
import { readRecords } from './records/records.ts'
import { References } from './records/references.ts'
import type { Given, Import, Item, Section } from './records/section.ts'
import { completed } from './records/shape.ts'
import { addPlaceholders } from './sections/catalogue.exchange.ts'

export { type Fault, ImportFault } from './records/fault.ts'

const manyRecords = 1000

export type ImportOptions = {
  /** Called with the number of records that have been written, and that there are. */
  progress?: (done: number, total: number) => void
  /** Runs first in the transaction; again, where that is retried. */
  first?: (tx: Tx) => Promise<void>
  /** Runs last in it. */
  last?: (tx: Tx) => Promise<void>
  /** Who imports, as the log of changes tells it. */
  via?: string
}

/**
 * Imports a data set in one transaction. Records with a known id are replaced, the others added; nothing else is removed. The data
 * set is held in memory until it has been written.
 * @returns the number of records by section
 * @throws ImportFault with every fault; then nothing has been stored
 */
export async function importDataSet(
  db: Db,
  source: Readable,
  options: ImportOptions = {},
): Promise<{ counts: Record<string, number> }> {
  const faults = new FaultList()
  const given = await readSections(source, faults)
  faults.check()
  const progress = options.progress ?? (() => {})
  await inTransaction(db, { userId: null, via: options.via ?? 'kontor import' }, async (tx) => {
    await options.first?.(tx)
    await importSections(tx, given, new FaultList(), progress)
    await options.last?.(tx)
  })
  const counts = Object.fromEntries([...given].map(([name, { items }]) => [name, items.length]))
  // A database that has just been filled would be asked by plans made for an empty one until its housekeeping comes by.
  if (Object.values(counts).reduce((sum, count) => sum + count, 0) >= manyRecords)
    await sql`analyze`.execute(db)
  return { counts }
}

/** Reads and checks every record on its own. */
async function readSections(source: Readable, faults: FaultList): Promise<Map<string, Given>> {
  const known = new Map(sections.map((section) => [section.name, section]))
  const found = new Map<string, Given>()
  const seen = new Map<string, Map<string | number, number>>()
  for await (const record of readRecords(source, 'events')) {
    const { section: name, index } = record
    const section = known.get(name)
    if (index === -1) {
      if (!section) faults.add(`/${escapePointer(name)}`, 'is not a known section')
      const isBare = record.bare === true
      found.set(name, { items: [], pointer: (at) => (isBare ? `/${at}` : `/${name}/${at}`) })
      seen.set(name, new Map())
      continue
    }
    if (!section) continue
    const { items, pointer } = found.get(name)!
    const item = checkRecord(section, record.value, pointer(index), faults)
    // A record with faults keeps its place, so that those after it are told by theirs.
    items.push(item ?? {})
    if (!item) continue
    const ids = seen.get(name)!
    const key = section.key(item)
    const first = ids.get(key)
    if (first === undefined) ids.set(key, index)
    else faults.add(pointer(index), `has the id of ${pointer(first)}`)
  }
  return found
}

function checkRecord(section: Section, value: unknown, pointer: string, faults: FaultList): Item | undefined {
  const before = faults.total
  for (const { field, message } of validationErrors(section.schema, value))
    faults.add(pointer + pointerOf(field, value), message)
  if (faults.total > before) return undefined
  const item = completed(section.schema, value, pointer, (at, message) => faults.add(at, message)) as Item
  if (faults.total > before) return undefined
  return section.take ? section.take(item, value as Item, pointer, faults) : item
}

async function importSections(
  tx: Tx,
  records: ReadonlyMap<string, Given>,
  faults: FaultList,
  progress: (done: number, total: number) => void,
): Promise<void> {
  const references = new References()
  const section = (name: string) =>
    records.get(name) ?? { items: [], pointer: (index: number) => `/${name}/${index}` }
  const all = sections.map((one) => ({ section: one, given: section(one.name) }))
  const total = all.reduce((sum, { given }) => sum + given.items.length, 0)
  let done = 0
  const run: Import = {
    faults,
    references,
    section,
    placeholders: new Map(),
    written: (count) => progress(done + count, total),
  }
  for (const { section, given } of all) for (const item of given.items) section.bring?.(item, references)
  for (const { section, given } of all) section.check?.(given, run)
  run.placeholders = await references.resolve(tx, faults)
  for (const { section, given } of all) if (given.items.length > 0) await section.compare?.(tx, given, run)
  faults.check()
  await addPlaceholders(tx, run.placeholders)
  run.written(0)
  for (const { section, given } of all) {
    if (given.items.length === 0 && section.name !== dateSettings.name) continue
    await refusing(section.name, () => section.write(tx, given, run))
    faults.check()
    done += given.items.length
    run.written(0)
  }
}

/** What the database refuses is told as a fault of the section. */
async function refusing(name: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const { code = '', constraint, table, message, detail } = error as Record<string, string | undefined>
    if (!/^(2[23]|54)/.test(code)) throw error
    const rule = constraint ? ` by ${constraint} of ${table}` : ''
    throw new ImportFault([
      { pointer: `/${name}`, message: `is refused${rule}: ${message}${detail ? ` (${detail})` : ''}` },
    ])
  }
}
