// Two people changed the same record: what the second one is asked, and what follows from the answer.
import type { Answer } from '../api/endpoints.ts'

/** An entry of the log of changes. */
export type Change = Answer<'GET', '/changes'>

/** What a record is called. */
export type RecordName = Change['partNamed']

export type Values = Record<string, unknown>

export interface Conflict {
  resource: string
  /** Who wrote in between, newest first. */
  changes: Change[]
  fields: ConflictField[]
}

/** A field of the record that differs between what was read, what stands now and what was typed. */
export interface ConflictField {
  name: string
  before: unknown
  theirs: unknown
  /** Left out where the user did not change the field. */
  yours?: unknown
}

/** `later` closes the dialog and leaves the form as it is. */
export type ConflictDecision = 'mine' | 'theirs' | 'later'

export const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Field by field: what others changed, and beside it what the user wants. */
export function conflictFields(before: Values, theirs: Values, yours: Values): ConflictField[] {
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(yours)])]
  return names
    .filter((name) => name !== 'version' && (name in yours || !isEqual(before[name], theirs[name])))
    .map((name) => ({
      name,
      before: before[name],
      theirs: theirs[name],
      ...(name in yours ? { yours: yours[name] } : {}),
    }))
}
