import type pg from 'pg'
import { limitedMs, tooManyConnections } from './driver.ts'

/**
 * Connections that concurrent requests share for reads of well under a millisecond. No request waits for a connection of its own,
 * and the pipeline of a connection always has the next statement ready for the database.
 */
export type SharedConnections = {
  query<R>(text: string, values: readonly unknown[]): Promise<R[]>
  close(): Promise<void>
}

const endedByServer = '57P01'

/** Statements that take well under a millisecond often take longer to plan: each is planned once, for all its values. */
async function planOnce(client: pg.Client): Promise<pg.Client> {
  await client.query('set plan_cache_mode = force_generic_plan')
  return client
}

type SharedConnection = { client: Promise<pg.Client> | undefined }

/** @param connect creates a pipelined client that is not connected yet */
export function openSharedConnections(count: number, connect: () => pg.Client): SharedConnections {
  const connections = Array.from({ length: count }, (): SharedConnection => ({ client: undefined }))
  /** Those that the server permits. */
  let usable = connections
  let lastIndex = 0
  let closed = false

  const clientOf = (connection: SharedConnection): Promise<pg.Client> => {
    if (connection.client) return connection.client
    if (closed) return Promise.reject(new Error('Connection terminated'))
    const client = connect()
    const connecting = client.connect().then(() => planOnce(client))
    const lost = () => {
      if (connection.client === connecting) connection.client = undefined
    }
    client.on('error', lost)
    client.on('end', lost)
    connecting.catch(lost)
    connection.client = connecting
    return connecting
  }

  /** Does without a connection for a while. @throws any other error */
  const limit = (connection: SharedConnection, error: { code?: string }) => {
    if (error.code !== tooManyConnections) throw error
    usable = usable.filter((one) => one !== connection)
    setTimeout(() => {
      if (!usable.includes(connection)) usable = [...usable, connection]
    }, limitedMs).unref()
  }

  const sharedConnections: SharedConnections = {
    async query(text, values) {
      if (usable.length === 0)
        throw Object.assign(new Error('no shared connection'), { code: tooManyConnections })
      lastIndex = (lastIndex + 1) % usable.length
      const connection = usable[lastIndex]!
      const run = async (client: pg.Client) => (await client.query(text, values as unknown[])).rows
      const usedClient = clientOf(connection)
      const client = await usedClient.catch((error) => limit(connection, error))
      if (!client) return sharedConnections.query(text, values)
      return run(client).catch(async (error) => {
        // If the connection was lost, repeat the statement: it only reads.
        if (error.code === endedByServer && connection.client === usedClient) connection.client = undefined
        if (connection.client === usedClient || closed) throw error
        return run(await clientOf(connection))
      })
    },
    async close() {
      closed = true
      await Promise.all(
        connections.map(async ({ client }) => {
          const opened = await client?.catch(() => undefined)
          await opened?.end()
        }),
      )
    },
  }
  return sharedConnections
}
