import { tooManyConnections } from './driver.ts'
import { LinkedClient, type ServerLink } from './server-link.ts'
import { readinessLimits } from './time-limits.ts'

const timeoutMs = 2000

/** Asks the database on a connection of its own. */
export type DatabaseProbe = {
  /** @throws the error of the database */
  isReadOnly(): Promise<boolean>
  close(): Promise<void>
}

/** Opens a probe, which connects when it is asked first, and again after a loss. */
export function openDatabaseProbe(link: ServerLink): DatabaseProbe {
  let client: Promise<LinkedClient> | undefined
  let running: Promise<boolean> | undefined

  const connect = async (): Promise<LinkedClient> => {
    const opened = new LinkedClient({
      link,
      limits: readinessLimits,
      application_name: 'kontor readiness',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    })
    // The next question reports a lost connection.
    opened.on('error', () => {})
    await opened.connect()
    return opened
  }

  const ask = async (): Promise<boolean> => {
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

  return {
    isReadOnly() {
      // A connection that was lost since the last time is opened again.
      running ??= ask()
        .catch(ask)
        .catch((error) => {
          // The barrier has a connection.
          if (error.code === tooManyConnections) return false
          throw error
        })
        .finally(() => {
          running = undefined
        })
      return running
    },
    async close() {
      await running?.catch(() => {})
      await client?.then((opened) => opened.end()).catch(() => {})
    },
  }
}
