// Writes a record that somebody else may have changed meanwhile: then the user is told what, and asked whose shall count.
import { ApiError } from '../api/api.ts'
import { askConflict } from '../api/prompts.ts'
import { changesSince, conflictFields, isStale, type Values } from './conflict.ts'

interface Wish {
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
  taken?: (theirs: Values) => void
}

/** @throws ApiError 409 `shell.conflict.kept` or `shell.conflict.taken` where the user does not insist */
export async function insist<T>(wish: Wish, send: (version: unknown) => Promise<T>): Promise<T> {
  const { resource, subject, id, before, yours } = wish
  let version = before['version']
  for (;;) {
    try {
      return await send(version)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409 || !isStale(error.headers)) throw error
      const [theirs, changes] = await Promise.all([wish.read(), changesSince(subject, id, version ?? 0)])
      const known = Object.fromEntries(
        Object.entries(theirs).filter(([name]) => name in before || name in yours),
      )
      const decision = await askConflict({
        resource,
        changes,
        fields: conflictFields(before, known, yours),
      })
      if (decision === 'later') throw new ApiError(409, 'shell.conflict.kept')
      if (decision === 'theirs') {
        wish.taken?.(theirs)
        throw new ApiError(409, 'shell.conflict.taken')
      }
      version = theirs['version']
    }
  }
}
