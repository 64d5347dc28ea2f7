// The background job of backups by schedule. Another process makes them, so that requests do not wait and its memory is limited.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Job } from '../platform/instance/background-jobs.ts'
import type { Instance } from '../platform/instance/instance.ts'
import { findNextBackup, nameOfPlace } from '../platform/runtime/backups/backup-record.ts'
import type { BackupOutcome } from './scheduled-backup.ts'

/** The schedule and the clock may be changed. */
const intervalMs = 10 * 60_000
const maxHeapMb = 512
const program = join(import.meta.dirname, '../main.ts')

/** Runs `kontor backup --scheduled`, which ends when this process does. @returns undefined: it ended without an outcome */
async function runBackupProcess(
  { settings }: Instance,
  signal: AbortSignal,
): Promise<BackupOutcome | undefined> {
  const child = fork(program, ['backup', '--scheduled'], {
    env: { ...process.env, KONTOR_DATA: settings.dataFolder },
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let outcome: BackupOutcome | undefined
  let errors = ''
  child.on('message', (message: BackupOutcome) => {
    outcome = message
  })
  child.stderr!.setEncoding('utf8').on('data', (text) => {
    errors = (errors + text).slice(-1000)
  })
  const end = () => child.kill('SIGTERM')
  signal.addEventListener('abort', end)
  try {
    const [code, killedBy] = await once(child, 'close')
    if (outcome || signal.aborted) return outcome
    return {
      state: 'failed',
      error: errors.trim() || `the process ended (${killedBy ?? `exit code ${code}`})`,
    }
  } finally {
    signal.removeEventListener('abort', end)
  }
}

export const backupJob: Job = {
  name: 'back-up',
  intervalMs,
  async run(instance, signal) {
    const { db, settings, clock, log } = instance
    const dueAt = await findNextBackup(db, settings, clock.now())
    if (!settings.backup || !dueAt || dueAt > clock.now()) return false
    const startedAt = performance.now()
    const outcome = await runBackupProcess(instance, signal)
    const place = nameOfPlace(settings.backup.place)
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10
    if (outcome?.state === 'done') {
      const { state: _, ...backup } = outcome
      log.info({ backup: { place, seconds, ...backup } }, 'backed up')
    } else if (outcome?.state === 'failed')
      log.error({ backup: { place, seconds, error: outcome.error } }, 'the backup failed')
    return false
  },
  async dueAfterMs({ db, settings, clock }) {
    const dueAt = await findNextBackup(db, settings, clock.now())
    return dueAt && Math.max(0, dueAt.getTime() - clock.now().getTime())
  },
}
