// Sends generated requests one by one, and measures what each of them costs.
import { connect } from 'node:net'
import fc from 'fast-check'
import type pg from 'pg'
import { slowness } from '../../../test/support/blocked-time.ts'
import { prepareCall } from '../fuzz/prepare.ts'
import { type FuzzCall, generateCalls } from '../fuzz/requests.ts'
import { targets } from '../fuzz/targets.ts'
import { createClient } from '../send.ts'
import { type Accounts, type ActorName, actorNames, isStranger } from '../service/accounts.ts'
import type { KnownValues } from '../service/links.ts'
import { leakOf } from '../service/other-client.ts'
import { acceptsNone, describeCall, type Finding, faultOf } from '../verdict.ts'
import { type Cost, countOf, excessesOf, limits } from './limits.ts'
import { namedRecords } from './named-records.ts'
import { countWrittenRows } from './written-rows.ts'

/** The highest costs of an endpoint or a page. */
export type TargetCost = {
  target: string
  requests: number
  heldMs: number
  /** Requests of strangers that were accepted, and the most that one of a stranger has written. */
  accepted: number
  rows: number
  mails: number
}

export type CostOptions = {
  url: string
  /** Where the service tells of its main thread (loop-watch.js). */
  socket: string
  accounts: Accounts
  known: KnownValues
  /** Of the owner of the tables. */
  client: pg.Client
  seed: number
  /** When it ends, as Date.now(). */
  until: number
  report(finding: Finding): void
  renewLinks(): Promise<void>
  progress(requests: number): void
}

/** For how long at most the main thread was busy without a pause since it was asked last, in ms. */
export const askHeldMs = (socket: string): Promise<number> =>
  new Promise((resolve, reject) => {
    let text = ''
    connect(socket)
      .setEncoding('utf8')
      .on('data', (part: string) => {
        text += part
      })
      .on('error', reject)
      .on('close', () => resolve(Number(text)))
  })

/** Those who have least come most often. */
const mostlyStrangers = fc.oneof(
  { weight: 4, arbitrary: fc.constant<ActorName>('stranger') },
  { weight: 3, arbitrary: fc.constant<ActorName>('powerless') },
  { weight: 4, arbitrary: fc.constant<ActorName>('admin') },
  { weight: 1, arbitrary: fc.constantFrom<ActorName>(...actorNames) },
)

/** A page and the interface for websites know no user: only a secret key tells who somebody is. */
const isOfStranger = ({ scheme, actor }: FuzzCall): boolean =>
  scheme === 'page' || (scheme === 'website' && actor !== 'admin') || isStranger(actor)

const targetOf = new Map(targets.map((one) => [one.id, one]))

/** Compiled code and caches: what is slow once is repeated. */
const repetitions = 2
const linksEvery = 300
/** The reads before it, and the request; repeated ones are few. */
const requestsOfCall = 2

/** Measures until the time is over. @returns the costs of each target */
export async function measureCosts(options: CostOptions): Promise<TargetCost[]> {
  const { url, socket, accounts, client } = options
  const http = createClient(url, 1)
  const counter = await countWrittenRows(client)
  const costs = new Map<string, TargetCost>()
  let requests = 0
  let batched = 0
  const measure = async (call: FuzzCall) => {
    await askHeldMs(socket)
    const response = await http.send(call)
    const heldMs = await askHeldMs(socket)
    return { response, heldMs }
  }
  const measureOnce = async (generated: FuzzCall) => {
    const { call, credentials } = await prepareCall(generated, accounts, http.send)
    batched += (await counter.take()).batched
    return { call, credentials, ...(await measure(call)) }
  }
  const attack = async (generated: FuzzCall) => {
    // A request that is broken on purpose may end the connection.
    const first = await measureOnce(generated).catch(() => undefined)
    if (!first) return
    const { call, credentials, response } = first
    const { rows, mails, ...more } = await counter.take()
    batched += more.batched
    let { heldMs } = first
    for (let again = 0; again < repetitions && heldMs > limits.heldMs; again++)
      heldMs = Math.min(heldMs / slowness(), (await measureOnce(generated)).heldMs)
    const cost: Cost = { heldMs, rows, mails }
    const stranger = isOfStranger(call)
    const { status } = response
    const fault = faultOf(call, response, acceptsNone) ?? leakOf(call, response)
    const named = targetOf.get(call.target)
    const records = named ? namedRecords(named, call) : 0
    const found = excessesOf({ isStranger: stranger, method: call.method, status, records }, cost)
    for (const one of fault ? [{ fault, example: '' }, ...found] : found)
      options.report({
        fault: `${call.target}: ${one.fault}`,
        example: `${one.example} as ${call.actor}: ${describeCall(call, response)}`,
      })
    const known = costs.get(call.target)
    costs.set(call.target, {
      target: call.target,
      requests: (known?.requests ?? 0) + 1,
      heldMs: Math.max(known?.heldMs ?? 0, heldMs),
      rows: Math.max(known?.rows ?? 0, stranger ? countOf(cost.rows) : 0),
      mails: Math.max(known?.mails ?? 0, stranger ? cost.mails : 0),
      accepted: (known?.accepted ?? 0) + (stranger && status < 400 ? 1 : 0),
    })
    if (status === 401) await accounts.renew(generated.actor, credentials)
  }
  try {
    for (const call of generateCalls(options.seed, options.known, mostlyStrangers)) {
      if (Date.now() >= options.until) break
      await attack(call)
      if (++requests % linksEvery === 0) await options.renewLinks()
      if (requests % 100 === 0) options.progress(requests)
    }
  } finally {
    http.close()
    await counter.close()
  }
  // A request with its preparation may be several.
  if (batched > requests * requestsOfCall)
    options.report({
      fault: 'rows written in batches: more than requests were sent',
      example: `${batched} rows, ${requests} requests`,
    })
  return [...costs.values()]
}
