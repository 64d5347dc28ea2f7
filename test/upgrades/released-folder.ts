// The data folder of a released version, made of its database.
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openPool } from '../../server/platform/database/database.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { startEmbedded } from '../../server/platform/postgres/embedded-postgres.ts'
import { dataFolder } from '../support/kontor-process.ts'
import { linkTo } from '../support/servers/connections.ts'
import { migrationsFolder, readReleased, writeDatabase } from './released-database.ts'

/** A folder with the migrations of a released version. */
export async function releasedMigrations(version: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-migrations-'))
  for (const name of Object.keys((await readReleased(version)).migrations))
    await copyFile(join(migrationsFolder, name), join(folder, name))
  return folder
}

/** A data folder as a released version has left it, on which no server runs. */
export async function releasedFolder(version: string): Promise<string> {
  const data = await dataFolder()
  const migrations = await releasedMigrations(version)
  const server = await startEmbedded(data)
  const owner = openPool(linkTo(server.ownerConnection), 1)
  try {
    await migrate(owner, server.connection.user, migrations)
    await writeDatabase(owner, await readReleased(version))
  } finally {
    await owner.end()
    await server.stop()
    await rm(migrations, { recursive: true })
  }
  return data
}

/** Reads a database of a data folder, on which it starts the server if none runs. */
export async function withDatabase<T>(data: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const server = await startEmbedded(data)
  const owner = new pg.Client(server.ownerConnection)
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
    await server.stop()
  }
}
