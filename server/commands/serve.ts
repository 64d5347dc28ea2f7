import { setFlagsFromString } from 'node:v8'
import { Command } from 'commander'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { createUser } from '../access/user.sql.ts'
import { buildApp } from '../app.ts'
import { inTransaction } from '../platform/database.ts'
import type { Instance } from '../platform/instance.ts'
import { openInstance } from '../platform/open-instance.ts'
import { readSettings, type Settings } from '../platform/settings.ts'
import { openLog } from './log.ts'
import { stopOnSignal } from './signals.ts'

const drainMs = 10_000

/** On an instance without users: an administrator, and client 1 where there is no client. @returns whether it was made */
async function makeFirstUser(instance: Instance): Promise<boolean> {
  return inTransaction(instance.db, async (tx) => {
    // Two services that start on one empty database at the same moment make one administrator.
    await sql`lock table client in share row exclusive mode`.execute(tx)
    if (await tx.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) return false
    const client =
      (await tx.selectFrom('client').select('id').orderBy('id').limit(1).executeTakeFirst()) ??
      (await tx.insertInto('client').values({ name: 'Kontor' }).returning('id').executeTakeFirstOrThrow())
    await createUser(tx, {
      name: 'Administrator',
      email: 'admin@localhost',
      clientIds: [client.id],
      rights: [],
      admin: true,
      crm: true,
    })
    return true
  })
}

/** A service that answers. */
export type Service = { address: string; instance: Instance }

/**
 * Starts the service of an instance: database, migrations, `prepare`, application, port. It runs until SIGTERM or SIGINT, which
 * count from the beginning of the start: the port is closed, requests under way have ten seconds, the embedded server is stopped.
 */
export async function runService(
  settings: Settings,
  log: Logger,
  prepare: (instance: Instance) => Promise<void>,
): Promise<Service> {
  // A service's heap is small, and what it streams is garbage at once: collected late, it would be taken for memory in use.
  setFlagsFromString('--heap-growing-percent=20')
  const opening = openInstance(settings, log, { exclusive: true })
  let stop = async () => (await opening).abandon()
  const unlessStopped = stopOnSignal(async (signal) => {
    log.info({ signal }, 'stopping')
    await stop().catch((error) => {
      log.error({ err: error }, 'did not stop orderly')
      throw error
    })
    log.info('stopped')
    return 0
  })
  const { instance, close } = await unlessStopped(opening)
  let app: FastifyInstance | undefined
  try {
    await unlessStopped(prepare(instance))
    app = buildApp(instance)
    const serving = app
    const address = await unlessStopped(serving.listen({ port: settings.port, host: settings.host }))
    stop = async () => {
      await drain(serving, log)
      await close()
    }
    process.on('uncaughtException', (error) => {
      log.fatal({ err: error }, 'unexpected error: the service ends')
      stop().finally(() => process.exit(1))
    })
    return { address, instance }
  } catch (error) {
    await app?.close()
    await close().catch(() => {})
    if ((error as { code?: string }).code === 'EADDRINUSE')
      throw new PortFault(`KONTOR_PORT: port ${settings.port} of ${settings.host} is in use`)
    throw error
  }
}

/** The port cannot be had: one line for the operator. */
export class PortFault extends Error {}

/** Ends the port and lets requests under way end. */
async function drain(app: FastifyInstance, log: Logger): Promise<void> {
  const late = setTimeout(() => {
    log.warn('requests that still run are cut off')
    app.server.closeAllConnections()
  }, drainMs)
  // A connection whose last request was under way is kept alive beyond its answer.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close()
  clearTimeout(late)
  clearInterval(idle)
}

/** `kontor serve` */
export const serveCommand = new Command('serve').description('run the service').action(async () => {
  const settings = readSettings(process.env)
  const log = openLog(settings.logLevel, 1)
  let isNew = false
  const { address } = await runService(settings, log, async (instance) => {
    isNew = await makeFirstUser(instance)
  })
  console.error(`Kontor answers at ${address}/restapi/v1; the interface is shown at ${address}/docs`)
  if (isNew)
    console.error(
      'This instance is new: it has the administrator admin@localhost.\nA token to sign in with: kontor token create --user admin@localhost --label first',
    )
})
