// Saves a record. If another user has changed it in the meantime, shows the changes and asks whose values to keep.
import { ApiError, api } from './api.ts'
import { type Change, conflictFields, type Values } from './conflict.ts'
import { promptConflict } from './prompts.ts'

/** The changes since `version`, newest first; none if the user may not read the log. */
async function changesSince(subject: string, id: unknown, version: unknown): Promise<Change[]> {
  try {
    return await api('GET', '/changes', {
      query: { subject, subjectId: Number(id), afterId: Number(version), perPage: 100 },
    })
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return []
    throw error
  }
}

interface SaveOptions {
  resource: string
  /** The log's subject of the resource. */
  subject: string
  id: unknown
  /** The record, or a part of it, as the user saw it, with its `version`. */
  before: Values
  /** The fields that the user changed. */
  yours: Values
  /** Reads the current record. */
  read: () => Promise<Values>
  /** The user keeps the values of the others. */
  onTheirsChosen?: (theirs: Values) => void
}

/** @throws ApiError 409 with `isDecision` unless the user keeps their own values */
export async function saveWithConflictCheck<T>(
  options: SaveOptions,
  send: (version: unknown) => Promise<T>,
): Promise<T> {
  const { resource, subject, id, before, yours } = options
  let version = before['version']
  for (;;) {
    try {
      return await send(version)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'stale') throw error
      const [theirs, changes] = await Promise.all([options.read(), changesSince(subject, id, version ?? 0)])
      const relevant = Object.fromEntries(
        Object.entries(theirs).filter(([name]) => name in before || name in yours),
      )
      const decision = await promptConflict({
        resource,
        changes,
        fields: conflictFields(before, relevant, yours),
      })
      if (decision === 'later') throw new ApiError(409, { code: 'kept', message: 'shell.conflict.kept' })
      if (decision === 'theirs') {
        options.onTheirsChosen?.(theirs)
        throw new ApiError(409, { code: 'taken', message: 'shell.conflict.taken' })
      }
      version = theirs['version']
    }
  }
}
