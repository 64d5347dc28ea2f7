import { availableParallelism } from 'node:os'
import { Command } from 'commander'
import { readSettings } from '../platform/runtime/settings.ts'
import { UsageError } from './command.ts'
import { rejectDemoCredentials } from './demo-credentials.ts'
import { createFirstUser } from './first-user.ts'
import { openServiceLog } from './log.ts'
import { runService } from './service.ts'
import { onSighup } from './signals.ts'
import { runWorkers } from './workers.ts'

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
    const settings = readSettings(process.env)
    const log = openServiceLog(settings.logLevel)
    let link: string | undefined
    const prepare = async (instance: Parameters<typeof createFirstUser>[0]) => {
      await rejectDemoCredentials(instance)
      link = await createFirstUser(instance)
    }
    if (workers === undefined)
      onSighup(() => log.warn('SIGHUP ignored: only a service with --workers can be reloaded'))
    const { address } =
      workers === undefined
        ? await runService(settings, log, prepare)
        : await runWorkers(settings, log, prepare, workers)
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
