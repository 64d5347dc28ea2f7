// Two people changed the same record: what the second one is asked, and what follows from the answer.
import { ApiError, api } from '../api/api.ts'

/** What a record is called: `kind` is its table; without a name where it has none, or the user may not see it. */
export interface RecordName {
  kind: string
  name: string
  nameEn: string
  day: string
  isGone: boolean
}

/** An entry of the log of changes. */
export interface Change {
  id: number
  at: string
  /** Without a name where it was no user of Kontor. */
  actor: { id: number; name: string }
  /** 'office', 'interface', 'database' (a statement beside Kontor), or the command (`kontor import`). */
  via: string
  action: 'insert' | 'update' | 'delete'
  /** The table. */
  relation: string
  recordId: number
  before: Record<string, unknown>
  after: Record<string, unknown>
  /** The record's part that the entry is of. */
  partNamed: RecordName
  /** The records that the columns hold the numbers or keys of, by `column:number`. */
  names: Record<string, RecordName>
  /** Of amounts, by the column that has it. */
  currencies: Record<string, string>
}

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

export const isVersionConflict = (headers: Headers): boolean => headers.get('x-kontor-conflict') === 'stale'

export const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What others changed since `version`, newest first; nothing where the user may not read the log. */
export async function changesSince(subject: string, id: unknown, version: unknown): Promise<Change[]> {
  try {
    return await api<Change>(
      'GET',
      `/changes?subject=${subject}&subjectId=${id}&after=${version}&perPage=100`,
    )
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return []
    throw error
  }
}

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
