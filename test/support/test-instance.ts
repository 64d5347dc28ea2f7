import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type pg from 'pg'
import { pino } from 'pino'
import { buildApp } from '../../server/app.ts'
import { healthChecks, openServiceHealth } from '../../server/checks.ts'
import { newToken, tokenHash } from '../../server/platform/auth/principal.ts'
import { csrfHeader, csrfTokenOf, newSecret, sessionCookie } from '../../server/platform/auth/session.ts'
import { type Db, openDb, openPool } from '../../server/platform/database/database.ts'
import { openDatabaseProbe } from '../../server/platform/database/database-probe.ts'
import { withoutReplica } from '../../server/platform/database/replica.ts'
import type { ServerLink } from '../../server/platform/database/server-link.ts'
import { claimFiles } from '../../server/platform/files/files-mark.ts'
import { openFiles } from '../../server/platform/files/open-files.ts'
import { createFileScan } from '../../server/platform/files/scan-file.ts'
import { removeUnlessStoredIn } from '../../server/platform/files/stored-rows.ts'
import type { Clock } from '../../server/platform/ground/clock.ts'
import { type Instance, openCaches } from '../../server/platform/instance/instance.ts'
import { openSecrets } from '../../server/platform/secrets/secrets.ts'
import { readSettings, type Settings } from '../../server/platform/settings/settings.ts'
import { type Connection, linkTo } from './servers/connections.ts'
import { createDatabase } from './servers/databases.ts'

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

async function readyApp(instance: Instance, pool: pg.Pool, link: ServerLink): Promise<FastifyInstance> {
  // The back office need not be built for tests of the server.
  const checks = healthChecks.filter(({ name }) => name !== 'office')
  const health = openServiceHealth(instance, pool, link, checks)
  const app = buildApp(instance, { checkResponses: true, health })
  await app.ready()
  return app
}

/** Creates a test instance. `start`: the initial time of its clock (default 2026-06-15T10:00Z). */
export async function testInstance(
  options: { settings?: Partial<Settings>; start?: string } = {},
): Promise<TestInstance> {
  const database = await createDatabase()

  const folder = await mkdtemp(join(tmpdir(), 'kontor-test-'))
  const settings: Settings = {
    ...readSettings({ KONTOR_DATA: folder, KONTOR_LOG_LEVEL: 'silent', KONTOR_PORT: '0' }),
    ...options.settings,
  }
  const { connection, ownerConnection } = database
  const link = linkTo(connection)
  const pool = openPool(link, settings.databaseConnections)
  const db = openDb(pool)
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
    probe: openDatabaseProbe(link),
    db,
    replica: withoutReplica(db),
    files,
    secrets: openSecrets(db, settings.secretKey),
    settings,
    clock,
    log,
  }
  const release = async () => {
    await instance.probe.close()
    await instance.barrier.close()
    await Promise.all([db.destroy(), owner.destroy()])
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
  const app = await readyApp(instance, pool, link).catch(async (error) => {
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
          // Independent of a test's clock.
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
