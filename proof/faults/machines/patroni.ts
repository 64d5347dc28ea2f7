// PostgreSQL on several machines, of which Patroni promotes one, with the files of deploy/cluster.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { type Daemon, startDaemon } from '../../../test/support/servers/daemon.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { root } from '../../support/processes.ts'
import { withClient } from '../../support/with-client.ts'
import type { Machine, Network } from './network.ts'

const programs = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy', setpriv: 'util-linux' }
const initdb = () => globSync('/usr/lib/postgresql/*/bin/initdb').toSorted().at(-1)

/** Why there can be no cluster here; undefined: there can. */
export function withoutPatroni(): string | undefined {
  const missing = Object.entries(programs).filter(
    ([program]) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
  )
  if (!initdb()) missing.push(['initdb', 'postgresql'])
  return missing.length > 0 ? `missing packages: ${missing.map(([, name]) => name).join(', ')}` : undefined
}

/** A file of deploy/cluster, for the addresses of a network. */
export async function deployedFile(name: string, { subnet }: Network): Promise<string> {
  const text = await readFile(join(root, 'deploy/cluster', name), 'utf8')
  return text.replaceAll('10.0.0.', `${subnet}.`)
}

export type Cluster = AsyncDisposable & {
  /** Waits until one machine is the primary, another one its synchronous standby, and all follow it. @returns the primary */
  healthy(): Promise<Machine>
  /** Asks Patroni to promote the synchronous standby. */
  switchOver(): Promise<void>
  /** Runs statements on the primary. */
  asSuperuser<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T>
}

type Member = { name: string; role: string; state: string; lag?: number }

/** The statements of docs/operating.md that create the roles and the database. */
async function documentedStatements(): Promise<string[]> {
  const text = await readFile(join(root, 'docs/operating.md'), 'utf8')
  return /```sql\n(create role .*?)```/s.exec(text)![1]!.split(';\n').filter(Boolean)
}

/** Starts etcd on this machine and Patroni on the given ones. It replaces a primary after about five seconds. */
export async function startCluster(
  network: Network,
  machines: readonly Machine[],
  folder: string,
  log: string,
): Promise<Cluster> {
  const [etcd, etcdPeer] = [2379, 2380].map((port) => `http://${network.address}:${port}`)
  const daemons: Daemon[] = []
  const start = (command: readonly string[]) => daemons.push(startDaemon(command, { log }))
  start([
    'etcd',
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=${etcd}`,
    `--advertise-client-urls=${etcd}`,
    `--listen-peer-urls=${etcdPeer}`,
    `--initial-advertise-peer-urls=${etcdPeer}`,
    `--initial-cluster=default=${etcdPeer}`,
  ])
  const account = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout.trim()
  const template = await deployedFile('patroni.yml', network)
  for (const machine of machines) {
    const data = join(folder, machine.name)
    await mkdir(data)
    await chown(data, Number(account), Number(account))
    const settings = template
      .replaceAll(`${network.subnet}.11`, machine.address)
      .replaceAll('db-a', machine.name)
      .replace(/ttl: \d+/, 'ttl: 5')
      .replace(/loop_wait: \d+/, 'loop_wait: 1')
      .replace(/retry_timeout: \d+/, 'retry_timeout: 2')
      .replace(/bin_dir: .*/, `bin_dir: ${dirname(initdb()!)}`)
      .replace(/data_dir: .*/, `data_dir: ${join(data, 'postgres')}`)
      .replace(
        /pgpass: .*/,
        `pgpass: ${join(data, 'pgpass')}\n  parameters:\n    unix_socket_directories: ${data}`,
      )
    const file = join(data, 'patroni.yml')
    await writeFile(file, settings)
    await chmod(file, 0o644)
    const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
    start([...machine.prefix, ...asPostgres, 'patroni', file])
  }

  const members = async (): Promise<Member[]> => {
    for (const { address } of machines) {
      const found = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2000) })
        .then((response) => response.json() as Promise<{ members: Member[] }>)
        .catch(() => undefined)
      if (found) return found.members
    }
    return []
  }
  const machineOf = (name: string | undefined) => machines.find((machine) => machine.name === name)!

  const healthy = async () => {
    let primary: Machine | undefined
    await waitUntil(
      async () => {
        const found = await members()
        const roles = found.map(({ role }) => role)
        const follows = found.every(({ state, lag = 0 }) => /^(running|streaming)$/.test(state) && lag === 0)
        const isHealthy =
          found.length === machines.length &&
          roles.includes('leader') &&
          roles.includes('sync_standby') &&
          follows
        if (isHealthy) primary = machineOf(found.find(({ role }) => role === 'leader')?.name)
        return isHealthy
      },
      'the database cluster is healthy',
      180_000,
    )
    return primary!
  }
  const asSuperuser: Cluster['asSuperuser'] = async (database, work) => {
    const { address } = await healthy()
    return withClient({ host: address, user: 'postgres', password: 'superuser-password', database }, work)
  }

  await asSuperuser('postgres', async (client) => {
    for (const statement of await documentedStatements()) await client.query(statement)
  })
  return {
    healthy,
    asSuperuser,
    async switchOver() {
      const { name, address } = await healthy()
      const candidate = (await members()).find(({ role }) => role === 'sync_standby')?.name
      const response = await fetch(`http://${address}:8008/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: name, candidate }),
      })
      if (!response.ok) throw new Error(`Patroni does not switch over: ${await response.text()}`)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(daemons.map((daemon) => daemon.stop()))
    },
  }
}
