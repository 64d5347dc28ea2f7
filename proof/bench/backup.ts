// bin/node proof/bench/backup.ts: duration and memory of `kontor backup` and `kontor restore` with many contacts, compared with another
// checkout of Kontor whose schema is the same.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { loadCatalogue, readDataSet } from '../support/data-set.ts'
import { cleanEnvironment, root } from '../support/processes.ts'
import { median } from './compare.ts'
import { type Instance, openFolder, openInstance } from './instance/instance.ts'
import { seedContacts } from './instance/seed.ts'

const usage = `bin/node proof/bench/backup.ts [--contacts NUMBER] [--rounds NUMBER] [--against FOLDER]

  --contacts NUMBER   number of contacts beside the demo's data set (50,000)
  --rounds NUMBER     backups and restores by each checkout, alternately (1)
  --against FOLDER    another checkout of Kontor, with its packages
`
const { values } = parseArgs({
  options: {
    contacts: { type: 'string', default: '50000' },
    rounds: { type: 'string', default: '1' },
    against: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit()
}

const loggedTables = ['contact', 'address', 'email_address', 'phone'] as const

/** Seeds contacts and the entries of the change log that an import of them leaves. */
async function seed({ client, data }: Instance, contacts: number): Promise<void> {
  await loadCatalogue(data, client, await readDataSet(undefined))
  if (contacts === 0) return
  const { base } = await seedContacts(client, contacts, contacts)
  for (const table of loggedTables) {
    const contactId = table === 'contact' ? 'id' : 'contact_id'
    await client.query(
      `insert into change_log (via, action, table_name, row_id, subject, subject_id, contact_id, after)
       select 'kontor import', 'insert', '${table}', id, 'contact', ${contactId}, ${contactId}, to_jsonb(r) from ${table} r
       where ${contactId} > $1 order by id`,
      [base],
    )
  }
}

type Processes = { kontor: number; postgres: number }

/** The proportional set sizes of the processes of Kontor and of the database, in bytes; shared memory is counted once. */
async function readMemory(child: ChildProcess, data: string): Promise<Processes> {
  const found: Processes = { kontor: 0, postgres: 0 }
  const parents = new Map<number, number>()
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  for (const pid of pids) {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    parents.set(pid, Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[1] ?? 0))
  }
  const postmaster = Number(
    (await readFile(join(data, 'postgres/postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0],
  )
  const descendsFrom = (pid: number, ancestor: number): boolean => {
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) if (at === ancestor) return true
    return false
  }
  for (const pid of pids) {
    const kind =
      postmaster > 0 && descendsFrom(pid, postmaster)
        ? 'postgres'
        : descendsFrom(pid, child.pid!)
          ? 'kontor'
          : undefined
    if (!kind) continue
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    found[kind] += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) * 1024
  }
  return found
}

type Measured = { seconds: number } & Processes

/** Runs a command of a checkout on a data folder. @returns the duration and the peaks of memory */
async function measure(home: string, data: string, ...command: string[]): Promise<Measured> {
  const startedAt = performance.now()
  const child = spawn(join(home, 'bin/kontor'), command, {
    env: cleanEnvironment({ KONTOR_DATA: data }),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  const peak: Processes = { kontor: 0, postgres: 0 }
  let ended = false
  void exited.finally(() => {
    ended = true
  })
  while (!ended) {
    const { kontor, postgres } = await readMemory(child, data)
    peak.kontor = Math.max(peak.kontor, kontor)
    peak.postgres = Math.max(peak.postgres, postgres)
    await Promise.race([exited, sleep(250)])
  }
  const [code] = (await exited) as [number | null]
  if (code !== 0) throw new Error(`${home}/bin/kontor ${command.join(' ')} exited with ${code}`)
  return { seconds: (performance.now() - startedAt) / 1000, ...peak }
}

const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`
const describe = ({ seconds, kontor, postgres }: Measured): string =>
  `${seconds.toFixed(1)} s, at most ${mebibytes(kontor)} (Kontor) and ${mebibytes(postgres)} (PostgreSQL)`
const measures = ['seconds', 'kontor', 'postgres'] as const
const medianOf = (all: readonly Measured[]): Measured =>
  Object.fromEntries(measures.map((name) => [name, median(all.map((one) => one[name]))])) as Measured

await using folder = await openFolder()
await using instance = await openInstance()
const contacts = Number(values.contacts)
await seed(instance, contacts)
const homes = [root, ...(values.against ? [values.against] : [])]
const measured = homes.map(() => ({ backup: [] as Measured[], restore: [] as Measured[] }))
for (let round = 1; round <= Number(values.rounds); round++)
  for (const [index, home] of homes.entries()) {
    const archive = join(folder.path, `${index}.tar`)
    const backup = await measure(home, instance.data, 'backup', archive)
    measured[index]!.backup.push(backup)
    console.log(`${home}: backup of ${mebibytes((await stat(archive)).size)}: ${describe(backup)}`)
    await using restored = await openFolder()
    const restore = await measure(home, restored.path, 'restore', archive)
    measured[index]!.restore.push(restore)
    console.log(`${home}: restore: ${describe(restore)}`)
  }
const [own, other] = measured
if (own && other)
  for (const command of ['backup', 'restore'] as const) {
    const [one, another] = [medianOf(own[command]), medianOf(other[command])]
    const [time, kontor, postgres] = measures.map((name) => (one[name] / another[name]).toFixed(2))
    console.log(`${command}, ratio: time ${time}, memory of Kontor ${kontor}, of PostgreSQL ${postgres}`)
  }
