// The last backup: its check and its metrics.
import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import type { Db } from '../database/database.ts'
import { maxWaitMs, registry } from '../http/metrics.ts'
import { type BackupRun, type BackupState, readBackupState } from '../runtime/backups/backup-record.ts'
import type { Settings } from '../settings/settings.ts'
import { type Check, type CheckResult, failed, ok, warning } from './check.ts'
import { shareScrape, within } from './share-scrape.ts'

/** The state of the backups, by the clock of the database. */
export async function loadBackupState(db: Db, settings: Settings): Promise<BackupState & { now: Date }> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const { now } = rows[0]!
  return { ...(await readBackupState(db, settings, now)), now }
}

const maxAgeDays = 8
const dayMs = 86_400_000

const describe = ({ startedAt, place, name, bytes }: BackupRun): string =>
  `the last good one is of ${startedAt.toISOString()}: ${name} in ${place}, ${(bytes / 2 ** 20).toFixed(1)} MiB`

export const backupCheck: Check = {
  name: 'backup',
  looksAt: 'the last verified backup is as young as the schedule says, and none has failed since',
  failure: 'error',
  runs: 'everywhere',
  needs: 'tables',
  validMs: 60_000,
  help: 'Make room at the place of KONTOR_BACKUP, or make it reachable; kontor backup makes one at once.',
  alert: {
    severity: 'critical',
    after: '1h',
    summary: 'The backups of {{ $labels.instance }} fail or are overdue.',
  },
  async run({ settings, database }) {
    const { lastGood, failure, failureCount, isOverdue, now } = await loadBackupState(database!.db, settings)
    const findings: CheckResult[] = []
    if (failure) {
      const text = `${failureCount === 1 ? 'the last attempt' : `the last ${failureCount} attempts`} failed: ${failure.error}`
      findings.push(failure.cause === 'schedule' ? failed(text) : warning(text))
    }
    if (isOverdue) findings.push(failed('the schedule of KONTOR_BACKUP would have made one long ago'))
    if (!lastGood) {
      const isNew = settings.backup !== undefined && !failure
      return [...findings, isNew ? ok('the first one is still to come') : warning('there is none')]
    }
    const isOld = !settings.backup && now.getTime() - lastGood.startedAt.getTime() > maxAgeDays * dayMs
    return [...findings, isOld ? warning(`${describe(lastGood)}: make one`) : ok(describe(lastGood))]
  },
}

/** Adds when the last good backup was made, and its size; they are missing if there is none, or the database does not answer. */
export function measureBackup(db: Db, settings: Settings): void {
  const read = shareScrape(() => within(maxWaitMs, loadBackupState(db, settings)))
  const gauge = (name: string, help: string, readValue: (run: BackupRun, now: Date) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const state = await read()
        if (state?.lastGood) this.set(readValue(state.lastGood, state.now))
        else this.remove()
      },
    })
  gauge(
    'kontor_backup_last_timestamp_seconds',
    'When the last verified backup was begun, in seconds since 1970',
    ({ startedAt }) => startedAt.getTime() / 1000,
  )
  gauge(
    'kontor_backup_last_age_seconds',
    'How old the last verified backup is, by the clock of the database',
    ({ startedAt }, now) => Math.max(0, (now.getTime() - startedAt.getTime()) / 1000),
  )
  gauge('kontor_backup_last_size_bytes', 'Size of the last verified backup', ({ bytes }) => bytes)
}
