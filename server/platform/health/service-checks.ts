// Checks of the settings and of the work of a service.
import { refusedConnections } from '../http/request/connection-limit.ts'
import { failingJobs, type Job, readBacklogs } from '../instance/background-jobs.ts'
import type { Settings } from '../settings/settings.ts'
import { type Check, type CheckResult, failed, ok, warning } from './check.ts'

/** Settings of which one makes the other useless. */
const contradictions: readonly [(settings: Settings) => unknown, string][] = [
  [
    ({ databaseUrl, databaseMemory }) => databaseUrl && databaseMemory,
    'KONTOR_DATABASE_MEMORY is for the embedded database, and has no effect with KONTOR_DATABASE_URL',
  ],
  [
    ({ hstsSeconds, publicUrl }) => hstsSeconds > 0 && publicUrl.startsWith('http://'),
    'KONTOR_HSTS has no effect with a KONTOR_URL that begins with http://',
  ],
  [
    ({ bounceToken, mail }) => bounceToken !== '' && !mail,
    'KONTOR_BOUNCE_TOKEN is set, but no mail is sent without KONTOR_SMTP_URL',
  ],
  [
    ({ mailbox, mail }) => mailbox && !mail,
    'KONTOR_IMAP_URL is set, but replies are not sent without KONTOR_SMTP_URL',
  ],
  [
    ({ trustedProxies, publicUrl, host }) =>
      !trustedProxies && publicUrl.startsWith('https://') && host !== '127.0.0.1' && host !== '::1',
    'KONTOR_URL begins with https://, so that a proxy must be in front, but KONTOR_TRUST_PROXY names none: all visitors share the limits of its address',
  ],
]

export const settingsCheck: Check = {
  name: 'settings',
  looksAt: 'the settings are valid, and do not contradict each other',
  failure: 'warning',
  runs: 'everywhere',
  help: 'Remove the setting that has no effect, or add what it needs.',
  alert: false,
  async run({ settings }) {
    const found = contradictions.filter(([applies]) => applies(settings)).map(([, text]) => warning(text))
    return found.length > 0 ? found : [ok('valid')]
  },
}

const refusedWithinMs = 600_000

export const connectionsCheck: Check = {
  name: 'connections',
  looksAt: 'whether connections were refused in the last ten minutes',
  failure: 'warning',
  runs: 'service',
  help: 'Look who opens so many; then raise KONTOR_CONNECTIONS or KONTOR_CONNECTIONS_ADDRESS, or name the proxy in KONTOR_TRUST_PROXY.',
  alert: {
    severity: 'warning',
    after: '10m',
    onWarning: true,
    summary: 'Kontor on {{ $labels.instance }} refuses connections.',
  },
  async run() {
    const { lastAt, total } = refusedConnections()
    return lastAt !== undefined && performance.now() - lastAt < refusedWithinMs
      ? [warning(`${total} were refused since the start, the last one within ten minutes`)]
      : [ok('none was refused in the last ten minutes')]
  },
}

const maxWaitingSeconds = 900

/** The check of the background jobs in a list. */
export const jobsCheck = (jobs: readonly Job[]): Check => ({
  name: 'jobs',
  looksAt: 'background jobs work, and none has been waiting for more than 15 minutes',
  failure: 'error',
  runs: 'everywhere',
  needs: 'tables',
  help: 'The log has the error of a job; the page Outbox shows why mail is not sent, the page Imports why an import does not go on.',
  alert: {
    severity: 'warning',
    after: '5m',
    summary:
      'Work in the background of {{ $labels.instance }} fails, or has been waiting for more than 15 minutes.',
  },
  async run({ database, service }) {
    const findings: CheckResult[] = service
      ? [...failingJobs()].map(([name, reason]) => failed(`${name} fails: ${reason}`))
      : []
    for (const { name, waiting, oldestSeconds } of await readBacklogs(database!.db, jobs))
      if (oldestSeconds > maxWaitingSeconds)
        findings.push(
          failed(`${name}: ${waiting} wait, the oldest for ${Math.floor(oldestSeconds / 60)} minutes`),
        )
    return findings.length > 0 ? findings : [ok('none fails, none waits for long')]
  },
})
