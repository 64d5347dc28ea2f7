import cluster from 'node:cluster'
import { Command } from 'commander'
import { serviceLimits } from '../../platform/database/time-limits.ts'
import { readMetrics } from '../../platform/http/metrics.ts'
import { openInstance } from '../../platform/instance/open-instance.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { readId, UsageError } from '../command.ts'
import type { ConnectionHandle, Departure } from '../connections.ts'
import { openServiceLog } from '../log.ts'
import { type Listener, listen } from '../service.ts'
import { type FromWorker, heartbeatMs, type ToWorker } from './worker-messages.ts'

/** Shuts down without a successor: kept-alive connections may send one more request each for two seconds. */
const alone: Departure = { lingerMs: 2000 }

/** Resolves when the message is sent: a process that exits immediately would lose it. */
const sendToPrimary = (message: FromWorker, connection?: ConnectionHandle) =>
  new Promise<void>((done) => process.send!(message, connection, undefined, () => done()))

const handOver = async (connection: ConnectionHandle) => {
  await sendToPrimary({ type: 'connection' }, connection)
  connection.close()
}

/** `kontor worker`, started by `kontor serve --workers`. It exits when its parent exits, even if that is killed. */
export const workerCommand = new Command('worker')
  .description('one of the processes of kontor serve --workers')
  .argument('<number>')
  .action(async (text: string) => {
    const number = readId(text, 'number')
    if (!cluster.isWorker) throw new UsageError('kontor worker is started only by kontor serve --workers')
    const settings = readSettings(process.env)
    const log = openServiceLog(settings.logLevel, number)
    let listener: Listener | undefined
    let close = async () => {}
    let shuttingDown: Promise<never> | undefined
    const shutDown = (departure: Departure, code: number): Promise<never> => {
      shuttingDown ??= (async () => {
        await listener?.drain(departure)
        await close()
        process.exit(code)
      })().catch((error) => {
        log.error({ err: error }, 'did not shut down cleanly')
        process.exit(1)
      })
      return shuttingDown
    }

    const pendingScrapes = new Map<number, (text: string) => void>()
    let lastScrapeId = 0
    const scrape = () =>
      new Promise<string>((done) => {
        pendingScrapes.set(++lastScrapeId, done)
        void sendToPrimary({ type: 'scrape', id: lastScrapeId })
      })
    process.on('message', async (message: ToWorker, connection?: ConnectionHandle) => {
      if (message.type === 'stop') {
        await listener?.announceStop()
        await shutDown({ lingerMs: 0 }, 0)
      }
      if (message.type === 'handOver') await shutDown({ handOver }, 0)
      if (message.type === 'connection' && connection) listener?.accept(connection)
      if (message.type === 'readMetrics')
        await sendToPrimary({ type: 'metrics', id: message.id, metrics: await readMetrics() })
      if (message.type === 'scraped') {
        pendingScrapes.get(message.id)?.(message.text)
        pendingScrapes.delete(message.id)
      }
    })
    // A terminal sends these signals to all processes: only the primary handles them.
    for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
    process.on('SIGTERM', async () => {
      await sendToPrimary({ type: 'shuttingDown' })
      await shutDown(alone, 0)
    })

    try {
      const open = await openInstance(settings, log, {
        exclusive: false,
        migrate: false,
        limits: serviceLimits,
        files: 'required',
      })
      close = open.close
      listener = await listen(open, String(number), scrape)
    } catch (error) {
      log.error({ err: error }, 'the worker did not start')
      await sendToPrimary({ type: 'failed', message: (error as Error).message })
      process.exit(1)
    }
    process.on('uncaughtException', async (error) => {
      log.fatal({ err: error }, 'unexpected error: the worker shuts down')
      await sendToPrimary({ type: 'shuttingDown' })
      await shutDown(alone, 1)
    })
    await sendToPrimary({ type: 'listening', address: listener.address })
    setInterval(() => void sendToPrimary({ type: 'heartbeat' }), heartbeatMs).unref()
  })
