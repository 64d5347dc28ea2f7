// Kontor as a user runs it: bin/kontor on a data folder.
import { request } from 'node:http'
import { join } from 'node:path'
import type { EmbeddedServer } from '../../server/platform/postgres/embedded-postgres.ts'
import { cleanEnvironment, type RunningProcess, root, run, start } from './processes.ts'

export const prefix = '/restapi/v1'

/** Settings without limits of rate: a load or a fuzzer sees more than 429. */
export const withoutRates: Record<string, string> = Object.fromEntries(
  ['TOKEN', 'CATALOGUE', 'SESSION', 'ADDRESS', 'NEWSLETTER', 'WEBSITE', 'WEBSITE_WRITE'].map((name) => [
    `KONTOR_RATE_${name}`,
    '0',
  ]),
)

/** A running service: its address and its process. */
export type Service = { address: string; pid: number; stop(): Promise<void> }

const settings = (data: string): Record<string, string> => ({ KONTOR_DATA: data, KONTOR_PORT: '0' })

const toService = ({ ready, pid, stop }: RunningProcess): Service => ({ address: ready[1]!, pid, stop })

/** How a service is started: further settings, another checkout of Kontor, further arguments. */
type ServeOptions = { extra?: Record<string, string>; home?: string; args?: readonly string[] }

/** `kontor serve` on a folder. */
export const startServe = async (
  data: string,
  { extra = {}, home = root, args = [] }: ServeOptions = {},
): Promise<Service> =>
  toService(
    await start(
      [join(home, 'bin/kontor'), 'serve', ...args],
      cleanEnvironment({ ...settings(data), ...extra }),
      /(?:answers|is) at (http:\S+?)\/restapi/,
    ),
  )

/** `kontor demo` on a folder. */
export const startDemo = async (
  data: string,
  { extra = {}, home = root }: Omit<ServeOptions, 'args'> = {},
): Promise<Service> =>
  toService(
    await start(
      [join(home, 'bin/kontor'), 'demo'],
      cleanEnvironment({ ...settings(data), ...extra }),
      /(?:answers|is) at (http:\S+?)\/restapi/,
    ),
  )

/** Runs a command of Kontor. @returns its output */
export const runKontor = async (data: string, ...args: string[]): Promise<string> =>
  (await run([join(root, 'bin/kontor'), ...args], cleanEnvironment(settings(data)))).trim()

/** Another service on the database that an embedded server already serves. */
export const startServeBeside = (
  data: string,
  { host, port, user, database }: EmbeddedServer['connection'],
  options: ServeOptions = {},
): Promise<Service> => {
  const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
  return startServe(data, { ...options, extra: { ...options.extra, KONTOR_DATABASE_URL: url } })
}

/** A response, not decompressed. */
export type HttpResponse = { status: number; headers: Record<string, string>; bytes: Buffer }

/** Sends one request, with a timeout of a minute. With a body it is a POST. */
export const sendRequest = (
  address: string,
  path: string,
  { token, headers = {}, body }: { token: string; headers?: Record<string, string>; body?: string },
): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const outgoing = request(address + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `token ${token}`, ...json, ...headers },
      signal: AbortSignal.timeout(60_000),
      agent: false,
    })
    outgoing.once('error', reject)
    outgoing.once('response', async (response) => {
      try {
        const bytes = Buffer.concat(await response.toArray())
        resolve({ status: response.statusCode!, headers: response.headers as HttpResponse['headers'], bytes })
      } catch (error) {
        reject(error)
      }
    })
    outgoing.end(body)
  })

/** Sends a GET. @returns the body @throws if the status is not 200 */
export async function getBody(service: { address: string }, path: string, token: string): Promise<Buffer> {
  const { status, bytes } = await sendRequest(service.address, path, { token })
  if (status !== 200) throw new Error(`GET ${path} returned ${status}: ${bytes.subarray(0, 500)}`)
  return bytes
}
