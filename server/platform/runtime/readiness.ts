import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Barrier } from '../database/barrier.ts'
import { tooManyConnections } from '../database/driver.ts'
import { LinkedClient, type ServerLink } from '../database/server-link.ts'
import { readinessLimits } from '../database/time-limits.ts'
import { NotReady } from '../http/errors.ts'
import { readDisks } from './disk-space.ts'
import type { Settings } from './settings.ts'

/** Whether the service can do its work. */
export type Readiness = {
  /** @throws NotReady, or the error of the database */
  check(): Promise<void>
  /** From now on the service is not ready. */
  announceStop(): void
  close(): Promise<void>
}

const timeoutMs = 2000
/** PostgreSQL and uploads fail soon. */
const minFreeBytes = 64 * 1024 * 1024

/**
 * Looks at the database on a connection of its own, at the barrier, the folders and the disk. A database is ready if it can be
 * written.
 */
export function openReadiness(
  link: ServerLink,
  barrier: Barrier,
  settings: Settings,
  verifyFiles: () => Promise<void>,
): Readiness {
  let client: Promise<LinkedClient> | undefined
  let running: Promise<void> | undefined
  let foldersChecked: Promise<void> | undefined
  let isStopping = false

  const connect = async (): Promise<LinkedClient> => {
    const opened = new LinkedClient({
      link,
      limits: readinessLimits,
      application_name: 'kontor readiness',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    })
    // The next check reports a lost connection.
    opened.on('error', () => {})
    await opened.connect()
    return opened
  }

  const isDatabaseReadOnly = async (): Promise<boolean> => {
    client ??= connect()
    const used = client
    try {
      const { rows } = await (await used).query<{ isReadOnly: boolean }>(
        `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
      )
      return rows[0]!.isReadOnly
    } catch (error) {
      if (client === used) client = undefined
      used.then((broken) => broken.end()).catch(() => {})
      throw error
    }
  }

  const checkDatabase = async () => {
    // A connection that was lost between two checks is opened again.
    const isReadOnly = await isDatabaseReadOnly()
      .catch(isDatabaseReadOnly)
      .catch((error) => {
        // The barrier has a connection.
        if (error.code === tooManyConnections) return false
        throw error
      })
    if (isReadOnly) throw new NotReady('the database is read-only', '25006')
    await barrier.ensureCurrent()
  }

  const checkFolders = async () => {
    await verifyFiles()
    const incoming = join(settings.filesFolder, '.incoming')
    await access(incoming, constants.W_OK).catch((error) => {
      throw new NotReady(`the folder of the files cannot be written (${error.code})`)
    })
    for (const { freeBytes } of await readDisks(settings))
      if (freeBytes < minFreeBytes) throw new NotReady('the disk is full', '53100')
  }

  const check = async () => {
    // A share that hangs must not occupy another thread with each check.
    foldersChecked ??= checkFolders().finally(() => {
      foldersChecked = undefined
    })
    foldersChecked.catch(() => {})
    const expired = setTimeout(timeoutMs, undefined, { ref: false }).then(() => {
      throw new NotReady(`the database or the store of the files did not respond within ${timeoutMs} ms`)
    })
    await Promise.race([Promise.all([checkDatabase(), foldersChecked]), expired])
  }

  return {
    check() {
      if (isStopping) return Promise.reject(new NotReady('the service stops'))
      running ??= check().finally(() => {
        running = undefined
      })
      return running
    },
    announceStop() {
      isStopping = true
    },
    async close() {
      await running?.catch(() => {})
      await client?.then((opened) => opened.end()).catch(() => {})
    },
  }
}
