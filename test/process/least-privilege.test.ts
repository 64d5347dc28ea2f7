// The privileges of the service and its database.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, lstat, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { startEmbedded } from '../../server/platform/postgres/embedded-postgres.ts'
import { instanceFolder } from '../support/data-folders.ts'
import {
  adminToken,
  call,
  dataFolder,
  postmaster,
  queryDatabase,
  type RunningProcess,
  removeDataFolder,
  run,
  serve,
  start,
  stop,
  waitUntil,
  waitUntilServing,
} from '../support/kontor-process.ts'

test('the service uses a role without power, also on a database of an earlier version', {
  timeout: 600_000,
}, async () => {
  const data = await instanceFolder()
  try {
    const service = await serve(data)
    // Earlier versions had one role, which owned the tables.
    await queryDatabase(data, 'drop owned by kontor_app; drop role kontor_app')
    await stop(service)

    const upgraded = await serve(data)
    const token = await adminToken(data)
    const body = { lastName: 'Anders', email: 'a.anders@kontor.example' }
    assert.equal((await call(upgraded.url, token, 'POST', '/contacts', body)).status, 200)
    assert.equal((await call(upgraded.url, token, 'GET', '/events')).status, 200)
    assert.equal((await fetch(`${upgraded.url}/readyz`)).status, 200)
    const roles = await queryDatabase(
      data,
      `select distinct usename as role from pg_stat_activity where datname = 'kontor' and pid <> pg_backend_pid()`,
    )
    assert.deepEqual(roles, [{ role: 'kontor_app' }])
    const owners = await queryDatabase(
      data,
      `select distinct relowner::regrole::text as owner from pg_class where relnamespace = 'public'::regnamespace`,
    )
    assert.deepEqual(owners, [{ owner: 'kontor' }])
    assert.equal(await stop(upgraded), 0)
    assert.equal((await run(['export'], { KONTOR_DATA: data })).code, 0)
  } finally {
    await removeDataFolder(data)
  }
})

const nobody = 65534

/** Why services of root do not give it up here. */
async function keepsRoot(): Promise<string | false> {
  if (process.getuid?.() !== 0) return 'not root'
  const program = join(import.meta.dirname, '../../server/main.ts')
  const { status } = spawnSync('cat', [program], { uid: nobody, gid: nobody, stdio: 'ignore' })
  return status === 0 ? false : 'uid 65534 cannot read this checkout'
}
const skip = await keepsRoot()
const timeout = 600_000

/** Asserts that all threads of a process have the rights of this account and nothing else. */
function assertPlainAccount(pid: number, uid: number): void {
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8')
    for (const ids of ['Uid', 'Gid']) assert.match(status, new RegExp(`^${ids}:(\t${uid}){4}$`, 'm'))
    assert.match(status, /^Groups:\s*$/m)
    for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapAmb'])
      assert.match(status, new RegExp(`^${set}:\t0{16}$`, 'm'))
  }
}

/** A port that only root may open. */
async function privilegedPort(): Promise<string> {
  for (let port = 1023; port > 600; port--) {
    const server = createServer()
    const opened = once(server.listen(port, '127.0.0.1'), 'listening')
    if (
      !(await opened.then(
        () => true,
        () => false,
      ))
    )
      continue
    await new Promise((closed) => server.close(closed))
    return String(port)
  }
  throw new Error('no port below 1024 is free')
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )

type LogLine = { msg: string; uid?: number; path?: string; process?: { pid: number } }
const logLines = (service: RunningProcess): LogLine[] =>
  service
    .stdout()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

/** The log is written shortly after the event. @returns the line that begins with this text, the only one */
async function waitForLine(service: RunningProcess, text: string): Promise<LogLine> {
  const found = () => logLines(service).filter(({ msg }) => msg.startsWith(text))
  await waitUntil(() => found().length > 0, text)
  assert.equal(found().length, 1, text)
  return found()[0]!
}

/** The owners of everything in a folder. */
async function ownersIn(folder: string): Promise<number[]> {
  const paths = await readdir(folder, { recursive: true })
  return [...new Set(await Promise.all(paths.map(async (path) => (await lstat(join(folder, path))).uid)))]
}

async function uploadFile(url: string, token: string, name: string): Promise<void> {
  const [{ id }] = (await call(url, token, 'POST', '/todo/import', { subject: name })).json
  const answer = await call(url, token, 'POST', `/attachment/crm/${id}/${name}`, Buffer.from(name))
  assert.equal(answer.status, 200)
}

test('a service of root gives root up after it has bound its port, and commands of root go on', {
  timeout,
  skip,
}, async (t) => {
  const data = await instanceFolder()
  t.after(() => removeDataFolder(data))
  // As an earlier version left it.
  await chmod(data, 0o700)
  for (const name of ['files', 'postgres.log'])
    if (existsSync(join(data, name))) spawnSync('chown', ['-R', '0:0', join(data, name)])
  const port = await privilegedPort()
  const service = await serve(data, { KONTOR_PORT: port })
  t.after(() => service.child.kill('SIGKILL'))
  assertPlainAccount(service.pid, nobody)
  await waitForLine(service, 'gave up root: runs as uid 65534')
  const token = await adminToken(data)
  await uploadFile(service.url, token, 'a.txt')
  for (const path of ['/office/', '/docs', '/restapi/v1/openapi.json', '/metrics'])
    assert.equal((await fetch(service.url + path)).status, 200, path)
  assert.deepEqual(await ownersIn(data), [nobody])
  const { uid, mode } = await lstat(data)
  assert.deepEqual([uid, mode & 0o777], [0, 0o711], 'root’s commands can trust what is in it')

  const server = (await postmaster(data))!
  assertPlainAccount(server, nobody)
  process.kill(server, 'SIGKILL')
  await waitUntil(
    async () => (await isReady(service.url)) && (await postmaster(data)) !== server,
    'restarted',
  )
  assertPlainAccount((await postmaster(data))!, nobody)

  const archive = join(data, '..', `${basename(data)}.tar`)
  t.after(() => rm(archive, { force: true }))
  assert.equal((await run(['backup', archive], { KONTOR_DATA: data })).code, 0)
  assert.equal(await stop(service), 0)
  assert.equal(await postmaster(data), undefined)
  assert.equal((await run(['user', 'list'], { KONTOR_DATA: data })).code, 0)

  const other = await dataFolder()
  t.after(() => removeDataFolder(other))
  const restored = await run(['restore', archive], { KONTOR_DATA: other })
  assert.equal(restored.code, 0, restored.stderr)
  const again = await serve(other)
  t.after(() => again.child.kill('SIGKILL'))
  assertPlainAccount(again.pid, nobody)
  assert.deepEqual(await ownersIn(other), [nobody])
  await uploadFile(again.url, token, 'b.txt')
  assert.equal(await stop(again), 0)
})

test('workers of root run under the other account, and get a port of root again if all of them die', {
  timeout,
  skip,
}, async (t) => {
  const data = await instanceFolder()
  t.after(() => removeDataFolder(data))
  const compiled = await mkdtemp(join(tmpdir(), 'kontor-compiled-'))
  t.after(() => rm(compiled, { recursive: true }))
  await chmod(compiled, 0o755)
  const port = await privilegedPort()
  const serveOn = (on: string) =>
    waitUntilServing(
      start(['serve', '--workers', '2'], {
        KONTOR_DATA: data,
        KONTOR_PORT: on,
        NODE_COMPILE_CACHE: compiled,
      }),
    )
  const workersOf = (service: RunningProcess) =>
    logLines(service)
      .filter(({ msg }) => msg === 'worker ready')
      .map((line) => line.process!.pid)

  const privileged = await serveOn(port)
  t.after(() => privileged.child.kill('SIGKILL'))
  await waitForLine(privileged, 'the workers run as uid 65534; this process stays root')
  await waitUntil(() => workersOf(privileged).length === 2, 'both workers')
  for (const pid of workersOf(privileged)) assertPlainAccount(pid, nobody)
  const ofWorkers = join(compiled, (await readdir(compiled)).find((name) => name.endsWith(`-${nobody}`))!)
  const modules = await readdir(ofWorkers)
  assert.ok(modules.length > 500, 'they read what was compiled for root')
  for (const name of modules) assert.equal((await stat(join(ofWorkers, name))).mode & 0o777, 0o644)
  for (const pid of workersOf(privileged)) process.kill(pid, 'SIGKILL')
  await waitUntil(() => workersOf(privileged).length === 4, 'both workers replaced')
  await waitUntil(() => isReady(privileged.url), 'the port is open again')
  for (const pid of workersOf(privileged).slice(2)) assertPlainAccount(pid, nobody)
  assert.equal(await stop(privileged), 0)

  const service = await serveOn('0')
  t.after(() => service.child.kill('SIGKILL'))
  assertPlainAccount(service.pid, nobody)
  const token = await adminToken(data)
  await uploadFile(service.url, token, 'a.txt')
  await waitUntil(() => workersOf(service).length === 2, 'both workers')
  const [first] = workersOf(service)
  process.kill(first!, 'SIGKILL')
  await waitUntil(() => workersOf(service).length === 3, 'replaced')
  service.child.kill('SIGHUP')
  await waitUntil(() => logLines(service).some(({ msg }) => msg === 'reloaded'), 'reloaded')
  for (const pid of workersOf(service).slice(2)) {
    if (existsSync(`/proc/${pid}`)) assertPlainAccount(pid, nobody)
  }
  assert.equal(workersOf(service).length, 5)
  await uploadFile(service.url, token, 'b.txt')
  assert.deepEqual(await ownersIn(data), [nobody])
  assert.equal(await stop(service), 0)
})

test('KONTOR_USER names the account, which gets the folders of a former one', {
  timeout,
  skip,
}, async (t) => {
  const data = await instanceFolder()
  t.after(() => removeDataFolder(data))
  const first = await serve(data)
  await uploadFile(first.url, await adminToken(data), 'a.txt')
  const other = await run(['serve'], { KONTOR_DATA: data, KONTOR_USER: '4711', KONTOR_PORT: '0' })
  assert.equal(other.code, 1)
  assert.match(
    other.stderr,
    /^kontor: PostgreSQL runs on \S+ under another account \(uid 65534\) than KONTOR_USER/,
  )
  assert.equal(await stop(first), 0)

  const service = await serve(data, { KONTOR_USER: '4711' })
  t.after(() => service.child.kill('SIGKILL'))
  assertPlainAccount(service.pid, 4711)
  assertPlainAccount((await postmaster(data))!, 4711)
  assert.deepEqual(await ownersIn(data), [4711])
  // Without the setting, a command works under the owner of the database.
  await uploadFile(service.url, await adminToken(data), 'b.txt')
  assert.equal(await stop(service), 0)

  for (const [user, message] of [
    ['no-such-account', 'KONTOR_USER: there is no account no-such-account'],
    ['root', 'KONTOR_USER must be another account than root'],
    ['0', 'KONTOR_USER must be another account than root'],
    ['a b', 'KONTOR_USER must be the name or the uid of an account'],
  ] as const) {
    const { code, stderr } = await run(['serve'], { KONTOR_DATA: data, KONTOR_USER: user })
    assert.deepEqual([code, stderr], [2, `kontor: ${message}\n`])
  }
})

test('on an external database and a new data folder, a service of root gives it up as well', {
  timeout,
  skip,
}, async (t) => {
  const [server, parent] = [await dataFolder(), await dataFolder()]
  const embedded = await startEmbedded(server, { durable: false })
  t.after(async () => {
    await embedded.stop()
    await Promise.all([server, parent].map(removeDataFolder))
  })
  await Promise.all([server, parent].map((folder) => chmod(folder, 0o755)))
  const urlAs = (user: string) =>
    `postgres://${user}@${encodeURIComponent(embedded.connection.host)}:${embedded.connection.port}/kontor`
  const data = join(parent, 'new')
  const settings = {
    KONTOR_DATABASE_URL: urlAs('kontor_app'),
    KONTOR_DATABASE_OWNER_URL: urlAs('kontor'),
  }
  for (const args of [['serve'], ['serve', '--workers', '1']]) {
    const service = await waitUntilServing(start(args, { KONTOR_DATA: data, KONTOR_PORT: '0', ...settings }))
    t.after(() => service.child.kill('SIGKILL'))
    assertPlainAccount(service.pid, nobody)
    await uploadFile(service.url, await adminToken(data, settings), `${args.length}.txt`)
    assert.equal(await stop(service), 0)
  }
  assert.deepEqual(await ownersIn(data), [nobody])
  const { uid, mode } = await lstat(data)
  assert.deepEqual([uid, mode & 0o777], [0, 0o711])
})

test('a service of root whose account has no access stays root, works, and names the folder', {
  timeout,
  skip,
}, async (t) => {
  const closed = await dataFolder()
  t.after(() => rm(closed, { recursive: true, force: true }))
  const data = join(closed, 'data')
  t.after(() => removeDataFolder(data))
  for (const args of [['serve'], ['serve', '--workers', '1']]) {
    const service = await waitUntilServing(start(args, { KONTOR_DATA: data, KONTOR_PORT: '0' }))
    t.after(() => service.child.kill('SIGKILL'))
    assert.match(readFileSync(`/proc/${service.pid}/status`, 'utf8'), /^Uid:\t0\t0\t0\t0$/m)
    const { uid, path } = await waitForLine(service, 'stays root: ')
    assert.deepEqual([uid, path], [nobody, closed])
    await uploadFile(service.url, await adminToken(data), 'a.txt')
    assert.equal(await stop(service), 0)
  }
  assert.deepEqual(await ownersIn(join(data, 'files')), [nobody], 'the service could use them elsewhere')
  await chmod(closed, 0o755)
  const service = await serve(data)
  t.after(() => service.child.kill('SIGKILL'))
  assertPlainAccount(service.pid, nobody)
  assert.equal(await stop(service), 0)
})
