// The attacking process, started by main.ts: its priority is lower than that of the service.
import { constants, setPriority } from 'node:os'
import pg from 'pg'
import type { EmbeddedServer } from '../server/platform/postgres/embedded-postgres.ts'
import { type FuzzSummary, type RecentRequests, startFuzzer } from './fuzz/fuzz.ts'
import { keepLedger, type Ledger } from './ledger.ts'
import { openAccounts } from './service/accounts.ts'
import { tries } from './tries/tries.ts'
import { runTry } from './tries/try.ts'
import type { Finding } from './verdict.ts'

/** What the attacker does: some of the tries, or the fuzzer. */
export type Assignment = {
  url: string
  connection: EmbeddedServer['connection']
  invitation: string
  /** The names of the tries; none: the fuzzer. */
  tries: string[]
  fuzz?: { seed: number; requests: number; seconds: number }
}

export type ToAttacker = { assignment: Assignment } | { stall: { from: number; to: number } }

export type FromAttacker =
  | { finding: Finding }
  | { trying: string; ms?: number }
  | { requests: number }
  | { during: string[]; at: number }
  | { done: { ledger: Ledger; fuzz?: FuzzSummary } }

const send = (message: FromAttacker) => process.send!(message)
let recent: RecentRequests = () => []
let currentTry = ''

async function attack({ url, connection, invitation, tries: names, fuzz }: Assignment): Promise<void> {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const client = new pg.Client(connection)
  await client.connect()
  const accounts = await openAccounts(client)
  const stopLedger = keepLedger(url, accounts, fuzz ? 'fuzz' : 'tries')
  const report = (finding: Finding) => send({ finding })
  for (const one of tries.filter(({ name }) => names.includes(name))) {
    currentTry = one.name
    send({ trying: one.name })
    const start = performance.now()
    await runTry(one, { url, accounts, connection, invitation }, report)
    send({ trying: one.name, ms: performance.now() - start })
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
      progress: (count) => send({ requests: count }),
    })
    recent = fuzzer.recent
    summary = await fuzzer.done
  }
  const ledger = await stopLedger()
  await client.end()
  send({ done: { ledger, ...(summary ? { fuzz: summary } : {}) } })
}

process.on('disconnect', () => process.exit())
process.on('message', (message: ToAttacker) => {
  if ('assignment' in message) return void attack(message.assignment)
  const { from, to } = message.stall
  const during = currentTry ? [`try: ${currentTry}`] : recent(from, to)
  send({ during, at: from })
})
