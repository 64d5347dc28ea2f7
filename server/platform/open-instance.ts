import type pg from 'pg'
import type { Logger } from 'pino'
import { type Clock, systemClock } from './clock.ts'
import { type Db, openDb, openPool } from './database.ts'
import { startEmbedded } from './embedded-postgres.ts'
import { openFiles } from './files.ts'
import type { Instance } from './instance.ts'
import { migrate } from './migrate.ts'
import type { Settings } from './settings.ts'

const oldestServer = 150_000

/** A database server that Kontor does not support. */
export class ServerTooOld extends Error {}

/** An open instance and how it is let go. */
export type OpenInstance = { instance: Instance; close(): Promise<void> }

/**
 * Opens the instance that the settings name: starts or finds its database, migrates it, opens its files.
 * @param use `exclusive`: for `kontor serve`, the one service of an embedded database's folder
 * @throws EmbeddedInUse, SchemaTooNew, ServerTooOld, or whatever the database says
 */
export async function openInstance(
  settings: Settings,
  log: Logger,
  use: { exclusive: boolean; clock?: Clock },
): Promise<OpenInstance> {
  const embedded = settings.databaseUrl
    ? undefined
    : await startEmbedded(settings.data, {
        exclusive: use.exclusive,
        log: (line) => log.info({ from: 'postgres' }, line),
      })
  const connection = embedded ? embedded.connection : { connectionString: settings.databaseUrl! }
  const pool = openPool(connection, settings.databaseConnections, (error) =>
    log.warn({ err: error }, 'a database connection was lost'),
  )
  const db = openDb(pool)
  const close = async () => {
    await db.destroy()
    await embedded?.stop()
  }
  try {
    await refuseOldServer(pool)
    for (const name of await migrate(pool)) log.info({ migration: name }, 'migrated')
    const files = await openFiles(settings.files)
    await files.sweep((path) => isStored(db, path))
    return { instance: { db, files, settings, clock: use.clock ?? systemClock, log }, close }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}

async function refuseOldServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ server_version_num: string }>('show server_version_num')
  const version = Number(rows[0]!.server_version_num)
  if (version < oldestServer)
    throw new ServerTooOld(`PostgreSQL 15 or later is needed; this is ${Math.floor(version / 10_000)}`)
}

/** Whether a file below the store's root has its row. */
async function isStored(db: Db, path: string): Promise<boolean> {
  const [, taskId, filename] = /^crm\/(\d+)\/(.+)$/.exec(path) ?? []
  if (!taskId || !filename) return true
  const row = await db
    .selectFrom('attachment')
    .select('id')
    .where('task_id', '=', Number(taskId))
    .where('filename', '=', filename)
    .executeTakeFirst()
  return row !== undefined
}
