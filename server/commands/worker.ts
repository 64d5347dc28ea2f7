import cluster from 'node:cluster'
import { Command } from 'commander'
import { counted } from '../platform/http/metrics.ts'
import { openInstance } from '../platform/runtime/open-instance.ts'
import { readSettings } from '../platform/runtime/settings.ts'
import { readId, UsageFault } from './command.ts'
import { openServiceLog } from './log.ts'
import { type Answering, answer } from './service.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

/** How long a worker that is replaced takes further requests over connections that are kept alive, in milliseconds. */
export const lingerMs = 2000

/** Returns when it is sent: a process that ends at once would take it along. */
const tell = (message: FromWorker) => new Promise<void>((done) => process.send!(message, () => done()))

/** `kontor worker`, which `kontor serve --workers` starts. It ends with the process that started it, even if that is killed. */
export const workerCommand = new Command('worker')
  .description('one of the processes of kontor serve --workers')
  .argument('<number>')
  .action(async (text: string) => {
    const number = readId(text, 'number')
    if (!cluster.isWorker) throw new UsageFault('a worker is started by kontor serve --workers alone')
    const settings = readSettings(process.env)
    const log = openServiceLog(settings.logLevel, number)
    let answering: Answering | undefined
    let close = async () => {}
    let leaving: Promise<never> | undefined
    const leave = (linger: number, code: number): Promise<never> => {
      leaving ??= (async () => {
        await answering?.drain(linger)
        await close()
        process.exit(code)
      })().catch((error) => {
        log.error({ err: error }, 'did not stop orderly')
        process.exit(1)
      })
      return leaving
    }

    const scrapes = new Map<number, (text: string) => void>()
    let lastScrape = 0
    const scrape = () =>
      new Promise<string>((done) => {
        scrapes.set(++lastScrape, done)
        void tell({ type: 'scrape', id: lastScrape })
      })
    process.on('message', async (message: ToWorker) => {
      if (message.type === 'leave') await leave(message.lingerMs, 0)
      if (message.type === 'count') await tell({ type: 'counted', id: message.id, counted: await counted() })
      if (message.type === 'scraped') {
        scrapes.get(message.id)?.(message.text)
        scrapes.delete(message.id)
      }
    })
    // A terminal sends these to all processes: the one that started the workers decides.
    for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
    process.on('SIGTERM', async () => {
      await tell({ type: 'leaving' })
      await leave(lingerMs, 0)
    })

    try {
      const open = await openInstance(settings, log, { exclusive: false, migrate: false })
      close = open.close
      answering = await answer(open, String(number), scrape)
    } catch (error) {
      log.error({ err: error }, 'the worker did not start')
      await tell({ type: 'failed', message: (error as Error).message })
      process.exit(1)
    }
    process.on('uncaughtException', async (error) => {
      log.fatal({ err: error }, 'unexpected error: the worker ends')
      await tell({ type: 'leaving' })
      await leave(lingerMs, 1)
    })
    await tell({ type: 'answering', address: answering.address })
  })
