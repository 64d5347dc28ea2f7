import { constants } from 'node:os'
import { Command } from 'commander'
import { kontorVersion } from '../../platform/ground/version.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { UsageError, withInstance } from '../command.ts'
import { stopOnSignal } from '../signals.ts'
import { checkUpgrade } from './check.ts'

/** `kontor upgrade` */
export const upgradeCommand = new Command('upgrade')
  .description(
    'migrate the database to this version, and end; an embedded one is copied before. With --check, preview the upgrade and its duration',
  )
  .option(
    '--check',
    'change nothing; exit code 0: the upgrade would succeed, or there is nothing to do, 1: it would fail',
  )
  .option(
    '--trial',
    'with --check: measure the time by running the migrations; on an external database in a transaction that is rolled back, for whose locks requests wait',
  )
  .option('--no-trial', 'with --check: do not upgrade a copy of the embedded database to measure the time')
  .action(async ({ check, trial }: { check?: true; trial?: boolean }) => {
    if (!check && trial !== undefined) throw new UsageError('--trial and --no-trial require --check')
    if (!check) return upgrade()
    const stopping = new AbortController()
    const checking = checkUpgrade(readSettings(process.env), trial, stopping.signal)
    const guard = stopOnSignal(async (signal) => {
      stopping.abort()
      await checking.catch(() => {})
      return 128 + constants.signals[signal]
    })
    if (!(await guard(checking))) process.exitCode = 1
  })

async function upgrade(): Promise<void> {
  const ran = new Set<string>()
  let copied: string | undefined
  const startedAt = performance.now()
  await withInstance(async () => {}, {
    exclusive: true,
    upgrade: {
      ran: (name) => ran.add(name),
      copied: (folder) => {
        copied = folder
        console.error(`copied the database to ${folder}`)
      },
    },
  })
  const { version, schema } = kontorVersion()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.error(
    ran.size === 0
      ? `nothing to migrate: the database has the schema of ${version} (${schema})`
      : `migrated to ${version}, schema ${schema}: ${ran.size} migrations in ${seconds} s${
          copied === undefined ? '' : '; the copy is the database as it was before'
        }`,
  )
}
