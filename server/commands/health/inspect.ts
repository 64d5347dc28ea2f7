import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openDb, openPool } from '../../platform/database/database.ts'
import {
  type DatabaseAddress,
  parseDatabaseUrl,
  toAddress,
} from '../../platform/database/database-address.ts'
import { openDatabaseProbe } from '../../platform/database/database-probe.ts'
import { reasonOf } from '../../platform/database/prepare-database.ts'
import { openServerLink, type ServerLink } from '../../platform/database/server-link.ts'
import { serviceLimits } from '../../platform/database/time-limits.ts'
import type { CheckedInstance, CheckResult } from '../../platform/health/check.ts'
import { isFailed, type Report } from '../../platform/health/health.ts'
import { startEmbeddedServer } from '../../platform/instance/open-instance.ts'
import { findPostmaster } from '../../platform/postgres/postmaster.ts'
import { namedAccount } from '../../platform/runtime/give-up-root.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { openCommandLog } from '../log.ts'

type OpenedDatabase = Pick<CheckedInstance, 'database' | 'databaseState'> & { close(): Promise<void> }

const without = (databaseState: CheckedInstance['databaseState']): OpenedDatabase => ({
  databaseState,
  close: async () => {},
})

/** Opens a database for reading. It creates and migrates nothing. */
async function openForReading(link: ServerLink, stop = async () => {}): Promise<OpenedDatabase> {
  const pool = openPool(link, 2, serviceLimits)
  const db = openDb(pool)
  const probe = openDatabaseProbe(link)
  const close = async () => {
    await probe.close()
    await db.destroy()
    await stop()
  }
  try {
    const { rows } = await pool.query<{ hasTables: boolean }>(
      `select to_regclass('migration') is not null as "hasTables"`,
    )
    const database = { db, pool, link, isReadOnly: probe.isReadOnly, hasTables: rows[0]!.hasTables }
    return { database, databaseState: 'open', close }
  } catch (error) {
    return { databaseState: new Error(reasonOf(error as Error), { cause: error }), close }
  }
}

async function openExternal(address: DatabaseAddress): Promise<OpenedDatabase> {
  const { openPrimaryLink } = await import('../../platform/cluster/external-database.ts')
  return openForReading(openPrimaryLink(address))
}

const isMissing = (path: string): Promise<boolean> =>
  stat(path).then(
    () => false,
    (error) => error.code === 'ENOENT',
  )

async function openEmbedded(settings: Settings, mayStart: boolean): Promise<OpenedDatabase> {
  const data = join(settings.dataFolder, 'postgres')
  // A start would create it.
  if (await isMissing(join(data, 'PG_VERSION'))) return without('missing')
  if (!mayStart && !(await findPostmaster(data))) return without('stopped')
  try {
    const embedded = await startEmbeddedServer(
      settings,
      openCommandLog('silent'),
      false,
      namedAccount(settings),
    )
    return await openForReading(openServerLink(toAddress(embedded.connection)), embedded.stop)
  } catch (error) {
    return without(error as Error)
  }
}

/**
 * Opens the instance of the settings as far as it exists, for checks that change nothing.
 * @param options `mayStart`: an embedded database that exists and does not run is started for the time of the check
 */
export async function openSubject(
  settings: Settings,
  { mayStart }: { mayStart: boolean },
): Promise<{ subject: CheckedInstance; close(): Promise<void> }> {
  const { databaseUrl, databaseDirectUrl, databasePasswords } = settings
  const url = databaseDirectUrl ?? databaseUrl
  const { close, ...opened } = url
    ? await openExternal(parseDatabaseUrl(url, databasePasswords.application))
    : await openEmbedded(settings, mayStart)
  return { subject: { settings, ...opened }, close }
}

/** Lines of a table: a line for each finding, and the remedy below each failure. */
export const reportLines = (reports: readonly Report[]): string[][] =>
  reports.flatMap(({ check, findings }) => [
    ...findings.map(({ state, text }: CheckResult) => [state, check.name, text]),
    ...(isFailed(findings) ? [['', '', `→ ${check.help}`]] : []),
  ])
