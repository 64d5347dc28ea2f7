// Checks of health: `/readyz`, metrics, alerts, `kontor doctor` and `kontor status` show them, in this order.
import type pg from 'pg'
import { mailboxCheck } from './inbox/mailbox/mailbox-check.ts'
import { backgroundJobs } from './jobs.ts'
import { mailCheck } from './mail/mail-check.ts'
import type { ServerLink } from './platform/database/server-link.ts'
import { backupCheck } from './platform/health/backup-check.ts'
import type { Check } from './platform/health/check.ts'
import {
  archiveCheck,
  clockCheck,
  databaseCheck,
  replicaCheck,
  schemaCheck,
  serversCheck,
} from './platform/health/database-checks.ts'
import { type Health, openHealth } from './platform/health/health.ts'
import { officeCheck } from './platform/health/office-check.ts'
import { secretsCheck } from './platform/health/secrets-check.ts'
import { connectionsCheck, jobsCheck, settingsCheck } from './platform/health/service-checks.ts'
import { dataFolderCheck, diskCheck, filesCheck } from './platform/health/storage-checks.ts'
import { versionsCheck } from './platform/health/versions-check.ts'
import type { Instance } from './platform/instance/instance.ts'
import { officeFolder } from './platform/pages/built-office.ts'

export const healthChecks: readonly Check[] = [
  settingsCheck,
  dataFolderCheck,
  databaseCheck,
  serversCheck,
  schemaCheck,
  replicaCheck,
  clockCheck,
  secretsCheck,
  filesCheck,
  diskCheck,
  archiveCheck,
  backupCheck,
  mailCheck,
  mailboxCheck,
  jobsCheck(backgroundJobs),
  connectionsCheck,
  officeCheck(officeFolder),
  versionsCheck,
]

/** The health of an instance that this process serves. */
export const openServiceHealth = (
  { db, settings, probe, files, barrier }: Instance,
  pool: pg.Pool,
  link: ServerLink,
  checks: readonly Check[] = healthChecks,
): Health =>
  openHealth(checks, {
    settings,
    databaseState: 'open',
    database: { db, pool, link, isReadOnly: probe.isReadOnly, hasTables: true },
    service: { files, ensureCurrent: barrier.ensureCurrent },
  })
