// An instance moves from one machine to a cluster, as docs/operating.md says it, and lives there: machines die and are cut off, a
// new version comes, and a backup is restored.
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { CreateBucketCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { root } from '../../bench/instance/processes.ts'
import { startCeph, withoutCeph } from '../../test/support/ceph.ts'
import { freePorts } from '../../test/support/free-port.ts'
import { waitUntil } from '../../test/support/wait-until.ts'
import { startDaemon } from '../machines/daemon.ts'
import { prepareSystem, systemOn } from '../machines/instance.ts'
import { type Machine, openNetwork, withoutNetwork } from '../machines/network.ts'
import { deployedFile, startCluster, withoutPatroni } from '../machines/patroni.ts'
import {
  createToken,
  isReady,
  type Place,
  runCommand,
  type Service,
  startService,
} from '../machines/service.ts'
import { observe, type Row, type Scenario, type System } from '../scenario.ts'

const port = 8080
const bucket = 'kontor'
const region = 'us-east-1'
/** With detection of a dead primary after five seconds. */
const maxOutageMs = 10_000
/** How long a machine is away. */
const awayMs = 12_000

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

async function readObject(store: S3Client, key: string): Promise<Uint8Array | undefined> {
  const found = await store.send(new GetObjectCommand({ Bucket: bucket, Key: key })).catch(() => undefined)
  return found?.Body?.transformToByteArray()
}

const within = (row: Row, limitMs: number): Row =>
  row.outageMs > limitMs
    ? { ...row, exceeded: `no write was acknowledged for ${row.outageMs} ms, ${limitMs} are allowed` }
    : row

const withoutFailures = (row: Row): Row =>
  row.failures > 0 ? { ...row, exceeded: `${row.failures} requests failed, none may` } : row

export const cluster: Scenario = {
  name: 'cluster',
  rounds: 12,
  missing: () => withoutNetwork() ?? withoutPatroni() ?? (withoutCeph || undefined),

  async run({ folder, log, rounds, say }) {
    await using stack = new AsyncDisposableStack()
    const rows: Row[] = []

    // One machine.
    const old: Place = { data: join(folder, 'old') }
    await mkdir(old.data)
    const [oldPort] = await freePorts(1)
    const alone = await startService({ ...old, port: oldPort!, log })
    stack.defer(() => alone.stop())
    const before = await prepareSystem(old, [alone.url])
    rows.push(await observe('none, on one machine', 1, before, () => wait(2000)))
    await alone.stop()
    const archive = join(folder, 'moved.tar')
    await runCommand(old, 'backup', archive)

    // The cluster: three machines with databases, two with services, and this one with etcd, HAProxy and the store of the files.
    const network = stack.use(
      openNetwork({ 'db-a': 11, 'db-b': 12, 'db-c': 13, 'kontor-1': 21, 'kontor-2': 22 }),
    )
    const [first, second, third, ...hosts] = network.machines as [Machine, Machine, Machine, Machine, Machine]
    say('cluster: Patroni and Ceph start')
    const database = await startCluster(network, [first, second, third], folder, log)
    const ceph = await startCeph(network.address)
    stack.defer(() => ceph.stop())
    const store = new S3Client({
      endpoint: ceph.endpoint,
      region,
      forcePathStyle: true,
      credentials: {
        accessKeyId: ceph.credentials.AWS_ACCESS_KEY_ID,
        secretAccessKey: ceph.credentials.AWS_SECRET_ACCESS_KEY,
      },
    })
    stack.defer(() => store.destroy())
    await store.send(new CreateBucketCommand({ Bucket: bucket }))
    const settings = {
      ...parseEnv(await deployedFile('kontor.env', network)),
      KONTOR_FILES_ENDPOINT: ceph.endpoint,
      ...ceph.credentials,
    }
    const places = hosts.map(({ name, prefix }): Place => ({ data: join(folder, name), settings, prefix }))
    for (const { data } of places) await mkdir(data)
    say('cluster: the instance moves')
    await runCommand(places[0]!, 'restore', archive)
    const startOn = (index: number, home?: string): Promise<Service> =>
      startService({ ...places[index]!, host: hosts[index]!.address, port, log, ...(home && { home }) })
    const services = [await startOn(0), await startOn(1)]
    stack.defer(() => Promise.all(services.map((service) => service.stop())).then(() => {}))

    const balancerFile = join(folder, 'haproxy.cfg')
    await writeFile(balancerFile, await deployedFile('haproxy.cfg', network))
    const balancer = startDaemon(['haproxy', '-db', '-f', balancerFile], { log })
    stack.defer(() => balancer.stop())
    const url = `http://${network.address}:${port}`
    await waitUntil(() => isReady(url), 'HAProxy finds a service')

    const system: System = {
      urls: [url],
      token: await createToken(places[0]!),
      ledger: before.ledger,
      asOwner: (work) => database.asSuperuser('kontor', work),
      readFile: (_, sha256) => readObject(store, `files/sha256/${sha256}`),
    }

    /** The machine is gone, and comes back later. */
    const die = async (machine: Machine) => {
      machine.disconnect()
      machine.kill()
      await wait(awayMs)
      machine.connect()
    }
    const faults: Record<string, () => Promise<unknown>> = {
      'machine of the primary dies': async () => die(await database.healthy()),
      'processes of the primary die': async () => (await database.healthy()).kill(),
      'primary cut off from the network': async () => {
        const primary = await database.healthy()
        primary.disconnect()
        await wait(awayMs)
        primary.connect()
      },
      'planned switch-over': () => database.switchOver(),
      'machine of a service dies': () => die(hosts[0]!),
    }
    for (const [name, fault] of Object.entries(faults)) {
      say(`cluster: ${name}`)
      rows.push(within(await observe(name, rounds, system, fault), maxOutageMs))
      await database.healthy()
    }

    say('cluster: upgrade')
    const home = join(folder, 'next')
    await makeNextVersion(home)
    rows.push(
      withoutFailures(
        await observe('upgrade of one service after the other', 1, system, async () => {
          for (const [index, service] of services.entries()) {
            await service.stop()
            services[index] = await startOn(index, home)
          }
        }),
      ),
    )

    say('cluster: a backup is restored')
    const copy: Place = { data: join(folder, 'copy') }
    await mkdir(copy.data)
    await runCommand(places[1]!, 'backup', join(folder, 'backup.tar'))
    await runCommand(copy, 'restore', join(folder, 'backup.tar'))
    const [copyPort] = await freePorts(1)
    const restored = await startService({ ...copy, port: copyPort!, log })
    stack.defer(() => restored.stop())
    rows.push(
      await observe(
        'none, on one machine again',
        1,
        await systemOn(copy, [restored.url], system.ledger),
        () => wait(2000),
      ),
    )
    return rows
  },
}
