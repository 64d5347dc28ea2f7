// Kontor behind PgBouncer, with passwords from a file and a command.
import assert from 'node:assert/strict'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { type EmbeddedServer, startEmbedded } from '../../server/platform/postgres/embedded-postgres.ts'
import { instanceFolder } from '../support/data-folders.ts'
import {
  adminToken,
  call,
  dataFolder,
  removeDataFolder,
  run,
  serve,
  stop,
} from '../support/kontor-process.ts'
import { secretKeyFile } from '../support/secret-key.ts'
import { keepsPreparedStatements, startPgBouncer, withoutPgBouncer } from '../support/servers/pgbouncer.ts'

type Cleaning = { after(work: () => Promise<unknown>): void }

const skip = withoutPgBouncer
let databaseFolder: string
let server: EmbeddedServer

before(async () => {
  databaseFolder = await instanceFolder()
  server = await startEmbedded(databaseFolder, { durable: false })
})

after(async () => {
  await server.stop()
  await removeDataFolder(databaseFolder)
})

async function startPooler(t: Cleaning, mode: 'session' | 'transaction') {
  const data = await dataFolder()
  const pooler = await startPgBouncer(server.connection, mode)
  t.after(async () => {
    await pooler.stop()
    await removeDataFolder(data)
  })
  // A service that has given root up reads the file.
  await chmod(data, 0o755)
  const passwordFile = join(data, 'password')
  await writeFile(passwordFile, 'app-password\n')
  const environment = {
    KONTOR_DATABASE_URL: pooler.urlAs('kontor_app'),
    KONTOR_DATABASE_PASSWORD_FILE: passwordFile,
    KONTOR_FILES: join(databaseFolder, 'files'),
    KONTOR_SECRET_KEY_FILE: secretKeyFile(databaseFolder),
  }
  return { data, pooler, environment }
}

const directUrlAs = (role: string) =>
  `postgres://${role}@${encodeURIComponent(server.connection.host!)}:${server.connection.port}/kontor`

/** Writes and reads at once, and waits for a lock for longer than it may. */
async function useService(data: string, environment: Record<string, string>) {
  const service = await serve(data, environment)
  const token = await adminToken(data, environment)
  const created = await Promise.all(
    Array.from({ length: 30 }, async (_, n) => {
      const email = `${n}@${environment['KONTOR_DATABASE_DIRECT_URL'] ? 'transaction' : 'session'}.example`
      const { status, json } = await call(service.url, token, 'POST', '/contacts', {
        lastName: `Nr. ${n}`,
        email,
      })
      const found = await call(service.url, token, 'GET', `/contacts/search/email/${email}`)
      return { status, id: json[0]?.id, lastName: found.json[0]?.lastName }
    }),
  )
  assert.deepEqual(
    created.map(({ status, lastName }) => [status, lastName]),
    created.map((_, n) => [200, `Nr. ${n}`]),
  )
  assert.equal((await call(service.url, token, 'GET', '/events')).status, 200)
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
  const owner = new pg.Client(server.ownerConnection)
  await owner.connect()
  await owner.query('begin; lock table lead')
  const lead = { leadContact: created[0]!.id, subject: 'x' }
  const waiting = await call(service.url, token, 'POST', '/leads/createLead', lead)
  assert.equal(waiting.status, 503)
  await owner.end()
  assert.doesNotMatch(service.stdout(), /job queue/)
  assert.equal(await stop(service), 0)
}

test('a service behind PgBouncer works, with the limits of its statements', {
  timeout: 300_000,
  skip,
}, async (t) => {
  const { data, pooler, environment } = await startPooler(t, 'session')
  await useService(data, {
    ...environment,
    KONTOR_DATABASE_OWNER_URL: pooler.urlAs('kontor'),
    KONTOR_DATABASE_OWNER_PASSWORD_COMMAND: 'echo owner-password',
  })
})

test('a service behind PgBouncer in transaction mode works with a direct address beside it', {
  timeout: 300_000,
  skip: skip || (keepsPreparedStatements ? false : 'this PgBouncer keeps no prepared statements'),
}, async (t) => {
  const { data, environment } = await startPooler(t, 'transaction')
  await useService(data, {
    ...environment,
    KONTOR_DATABASE_DIRECT_URL: directUrlAs('kontor_app'),
    KONTOR_DATABASE_OWNER_URL: directUrlAs('kontor'),
  })
  const client = new pg.Client(directUrlAs('kontor_app'))
  await client.connect()
  const { rows } = await client.query(
    `select current_setting('jit') as jit, current_setting('lock_timeout') as lock`,
  )
  await client.end()
  assert.deepEqual(rows, [{ jit: 'off', lock: '5s' }], 'of the role')
})

test('PgBouncer in transaction mode without its requirements is one line at the start', {
  timeout: 300_000,
  skip,
}, async (t) => {
  const { data, pooler, environment } = await startPooler(t, 'transaction')
  const startWith = async (settings: Record<string, string>) => {
    const { code, stderr } = await run(['serve'], {
      KONTOR_DATA: data,
      KONTOR_PORT: '0',
      KONTOR_DATABASE_WAIT: '0',
      ...environment,
      ...settings,
    })
    return [code, stderr]
  }
  const inTransactionMode =
    'this is a connection pooler in transaction mode; name the server itself in KONTOR_DATABASE_DIRECT_URL'
  assert.deepEqual(await startWith({}), [1, `kontor: KONTOR_DATABASE_URL: ${inTransactionMode}\n`])
  assert.deepEqual(await startWith({ KONTOR_DATABASE_DIRECT_URL: environment.KONTOR_DATABASE_URL }), [
    1,
    `kontor: KONTOR_DATABASE_DIRECT_URL: ${inTransactionMode}\n`,
  ])
  assert.deepEqual(
    await startWith({
      KONTOR_DATABASE_DIRECT_URL: directUrlAs('kontor_app'),
      KONTOR_DATABASE_OWNER_URL: pooler.urlAs('kontor:owner-password'),
    }),
    [
      1,
      keepsPreparedStatements
        ? `kontor: KONTOR_DATABASE_OWNER_URL: ${inTransactionMode}\n`
        : 'kontor: KONTOR_DATABASE_URL: the connection pooler does not support prepared statements; PgBouncer does from 1.21 on, with max_prepared_statements\n',
    ],
  )
})
