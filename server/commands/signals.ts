import { constants } from 'node:os'
import { isatty } from 'node:tty'

const forever = new Promise<never>(() => {})

/**
 * On SIGTERM and SIGINT runs `stop`, then ends the process with the code that it gives; a second signal does not wait.
 * @returns a guard: what it wraps stands still once a signal came, for whatever fails then fails because of the stop
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
      return stopping ? await forever : result
    } catch (error) {
      if (stopping) return forever
      throw error
    }
  }
}

const onTerminal = (): boolean => [0, 1, 2].some((file) => isatty(file))

/** On SIGHUP runs `work`. Where the terminal was closed that the process was started in, it is stopped as by SIGTERM. */
export function onHangUp(work: () => void): void {
  const begunOnTerminal = onTerminal()
  process.on('SIGHUP', () => {
    if (begunOnTerminal && !onTerminal()) process.kill(process.pid, 'SIGTERM')
    else work()
  })
}
