import { availableParallelism } from 'node:os'
import { Command } from 'commander'
import { startStep } from '../platform/database/prepare-database.ts'
import { kontorVersion } from '../platform/ground/version.ts'
import { readSettings } from '../platform/settings/settings.ts'
import { UsageError } from './command.ts'
import { rejectDemoCredentials } from './demo-credentials.ts'
import { createFirstUser } from './first-user.ts'
import { inheritedSocket } from './listen/listen-socket.ts'
import { openServiceLog } from './log.ts'
import { runService } from './service.ts'
import { onSighup } from './signals.ts'

const maxWorkers = 64

/** Parses the number of workers. @throws UsageError */
export function parseWorkerCount(text: string): number {
  if (text === 'auto') return Math.min(availableParallelism(), maxWorkers)
  if (!/^[1-9]\d?$/.test(text) || Number(text) > maxWorkers)
    throw new UsageError(`--workers must be a whole number from 1 to ${maxWorkers}, or auto`)
  return Number(text)
}

/** `kontor serve` */
export const serveCommand = new Command('serve')
  .description('run the service')
  .option(
    '--workers <number>',
    'number of worker processes on one port; auto: one per core (default: a single process, without reload)',
  )
  .action(async (options: { workers?: string }) => {
    const workers = options.workers === undefined ? undefined : parseWorkerCount(options.workers)
    const fromEnvironment = readSettings(process.env)
    // Others than this machine may reach a socket that was opened elsewhere.
    const settings =
      inheritedSocket(process.pid) === undefined ? fromEnvironment : { ...fromEnvironment, host: '0.0.0.0' }
    const log = openServiceLog(settings.logLevel)
    const { version, commit, schema } = kontorVersion()
    log.info({ version, commit, schema, node: process.versions.node }, `Kontor ${version} starts`)
    let link: string | undefined
    const prepare = async (instance: Parameters<typeof createFirstUser>[0]) => {
      await rejectDemoCredentials(instance)
      link = await startStep(log, 'the users of the instance', createFirstUser(instance))
    }
    if (workers === undefined)
      onSighup(() => log.warn('SIGHUP ignored: only a service with --workers can be reloaded'))
    const { address } =
      workers === undefined
        ? await runService(settings, log, prepare)
        : await (await import('./workers/workers.ts')).runWorkers(settings, log, prepare, workers)
    // In one write, so that a reader waiting for the address gets it complete.
    console.error(
      [
        `Kontor: the interface is at ${address}/restapi/v1, documented at ${address}/docs`,
        `The back office is at ${settings.publicUrl || address}/office`,
        ...(link
          ? [
              'This instance is new. Its administrator is admin@localhost; this link sets the password, once and within a week:',
              `  ${settings.publicUrl || address}${link}`,
              'To create a token for the interface: kontor token create --user admin@localhost --label first',
            ]
          : []),
      ].join('\n'),
    )
  })
