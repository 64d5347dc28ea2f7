// npm run faults: the effects on clients while services, databases, disks and networks fail; see CONTRIBUTING.md.
import { rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killHard, processesIn } from '../../test/support/processes.ts'
import { startProgress } from '../support/progress.ts'
import { parseOptions } from './options.ts'
import { faultsOf, formatRows } from './report.ts'
import type { Row } from './scenario.ts'
import { clock } from './scenarios/clock.ts'
import { cluster } from './scenarios/cluster.ts'
import { kills } from './scenarios/kills.ts'
import { network } from './scenarios/network.ts'
import { storage } from './scenarios/storage.ts'

const scenarios = [...kills, ...storage, clock, network, cluster]
const options = parseOptions()
const chosen = scenarios.filter(
  ({ name }) => options.only.length === 0 || options.only.some((word) => name.includes(word)),
)
if (chosen.length === 0)
  throw new Error(`--only: the scenarios are ${scenarios.map(({ name }) => name).join(', ')}`)

const say = startProgress(console.log)
const folder = await mkdtemp(join(tmpdir(), 'kontor-faults-'))
// Databases and services of root run under other accounts.
await chmod(folder, 0o755)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.once('exit', () => {
  for (const pid of processesIn(folder)) killHard(pid)
  if (options.keep) say(`the data and the logs are in ${folder}`)
  else rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const rows: Row[] = []
const found: string[] = []
for (const { name, missing, rounds: usualRounds, run } of chosen) {
  const reason = missing?.()
  if (reason !== undefined) {
    say(`${name}: skipped: ${reason}`)
    continue
  }
  const own = join(folder, name)
  await mkdir(own)
  const rounds = options.rounds ?? usualRounds
  say(`${name}: ${rounds} rounds`)
  try {
    const log = join(folder, `${name}.log`)
    const ran = await run({ folder: own, log, rounds, maxOutageSeconds: options.maxOutageSeconds, say })
    rows.push(...ran)
    found.push(...ran.flatMap(faultsOf))
  } catch (error) {
    found.push(`${name}: ${(error as Error).message}`)
  }
  if (!options.keep) await rm(own, { recursive: true, force: true, maxRetries: 5 })
}
console.log(`\n${formatRows(rows)}\n`)
for (const text of found) console.log(text)
process.exitCode = found.length > 0 ? 1 : 0
