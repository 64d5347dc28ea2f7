import { writeFailures } from '../platform/auth/security-log.ts'
import type { Job } from '../platform/instance/background-jobs.ts'

/** Writes the failures that this process has counted to the security log. */
export const writeFailuresJob: Job = {
  name: 'write-failures',
  inEveryProcess: true,
  intervalMs: 5000,
  async run({ db }) {
    await writeFailures(db)
    return false
  },
}
