// The same change of several records, in one transaction. The preview does all of it, and takes it back.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { Failure, type FieldError } from '../ground/errors.ts'
import { FieldErrorRecord, Id, record, Version } from '../ground/schema.ts'
import { lockRecord, lockVersion, type Subject, versionOf } from './change-log.ts'
import type { Tx } from './database.ts'

const maxRecords = 500

/** A value before or after a change: lists have ids. */
const BulkValue = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.Number())])
export type BulkValue = Static<typeof BulkValue>

export const BulkRow = record({
  id: Id,
  name: Type.String(),
  /** The first day of a date; '': none. */
  day: Type.String(),
  /** Of the record before the change; a request after a preview names it. */
  version: Type.Integer(),
  outcome: Type.Enum(['changed', 'unchanged', 'rejected']),
  changes: Type.Array(record({ field: Type.String(), from: BulkValue, to: BulkValue })),
  /** Why the record was rejected. */
  errors: Type.Array(FieldErrorRecord),
  /** Allowed values that the record did not have before the change. */
  warnings: Type.Array(FieldErrorRecord),
})
export type BulkRow = Static<typeof BulkRow>

/** Bodies of the preview and of the change. */
export const bulkPreview = <C extends Type.TSchema>(change: C) =>
  record({ ids: Type.Array(Id, { minItems: 1, maxItems: maxRecords }), change })
export const bulkChange = <C extends Type.TSchema>(change: C) =>
  record({
    records: Type.Array(record({ id: Id, version: Version }), { minItems: 1, maxItems: maxRecords }),
    change,
  })

/** How ids of a list change. */
export const ListChange = record({
  mode: Type.Enum(['add', 'remove', 'replace']),
  ids: Type.Array(Id, { minItems: 1, maxItems: 100 }),
})
export type ListChange = Static<typeof ListChange>

export function changedIds(ids: readonly number[], { mode, ids: given }: ListChange): number[] {
  if (mode === 'replace') return [...new Set(given)]
  if (mode === 'remove') return ids.filter((id) => !given.includes(id))
  return [...new Set([...ids, ...given])]
}

type Values = { readonly [field: string]: BulkValue }

interface Changed {
  before: Values
  after: Values
}

interface BulkWork {
  subject: Subject
  describe: (tx: Tx, id: number) => Promise<Pick<BulkRow, 'name' | 'day'>>
  /** Changes a locked record like its form does. @throws Failure that rejects the record */
  change: (tx: Tx, id: number) => Promise<Changed>
  /** After all changes: hints about the changed records, by id. */
  findWarnings?: (tx: Tx) => Promise<ReadonlyMap<number, readonly FieldError[]>>
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

async function changeOne(tx: Tx, work: BulkWork, id: number, version: number | undefined): Promise<BulkRow> {
  const row = { id, ...(await work.describe(tx, id)), version: 0, changes: [], errors: [], warnings: [] }
  await sql`savepoint bulk_record`.execute(tx)
  try {
    if (version === undefined) await lockRecord(tx, work.subject, id)
    else await lockVersion(tx, work.subject, id, version)
    row.version = version ?? (await versionOf(tx, work.subject, id))
    const { before, after } = await work.change(tx, id)
    await sql`release savepoint bulk_record`.execute(tx)
    const changes = Object.entries(after)
      .map(([field, to]) => ({ field, from: before[field]!, to }))
      .filter(({ from, to }) => !isSame(from, to))
    return { ...row, changes, outcome: changes.length > 0 ? 'changed' : 'unchanged' }
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error
    await sql`rollback to savepoint bulk_record`.execute(tx)
    const errors = error.details.length > 0 ? error.details : [{ field: '', ...error.text }]
    return { ...row, errors, outcome: 'rejected' }
  }
}

/** Changes the records that can be changed, in the order of their ids, so that two transactions do not wait for each other. */
export async function changeRecords(
  tx: Tx,
  records: readonly { id: number; version?: number }[],
  work: BulkWork,
): Promise<BulkRow[]> {
  const rows = new Map<number, BulkRow>()
  for (const { id, version } of records.toSorted((a, b) => a.id - b.id))
    if (!rows.has(id)) rows.set(id, await changeOne(tx, work, id, version))
  for (const [id, warnings] of (await work.findWarnings?.(tx)) ?? []) rows.get(id)!.warnings.push(...warnings)
  return [...new Set(records.map(({ id }) => id))].map((id) => rows.get(id)!)
}

/** A preview of `changeRecords`. */
export async function previewChange(tx: Tx, ids: readonly number[], work: BulkWork): Promise<BulkRow[]> {
  await sql`savepoint bulk_preview`.execute(tx)
  const rows = await changeRecords(
    tx,
    ids.map((id) => ({ id })),
    work,
  )
  await sql`rollback to savepoint bulk_preview`.execute(tx)
  return rows
}
