import { createHash, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { buildApp } from '../../server/app.ts'
import { newToken, tokenHash } from '../../server/platform/auth/principal.ts'
import { csrfHeader, csrfTokenOf, newSecret, sessionCookie } from '../../server/platform/auth/session.ts'
import { type Db, openDb, openPool } from '../../server/platform/database/database.ts'
import { toAddress } from '../../server/platform/database/database-address.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { withoutReplica } from '../../server/platform/database/replica.ts'
import { openServerLink } from '../../server/platform/database/server-link.ts'
import { openFiles } from '../../server/platform/files/files.ts'
import { claimFiles } from '../../server/platform/files/files-mark.ts'
import { createFileScan } from '../../server/platform/files/scan-file.ts'
import { removeUnlessStoredIn } from '../../server/platform/files/stored-rows.ts'
import { startEmbedded } from '../../server/platform/postgres/embedded-postgres.ts'
import type { Clock } from '../../server/platform/runtime/clock.ts'
import { type Instance, openCaches } from '../../server/platform/runtime/instance.ts'
import { openReadiness } from '../../server/platform/runtime/readiness.ts'
import { readSettings, type Settings } from '../../server/platform/runtime/settings.ts'

const root = join(import.meta.dirname, '../..')

type CallOptions = {
  body?: unknown
  token?: string | null
  headers?: Record<string, string>
  payload?: Buffer | string
}
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type TestResponse = { status: number; headers: Record<string, unknown>; json: any; text: string }

/** An instance of its own for a test: a database cloned from a migrated template, a folder of files, a clock that can be set. */
export type TestInstance = Instance & {
  app: FastifyInstance
  /** The application's connection. */
  connection: Connection
  /** For tests that change what the application may not change. */
  ownerConnection: Connection
  owner: Db
  clock: Clock & { set(moment: string): void }
  /** The administrator's token (user 1, client 1). */
  token: string
  /** Calls below /restapi/v1 with the administrator's token; `token: null` sends none. */
  call(method: string, path: string, call?: CallOptions): Promise<TestResponse>
  /** Creates a user with these rights and clients (the first is the default). @returns the id and a token */
  addUser(user?: {
    rights?: string[]
    clientIds?: number[]
    admin?: boolean
    crm?: boolean
    name?: string
  }): Promise<{ id: number; token: string }>
  /** Signs in to the back office as a new user with these rights (left out: an administrator). */
  signIn(user?: Parameters<TestInstance['addUser']>[0]): Promise<OfficeSession>
  close(): Promise<void>
}

/** A session of the back office. */
export type OfficeSession = {
  userId: number
  cookie: string
  csrfToken: string
  /** Calls below /office/api with the session's cookie and CSRF token. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>
  /** Uploads a file below /office/api. */
  upload(path: string, payload: Buffer | string, headers?: Record<string, string>): Promise<TestResponse>
}

type Connection =
  | { host: string; port: number; user: string; database: string }
  | { connectionString: string }
/** Connections of a test that lead to one database. */
export const linkTo = (connection: Connection) => openServerLink(toAddress(connection))
/** The same connection to another database of its server. */
export const toDatabase = (connection: Connection, database: string): Connection =>
  'connectionString' in connection
    ? { connectionString: Object.assign(new URL(connection.connectionString), { pathname: database }).href }
    : { ...connection, database }
type ConnectionTo = (database: string) => Connection

/** How tests reach their databases, as the owner of the tables and as the application. */
type TestServer = {
  ownerOf: ConnectionTo
  applicationOf: ConnectionTo
  applicationRole: string
  stop(): Promise<void>
}

/** The server for the tests' databases: KONTOR_TEST_DATABASE_URL, or an embedded server that all test files share. */
async function testServer(): Promise<TestServer> {
  const url = process.env['KONTOR_TEST_DATABASE_URL']
  if (url) {
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
    await ensureRole(ownerOf('postgres'), applicationRole, decodeURIComponent(new URL(url).password))
    return { ownerOf, applicationOf: connectionAs(applicationRole), applicationRole, stop: async () => {} }
  }
  const folder = join(process.env['KONTOR_TEST_RUN'] ?? join(root, 'node_modules/.cache'), 'kontor-test')
  await mkdir(folder, { recursive: true })
  const server = await startEmbedded(folder, { durable: false })
  return {
    ownerOf: (database) => ({ ...server.ownerConnection, database }),
    applicationOf: (database) => ({ ...server.connection, database }),
    applicationRole: server.connection.user,
    stop: () => server.stop(),
  }
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

async function templateName(): Promise<string> {
  const hash = createHash('sha256')
  const files = (await readdir(join(root, 'migrations'))).sort().map((name) => join('migrations', name))
  const code = ['grants.ts', 'job-queue.ts'].map((name) => join('server/platform/database', name))
  for (const file of [...files, ...code, 'node_modules/graphile-worker/package.json'])
    hash.update(await readFile(join(root, file)))
  return `kontor_template_${hash.digest('hex').slice(0, 12)}`
}

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

function toTestResponse(response: LightMyRequestResponse): TestResponse {
  const isJson =
    String(response.headers['content-type'] ?? '').startsWith('application/json') && response.body !== ''
  return {
    status: response.statusCode,
    headers: response.headers,
    json: isJson && !response.headers['content-encoding'] ? JSON.parse(response.body) : undefined,
    text: response.body,
  }
}

async function readyApp(instance: Instance): Promise<FastifyInstance> {
  const app = buildApp(instance, { checkResponses: true })
  await app.ready()
  return app
}

/** Creates a test instance. `start`: the initial time of its clock (default 2026-06-15T10:00Z). */
export async function testInstance(
  options: { settings?: Partial<Settings>; start?: string } = {},
): Promise<TestInstance> {
  const server = await testServer()
  const admin = new pg.Client(server.ownerOf('postgres'))
  admin.on('error', () => {})
  await admin.connect()
  const template = await templateName()
  await ensureTemplate(admin, server, template)
  const database = `kontor_test_${randomUUID().replaceAll('-', '')}`
  // Without durability, copying files takes a fifth of the time of logging their pages.
  await admin.query(`create database ${database} template ${template} strategy file_copy`)

  const folder = await mkdtemp(join(tmpdir(), 'kontor-test-'))
  const settings: Settings = {
    ...readSettings({ KONTOR_DATA: folder, KONTOR_LOG_LEVEL: 'silent', KONTOR_PORT: '0' }),
    ...options.settings,
  }
  const connection = server.applicationOf(database)
  const link = linkTo(connection)
  const pool = openPool(link, settings.databaseConnections)
  const db = openDb(pool)
  const ownerConnection = server.ownerOf(database)
  const owner = openDb(openPool(linkTo(ownerConnection), 2))
  let currentTime = new Date(options.start ?? '2026-06-15T10:00:00Z')
  const clock = {
    now: () => new Date(currentTime),
    set: (next: string) => {
      currentTime = new Date(next)
    },
  }
  const caches = openCaches(link, db, settings)
  await mkdir(settings.filesFolder, { recursive: true })
  const logFile = process.env['KONTOR_TEST_LOG']
  const log = logFile
    ? pino({ level: 'error' }, pino.destination({ dest: logFile, append: true, sync: true }))
    : pino({ level: 'silent' })
  const files = await openFiles(settings, {
    removeUnlessStored: removeUnlessStoredIn(db),
    scan: createFileScan(settings, log),
  })
  files.expectMark(await claimFiles(db, files))
  const instance: Instance = {
    ...caches,
    readiness: openReadiness(link, caches.barrier, settings, files.verify),
    db,
    replica: withoutReplica(db),
    files,
    settings,
    clock,
    log,
  }
  const release = async () => {
    await instance.readiness.close()
    await instance.barrier.close()
    await Promise.all([db.destroy(), owner.destroy()])
    await admin.query(`drop database ${database} with (force)`)
    await admin.end()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const app = await readyApp(instance).catch(async (error) => {
    await release()
    throw error
  })

  await db.insertInto('client').values({ name: 'Kontor' }).execute()
  const addUser: TestInstance['addUser'] = async (user = {}) => {
    const name = user.name ?? `User ${randomUUID().slice(0, 8)}`
    const email = `${randomUUID()}@kontor.example`
    const { id } = await db
      .insertInto('app_user')
      .values({ name, email, email_key: email, is_admin: user.admin ?? false, is_crm: user.crm ?? false })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [index, clientId] of (user.clientIds ?? [1]).entries())
      await db
        .insertInto('user_client')
        .values({ user_id: id, client_id: clientId, is_default: index === 0 })
        .execute()
    for (const code of user.rights ?? [])
      await db.insertInto('user_right').values({ user_id: id, code }).execute()
    const token = newToken()
    await db
      .insertInto('token')
      .values({ user_id: id, hash: tokenHash(token) })
      .execute()
    return { id, token }
  }
  const { token } = await addUser({ admin: true, crm: true, name: 'Admin' })

  return {
    ...instance,
    clock,
    app,
    connection,
    ownerConnection,
    owner,
    token,
    addUser,
    async signIn(user = { admin: true, crm: true, name: 'Admin' }) {
      const { id: userId } = await addUser(user)
      const secret = newSecret()
      await db
        .insertInto('session')
        .values({
          user_id: userId,
          hash: tokenHash(secret),
          created_at: clock.now(),
          last_used_at: clock.now(),
          // Whatever a test's clock says.
          confirmed_at: new Date('2100-01-01'),
        })
        .execute()
      const prefix = settings.publicUrl.startsWith('https:') ? '__Host-' : ''
      const cookie = `${prefix}${sessionCookie}=${secret}`
      const csrfToken = csrfTokenOf(secret)
      const send = async (
        method: string,
        path: string,
        headers: Record<string, string>,
        payload?: Buffer | string,
      ) =>
        toTestResponse(
          await app.inject({
            method: method as 'GET',
            url: `/office/api${path}`,
            headers: { cookie, [csrfHeader]: csrfToken, ...headers },
            ...(payload === undefined ? {} : { payload }),
          }),
        )
      return {
        userId,
        cookie,
        csrfToken,
        call: (method, path, body, headers = {}) =>
          body === undefined
            ? send(method, path, headers)
            : send(method, path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body)),
        upload: (path, payload, headers = {}) =>
          send('POST', path, { 'content-type': 'application/octet-stream', ...headers }, payload),
      }
    },
    async call(method, path, { body, token: sentToken = token, headers = {}, payload } = {}) {
      const response = await app.inject({
        method: method as 'GET',
        url: `/restapi/v1${path}`,
        headers: {
          ...(sentToken === null ? {} : { authorization: `token ${sentToken}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        ...(payload === undefined ? {} : { payload }),
      })
      return toTestResponse(response)
    },
    async close() {
      await app.close()
      await release()
    },
  }
}
