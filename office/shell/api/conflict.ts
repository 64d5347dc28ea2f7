// A conflict of two users: the changes shown to the second one, and the possible decisions.
import type { Answer } from './endpoints.ts'

/** An entry of the change log. */
export type Change = Answer<'GET', '/changes'>

/** The name of a record. */
export type RecordLabel = Change['rowLabel']

export type Values = Record<string, unknown>

export interface Conflict {
  resource: string
  /** The changes of other users, newest first. */
  changes: Change[]
  fields: ConflictField[]
}

/** A field that another user or the user has changed. */
export interface ConflictField {
  name: string
  before: unknown
  theirs: unknown
  /** Left out if the user did not change the field. */
  yours?: unknown
}

/** `later` closes the dialog and leaves the form as it is. */
export type ConflictDecision = 'mine' | 'theirs' | 'later'

export const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The fields that others changed or the user wants to change. */
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
