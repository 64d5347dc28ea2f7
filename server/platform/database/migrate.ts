import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { grantRights } from './grants.ts'

const folder = join(import.meta.dirname, '../../../migrations')

/** The database has a migration that this Kontor does not know. */
export class UnknownMigration extends Error {}

/** The database lacks a migration of this Kontor. */
export class SchemaTooOld extends Error {}

const fileNames = async () => (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

function assertKnownMigrations(applied: readonly string[], files: readonly string[]): void {
  const unknown = applied.filter((name) => !files.includes(name))
  if (unknown.length === 0) return
  const isNewer = applied.includes(files[0]!)
  throw new UnknownMigration(
    isNewer
      ? `the database was migrated by a newer Kontor (${unknown.join(', ')}); start that one`
      : 'the database was created by a development version of Kontor with other migrations; export its data with that version (kontor export) and import it into an empty database with this one (kontor import)',
  )
}

/**
 * Checks the schema without migrating, for a worker.
 * @throws UnknownMigration, SchemaTooOld
 */
export async function assertCurrentSchema(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('select name from migration')
  const applied = rows.map(({ name }) => name)
  const files = await fileNames()
  assertKnownMigrations(applied, files)
  const missing = files.filter((name) => !applied.includes(name))
  if (missing.length > 0)
    throw new SchemaTooOld(`the database must be migrated (${missing.join(', ')}): restart the service`)
}

/**
 * Runs the files of migrations/ that the database does not have yet, in order, each in a transaction of its own.
 * @param pool connections of the role that owns the tables
 * @param applicationRole the role that gets the rights that the application needs; left out: the owner is the application
 * @returns the names of these files
 * @throws UnknownMigration
 */
export async function migrate(pool: pg.Pool, applicationRole?: string): Promise<string[]> {
  const files = await fileNames()
  const client = await pool.connect()
  const newlyApplied: string[] = []
  try {
    await client.query('select pg_advisory_lock(0, 4711)')
    await client.query(
      'create table if not exists migration (name text primary key, run_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migration')
    const applied = rows.map((row) => row.name)
    assertKnownMigrations(applied, files)
    for (const name of files) {
      if (applied.includes(name)) continue
      const text = await readFile(join(folder, name), 'utf8')
      await client.query('begin')
      try {
        await client.query('insert into migration (name) values ($1)', [name])
        await client.query(text)
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`migration ${name}: ${(error as Error).message}`, { cause: error })
      }
      newlyApplied.push(name)
    }
    if (applicationRole !== undefined) await grantRights(client, applicationRole)
    return newlyApplied
  } finally {
    await client.query('select pg_advisory_unlock(0, 4711)').catch(() => {})
    client.release()
  }
}
