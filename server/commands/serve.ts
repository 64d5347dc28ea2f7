import { Command } from 'commander'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Logger, pino } from 'pino'
import { createUser } from '../access/user.sql.ts'
import { buildApp } from '../app.ts'
import { inTransaction } from '../platform/database.ts'
import type { Instance } from '../platform/instance.ts'
import { openInstance } from '../platform/open-instance.ts'
import { readSettings, type Settings } from '../platform/settings.ts'

const drainMs = 10_000

/** On an empty instance: client 1 and an administrator. @returns whether they were made */
async function makeFirstUser(instance: Instance): Promise<boolean> {
  return inTransaction(instance.db, async (tx) => {
    // Two services that start on one empty database at the same moment make one administrator.
    await sql`lock table client in share row exclusive mode`.execute(tx)
    const client = await tx.selectFrom('client').select('id').limit(1).executeTakeFirst()
    if (client) return false
    const { id } = await tx
      .insertInto('client')
      .values({ name: 'Kontor' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await createUser(tx, {
      name: 'Administrator',
      email: 'admin@localhost',
      clientIds: [id],
      rights: [],
      admin: true,
      crm: true,
    })
    return true
  })
}

/** A service that answers, and how it ends. */
export type Service = { address: string; instance: Instance; stop(): Promise<void> }

/** Starts the service of an instance: database, migrations, application, port. */
export async function startService(
  settings: Settings,
  log: Logger,
  prepare: (instance: Instance) => Promise<void>,
): Promise<Service> {
  const { instance, close } = await openInstance(settings, log, { exclusive: true })
  let app: FastifyInstance | undefined
  try {
    await prepare(instance)
    app = buildApp(instance)
    const address = await app.listen({ port: settings.port, host: settings.host })
    const serving = app
    return {
      address,
      instance,
      async stop() {
        const late = setTimeout(() => {
          log.warn('requests that still run are cut off')
          serving.server.closeAllConnections()
        }, drainMs)
        await serving.close()
        clearTimeout(late)
        await close()
      },
    }
  } catch (error) {
    await app?.close()
    await close().catch(() => {})
    throw error
  }
}

/** Ends a service orderly on SIGTERM and SIGINT; a second signal does not wait. */
export function stopOnSignal(service: Service, log: Logger): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stopping) process.exit(130)
      stopping = true
      log.info({ signal }, 'stopping')
      service.stop().then(
        () => {
          log.info('stopped')
          process.exit(0)
        },
        (error) => {
          log.error({ err: error }, 'did not stop orderly')
          process.exit(1)
        },
      )
    })
}

/** `kontor serve` */
export const serveCommand = new Command('serve').description('run the service').action(async () => {
  const settings = readSettings(process.env)
  const log = pino({ level: settings.logLevel })
  let isNew = false
  const service = await startService(settings, log, async (instance) => {
    isNew = await makeFirstUser(instance)
  })
  stopOnSignal(service, log)
  console.error(
    `Kontor answers at ${service.address}/restapi/v1; the interface is shown at ${service.address}/docs`,
  )
  if (isNew)
    console.error(
      'This instance is new: it has client 1 and the administrator admin@localhost.\nA token to sign in with: kontor token create --user admin@localhost --label first',
    )
})
