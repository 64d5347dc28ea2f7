// npm run faults: what clients notice while services, databases, disks and networks fail; see CONTRIBUTING.md.
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopAll } from '../bench/instance/processes.ts'
import { stopDaemons } from './machines/daemon.ts'
import { parseOptions } from './options.ts'
import { faultsOf, formatTable } from './report.ts'
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

const began = performance.now()
const say = (text: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${text}`)
const folder = await mkdtemp(join(tmpdir(), 'kontor-faults-'))
// Databases and services of root run under other accounts.
await chmod(folder, 0o755)
const rows: Row[] = []
const found: string[] = []
try {
  for (const scenario of chosen) {
    const reason = scenario.missing?.()
    if (reason !== undefined) {
      say(`${scenario.name}: skipped: ${reason}`)
      continue
    }
    const own = join(folder, scenario.name)
    await mkdir(own)
    const rounds = options.rounds ?? scenario.rounds
    say(`${scenario.name}: ${rounds} rounds`)
    const ran = await scenario.run({ folder: own, log: join(folder, `${scenario.name}.log`), rounds, say })
    rows.push(...ran)
    found.push(...ran.flatMap(faultsOf))
    if (!options.keep) await rm(own, { recursive: true, force: true, maxRetries: 5 })
  }
} finally {
  await stopDaemons()
  await stopAll()
  if (options.keep) say(`the data and the logs are in ${folder}`)
  else await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
console.log(`\n${formatTable(rows)}\n`)
for (const text of found) console.log(text)
process.exitCode = found.length > 0 ? 1 : 0
