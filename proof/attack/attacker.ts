// The attacking process, started by main.ts: its priority is lower than that of the service.
import { constants, setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { EmbeddedServer } from '../../server/platform/postgres/embedded-postgres.ts'
import { measureCosts, type TargetCost } from './costs/costs.ts'
import { type FuzzSummary, type RecentRequests, startFuzzer } from './fuzz/fuzz.ts'
import { emptyLedger, keepLedger, type Ledger } from './ledger.ts'
import { openAccounts } from './service/accounts.ts'
import { knownValues, renewLinks } from './service/links.ts'
import { tries } from './tries/tries.ts'
import { runTry } from './tries/try.ts'
import type { Finding } from './verdict.ts'

/** The work of the attacker: some of the tries, the fuzzer, or what one request costs. */
export type Assignment = {
  url: string
  connection: EmbeddedServer['connection']
  /** Of the owner of the tables. */
  ownerConnection: EmbeddedServer['connection']
  invitation: string
  /** The names of the tries. */
  tries: string[]
  /** Those that run once more after a rest, in which memory is given back. */
  again: string[]
  fuzz?: { seed: number; requests: number; seconds: number }
  costs?: { seed: number; seconds: number; socket: string }
}

export type ToAttacker = { assignment: Assignment } | { stall: { from: number; to: number } }

export type FromAttacker =
  | { finding: Finding }
  | { trying: string; ms?: number }
  /** The rest of the run must need no more memory than the beginning. */
  | { warm: true }
  | { requests: number }
  | { during: string[]; at: number }
  | { done: { ledger: Ledger; fuzz?: FuzzSummary; costs?: TargetCost[] } }

const send = (message: FromAttacker) => process.send!(message)
let recent: RecentRequests = () => []

/** Processes for heavy work end after ten seconds without any. */
const restMs = 15_000
/** The memory after this time is what the second round is compared with. */
const comparedMs = 6000

async function attack(assignment: Assignment): Promise<void> {
  const { url, connection, invitation, fuzz, again, costs } = assignment
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const client = new pg.Client(connection)
  // The next statement reports a lost connection.
  client.on('error', () => {})
  await client.connect()
  const accounts = await openAccounts(client)
  // Rows of other requests would be counted.
  const stopLedger = costs ? async () => emptyLedger() : keepLedger(url, accounts, fuzz ? 'fuzz' : 'tries')
  await renewLinks(client)
  const report = (finding: Finding) => send({ finding })
  const began: { name: string; at: number }[] = []
  const runAll = async (names: readonly string[]) => {
    for (const one of tries.filter(({ name }) => names.includes(name))) {
      began.push({ name: one.name, at: Date.now() })
      send({ trying: one.name })
      const start = performance.now()
      await runTry(one, { url, accounts, connection, invitation }, report)
      send({ trying: one.name, ms: performance.now() - start })
    }
  }
  recent = (from, to) =>
    began.filter(({ at }, index) => at < to && (began[index + 1]?.at ?? to) >= from).map(({ name }) => name)
  await runAll(assignment.tries)
  if (again.length > 0) {
    await wait(restMs)
    send({ warm: true })
    await wait(comparedMs)
    await runAll(again)
  }
  let summary: FuzzSummary | undefined
  if (fuzz) {
    const { seed, requests, seconds } = fuzz
    const fuzzer = startFuzzer({
      url,
      accounts,
      seed,
      requests,
      until: Date.now() + seconds * 1000,
      report,
      known: await knownValues(client),
      renewLinks: () => renewLinks(client),
      progress: (count) => send({ requests: count }),
    })
    recent = fuzzer.recent
    summary = await fuzzer.done
  }
  let measured: TargetCost[] | undefined
  if (costs) {
    const owner = new pg.Client(assignment.ownerConnection)
    await owner.connect()
    measured = await measureCosts({
      ...{ url, accounts, report, client: owner, socket: costs.socket, seed: costs.seed },
      until: Date.now() + costs.seconds * 1000,
      known: await knownValues(client),
      renewLinks: () => renewLinks(client),
      progress: (count) => send({ requests: count }),
    })
    await owner.end()
  }
  const ledger = await stopLedger()
  await client.end()
  send({ done: { ledger, ...(summary && { fuzz: summary }), ...(measured && { costs: measured }) } })
}

process.on('disconnect', () => process.exit())
process.on('message', (message: ToAttacker) => {
  if ('assignment' in message) return void attack(message.assignment)
  const { from, to } = message.stall
  send({ during: recent(from, to), at: from })
})
