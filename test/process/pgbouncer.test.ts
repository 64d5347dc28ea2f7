// Kontor behind PgBouncer in session mode, with passwords from a file and a command.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { startEmbedded } from '../../server/platform/postgres/embedded-postgres.ts'
import { instanceFolder } from '../support/data-folders.ts'
import {
  adminToken,
  call,
  dataFolder,
  removeDataFolder,
  serve,
  stop,
  waitUntil,
} from '../support/kontor-process.ts'

const nobody = 65_534

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

test('a service behind PgBouncer works, with the limits of its statements', {
  timeout: 300_000,
  skip: spawnSync('pgbouncer', ['--version']).error ? 'PgBouncer is not installed' : false,
}, async (t) => {
  const [databaseFolder, folder, data] = [await instanceFolder(), await dataFolder(), await dataFolder()]
  const server = await startEmbedded(databaseFolder, { durable: false })
  const port = await freePort()
  const settings = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users.txt')
  await writeFile(users, '"kontor" "owner-password"\n"kontor_app" "app-password"\n')
  await writeFile(
    settings,
    `[databases]
kontor = host=${server.connection.host} port=${server.connection.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = session
`,
  )
  const isRoot = process.getuid?.() === 0
  await chmod(folder, 0o755)
  if (isRoot) for (const file of [settings, users]) await chown(file, nobody, nobody)
  const pooler = spawn('pgbouncer', [settings], {
    stdio: 'ignore',
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
  })
  t.after(async () => {
    pooler.kill('SIGKILL')
    await server.stop()
    await Promise.all([databaseFolder, folder, data].map(removeDataFolder))
  })
  const urlAs = (user: string) => `postgres://${user}@127.0.0.1:${port}/kontor`
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, 'app-password\n')
  await waitUntil(
    async () => {
      const client = new pg.Client(urlAs('kontor:owner-password'))
      const isReady = await client.connect().then(
        () => true,
        () => false,
      )
      await client.end().catch(() => {})
      return isReady
    },
    'PgBouncer answers',
    30_000,
  )

  const environment = {
    KONTOR_DATABASE_URL: urlAs('kontor_app'),
    KONTOR_DATABASE_PASSWORD_FILE: passwordFile,
    KONTOR_DATABASE_OWNER_URL: urlAs('kontor'),
    KONTOR_DATABASE_OWNER_PASSWORD_COMMAND: 'echo owner-password',
    KONTOR_FILES: join(databaseFolder, 'files'),
  }
  const service = await serve(data, environment)
  const token = await adminToken(data, environment)
  const created = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      call(service.url, token, 'POST', '/contacts', { lastName: `Nr. ${n}`, email: `${n}@kontor.example` }),
    ),
  )
  assert.deepEqual(new Set(created.map(({ status }) => status)), new Set([200]))
  for (const n of [0, 29]) {
    const found = await call(service.url, token, 'GET', `/contacts/search/email/${n}@kontor.example`)
    assert.equal(found.json[0].lastName, `Nr. ${n}`)
  }
  assert.equal((await call(service.url, token, 'GET', '/events')).status, 200)
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
  const owner = new pg.Client(server.ownerConnection)
  await owner.connect()
  // A statement that waits for a lock ends.
  await owner.query('begin; lock table lead')
  const leadContact = created[0]!.json[0].id
  const waiting = await call(service.url, token, 'POST', '/leads/createLead', { leadContact, subject: 'x' })
  assert.equal(waiting.status, 503)
  await owner.end()
  assert.equal(await stop(service), 0)
})
