// Services of Kontor, started again when they end.
import { join } from 'node:path'
import { type Daemon, startDaemon } from '../../../test/support/servers/daemon.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { cleanEnvironment, root, run } from '../../support/processes.ts'

/** An instance: its data folder and settings. `prefix`: a command that starts its programs, such as on another machine. */
export type Place = {
  data: string
  settings?: Record<string, string>
  prefix?: readonly string[]
  /** Another copy of Kontor. */
  home?: string
}

type ServiceOptions = Place & {
  args?: readonly string[]
  host?: string
  port: number
  log: string
}

export type Service = Daemon & { url: string }

const environmentOf = ({ data, settings }: Place) =>
  cleanEnvironment({ KONTOR_DATA: data, KONTOR_DATABASE_MEMORY: '64MiB', ...settings })

export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000), headers: { connection: 'close' } }).then(
    ({ status }) => status === 200,
    () => false,
  )

/** `kontor serve`, ready. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { args = [], host = '127.0.0.1', port, log, prefix = [], home = root } = options
  const daemon = startDaemon([...prefix, join(home, 'bin/kontor'), 'serve', ...args], {
    // The keys of an hour of writing.
    env: {
      ...environmentOf(options),
      KONTOR_HOST: host,
      KONTOR_PORT: String(port),
      KONTOR_IDEMPOTENCY_KEYS: '0',
    },
    log,
  })
  const url = `http://${host}:${port}`
  try {
    await waitUntil(() => isReady(url), `${url} is ready`)
    return { ...daemon, url }
  } catch (error) {
    await daemon.stop()
    throw error
  }
}

/** Runs a command of Kontor. @returns what it prints */
export async function runCommand(place: Place, ...args: string[]): Promise<string> {
  return (
    await run(
      [...(place.prefix ?? []), join(place.home ?? root, 'bin/kontor'), ...args],
      environmentOf(place),
    )
  ).trim()
}

/** A token of the administrator. */
export const createToken = (place: Place): Promise<string> =>
  runCommand(place, 'token', 'create', '--user', 'admin@localhost', '--label', 'faults')
