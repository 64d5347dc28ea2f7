// Writes a record that somebody else may have changed meanwhile: then the user is told what, and asked whose shall count.
import { ApiError } from '../api/api.ts'
import { promptConflict } from '../api/prompts.ts'
import { changesSince, conflictFields, isVersionConflict, type Values } from './conflict.ts'

interface SaveOptions {
  resource: string
  /** The log's subject of the resource. */
  subject: string
  id: unknown
  /** The record as the user saw it, with its `version`; it may be a part of it. */
  before: Values
  /** What the user wants of it. */
  yours: Values
  /** The record as it stands now. */
  read: () => Promise<Values>
  /** The user takes what others wrote. */
  onTheirsChosen?: (theirs: Values) => void
}

/** @throws ApiError 409 `shell.conflict.kept` or `shell.conflict.taken` where the user does not insist */
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
      if (!(error instanceof ApiError) || error.status !== 409 || !isVersionConflict(error.headers))
        throw error
      const [theirs, changes] = await Promise.all([options.read(), changesSince(subject, id, version ?? 0)])
      const relevant = Object.fromEntries(
        Object.entries(theirs).filter(([name]) => name in before || name in yours),
      )
      const decision = await promptConflict({
        resource,
        changes,
        fields: conflictFields(before, relevant, yours),
      })
      if (decision === 'later') throw new ApiError(409, 'shell.conflict.kept')
      if (decision === 'theirs') {
        options.onTheirsChosen?.(theirs)
        throw new ApiError(409, 'shell.conflict.taken')
      }
      version = theirs['version']
    }
  }
}
