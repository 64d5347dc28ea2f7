// Sends generated requests, many at once, and looks at every response.
import { createClient, type Response } from '../send.ts'
import type { Accounts } from '../service/accounts.ts'
import type { KnownValues } from '../service/links.ts'
import { leakOf } from '../service/other-client.ts'
import { acceptsNone, describeCall, type Finding, faultOf } from '../verdict.ts'
import { prepareCall } from './prepare.ts'
import { type FuzzCall, generateCalls } from './requests.ts'

const concurrency = 24

export type FuzzSummary = {
  requests: number
  /** How many responses had each status; 'none' if the connection ended without one. */
  statuses: Record<string, number>
  /** Endpoints and pages that answered with 2xx or 3xx at least once. */
  succeeded: string[]
  slowest: string[]
}

/** Requests that were under way at a time, for the report of a stall. */
export type RecentRequests = (from: number, to: number) => string[]

export type FuzzOptions = {
  url: string
  accounts: Accounts
  known: KnownValues
  seed: number
  requests: number
  /** When it ends at the latest, as Date.now(). */
  until: number
  report(finding: Finding): void
  /** Makes links to records that were made meanwhile. */
  renewLinks(): Promise<void>
  /** Called each second. */
  progress(requests: number): void
}

const remembered = 5000
const unansweredMs = 100
const linksEvery = 2000

/** Runs the fuzzer to its end. */
export function startFuzzer(options: FuzzOptions): { done: Promise<FuzzSummary>; recent: RecentRequests } {
  const { url, accounts, report } = options
  const client = createClient(url, concurrency)
  const calls = generateCalls(options.seed, options.known)
  const statuses: Record<string, number> = {}
  const succeeded = new Set<string>()
  const durations = new Map<string, number>()
  const log: { at: number; ms: number; text: string }[] = []
  let requests = 0

  const remember = (call: FuzzCall, { at, ms, status }: Pick<Response, 'at' | 'ms' | 'status'>) => {
    const answer = status === 0 ? `no answer, ${call.body?.slice(0, 2000)}` : status
    const text = `${call.method} ${call.path.slice(0, 200)} (${call.target}) ${answer}, ${ms.toFixed(0)} ms, ${Buffer.byteLength(call.body ?? '')} bytes`
    log.push({ at, ms, text })
    if (log.length > remembered) log.splice(0, remembered / 2)
    if (ms > (durations.get(call.target) ?? 0)) durations.set(call.target, ms)
  }

  async function attack(generated: FuzzCall): Promise<void> {
    const { call, credentials } = await prepareCall(generated, accounts, client.send)
    const at = Date.now()
    const response = await client.send(call).catch((error) => {
      // One of those that waited may have ended the service; later ones are refused at once.
      if (Date.now() - at > unansweredMs) remember(call, { at, ms: Date.now() - at, status: 0 })
      throw error
    })
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
    remember(call, response)
    if (response.status < 400) succeeded.add(call.target)
    const fault = faultOf(call, response, acceptsNone) ?? leakOf(call, response)
    if (fault)
      report({
        fault: `${fault}: ${call.target}`,
        example: `as ${call.actor}: ${describeCall(call, response)}`,
      })
    if (response.status === 401) await accounts.renew(generated.actor, credentials)
  }

  async function run(): Promise<void> {
    while (requests < options.requests && Date.now() < options.until) {
      if (++requests % linksEvery === 0) await options.renewLinks()
      const call = calls.next().value as FuzzCall
      await attack(call).catch((error: Error) => {
        statuses['none'] = (statuses['none'] ?? 0) + 1
        if (/^no response/.test(error.message))
          report({
            fault: `${error.message}: ${call.target}`,
            example: describeCall(call, { status: 0, text: '' }),
          })
      })
    }
  }

  const timer = setInterval(() => options.progress(requests), 1000)
  const done = Promise.all(Array.from({ length: concurrency }, run)).then(() => {
    clearInterval(timer)
    client.close()
    const slowest = [...durations].toSorted(([, one], [, other]) => other - one).slice(0, 8)
    return {
      requests,
      statuses,
      succeeded: [...succeeded],
      slowest: slowest.map(([target, ms]) => `${target} ${ms.toFixed(0)} ms`),
    }
  })
  const recent: RecentRequests = (from, to) =>
    log.filter(({ at, ms }) => at < to && at + ms > from).map(({ text }) => text)
  return { done, recent }
}
