import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { lockNotAvailable } from './database.ts'
import { grantRights } from './grants.ts'
import { migrateJobQueue } from './job-queue.ts'

const ownFolder = join(import.meta.dirname, '../../../migrations')

/** The database has a migration that this Kontor does not know. */
export class UnknownMigration extends Error {}

/** The database lacks a migration of this Kontor. */
export class SchemaTooOld extends Error {}

/** A migration was changed after the database had applied it. */
export class ChangedMigration extends Error {}

/** `isRolling`: the version before works with the migrated schema, so that both may run at once. */
type Migration = { name: string; text: string; checksum: string; isRolling: boolean }
type AppliedMigration = { name: string; checksum: string | null; is_rolling: boolean | null }

/** The first line of a migration with which the version before works. */
const rollingMark = /^-- rolling\b/

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { name, text, checksum, isRolling: rollingMark.test(text) }
    }),
  )
}

/** @throws UnknownMigration, ChangedMigration */
function assertKnownMigrations(applied: readonly AppliedMigration[], known: readonly Migration[]): void {
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]))
  const unknown = applied.filter(({ name, is_rolling }) => !checksums.has(name) && !is_rolling)
  if (unknown.length === 0) {
    const changed = applied.filter(
      ({ name, checksum }) => checksums.has(name) && checksum !== null && checksum !== checksums.get(name),
    )
    if (changed.length === 0) return
    throw new ChangedMigration(
      `the database was migrated with other contents of ${changed.map(({ name }) => name).join(', ')}; start the version of Kontor that migrated it, or export its data with that one (kontor export) and import it into an empty database with this one (kontor import)`,
    )
  }
  const isNewer = applied.some(({ name }) => name === known[0]!.name)
  throw new UnknownMigration(
    isNewer
      ? `the database was migrated by a newer Kontor (${unknown.map(({ name }) => name).join(', ')}); start that one`
      : 'the database was created by a development version of Kontor with other migrations; export its data with that version (kontor export) and import it into an empty database with this one (kontor import)',
  )
}

/**
 * Checks the schema without migrating, for a worker.
 * @throws UnknownMigration, ChangedMigration, SchemaTooOld
 */
export async function assertCurrentSchema(pool: pg.Pool): Promise<void> {
  // Without naming columns that a database that must be migrated may lack.
  const { rows: applied } = await pool
    .query<AppliedMigration>(
      `select name, to_jsonb(migration)->>'checksum' as checksum,
        (to_jsonb(migration)->>'is_rolling')::boolean as is_rolling from migration`,
    )
    .catch((error) => {
      if (error.code === undefinedTable)
        throw new SchemaTooOld('the database is empty: start the service once')
      throw error
    })
  const known = await readMigrations(ownFolder)
  assertKnownMigrations(applied, known)
  const missing = known.filter(({ name }) => !applied.some((one) => one.name === name))
  if (missing.length > 0)
    throw new SchemaTooOld(
      `the database must be migrated (${missing.map(({ name }) => name).join(', ')}): restart the service`,
    )
}

const undefinedTable = '42P01'
/** How long a migration waits for a lock: requests that need the table wait behind it. */
const lockMs = 2000
const pauseMs = 1000
const maxTries = 200

/** Runs a migration in a transaction. A lock that it does not get lets it pause and try again. */
async function apply(client: pg.PoolClient, { name, text, checksum, isRolling }: Migration): Promise<void> {
  for (let tries = 1; ; tries++) {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${lockMs}`)
      await client.query('insert into migration (name, checksum, is_rolling) values ($1, $2, $3)', [
        name,
        checksum,
        isRolling,
      ])
      await client.query(text)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      const { code, message } = error as { code?: string; message: string }
      if (code !== lockNotAvailable || tries === maxTries)
        throw new Error(`migration ${name}: ${message}`, { cause: error })
      await wait(pauseMs)
    }
  }
}

/**
 * Runs the files of migrations/ that the database does not have yet, in order, each in a transaction of its own.
 * @param pool connections of the role that owns the tables
 * @param applicationRole the role that gets the rights that the application needs; left out: the owner is the application
 * @param folder that of the files
 * @returns the names of these files
 * @throws UnknownMigration, ChangedMigration
 */
export async function migrate(
  pool: pg.Pool,
  applicationRole?: string,
  folder: string = ownFolder,
): Promise<string[]> {
  const known = await readMigrations(folder)
  const client = await pool.connect()
  const newlyApplied: string[] = []
  try {
    await client.query('select pg_advisory_lock(0, 4711)')
    await client.query(
      'create table if not exists migration (name text primary key, run_at timestamptz not null default now(), checksum text)',
    )
    await client.query(
      'alter table migration add column if not exists checksum text, add column if not exists is_rolling boolean',
    )
    const { rows: applied } = await client.query<AppliedMigration>(
      'select name, checksum, is_rolling from migration',
    )
    assertKnownMigrations(applied, known)
    // First: triggers use it.
    await migrateJobQueue(client)
    for (const migration of known) {
      if (applied.some(({ name }) => name === migration.name)) continue
      await apply(client, migration)
      newlyApplied.push(migration.name)
    }
    if (applicationRole !== undefined) await grantRights(client, applicationRole)
    return newlyApplied
  } finally {
    await client.query('select pg_advisory_unlock(0, 4711)').catch(() => {})
    client.release()
  }
}
