// The stored records of a data set, before and after its import.
import { sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/database.ts'
import { describeLoss, expectedLosses, lostFields } from './records/differences.ts'
import type { ValidationErrors } from './records/import-error.ts'
import type { DataRecord, Key, Section } from './records/section.ts'

/** Records by key, as JSON texts. */
export type StoredRecords = ReadonlyMap<Key, string>

/** Reads records of a section as an export writes them. */
export async function readStored(
  reader: Reader,
  section: Section,
  keys: readonly Key[],
): Promise<StoredRecords> {
  const found = new Map<Key, string>()
  if (keys.length === 0) return found
  for await (const line of section.read(reader, keys)) found.set(parseStored(line)[section.key], line)
  return found
}

export const parseStored = (line: string): DataRecord => JSON.parse(line)

/** Locks records until the transaction ends, so that they stay as they are read. */
export async function lockStored(tx: Tx, { tables }: Section, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return
  const type = typeof keys[0] === 'number' ? 'int[]' : 'text[]'
  for (const [table, column] of tables)
    await sql`select from ${sql.table(table)} where ${sql.ref(column)} = any(${keys}::${sql.raw(type)})
      order by ${sql.ref(column)} for no key update`.execute(tx)
}

/** Reports records in which an import has emptied fields that it was not given. */
export async function reportLosses(
  tx: Tx,
  section: Section,
  before: StoredRecords,
  input: ReadonlyMap<Key, { value: DataRecord; pointer: string }>,
  errors: ValidationErrors,
): Promise<void> {
  const after = await readStored(tx, section, [...before.keys()])
  for (const [key, line] of before) {
    const { value, pointer } = input.get(key)!
    const stored = after.get(key)
    if (stored === undefined || stored === line) continue
    const lost = lostFields(value, parseStored(line), parseStored(stored))
    if (lost.length > 0) errors.add(pointer, describeLoss(lost))
  }
}

/** Reports records that an import would empty, before they are imported. */
export function reportExpectedLosses(
  before: StoredRecords,
  input: ReadonlyMap<Key, { value: DataRecord; pointer: string }>,
  errors: ValidationErrors,
): void {
  for (const [key, line] of before) {
    const { value, pointer } = input.get(key)!
    const lost = expectedLosses(value, parseStored(line))
    if (lost.length > 0) errors.add(pointer, describeLoss(lost))
  }
}
