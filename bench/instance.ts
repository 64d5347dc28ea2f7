// An instance in a temporary folder, with a token, and a connection of our own to its embedded database.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Connection } from '../server/platform/database.ts'
import { startEmbedded } from '../server/platform/embedded-postgres.ts'
import { kontor, type Service, serve } from './kontor.ts'
import { stopAll } from './processes.ts'

/** What a measurement works on. */
export type Instance = {
  data: string
  token: string
  connection: Connection
  client: pg.Client
  /** `kontor serve` on it. */
  serve(): Promise<Service>
}

/** Gives work a folder, and removes it afterwards together with all that was started. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-bench-'))
  try {
    return await work(folder)
  } finally {
    await stopAll()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Gives work a new instance. The database server runs on while services come and go. */
export const withInstance = <T>(work: (instance: Instance) => Promise<T>): Promise<T> =>
  inFolder(async (data) => {
    const first = await serve(data)
    await first.stop()
    const embedded = await startEmbedded(data)
    const client = new pg.Client(embedded.connection)
    try {
      await client.connect()
      const token = await kontor(data, 'token', 'create', '--user', 'admin@localhost', '--label', 'bench')
      const { connection } = embedded
      return await work({ data, token, connection, client, serve: () => serve(data) })
    } finally {
      await stopAll()
      await client.end().catch(() => {})
      await embedded.stop()
    }
  })
