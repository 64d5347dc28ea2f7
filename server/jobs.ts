// Background jobs of a service.
import { deleteExpiredRecordsJob } from './access/expired-records.ts'
import { changeLogRetentionJob } from './changes/retention-job.ts'
import { writeFailuresJob } from './changes/write-failures-job.ts'
import { importsJob } from './imports/imports-job.ts'
import { readMailboxJob } from './inbox/mailbox/read-mailbox.ts'
import { sendMailJob } from './mail/sender.ts'
import type { Job } from './platform/runtime/background-jobs.ts'

export const backgroundJobs: readonly Job[] = [
  importsJob(),
  sendMailJob,
  readMailboxJob,
  deleteExpiredRecordsJob,
  writeFailuresJob,
  changeLogRetentionJob(),
]
