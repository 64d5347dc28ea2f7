// An instance moves from one machine to a cluster, as docs/cluster.md says it, and lives there: machines die and are cut off, a new
// version comes, and a backup is restored.
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { freePorts } from '../../../test/support/free-port.ts'
import { secretKeyFile } from '../../../test/support/secret-key.ts'
import { withoutCeph } from '../../../test/support/servers/ceph.ts'
import { startDaemon } from '../../../test/support/servers/daemon.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { root } from '../../support/processes.ts'
import type { Ledger } from '../clients/records.ts'
import { prepareSystem, systemOn } from '../machines/instance.ts'
import { type Machine, openNetwork, withoutNetwork } from '../machines/network.ts'
import { type Cluster, deployedFile, startCluster, withoutPatroni } from '../machines/patroni.ts'
import {
  createToken,
  isReady,
  type Place,
  runCommand,
  type Service,
  startService,
} from '../machines/service.ts'
import { startStore } from '../machines/store.ts'
import { observe, type Row, type Run, type Scenario, type System } from '../scenario.ts'

const port = 8080
/** How long a machine is away. */
const awayMs = 12_000

/** The running cluster. `places`: the instance on each machine of Kontor. */
type Deployment = {
  database: Cluster
  hosts: readonly Machine[]
  places: readonly Place[]
  services: Service[]
  startOn(index: number, home?: string): Promise<Service>
  system: System
}

/** An instance on one machine, which has been used and backed up. */
async function useOneMachine({ folder, log }: Run, archive: string): Promise<{ row: Row; ledger: Ledger }> {
  const place: Place = { data: join(folder, 'old') }
  await mkdir(place.data)
  const [freePort] = await freePorts(1)
  const service = await startService({ ...place, port: freePort!, log })
  try {
    const system = await prepareSystem(place, [service.url])
    const row = await observe('no fault, on one machine', 1, system, () => wait(2000))
    await runCommand(place, 'backup', archive)
    return { row, ledger: system.ledger }
  } finally {
    await service.stop()
  }
}

/** Starts the cluster of deploy/cluster and restores the archive there. */
async function moveToCluster(
  { folder, log, say }: Run,
  archive: string,
  ledger: Ledger,
  stack: AsyncDisposableStack,
): Promise<Deployment> {
  const network = stack.use(
    openNetwork({ 'db-a': 11, 'db-b': 12, 'db-c': 13, 'kontor-1': 21, 'kontor-2': 22 }),
  )
  const hosts = network.machines.slice(3)
  say('cluster: Patroni and Ceph start')
  const database = stack.use(await startCluster(network, network.machines.slice(0, 3), folder, log))
  const store = stack.use(await startStore(network.address))
  const file = parseEnv(await deployedFile('kontor.env', network)) as Record<string, string>
  const settings = { ...file, ...store.settings, KONTOR_SECRET_KEY_FILE: secretKeyFile(folder) }
  const places = hosts.map(({ name, prefix }): Place => ({ data: join(folder, name), settings, prefix }))
  for (const { data } of places) await mkdir(data)

  say('cluster: the instance moves')
  await runCommand(places[0]!, 'restore', archive)
  const startOn = (index: number, home = root) =>
    startService({ ...places[index]!, host: hosts[index]!.address, port, log, home })
  const services = [await startOn(0), await startOn(1)]
  stack.defer(async () => {
    await Promise.all(services.map((service) => service.stop()))
  })
  const settingsOfBalancer = join(folder, 'haproxy.cfg')
  await writeFile(settingsOfBalancer, await deployedFile('haproxy.cfg', network))
  const balancer = startDaemon(['haproxy', '-db', '-f', settingsOfBalancer], { log })
  stack.defer(() => balancer.stop())
  const url = `http://${network.address}:${port}`
  await waitUntil(() => isReady(url), 'HAProxy finds a service')
  const system: System = {
    urls: [url],
    token: await createToken(places[0]!),
    ledger,
    asOwner: (work) => database.asSuperuser('kontor', work),
    readFile: (_, sha256) => store.read(`sha256/${sha256}`),
  }
  return { database, hosts, places, services, startOn, system }
}

/** Takes a machine off the network for a while. @param during happens before it returns */
async function leave(machine: Machine, during?: () => Promise<unknown>): Promise<void> {
  machine.disconnect()
  await wait(awayMs)
  await during?.()
  machine.connect()
}

/** Like a loss of power: the others hear nothing of it. */
function die(machine: Machine, during?: () => Promise<unknown>): Promise<void> {
  const left = leave(machine, during)
  machine.kill()
  return left
}

/** @throws if the primary still has sessions of a machine, with their locks */
const assertNoSessionsOf = ({ name, address }: Machine, { asSuperuser }: Cluster) =>
  asSuperuser('kontor', async (client) => {
    const { rowCount } = await client.query('select from pg_stat_activity where client_addr = $1', [address])
    if (rowCount) throw new Error(`the primary still has ${rowCount} sessions of ${name}, which is gone`)
  })

const faults: Record<string, (deployment: Deployment) => Promise<unknown>> = {
  'machine of the primary dies': async ({ database }) => die(await database.healthy()),
  'processes of the primary die': async ({ database }) => (await database.healthy()).kill(),
  'primary cut off from the network': async ({ database }) => leave(await database.healthy()),
  'planned switch-over': ({ database }) => database.switchOver(),
  'machine of a service dies': async ({ hosts, services, database }) => {
    await die(hosts[0]!, () => assertNoSessionsOf(hosts[0]!, database))
    await waitUntil(() => isReady(services[0]!.url), 'the service is back')
  },
}

/** Copies Kontor and adds a migration with which the version before works, too. */
async function makeNextVersion(home: string): Promise<void> {
  await mkdir(home)
  for (const name of await readdir(root))
    if (name === 'node_modules') await symlink(join(root, name), join(home, name))
    else if (name !== '.git') await cp(join(root, name), join(home, name), { recursive: true })
  await writeFile(
    join(home, 'migrations/9999-nickname.sql'),
    '-- rolling: the column may stay empty\nalter table contact add column nickname text;\n',
  )
}

async function upgrade({ services, startOn, system }: Deployment, home: string): Promise<Row> {
  await makeNextVersion(home)
  const row = await observe('upgrade of one service after the other', 1, system, async () => {
    for (const [index, service] of services.entries()) {
      await service.stop()
      services[index] = await startOn(index, home)
    }
  })
  return row.failures > 0 ? { ...row, exceeded: `${row.failures} requests failed, none may` } : row
}

/** Restores a backup, which the version before has made of the newer schema, on one machine. */
async function restoreBackup({ places, system }: Deployment, { folder, log }: Run): Promise<Row> {
  const archive = join(folder, 'backup.tar')
  const place: Place = {
    data: join(folder, 'restored'),
    home: join(folder, 'next'),
    settings: { KONTOR_SECRET_KEY_FILE: secretKeyFile(folder) },
  }
  await mkdir(place.data)
  await runCommand(places[1]!, 'backup', archive)
  await runCommand(place, 'restore', archive)
  const [freePort] = await freePorts(1)
  const service = await startService({ ...place, port: freePort!, log })
  try {
    const restored = await systemOn(place, [service.url], system.ledger)
    return await observe('no fault, on one machine again', 1, restored, () => wait(2000))
  } finally {
    await service.stop()
  }
}

export const cluster: Scenario = {
  name: 'cluster',
  rounds: 12,
  missing: () => withoutPatroni() ?? (withoutCeph || withoutNetwork()),

  async run(run) {
    await using stack = new AsyncDisposableStack()
    const archive = join(run.folder, 'moved.tar')
    const { row, ledger } = await useOneMachine(run, archive)
    const rows = [row]
    const deployment = await moveToCluster(run, archive, ledger, stack)
    for (const [name, fault] of Object.entries(faults)) {
      run.say(`cluster: ${name}`)
      const observed = await observe(name, run.rounds, deployment.system, () => fault(deployment))
      const seconds = observed.outageMs / 1000
      rows.push(
        seconds > run.maxOutageSeconds
          ? { ...observed, exceeded: `no write was acknowledged for ${seconds.toFixed(1)} s` }
          : observed,
      )
      await deployment.database.healthy()
    }
    run.say('cluster: upgrade')
    rows.push(await upgrade(deployment, join(run.folder, 'next')))
    run.say('cluster: a backup is restored')
    rows.push(await restoreBackup(deployment, run))
    return rows
  },
}
