import { availableParallelism } from 'node:os'
import { Command } from 'commander'
import { readSettings } from '../platform/runtime/settings.ts'
import { UsageFault } from './command.ts'
import { makeFirstUser } from './first-user.ts'
import { openServiceLog } from './log.ts'
import { runService } from './service.ts'
import { onHangUp } from './signals.ts'
import { runWorkers } from './workers.ts'

const mostWorkers = 64

/** The number of workers on the command line. @throws UsageFault */
export function readWorkers(text: string): number {
  if (text === 'auto') return Math.min(availableParallelism(), mostWorkers)
  if (!/^[1-9]\d?$/.test(text) || Number(text) > mostWorkers)
    throw new UsageFault(`--workers must be a whole number from 1 to ${mostWorkers}, or auto`)
  return Number(text)
}

/** `kontor serve` */
export const serveCommand = new Command('serve')
  .description('run the service')
  .option(
    '--workers <number>',
    'processes that answer, on one port; auto: one for each core (left out: the service is one process, without reload)',
  )
  .action(async (options: { workers?: string }) => {
    const workers = options.workers === undefined ? undefined : readWorkers(options.workers)
    const settings = readSettings(process.env)
    const log = openServiceLog(settings.logLevel)
    let link: string | undefined
    const prepare = async (instance: Parameters<typeof makeFirstUser>[0]) => {
      link = await makeFirstUser(instance)
    }
    if (workers === undefined)
      onHangUp(() => log.warn('SIGHUP: nothing is reloaded; a service that runs with --workers reloads'))
    const { address } =
      workers === undefined
        ? await runService(settings, log, prepare)
        : await runWorkers(settings, log, prepare, workers)
    // In one piece: who waits for the address finds all of it.
    console.error(
      [
        `Kontor answers at ${address}/restapi/v1; the interface is shown at ${address}/docs`,
        `The back office: ${settings.url || address}/office`,
        ...(link
          ? [
              'This instance is new: it has the administrator admin@localhost. A link that sets its password, once, within a week:',
              `  ${settings.url || address}${link}`,
              'A token for the interface: kontor token create --user admin@localhost --label first',
            ]
          : []),
      ].join('\n'),
    )
  })
