// The background job that deletes what has expired: sessions, stored responses, counts of failed sign-ins, security events.
import { deleteExpiredSecurityEvents } from '../platform/auth/security-log.ts'
import { deleteExpiredSessions } from '../platform/auth/session.ts'
import { deleteExpiredKeys } from '../platform/http/idempotency.ts'
import type { Job } from '../platform/instance/background-jobs.ts'
import { deleteExpiredAttempts } from './attempts.ts'

/** Rows of a statement, so that none of them takes long. */
const batchSize = 1000

export const deleteExpiredRecordsJob: Job = {
  name: 'delete-expired-records',
  intervalMs: 10 * 60_000,
  async run({ db, clock }) {
    const now = clock.now()
    const deletions = [
      deleteExpiredSessions,
      deleteExpiredKeys,
      deleteExpiredAttempts,
      deleteExpiredSecurityEvents,
    ]
    let isComplete = true
    for (const deleteExpired of deletions)
      if ((await deleteExpired(db, now, batchSize)) === batchSize) isComplete = false
    return !isComplete
  },
}
