// The background job that keeps the log of catalogue changes short.
import type { Job } from '../../platform/instance/background-jobs.ts'
import { deleteOldEntries } from './catalogue-changes.sql.ts'

export const catalogueChangesJob: Job = {
  name: 'delete-old-catalogue-changes',
  intervalMs: 3_600_000,
  async run({ db }) {
    await deleteOldEntries(db)
    return false
  },
}
