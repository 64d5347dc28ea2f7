// Programs that run until they are stopped, and are started again when they end, as a service manager does it.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

export type Daemon = {
  /** undefined: it does not run at the moment. */
  pid(): number | undefined
  /** Kills it for good, at once. Waits until it has ended. */
  kill(): Promise<void>
  /** Stops it by SIGTERM, and by SIGKILL after 30 s. */
  stop(): Promise<void>
}

type DaemonOptions = {
  env?: NodeJS.ProcessEnv
  /** The file that receives what it prints. */
  log: string
}

const restartMs = 200
const stopMs = 30_000
const running = new Set<Daemon>()

process.once('exit', () => {
  for (const daemon of running) daemon.kill()
})

/** Starts a program. */
export function startDaemon(command: readonly string[], { env = process.env, log }: DaemonOptions): Daemon {
  const [program, ...args] = command
  const output = openSync(log, 'a')
  let child: ChildProcess | undefined
  let stopping = false
  const ended = (async () => {
    while (!stopping) {
      const started = spawn(program!, args, { env, stdio: ['ignore', output, output] })
      child = started
      await new Promise((done) => {
        started.once('exit', done)
        started.once('error', done)
      })
      child = undefined
      if (!stopping) await wait(restartMs)
    }
    closeSync(output)
  })()
  const daemon: Daemon = {
    pid: () => child?.pid,
    kill() {
      stopping = true
      running.delete(daemon)
      child?.kill('SIGKILL')
      return ended
    },
    async stop() {
      stopping = true
      running.delete(daemon)
      child?.kill('SIGTERM')
      const timer = setTimeout(() => child?.kill('SIGKILL'), stopMs)
      await ended
      clearTimeout(timer)
    },
  }
  running.add(daemon)
  return daemon
}
