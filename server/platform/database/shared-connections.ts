import type pg from 'pg'

/**
 * Connections that requests share, for statements that only read and are answered in well under a millisecond: nobody waits
 * for a connection of its own, and the database finds the next statement before it has sent the answer to the last.
 */
export type Lanes = {
  query<R>(text: string, values: readonly unknown[]): Promise<R[]>
  close(): Promise<void>
}

const endedByServer = '57P01'

type Lane = { client: Promise<pg.Client> | undefined }

/** @param connect makes a pipelined client, not connected yet */
export function openLanes(count: number, connect: () => pg.Client): Lanes {
  const lanes = Array.from({ length: count }, (): Lane => ({ client: undefined }))
  let turn = 0
  let closed = false

  const clientOf = (lane: Lane): Promise<pg.Client> => {
    if (lane.client) return lane.client
    if (closed) return Promise.reject(new Error('Connection terminated'))
    const client = connect()
    const opened = client.connect().then(() => client)
    const lost = () => {
      if (lane.client === opened) lane.client = undefined
    }
    client.on('error', lost)
    client.on('end', lost)
    opened.catch(lost)
    lane.client = opened
    return opened
  }

  return {
    async query(text, values) {
      turn = (turn + 1) % count
      const lane = lanes[turn]!
      const ask = async (client: pg.Client) => (await client.query(text, values as unknown[])).rows
      const used = clientOf(lane)
      const client = await used
      return ask(client).catch(async (error) => {
        // What is lost with its connection only wanted to read: once more.
        if (error.code === endedByServer && lane.client === used) lane.client = undefined
        if (lane.client === used || closed) throw error
        return ask(await clientOf(lane))
      })
    },
    async close() {
      closed = true
      await Promise.all(
        lanes.map(async ({ client }) => {
          const opened = await client?.catch(() => undefined)
          await opened?.end()
        }),
      )
    },
  }
}
