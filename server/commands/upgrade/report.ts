// The report of `kontor upgrade --check`.
import { kontorVersion, versionText } from '../../platform/ground/version.ts'
import type { SpaceForCopy } from '../../platform/postgres/copy-cluster.ts'
import { noSpaceText } from '../../platform/postgres/upgrade-backup.ts'
import { printTable } from '../command.ts'
import { headOf, type UpgradePlan } from './plan.ts'
import type { Trial } from './trial.ts'

const size = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`
const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 0)} s`

const shownTables = 8
/** About what a disk of a small machine rewrites, with indexes and log. */
const rewrittenPerSecond = 10e6

/** The copy of an embedded database that an upgrade would make first. `place` left out: none. */
export type PlannedCopy = { place: string | undefined; space: SpaceForCopy }

/** @param untried why the time is not known */
export type CheckResult = {
  plan: UpgradePlan
  trial: Trial | undefined
  untried: string
  copy: PlannedCopy | undefined
}

/** @returns whether the upgrade would succeed */
export function reportCheck({ plan, trial, untried, copy }: CheckResult): boolean {
  const { schema, pending } = plan
  console.log(
    `Kontor ${versionText()}; the database has ${schema === 0 ? 'no schema yet' : `schema ${schema}`}.`,
  )
  if (pending.length === 0) {
    console.log('Nothing to migrate.')
    return true
  }
  if (schema === 0) {
    console.log('The database is empty: an upgrade or the first start creates its tables.')
    return true
  }
  console.log(`${pending.length} migrations are pending:`)
  printTable([
    ['migration', 'rolling', ...(trial ? ['time'] : []), 'effect'],
    ...pending.map((one) => [
      one.name,
      one.isRolling ? 'yes' : 'no',
      ...(trial ? [seconds(trial.migrations.get(one.name) ?? 0)] : []),
      headOf(one),
    ]),
  ])
  const breaking = pending.filter(({ isRolling }) => !isRolling)
  console.log(
    breaking.length === 0
      ? 'All of them are rolling: the version before works with the migrated database, and may run meanwhile.'
      : `${breaking.length} of them are not rolling: stop all services of the version before.`,
  )
  reportTables(plan)
  reportTime(plan, trial, untried)
  return reportCopy(copy)
}

function reportTables({ tables }: UpgradePlan): void {
  if (tables.length === 0) {
    console.log('They change no table that exists.')
    return
  }
  const shown = tables.slice(0, shownTables)
  const list = shown.map(
    ({ name, bytes, rows }) => `${name} (${size(bytes)}${rows > 0 ? `, about ${rows} rows` : ''})`,
  )
  const rest = tables.length - shown.length
  console.log(
    `They change ${tables.length} tables: ${list.join(', ')}${rest > 0 ? `, and ${rest} smaller ones` : ''}.`,
  )
}

function reportTime({ tables }: UpgradePlan, trial: Trial | undefined, untried: string): void {
  if (trial) {
    const basis =
      trial.copyMs > 0
        ? 'measured by upgrading a copy of the database, which was removed'
        : 'measured on the database, in a transaction that was rolled back'
    const copying = trial.copyMs > 0 ? `${seconds(trial.copyMs)} to copy the database and ` : ''
    console.log(`Time: ${copying}${seconds(trial.totalMs)} to migrate it, ${basis}.`)
    return
  }
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
  console.log(
    `Time: not measured (${untried}). If every one of these tables were rewritten once, about ${seconds((bytes / rewrittenPerSecond) * 1000)}, at 10 MB/s; most migrations rewrite none.`,
  )
}

function reportCopy(copy: PlannedCopy | undefined): boolean {
  if (!copy) {
    console.log(
      'Back the database up before, with the tools of its server: Kontor copies only an embedded one.',
    )
    return true
  }
  const { place, space } = copy
  if (place === undefined) {
    console.log('The database is not copied before: KONTOR_UPGRADE_BACKUP is off.')
    return true
  }
  if (!space.isEnough) {
    console.log(`The upgrade to ${kontorVersion().version} would fail: ${noSpaceText(place, space)}.`)
    return false
  }
  console.log(
    `The database is copied before, to ${place}: ${size(space.bytes)}; ${size(space.freeBytes)} are free there.`,
  )
  return true
}
