import { constants } from 'node:os'
import { isatty } from 'node:tty'
import type { Logger } from 'pino'

const neverSettles = new Promise<never>(() => {})

/**
 * On SIGTERM and SIGINT runs `stop`, then exits with the code that it returns; a second signal exits immediately.
 * @returns a guard: work that it wraps never settles after a signal, because its failures are caused by stopping
 */
export function stopOnSignal(
  stop: (signal: NodeJS.Signals) => Promise<number>,
): <T>(work: Promise<T>) => Promise<T> {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stopping) process.exit(128 + constants.signals[signal])
      stopping = true
      stop(signal).then(
        (code) => process.exit(code),
        () => process.exit(1),
      )
    })
  return async (work) => {
    try {
      const result = await work
      return stopping ? await neverSettles : result
    } catch (error) {
      if (stopping) return neverSettles
      throw error
    }
  }
}

/** Stops a service gracefully on SIGTERM and SIGINT, and logs it. @returns the guard of stopOnSignal */
export const stopServiceOnSignal = (log: Logger, stop: () => Promise<void>) =>
  stopOnSignal(async (signal) => {
    log.info({ signal }, 'stopping')
    await stop().catch((error) => {
      log.error({ err: error }, 'did not shut down cleanly')
      throw error
    })
    log.info('stopped')
    return 0
  })

/** Stops a service after an uncaught error, as gracefully as possible. */
export function stopServiceOnError(log: Logger, stop: () => Promise<void>): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected error: the service shuts down')
    stop().finally(() => process.exit(1))
  })
}

const hasTerminal = (): boolean => [0, 1, 2].some((file) => isatty(file))

/** Runs `work` on SIGHUP. If the terminal was closed, stops the process as SIGTERM does. */
export function onSighup(work: () => void): void {
  const startedOnTerminal = hasTerminal()
  process.on('SIGHUP', () => {
    if (startedOnTerminal && !hasTerminal()) process.kill(process.pid, 'SIGTERM')
    else work()
  })
}
