// A service on a Unix socket, and on a socket that another process has opened for it.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, lstat, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { instanceFolder } from '../support/data-folders.ts'
import {
  type RunningProcess,
  removeDataFolder,
  run,
  start,
  stop,
  waitUntil,
  waitUntilServing,
} from '../support/kontor-process.ts'
import { killHard, workersOf } from '../support/processes.ts'

const timeout = 300_000
const program = join(import.meta.dirname, '../../bin/kontor')
const folder = await mkdtemp(join(tmpdir(), 'kontor-sockets-'))
// A service of root goes on under another account, which has to enter it and to remove the socket.
await chmod(folder, 0o777)
const folders: string[] = []
after(async () => {
  await rm(folder, { recursive: true })
  await Promise.all(folders.map(removeDataFolder))
})
let count = 0
const newPath = () => join(folder, `${++count}.sock`)

/** Settings of a service on a socket, with a data folder of its own. */
async function settingsOn(socket: string) {
  const data = await instanceFolder()
  folders.push(data)
  return {
    KONTOR_DATA: data,
    KONTOR_SOCKET: socket,
    KONTOR_URL: 'http://kontor.example',
    KONTOR_TRUST_PROXY: 'loopback',
  }
}

async function send(
  at: { socketPath: string } | { port: number },
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const sent = request({
    ...at,
    path,
    method,
    headers: { host: 'kontor.example', ...headers },
    agent: false,
    timeout: 60_000,
  })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  return { status: answer.statusCode as number, body: await text(answer) }
}
const statusOf = async (at: Parameters<typeof send>[0]) => (await send(at, '/healthz')).status
const isThere = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** The addresses of failed sign-ins in the log. */
const failedFrom = (service: RunningProcess) =>
  [...service.stdout().matchAll(/"event":"signInFailed".*?"address":"([^"]+)"/g)].map(([, one]) => one)

test('a service on a Unix socket: mode, address of the client, end', { timeout }, async () => {
  const socketPath = newPath()
  const service = await waitUntilServing(start(['serve'], await settingsOn(socketPath)))
  assert.equal(await statusOf({ socketPath }), 200)
  assert.equal((await lstat(socketPath)).mode & 0o777, 0o660)
  const signIn = (headers: Record<string, string>) =>
    send({ socketPath }, '/office/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email: 'nobody@kontor.example', password: 'rotes Fahrrad 7' }),
    })
  const addresses = ['203.0.113.7', '203.0.113.8', '127.0.0.1']
  await signIn({ 'x-forwarded-for': addresses[0]! })
  // nginx on a Unix socket of its own, behind another proxy of this machine.
  await signIn({ 'x-forwarded-for': `${addresses[1]}, unix:` })
  await signIn({})
  await waitUntil(() => failedFrom(service).length === 3, 'three sign-ins are logged')
  assert.deepEqual(failedFrom(service), addresses)
  assert.equal((await send({ socketPath }, '/metrics')).status, 200)
  assert.equal(
    (await send({ socketPath }, '/metrics', { headers: { 'x-forwarded-for': '203.0.113.7' } })).status,
    404,
  )
  assert.equal(await stop(service), 0)
  assert.equal(await isThere(socketPath), false)
})

test('the socket of a process that is gone is replaced, that of a live one is not', { timeout }, async () => {
  const socketPath = newPath()
  const settings = { ...(await settingsOn(socketPath)), KONTOR_SOCKET_MODE: '0600' }
  const first = await waitUntilServing(start(['serve'], settings))
  const other = await settingsOn(socketPath)
  const refused = await run(['serve'], other)
  assert.deepEqual(
    [refused.code, refused.stderr],
    [1, `kontor: KONTOR_SOCKET: another process listens on ${socketPath}\n`],
  )
  assert.equal(await statusOf({ socketPath }), 200)
  first.child.kill('SIGKILL')
  await first.ended
  assert.equal(await isThere(socketPath), true)
  const second = await waitUntilServing(start(['serve'], settings))
  assert.equal(await statusOf({ socketPath }), 200)
  assert.equal((await lstat(socketPath)).mode & 0o777, 0o600)
  assert.equal(await stop(second), 0)
  await writeFile(socketPath, '')
  const file = await run(['serve'], other)
  assert.deepEqual(
    [file.code, file.stderr],
    [1, `kontor: KONTOR_SOCKET: ${socketPath} exists, and is not a socket\n`],
  )
})

/** Sends requests until the work ends; all of them must succeed. */
async function whileSending(at: Parameters<typeof send>[0], work: () => Promise<unknown>): Promise<void> {
  let over = false
  const statuses: (number | string)[] = []
  const sender = async () => {
    while (!over) statuses.push(await statusOf(at).catch((error) => String(error)))
  }
  const senders = [sender(), sender()]
  await work()
  over = true
  await Promise.all(senders)
  assert.ok(statuses.length > 5)
  assert.deepEqual(new Set(statuses), new Set([200]))
}

const reload = async (service: RunningProcess) => {
  const reloads = () => service.stdout().split('"msg":"reloaded"').length
  const before = reloads()
  service.child.kill('SIGHUP')
  await waitUntil(() => reloads() > before, 'the workers are replaced')
}

test('workers share a Unix socket, keep it during a reload, and open it again if all of them die', {
  timeout,
}, async () => {
  const socketPath = newPath()
  const service = await waitUntilServing(start(['serve', '--workers', '2'], await settingsOn(socketPath)))
  await whileSending({ socketPath }, () => reload(service))
  for (const worker of workersOf(service.pid)) killHard(worker)
  const isServing = () =>
    statusOf({ socketPath }).then(
      (status) => status === 200,
      () => false,
    )
  await waitUntil(
    async () => workersOf(service.pid).length === 2 && (await isServing()),
    'new workers answer',
  )
  assert.equal((await lstat(socketPath)).mode & 0o777, 0o660)
  assert.equal(await stop(service), 0)
  assert.equal(await isThere(socketPath), false)
})

for (const args of [[], ['--workers', '2']])
  test(`a service takes the socket that another process has opened: serve ${args.join(' ')}`, {
    timeout,
  }, async () => {
    const opened = createServer().listen(0, '127.0.0.1')
    await once(opened, 'listening')
    const { port } = opened.address() as AddressInfo
    const { _handle: handle } = opened as unknown as { _handle: { fd: number } }
    const { KONTOR_DATA, KONTOR_URL } = await settingsOn('')
    const child = spawn(
      'sh',
      ['-c', 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"', 'sh', program, 'serve', ...args],
      {
        env: {
          ...process.env,
          KONTOR_DATA,
          KONTOR_URL,
          KONTOR_STOP_DELAY: '0',
          KONTOR_DATABASE_MEMORY: '64MiB',
        },
        stdio: ['ignore', 'pipe', 'pipe', handle.fd],
      },
    )
    const [stdout, stderr] = [text(child.stdout!), text(child.stderr!)]
    let log = ''
    child.stdout!.on('data', (chunk) => (log += chunk))
    const ended = once(child, 'exit').then(([code]) => code as number)
    // Connections wait in the socket until the service takes them.
    opened.close()
    assert.equal(await statusOf({ port }), 200)
    if (args.length > 0) {
      const service = { child, pid: child.pid!, stdout: () => log, stderr: () => '', ended }
      await waitUntil(() => log.split('worker ready').length === 3, 'both workers are ready')
      await whileSending({ port }, () => reload(service))
      const [first, second] = workersOf(child.pid!)
      killHard(first!)
      await waitUntil(() => workersOf(child.pid!).some((pid) => pid !== first && pid !== second))
      killHard(second!)
      // The worker that was starting cannot go on. systemd starts the service again with the same socket.
      assert.equal(await ended, 1)
      assert.match(await stdout, /no worker is left, and with the last one the socket of systemd was closed/)
    } else {
      child.kill('SIGTERM')
      assert.equal(await ended, 0)
    }
    assert.match(await stderr, /the interface is at http:\/\/kontor\.example\/restapi/)
  })

const socketActivate = 'systemd-socket-activate'
test('a service takes a Unix socket of systemd, which stays', {
  timeout,
  skip: spawnSync(socketActivate, ['--version']).status === 0 ? false : `${socketActivate} is not installed`,
}, async () => {
  const socketPath = newPath()
  const { KONTOR_DATA, KONTOR_URL } = await settingsOn('')
  const env = { KONTOR_DATA, KONTOR_URL, KONTOR_STOP_DELAY: '0', KONTOR_DATABASE_MEMORY: '64MiB' }
  const given = Object.entries(env).flatMap(([name, value]) => ['-E', `${name}=${value}`])
  const service = start(['serve'], {}, [socketActivate, '-l', socketPath, ...given])
  await waitUntil(() => isThere(socketPath), 'the socket is there')
  await wait(200)
  // The first connection starts the service, which answers it.
  assert.equal(await statusOf({ socketPath }), 200)
  assert.equal(await statusOf({ socketPath }), 200)
  assert.equal(await stop(service), 0)
})

test('several sockets are rejected', { timeout }, async () => {
  const { KONTOR_DATA } = await settingsOn('')
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', 'LISTEN_PID=$$ LISTEN_FDS=2 exec "$@"', 'sh', program, 'serve'],
    { env: { ...process.env, KONTOR_DATA }, encoding: 'utf8' },
  )
  assert.deepEqual(
    [status, stderr],
    [1, 'kontor: 2 sockets were passed to Kontor (LISTEN_FDS); it listens on one\n'],
  )
})
