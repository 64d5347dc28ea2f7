// Kontor as a user runs it: bin/kontor on a data folder.
import { join } from 'node:path'
import type { Connection } from '../server/platform/database.ts'
import { cleanEnvironment, type Running, root, run, start } from './processes.ts'

export const prefix = '/restapi/v1'

/** A running service: where it answers, and which process it is. */
export type Service = { address: string; pid: number; stop(): Promise<void> }

const settings = (data: string): Record<string, string> => ({ KONTOR_DATA: data, KONTOR_PORT: '0' })

const toService = ({ ready, pid, stop }: Running): Service => ({ address: ready[1]!, pid, stop })

/** `kontor serve` on a folder. @param extra further settings @param home another checkout of Kontor */
export const serve = async (
  data: string,
  extra: Record<string, string> = {},
  home = root,
): Promise<Service> =>
  toService(
    await start(
      [join(home, 'bin/kontor'), 'serve'],
      cleanEnvironment({ ...settings(data), ...extra }),
      /Kontor answers at (http:\S+?)\/restapi/,
    ),
  )

/** `kontor demo` on a folder. */
export const demo = async (data: string): Promise<Service> =>
  toService(
    await start(
      [join(root, 'bin/kontor'), 'demo'],
      cleanEnvironment(settings(data)),
      /Kontor demo answers at (http:\S+?)\/restapi/,
    ),
  )

/** Runs a command of Kontor. @returns its output */
export const kontor = async (data: string, ...args: string[]): Promise<string> =>
  (await run([join(root, 'bin/kontor'), ...args], cleanEnvironment(settings(data)))).trim()

/** Another service, of another checkout, on the database that an embedded server already serves. */
export const serveBeside = (data: string, connection: Connection, home: string): Promise<Service> => {
  if (!('host' in connection)) throw new Error('needs the embedded server')
  const { host, port, user, database } = connection
  const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
  return serve(data, { KONTOR_DATABASE_URL: url }, home)
}

/** One GET. @returns the body @throws where the status is not 200 */
export async function get(service: { address: string }, path: string, token: string): Promise<Buffer> {
  const response = await fetch(service.address + path, {
    headers: { authorization: `token ${token}`, 'accept-encoding': 'identity' },
    signal: AbortSignal.timeout(60_000),
  })
  const body = Buffer.from(await response.arrayBuffer())
  if (response.status !== 200)
    throw new Error(`GET ${path} answers ${response.status}: ${body.subarray(0, 500)}`)
  return body
}
