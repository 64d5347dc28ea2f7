// The type of scenarios, and their findings.
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { checkRecords, type Ledger, type ReadFile } from './clients/records.ts'
import { startTraffic, type Traffic } from './clients/traffic.ts'

/** One line of the table. */
export type Row = {
  name: string
  rounds: number
  acknowledged: number
  reads: number
  /** Requests that failed and were repeated. */
  failures: number
  /** The longest time without an acknowledged write, in milliseconds. */
  outageMs: number
  lost: string[]
  doubled: string[]
  stale: string[]
  wrong: string[]
  /** Violated bounds of the scenario, such as that of an outage. */
  exceeded?: string
}

export type Run = {
  /** A folder for its files, removed afterwards. */
  folder: string
  /** Prints a line. */
  say(text: string): void
  /** The file that receives what its programs print. */
  log: string
  rounds: number
  /** How long a cluster may be without an acknowledged write, with detection of a dead primary after five seconds. */
  maxOutageSeconds: number
}

export type Scenario = {
  name: string
  /** Why it cannot run here; undefined: it can. */
  missing?(): string | undefined
  /** Rounds of a long run. */
  rounds: number
  run(run: Run): Promise<Row[]>
}

const calmMs = 1000

/**
 * Lets a fault happen a number of times beside running clients, and waits after each until writes are acknowledged again.
 * @returns the longest outage, in milliseconds
 */
async function repeat(
  traffic: Traffic,
  rounds: number,
  fault: (round: number) => Promise<unknown>,
): Promise<number> {
  let longest = 0
  await traffic.flows()
  for (let round = 0; round < rounds; round++) {
    await wait(calmMs + ((round * 97) % 400))
    const from = performance.now()
    await fault(round)
    await traffic.flows()
    longest = Math.max(longest, traffic.outageSince(from))
  }
  return longest
}

/** The environment of a scenario's clients. */
export type System = {
  urls: readonly string[]
  token: string
  ledger: Ledger
  /** Runs statements as the owner of the tables. */
  asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T>
  readFile: ReadFile
}

/** Runs clients while a fault happens a number of times, and compares the database with the acknowledged writes. */
export async function observe(
  name: string,
  rounds: number,
  { urls, token, ledger, asOwner, readFile }: System,
  fault: (round: number) => Promise<unknown>,
): Promise<Row> {
  const traffic = startTraffic({ urls, token, ledger })
  const outageMs = await repeat(traffic, rounds, fault)
  const observations = await traffic.stop()
  const faults = await asOwner((owner) => checkRecords(owner, ledger, readFile))
  const acknowledged = traffic.acknowledged()
  return { name, rounds, acknowledged, failures: traffic.failures(), outageMs, ...faults, ...observations }
}
