// The attacked service: bin/kontor in a process of its own, its log, and its end.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { cleanEnvironment, root } from '../../support/processes.ts'
import type { LogWatch } from './log-watch.ts'

export type AttackedService = {
  url: string
  pid: number
  /** The secret of the link that sets the first administrator's password, of a new instance. */
  invitation: string | undefined
  /** How the process has ended by itself, with the end of its standard error; undefined: it has not. */
  death(): string | undefined
  stop(): Promise<void>
}

/** Starts `kontor serve`, and waits until it listens. @throws if it exits instead */
export async function startService(
  data: string,
  settings: Record<string, string>,
  log: LogWatch,
): Promise<AttackedService> {
  const child = spawn(join(root, 'bin/kontor'), ['serve'], {
    env: cleanEnvironment({ KONTOR_DATA: data, KONTOR_PORT: '0', KONTOR_STOP_DELAY: '0', ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stopping = false
  let death: string | undefined
  let message = ''
  const ended = once(child, 'close').then(([code, signal]) => {
    if (!stopping) death = `exit code ${code}, signal ${signal}\n${message.slice(-4000)}`
  })
  createInterface({ input: child.stdout }).on('line', log.add)
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (text: Buffer) => {
      message = (message + text).slice(-20_000)
      const found = /interface is at (http:\S+?)\/restapi/.exec(message)?.[1]
      if (found) setImmediate(resolve, found)
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`kontor serve exited with ${code}: ${message}`)))
  })
  return {
    url,
    pid: child.pid!,
    invitation: /#\/invitation\/([\w-]+)/.exec(message)?.[1],
    death: () => death,
    async stop() {
      stopping = true
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 30_000)
      await ended
      clearTimeout(timer)
    },
  }
}
