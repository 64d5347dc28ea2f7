// Imports and their rows, as the back office sees them.
import Type, { type Static } from 'typebox'
import { Count, FieldErrorRecord, Id, IdOrNone, record } from '../platform/ground/schema.ts'
import { Finding } from './findings.ts'
import { ImportPlan } from './import-plan.ts'
import { type ImportStatus, importStatusNames } from './import-statuses.ts'
import { type ImportedType, importedTypeNames } from './imported-types.ts'

export const rowOutcomes = [
  'create',
  'update',
  'skip',
  'question',
  'invalid',
  'created',
  'updated',
  'skipped',
  'deleted',
  'restored',
  'kept',
] as const
/** '': not paused. */
const pauseReasons = ['', 'requested', 'forbidden', 'failed'] as const
export type PauseReason = (typeof pauseReasons)[number]
export type RowOutcome = (typeof rowOutcomes)[number]
/** The answer to the question whether a row is the contact that it matches. '': not decided. */
/** The answers to the question whether a row is a contact. */
export const decisions = ['same', 'other'] as const
export const rowDecisions = ['', ...decisions] as const
export type RowDecision = (typeof rowDecisions)[number]

const listFields = {
  id: Id,
  fileName: Type.String(),
  status: Type.Unsafe<ImportStatus>(Type.Enum(importStatusNames)),
  pauseReason: Type.Unsafe<PauseReason>(Type.Enum([...pauseReasons])),
  contactType: Type.Unsafe<ImportedType>(Type.Enum(importedTypeNames)),
  rowCount: Count,
  /** Rows that the current check, import or undoing has processed. */
  processedCount: Count,
  createdCount: Count,
  updatedCount: Count,
  skippedCount: Count,
  invalidCount: Count,
  questionCount: Count,
  deletedCount: Count,
  keptCount: Count,
  /** Companies that are created for persons of the table. */
  companyCount: Count,
  createdAt: Type.String(),
  createdByName: Type.String(),
  startedAt: Type.String(),
  startedByName: Type.String(),
  endedAt: Type.String(),
  undoneAt: Type.String(),
  undoneByName: Type.String(),
}

export const ImportListItem = record(listFields)

export const ImportRecord = record({
  ...listFields,
  format: Type.String(),
  encoding: Type.String(),
  /** The code pages from which a user may choose; empty: there is no doubt. */
  encodings: Type.Array(Type.String()),
  delimiter: Type.String(),
  worksheet: Type.String(),
  worksheets: Type.Array(Type.String()),
  columns: Type.Array(Type.String()),
  /** By column: the cells with a text that the plan leaves out, once the table is checked. */
  lostCells: Type.Array(Count),
  /** Questions about the file. */
  findings: Type.Array(Finding),
  plan: ImportPlan,
})
export type ImportRecord = Static<typeof ImportRecord>

const RowErrorRecord = record({ column: Type.Integer(), ...FieldErrorRecord.properties })

/** A row of the table. */
export const ImportTableRow = record({
  id: Id,
  cells: Type.Array(Type.String()),
  outcome: Type.String(),
  decision: Type.Unsafe<RowDecision>(Type.Enum([...rowDecisions])),
  errors: Type.Array(RowErrorRecord),
  contactId: IdOrNone,
})
