// kontor import --dry-run: the changes of an import.
import type { Tx } from '../platform/database/database.ts'
import { sections } from './data-set.schema.ts'
import type { InputRecords } from './input-records.ts'
import { type Difference, differences } from './records/differences.ts'
import type { Key } from './records/section.ts'
import { parseStored, readStored, type StoredRecords } from './stored-records.ts'

/** The effect of an import on the records of a section. Changed records and their fields are listed up to a limit. */
type SectionPreview = {
  new: number
  changed: number
  unchanged: number
  changes: { key: Key; count: number; fields: Difference[] }[]
}

export type Preview = Record<string, SectionPreview>

const maxRecords = 50
const maxFields = 20

/** Compares the records of a data set with their state before. */
export async function previewChanges(
  tx: Tx,
  input: ReadonlyMap<string, InputRecords>,
  before: ReadonlyMap<string, StoredRecords>,
): Promise<Preview> {
  const preview: Preview = {}
  for (const section of sections) {
    const keys = input.get(section.name)?.keys
    if (!keys) continue
    const stored = before.get(section.name)!
    const found: SectionPreview = { new: keys.length - stored.size, changed: 0, unchanged: 0, changes: [] }
    const after = await readStored(tx, section, [...stored.keys()])
    for (const [key, line] of stored) {
      const next = after.get(key)
      const fields =
        next === line || next === undefined ? [] : differences(parseStored(line), parseStored(next))
      if (fields.length === 0) found.unchanged++
      else found.changed++
      if (fields.length > 0 && found.changes.length < maxRecords)
        found.changes.push({ key, count: fields.length, fields: fields.slice(0, maxFields) })
    }
    preview[section.name] = found
  }
  return preview
}
