// The databases of test instances, cloned from a migrated template on one server.
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { openPool } from '../../../server/platform/database/database.ts'
import { migrate } from '../../../server/platform/database/migrate.ts'
import { type EmbeddedServer, startEmbedded } from '../../../server/platform/postgres/embedded-postgres.ts'
import { type Connection, linkTo, type SocketConnection } from './connections.ts'

const root = join(import.meta.dirname, '../../..')

type ConnectionTo = (database: string) => Connection

/** How tests reach their databases, as the owner of the tables and as the application. */
type TestServer = {
  ownerOf: ConnectionTo
  applicationOf: ConnectionTo
  applicationRole: string
  stop(): Promise<void>
}

/** A database of a test instance. */
export type TestDatabase = {
  /** The application's. */
  connection: Connection
  ownerConnection: Connection
  drop(): Promise<void>
}

/** For KONTOR_TEST_SERVER: the embedded server that tools/test.ts keeps running for all test files. */
export type RunningServer = { connection: SocketConnection; ownerConnection: SocketConnection }

export const toRunningServer = ({ connection, ownerConnection }: EmbeddedServer): RunningServer => ({
  connection,
  ownerConnection,
})

const serverOn = ({ connection, ownerConnection }: RunningServer, stop: () => Promise<void>): TestServer => ({
  ownerOf: (database) => ({ ...ownerConnection, database }),
  applicationOf: (database) => ({ ...connection, database }),
  applicationRole: connection.user,
  stop,
})

/** Starts the embedded server of the tests, or uses it if it runs. */
export async function startTestServer(run: string): Promise<EmbeddedServer> {
  const folder = join(run, 'kontor-test')
  await mkdir(folder, { recursive: true })
  return startEmbedded(folder, { durable: false })
}

/** The server of KONTOR_TEST_DATABASE_URL, the one that tools/test.ts has started, or one for this process. */
async function testServer(): Promise<TestServer> {
  const url = process.env['KONTOR_TEST_DATABASE_URL']
  if (url) return externalServer(url)
  const running = process.env['KONTOR_TEST_SERVER']
  if (running) return serverOn(JSON.parse(running), async () => {})
  const server = await startTestServer(join(root, 'node_modules/.cache'))
  return serverOn(server, server.stop)
}

let externalRole: Promise<void> | undefined

async function externalServer(url: string): Promise<TestServer> {
  const applicationRole = 'kontor_test_app'
  const connectionAs =
    (role?: string): ConnectionTo =>
    (database) => {
      const address = new URL(url)
      address.pathname = `/${database}`
      if (role !== undefined) address.username = role
      return { connectionString: address.href }
    }
  const ownerOf = connectionAs()
  externalRole ??= ensureRole(ownerOf('postgres'), applicationRole, decodeURIComponent(new URL(url).password))
  await externalRole
  return { ownerOf, applicationOf: connectionAs(applicationRole), applicationRole, stop: async () => {} }
}

/** Creates the application's role on an external server, with the password of the owner. */
async function ensureRole(connection: Connection, role: string, password: string): Promise<void> {
  const admin = new pg.Client(connection)
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock(0, 4712)')
    const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [role])
    if (!rowCount) await admin.query(`create role ${role} login password ${pg.escapeLiteral(password)}`)
  } finally {
    await admin.end()
  }
}

/** Changes with the migrations, and with the code that prepares a database. */
async function hashTemplate(): Promise<string> {
  const hash = createHash('sha256')
  const files = (await readdir(join(root, 'migrations'))).sort().map((name) => join('migrations', name))
  const code = ['grants.ts', 'client-role.ts', 'job-queue.ts'].map((name) =>
    join('server/platform/database', name),
  )
  for (const file of [...files, ...code, 'node_modules/graphile-worker/package.json'])
    hash.update(await readFile(join(root, file)))
  return `kontor_template_${hash.digest('hex').slice(0, 12)}`
}

let templateName: Promise<string> | undefined

async function ensureTemplate(
  admin: pg.Client,
  { ownerOf, applicationRole }: TestServer,
  name: string,
): Promise<void> {
  await admin.query('select pg_advisory_lock(0, 4712)')
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    await admin.query(`drop database if exists ${name}_new`)
    await admin.query(`create database ${name}_new template template0 encoding 'UTF8'`)
    const pool = openPool(linkTo(ownerOf(`${name}_new`)), 1)
    await migrate(pool, applicationRole)
    await pool.end()
    await admin.query(`alter database ${name}_new rename to ${name}`)
  } finally {
    await admin.query('select pg_advisory_unlock(0, 4712)')
  }
}

/** Creates a database, cloned from the template in about 0.1 s. */
export async function createDatabase(): Promise<TestDatabase> {
  const server = await testServer()
  const admin = new pg.Client(server.ownerOf('postgres'))
  admin.on('error', () => {})
  await admin.connect()
  templateName ??= hashTemplate()
  const template = await templateName
  await ensureTemplate(admin, server, template)
  const name = `kontor_test_${randomUUID().replaceAll('-', '')}`
  // Without durability, copying files takes a fifth of the time of logging their pages.
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  return {
    connection: server.applicationOf(name),
    ownerConnection: server.ownerOf(name),
    async drop() {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
      await server.stop()
    },
  }
}
