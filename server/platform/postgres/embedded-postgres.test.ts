import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, realpathSync } from 'node:fs'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isAlive } from '../ground/process.ts'
import { EmbeddedInUse, type EmbeddedServer, startEmbedded } from './embedded-postgres.ts'

const isRoot = process.getuid?.() === 0
const base = realpathSync(await mkdtemp(join(tmpdir(), 'kontor-test-')))
const running = new Set<EmbeddedServer>()
const children = new Set<ChildProcess>()
const folders = new Set<string>()

after(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) if (postmasterPid(folder)) await start(folder)
  for (const server of running) await server.stop()
  await rm(base, { recursive: true, force: true })
})

async function start(dataDir: string, options: Parameters<typeof startEmbedded>[1] = {}) {
  const server = await startEmbedded(dataDir, { settings: { shared_buffers: '16MB' }, ...options })
  running.add(server)
  return server
}

async function query(
  { ownerConnection }: EmbeddedServer,
  text: string,
  connection = ownerConnection,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

function postmasterPid(dataDir: string): number {
  try {
    return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return 0
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 120_000; !(await condition()); await sleep(20)) {
    assert.ok(Date.now() < deadline, 'timed out')
  }
}

const MODULE = new URL('./embedded-postgres.ts', import.meta.url).href
const USER_PROGRAM = `
  import { startEmbedded } from ${JSON.stringify(MODULE)}
  const [, dataDir, exclusive] = process.argv
  const server = await startEmbedded(dataDir, { exclusive: exclusive === 'exclusive', settings: { shared_buffers: '16MB' } })
  console.log('started')
  process.stdin.once('data', async () => {
    await server.stop()
    process.exit(0)
  })
`

/** Another Kontor process that uses the folder until it receives a line. */
function startUser(dataDir: string, exclusive = ''): ChildProcess {
  const args = ['--input-type=module', '--eval', USER_PROGRAM, dataDir, exclusive]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  children.add(child)
  folders.add(dataDir)
  return child
}

async function started(child: ChildProcess): Promise<void> {
  const [word] = await Promise.race([once(child.stdout!, 'data'), once(child, 'exit').then(() => ['ended'])])
  assert.equal(String(word).trim(), 'started')
}

async function stopUser(child: ChildProcess): Promise<number> {
  child.stdin!.write('stop\n')
  return (await once(child, 'exit'))[0]
}

describe('a folder', () => {
  const dataDir = join(base, 'new', 'data')
  let pid = 0

  test('gets a durable, private UTF-8 database', async () => {
    const server = await start(dataDir, {
      settings: { shared_buffers: '16MB', work_mem: '5MB', fsync: 'off' },
    })
    const [row] = await query(
      server,
      `select current_user as user, current_database() as database, pg_encoding_to_char(encoding) as encoding,
        datlocprovider as provider, datlocale as locale, current_setting('data_checksums') as checksums,
        current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        current_setting('listen_addresses') as listen, current_setting('work_mem') as memory
      from pg_database where datname = current_database()`,
    )
    assert.deepEqual(row, {
      user: 'kontor',
      database: 'kontor',
      encoding: 'UTF8',
      provider: 'b',
      locale: 'C.UTF-8',
      checksums: 'on',
      fsync: 'on',
      commit: 'on',
      listen: '',
      memory: '5MB',
    })
    const roles = await query(
      server,
      `select current_user as user, rolsuper as superuser, has_schema_privilege('public', 'create') as creates
      from pg_roles where rolname = current_user`,
      server.connection,
    )
    assert.deepEqual(roles, [{ user: 'kontor_app', superuser: false, creates: false }])
    assert.equal((await stat(dataDir)).mode & 0o777, 0o700)
    assert.equal((await stat(server.connection.host)).mode & 0o777, 0o700)
    await query(server, 'create table kept as select 1 as id')
    pid = postmasterPid(dataDir)
    await server.stop()
    await server.stop()
    assert.equal(postmasterPid(dataDir), 0)
    await until(() => !isAlive(pid))
  })

  test('a second process finds the server, which stops with the last process', async () => {
    const first = await start(dataDir)
    pid = postmasterPid(dataDir)
    const second = await start(dataDir)
    assert.equal(postmasterPid(dataDir), pid)
    await first.stop()
    assert.deepEqual(await query(second, 'select id from kept'), [{ id: 1 }])
    const other = startUser(dataDir)
    await started(other)
    await second.stop()
    assert.equal(postmasterPid(dataDir), pid)
    assert.equal(await stopUser(other), 0)
    assert.equal(postmasterPid(dataDir), 0)
  })

  test('two processes that stop at the same time stopUser no server running', async () => {
    const both = await Promise.all([start(dataDir), start(dataDir)])
    await Promise.all(both.map((server) => server.stop()))
    assert.equal(postmasterPid(dataDir), 0)
  })

  test('a start while another one stops the server succeeds', async () => {
    for (const delay of [0, 10, 40, 80]) {
      const first = await start(dataDir)
      const stopped = first.stop()
      await sleep(delay)
      const second = await start(dataDir)
      await stopped
      assert.deepEqual(await query(second, 'select id from kept'), [{ id: 1 }])
      await second.stop()
      assert.equal(postmasterPid(dataDir), 0)
    }
  })

  test('a second exclusive process is rejected, naming the first one', async () => {
    const serve = startUser(dataDir, 'exclusive')
    await started(serve)
    await assert.rejects(start(dataDir, { exclusive: true }), (error: Error) => {
      assert.ok(error instanceof EmbeddedInUse)
      assert.ok(
        error.message.includes(dataDir) && error.message.includes(`process ${serve.pid}`),
        error.message,
      )
      return true
    })
    const beside = await start(dataDir)
    await beside.stop()
    assert.equal(await stopUser(serve), 0)
  })

  test('the next process takes over the server of a killed one', async () => {
    const serve = startUser(dataDir, 'exclusive')
    await started(serve)
    pid = postmasterPid(dataDir)
    if (process.platform === 'linux') {
      const session = Number((await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')[3])
      assert.equal(session, pid, 'a session of its own, which Ctrl-C does not reach')
    }
    serve.kill('SIGKILL')
    const next = await start(dataDir, { exclusive: true })
    assert.equal(postmasterPid(dataDir), pid)
    await next.stop()
    assert.equal(postmasterPid(dataDir), 0)
  })

  test('a stale postmaster.pid does not prevent a start, not even with the id of a live process', async () => {
    const file = join(dataDir, 'postgres', 'postmaster.pid')
    const { uid, gid } = await stat(join(dataDir, 'postgres'))
    const stranger = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' })
    children.add(stranger)
    await once(stranger, 'spawn')
    const dead = spawn('true', { stdio: 'ignore' })
    await once(dead, 'exit')
    const socketLock = join(dataDir, 'postgres', '.s.PGSQL.5432.lock')
    for (const stale of [stranger.pid, dead.pid]) {
      await writeFile(
        file,
        `${stale}\n${dataDir}/postgres\n1700000000\n5432\n${dataDir}/postgres\n\n  1234 5678\nready   \n`,
      )
      await chown(file, uid, gid)
      await writeFile(socketLock, `${stale}\n${dataDir}/postgres\n1700000000\n5432\n${dataDir}/postgres\n`)
      await chown(socketLock, uid, gid)
      const server = await start(dataDir)
      assert.deepEqual(await query(server, 'select id from kept'), [{ id: 1 }])
      await server.stop()
    }
    for (const broken of ['', '\0'.repeat(100)]) {
      await writeFile(file, broken)
      await utimes(file, new Date(), new Date(Date.now() - 60_000))
      await chown(file, uid, gid)
      const server = await start(dataDir)
      await server.stop()
    }
    assert.equal(stranger.exitCode, null)
    assert.equal(stranger.signalCode, null)
    stranger.kill()
  })

  test('a killed server is restarted on the same socket, with its data', async () => {
    const lines: string[] = []
    const server = await start(dataDir, { exclusive: true, log: (line) => lines.push(line) })
    await query(server, 'insert into kept values (2)')
    const { host } = server.connection
    pid = postmasterPid(dataDir)
    process.kill(pid, 'SIGKILL')
    const other = await start(dataDir)
    assert.notEqual(postmasterPid(dataDir), pid)
    assert.equal(other.connection.host, host)
    assert.deepEqual(await query(server, 'select id from kept order by id'), [{ id: 1 }, { id: 2 }])
    await until(async () => {
      const locks = await query(server, `select from pg_locks where locktype = 'advisory' and objid = 2`)
      return locks.length === 1
    })
    assert.deepEqual(lines, ['The connection to the embedded PostgreSQL was lost; reconnecting'])
    await other.stop()
    assert.notEqual(postmasterPid(dataDir), 0)
    await server.stop()
    assert.equal(postmasterPid(dataDir), 0)
  })

  test('a start applies changed settings; memory that the system does not give is lowered', async () => {
    const cacheOf = async (shared_buffers: string, lines: string[] = []) => {
      const server = await start(dataDir, { settings: { shared_buffers }, log: (line) => lines.push(line) })
      const [row] = await query(server, `select current_setting('shared_buffers') as cache`)
      await server.stop()
      return row?.['cache']
    }
    assert.equal(await cacheOf('32MB'), '32MB')
    assert.equal(await cacheOf('24MB'), '24MB')
    const lines: string[] = []
    assert.equal(await cacheOf('4TB', lines), '128MB')
    assert.match(lines.join('\n'), /a cache of 4TB \(KONTOR_DATABASE_MEMORY\); trying 128MB$/)
  })

  test('a stop right after the server was killed returns', async () => {
    const server = await start(dataDir)
    process.kill(postmasterPid(dataDir), 'SIGKILL')
    await server.stop()
    const again = await start(dataDir)
    await again.stop()
  })
})

test('two processes on a new folder both succeed, and share one server', async () => {
  const dataDir = join(base, 'race')
  const both = [startUser(dataDir), startUser(dataDir)]
  await Promise.all(both.map(started))
  const leftovers = (await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'))
  assert.deepEqual(leftovers, [])
  assert.deepEqual(await Promise.all(both.map(stopUser)), [0, 0])
  assert.equal(postmasterPid(dataDir), 0)
})

test('a folder whose creation was killed is created again', async () => {
  const dataDir = join(base, 'killed')
  const first = startUser(dataDir)
  await until(async () =>
    (await readdir(dataDir).catch(() => [])).some((name) => name.startsWith('postgres.new-')),
  )
  await sleep(150)
  first.kill('SIGKILL')
  await once(first, 'exit')
  assert.ok(!(await readdir(dataDir)).includes('postgres'))
  const server = await start(dataDir)
  await server.stop()
})

test('a path that is too long for a socket gets one in a private temporary folder', async () => {
  const dataDir = join(base, 'x'.repeat(90), `a b, "c" ü ${'y'.repeat(90)}`)
  const server = await start(dataDir)
  const { host } = server.connection
  assert.ok(dataDir.length > 180 && host.length < 90, host)
  assert.equal((await stat(host)).mode & 0o777, 0o700)
  const second = await start(dataDir)
  assert.equal(second.connection.host, host)
  await second.stop()
  await server.stop()

  // A folder that another account may have created is not used.
  await chmod(host, 0o777)
  const third = await start(dataDir)
  assert.notEqual(third.connection.host, host)
  assert.equal((await stat(third.connection.host)).mode & 0o777, 0o700)
  await third.stop()
  await rm(host, { recursive: true })
  await rm(third.connection.host, { recursive: true })
})

test('a folder without a database of this version is left unchanged and reported', async () => {
  const foreign = join(base, 'foreign')
  await mkdir(join(foreign, 'postgres'), { recursive: true })
  await writeFile(join(foreign, 'postgres', 'other.txt'), 'x')
  await assert.rejects(start(foreign), /is not empty, and is not a PostgreSQL database/)
  await writeFile(join(foreign, 'postgres', 'PG_VERSION'), '15\n')
  await assert.rejects(start(foreign), /was created by PostgreSQL 15/)
  assert.deepEqual((await readdir(join(foreign, 'postgres'))).sort(), ['PG_VERSION', 'other.txt'])
})

test('as root, below a folder that only root may enter, the server has no capability', {
  skip: !isRoot,
}, async () => {
  let pid = 0
  const closed = join(base, 'closed')
  await mkdir(closed, { mode: 0o700 })
  const dataDir = join(closed, 'data')
  const server = await start(dataDir)
  pid = postmasterPid(dataDir)
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  assert.match(status, /^Uid:\t65534\t65534\t65534\t65534$/m)
  assert.match(status, /^Groups:\t ?(65534 ?)?$/m)
  for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapAmb'])
    assert.match(status, new RegExp(`^${set}:\\t0{16}$`, 'm'), 'no capability')
  const secret = join(closed, 'secret')
  await writeFile(secret, 'x', { mode: 0o600 })
  await assert.rejects(query(server, `select pg_read_file('${secret}')`), /Permission denied/)
  await assert.rejects(query(server, `select pg_read_file('../../secret')`), /Permission denied|must be/)
  assert.equal(server.connection.host, join(dataDir, 'postgres'))
  await query(server, 'create table kept as select 1 as id')

  // A second process finds it, and a killed one is restarted.
  const second = await start(dataDir)
  assert.equal(postmasterPid(dataDir), pid)
  await second.stop()
  process.kill(pid, 'SIGKILL')
  await until(() => postmasterPid(dataDir) !== pid && postmasterPid(dataDir) !== 0)
  await until(() =>
    query(server, 'select id from kept').then(
      () => true,
      () => false,
    ),
  )
  assert.deepEqual(await query(server, 'select id from kept'), [{ id: 1 }])
  await server.stop()
  assert.equal(postmasterPid(dataDir), 0)
})
