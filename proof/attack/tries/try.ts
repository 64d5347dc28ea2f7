// The type of tries, and the tools that a try gets.
import type { EmbeddedServer } from '../../../server/platform/postgres/embedded-postgres.ts'
import { type Call, createClient, openRaw, type RawConnection, type Response } from '../send.ts'
import type { Accounts, Actor } from '../service/accounts.ts'
import { type Accepted, acceptsNone, describeCall, type Finding, faultOf } from '../verdict.ts'

export type Try = {
  name: string
  /** Needs much memory for some time: run twice, to see that it is given back. */
  heavy?: true
  /** Takes more than some seconds: left out of a smoke test. */
  long?: true
  /** Which 503 the situation deserves, and why. */
  accepted?: { why: string; of: Accepted }
  /** Lines of level error that the situation deserves, as a regular expression. */
  expectedLog?: string
  run(context: TryContext): Promise<void>
}

type SendAs = (
  actor: Actor,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Response>

export type TryContext = {
  url: string
  accounts: Accounts
  connection: EmbeddedServer['connection']
  /** The path of the link that sets the first administrator's password. */
  invitation: string
  /** Sends a request; a fault of its response is reported. */
  send(call: Call): Promise<Response>
  /** Calls the interface with a token. */
  api: SendAs
  /** Calls the back office with a session. */
  office: SendAs
  /** Opens a connection that is closed after the try. */
  raw(localAddress?: string): Promise<RawConnection>
  /** Reports a fault unless something holds. */
  check(holds: boolean, fault: string): void
  /** Reports a fault unless the response has one of these statuses. */
  expect(response: Response, statuses: readonly number[], what: string): void
}

/** The body and the media type of a call: a file, or JSON. */
const contentOf = (body: unknown): { body?: Buffer | string; headers: Record<string, string> } => {
  if (body === undefined) return { headers: {} }
  if (Buffer.isBuffer(body)) return { body, headers: { 'content-type': 'application/octet-stream' } }
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

/** Another address of this machine, if the system has one: limits that an attacker uses up there are not used up for the rest. */
export const otherAddress = process.platform === 'linux' ? '127.0.0.9' : undefined

/** Runs one try to its end. */
export async function runTry(
  one: Try,
  given: Pick<TryContext, 'url' | 'accounts' | 'connection' | 'invitation'>,
  report: (finding: Finding) => void,
): Promise<void> {
  const { url, accounts } = given
  const client = createClient(url, 200)
  const opened: RawConnection[] = []
  const check = (holds: boolean, fault: string, example = '') => {
    if (!holds) report({ fault: `${one.name}: ${fault}`, example })
  }
  const send = async (call: Call) => {
    const response = await client.send(call)
    const fault = faultOf(call, response, one.accepted?.of ?? acceptsNone)
    if (fault) report({ fault: `${one.name}: ${fault}`, example: describeCall(call, response) })
    return response
  }
  const context: TryContext = {
    ...given,
    send,
    api: (actor, method, path, body, headers = {}) => {
      const content = contentOf(body)
      const all = { ...accounts.of(actor).interface, ...content.headers, ...headers }
      return send({ method, path: `/restapi/v1${path}`, body: content.body, headers: all })
    },
    office: (actor, method, path, body, headers = {}) => {
      const content = contentOf(body)
      const all = { ...accounts.of(actor).office, ...content.headers, ...headers }
      return send({ method, path: `/office/api${path}`, body: content.body, headers: all })
    },
    raw: async (localAddress) => {
      const connection = await openRaw(url, localAddress)
      opened.push(connection)
      return connection
    },
    check,
    expect: ({ status, text }, statuses, what) =>
      check(
        statuses.includes(status),
        `${what}: ${status} instead of ${statuses.join(' or ')}`,
        text.slice(0, 500),
      ),
  }
  try {
    await one.run(context)
  } catch (error) {
    check(false, (error as Error).message, (error as Error).stack)
  } finally {
    for (const connection of opened) connection.end()
    client.close()
  }
}

/** The first record of a response. */
// biome-ignore lint/suspicious/noExplicitAny: tries look into records of every shape
export const recordOf = ({ text }: Response): any => JSON.parse(text)[0]

/** Runs work a number of times at once. */
export const atOnce = <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)))
