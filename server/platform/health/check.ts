// The type of checks of health. `/readyz`, the metrics, the alerts, `kontor doctor` and `kontor status` all show the same list of checks.
import type pg from 'pg'
import type { Db } from '../database/database.ts'
import type { ServerLink } from '../database/server-link.ts'
import type { Files } from '../files/files.ts'
import type { Settings } from '../settings/settings.ts'

export type CheckState = 'ok' | 'warning' | 'failed'

/** The finding of a check, as an English sentence without a full stop. `cause`: the error behind it. */
export type CheckResult = { state: CheckState; text: string; cause?: Error }

export const ok = (text: string): CheckResult => ({ state: 'ok', text })
export const warning = (text: string): CheckResult => ({ state: 'warning', text })
export const failed = (text: string, cause?: Error): CheckResult => ({
  state: 'failed',
  text,
  ...(cause && { cause }),
})

/** The database of an instance, as far as there is one. */
export type CheckedDatabase = {
  db: Db
  pool: pg.Pool
  link: ServerLink
  /** Asks on a connection of its own, so that the load of the others does not matter. */
  isReadOnly(): Promise<boolean>
  /** Whether it has the tables of Kontor: false before the first start. */
  hasTables: boolean
}

/** The facts of a running service. */
export type RunningService = {
  files: Files
  /** Whether its caches can be verified. */
  ensureCurrent(): Promise<void>
}

/** An instance to be checked: by its own service, or by a command beside it or before its first start. */
export type CheckedInstance = {
  settings: Settings
  /** Left out: see `databaseState`. */
  database?: CheckedDatabase
  /** `missing`: it is created by the first start; `stopped`: it runs only with a process of Kontor; an error: it cannot be used. */
  databaseState: 'open' | 'missing' | 'stopped' | Error
  /** Left out: a command checks. */
  service?: RunningService
}

/** How soon somebody must look at a failed check. `after`: how long it may fail before. */
type Alert = {
  severity: 'critical' | 'warning'
  after: string
  /** Also for a warning of the check. */
  onWarning?: true
  /** The event, as a sentence of which "{{ $labels.instance }}" is the instance. */
  summary: string
}

/** One check. It appears in all channels without further code. */
export type Check = {
  /** In lower case, with hyphens; the label `check` of the metrics. */
  name: string
  /** The subject of the check, for the documentation. */
  looksAt: string
  /** The meaning of a failure. `not ready`: the service cannot do its work, `/readyz` is 503; `error`: part of it does not work. */
  failure: 'not ready' | 'error' | 'warning'
  /** Where it runs: in the service, in the commands, which also work before the first start, or in both. */
  runs: 'service' | 'commands' | 'everywhere'
  /** Left out if the subject lacks it, or if the check that provides it fails. */
  needs?: 'database' | 'tables'
  provides?: 'database'
  /** A finding of the service holds for this time, in milliseconds, because the check costs much; left out: it is asked each time. */
  validMs?: number
  /** The remedy. */
  help: string
  /** false: nobody must be woken. */
  alert: Alert | false
  /** @returns nothing: there is nothing to check. @throws what lets it fail */
  run(subject: CheckedInstance): Promise<readonly CheckResult[]>
}
