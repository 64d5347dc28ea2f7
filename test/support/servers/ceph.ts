// An S3 server: Ceph's object gateway with a cluster of its own in memory, from Debian's packages.
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '../free-port.ts'
import { needs } from '../programs.ts'
import { waitUntil } from '../wait-until.ts'
import { type Daemon, startDaemon } from './daemon.ts'

/** For the option `skip` of a test. */
export const withoutCeph: string | false = needs(
  'radosgw',
  'radosgw-admin',
  'ceph',
  'ceph-mon',
  'ceph-osd',
  'monmaptool',
)

/** For the environment of a client. */
type Credentials = { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string }

/** A running server. `strangersCredentials`: of a user without rights on the buckets of the first one. */
export type S3Server = {
  endpoint: string
  port: number
  credentials: Credentials
  strangersCredentials: Credentials
  stop(): Promise<void>
}

const clusterId = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const diskId = '0e3b1c5e-9c54-4a35-8f0b-1d1a3a1f2a11'

/**
 * Starts a cluster of one monitor, one disk in memory and the gateway. Takes about 15 seconds.
 * @param address of the gateway
 */
export async function startCeph(address = '127.0.0.1', attempts = 3): Promise<S3Server> {
  try {
    return await startOnce(address)
  } catch (error) {
    if (attempts === 1) throw error
    // Another process may have taken a port.
    console.error(error)
    return startCeph(address, attempts - 1)
  }
}

async function startOnce(address: string): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-ceph-'))
  const [monitorPort, port] = (await freePorts(2)) as [number, number]
  const settings = join(folder, 'ceph.conf')
  await writeFile(
    settings,
    `[global]
fsid = ${clusterId}
mon host = v1:127.0.0.1:${monitorPort}
public addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 1073741824
mon data = ${folder}/mon
osd data = ${folder}/osd
rgw data = ${folder}/gateway
rgw frontends = beast endpoint=${address}:${port}
rgw crypt require ssl = false
rgw crypt s3 kms backend = testing
rgw crypt s3 kms encryption keys = office-key=MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=
run dir = ${folder}
admin socket = ${folder}/$name-$pid.asok
keyring = ${folder}/keyring
log file =
pid file =
`,
  )
  const run = (program: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(program, [...args, '-c', settings], {
      encoding: 'utf8',
      timeout: 60_000,
    })
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
  }
  const log = join(folder, 'log')
  const daemons: Daemon[] = []
  // A disk that asks the monitor too early ends.
  const start = (program: string, ...args: string[]) =>
    daemons.push(startDaemon([program, '-f', ...args, '-c', settings], { log }))
  const stop = async () => {
    await Promise.all(daemons.map((daemon) => daemon.kill()))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const map = join(folder, 'monmap')
    run('monmaptool', '--create', '--fsid', clusterId, '--addv', 'a', `v1:127.0.0.1:${monitorPort}`, map)
    run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map)
    start('ceph-mon', '-i', 'a')
    run('ceph', 'osd', 'new', diskId)
    await mkdir(join(folder, 'osd'))
    run('ceph-osd', '--mkfs', '-i', '0', '--osd-uuid', diskId)
    start('ceph-osd', '-i', '0')
    start('radosgw', '-n', 'client.gateway')
    const endpoint = `http://${address}:${port}`
    await waitUntil(
      () =>
        fetch(endpoint).then(
          () => true,
          () => false,
        ),
      'the gateway answers',
      120_000,
    )
    const addUser = (id: string): Credentials => {
      const [key, secret] = [`${id}-access-key`, `${id}-secret-key`]
      const user = [`--uid=${id}`, `--display-name=${id}`, `--access-key=${key}`, `--secret-key=${secret}`]
      run('radosgw-admin', '-n', 'client.gateway', 'user', 'create', ...user)
      return { AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: secret }
    }
    const credentials = addUser('kontor')
    return { endpoint, port, credentials, strangersCredentials: addUser('stranger'), stop }
  } catch (error) {
    const lines = (await readFile(log, 'utf8')).slice(-3000)
    await stop()
    throw new Error(`Ceph does not start: ${lines}`, { cause: error })
  }
}
