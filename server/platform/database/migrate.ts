import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { prepareClientRole } from './client-role.ts'
import { lockNotAvailable } from './database.ts'
import { grantRights } from './grants.ts'
import { migrateJobQueue } from './job-queue.ts'

const ownFolder = join(import.meta.dirname, '../../../migrations')

/** The database has a migration that this Kontor does not know. */
export class UnknownMigration extends Error {}

/** The database lacks a migration of this Kontor. */
export class SchemaTooOld extends Error {}

/** The database has another schema than the one that is wanted. */
export class SchemaTooNew extends Error {}

/** A migration was changed after the database had applied it. */
export class ChangedMigration extends Error {}

/** `isRolling`: the version before works with the migrated schema, so that both may run at once. */
export type Migration = { name: string; text: string; checksum: string; isRolling: boolean }
export type AppliedMigration = { name: string; checksum: string | null; is_rolling: boolean | null }

/** Steps of the migrating process beside the migrations. */
export type UpgradeSteps = {
  /** Called before the first migration of a database that is not empty; an error ends the upgrade. */
  before?(applied: readonly string[]): Promise<void>
  /** Called when a migration has run, with the time that it took; it may still be rolled back. */
  ran?(name: string, ms: number): void
  /** Called when all of them are committed. */
  done?(): Promise<void>
  /** All migrations are committed together, for a database that nobody else uses. */
  isAtomic?: true
  /** Only these migrations, which the database must have afterwards, and no others. */
  only?: readonly string[] | undefined
}

/** The first line of a migration with which the version before works. */
const rollingMark = /^-- rolling\b/

/** The migrations of a folder, in order; default: those of this Kontor. */
export async function readMigrations(folder: string = ownFolder): Promise<Migration[]> {
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
export function assertKnownMigrations(
  applied: readonly AppliedMigration[],
  known: readonly Migration[],
): void {
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

/** The migrations that a database lacks. */
export const pendingOf = (applied: readonly AppliedMigration[], known: readonly Migration[]): Migration[] =>
  known.filter(({ name }) => !applied.some((one) => one.name === name))

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
  const missing = pendingOf(applied, known)
  if (missing.length > 0)
    throw new SchemaTooOld(
      `the database must be migrated (${missing.map(({ name }) => name).join(', ')}): restart the service`,
    )
}

/** @throws SchemaTooNew */
function assertNoOthers(applied: readonly AppliedMigration[], wanted: readonly string[]): void {
  const others = applied.filter(({ name }) => !wanted.includes(name))
  if (others.length > 0)
    throw new SchemaTooNew(
      `the database has a newer schema than the archive (${others.map(({ name }) => name).join(', ')}): use a new KONTOR_DATA or another database, without tables`,
    )
}

const undefinedTable = '42P01'
/** How long a migration waits for a lock: requests that need the table wait behind it. */
const lockMs = 2000
const pauseMs = 1000
const maxTries = 200

/** Runs migrations in one transaction. A lock that they do not get lets them pause and try again. */
async function apply(
  client: pg.PoolClient,
  migrations: readonly Migration[],
  ran: UpgradeSteps['ran'],
): Promise<void> {
  for (let tries = 1; ; tries++) {
    await client.query('begin')
    try {
      await runMigrations(client, migrations, ran)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      const { code } = ((error as Error).cause ?? error) as { code?: string }
      if (code !== lockNotAvailable || tries === maxTries) throw error
      await wait(pauseMs)
    }
  }
}

/** Runs migrations in the transaction of the connection. @throws Error that names the one that failed */
export async function runMigrations(
  client: pg.PoolClient,
  migrations: readonly Migration[],
  ran?: UpgradeSteps['ran'],
): Promise<void> {
  await client.query(`set local lock_timeout = ${lockMs}`)
  for (const { name, text, checksum, isRolling } of migrations) {
    const startedAt = performance.now()
    try {
      await client.query('insert into migration (name, checksum, is_rolling) values ($1, $2, $3)', [
        name,
        checksum,
        isRolling,
      ])
      await client.query(text)
      // As a commit would: the next one may change tables that have deferred checks.
      await client.query('set constraints all immediate; set constraints all deferred')
    } catch (error) {
      throw new Error(`migration ${name}: ${(error as Error).message}`, { cause: error })
    }
    ran?.(name, performance.now() - startedAt)
  }
}

const undefinedColumn = '42703'

/** The applied migrations. A start that has nothing to migrate must not write: its commit may wait for a standby that is gone. */
async function readApplied(client: pg.PoolClient): Promise<AppliedMigration[]> {
  const read = async () =>
    (await client.query<AppliedMigration>('select name, checksum, is_rolling from migration')).rows
  return read().catch(async (error) => {
    if (error.code !== undefinedTable && error.code !== undefinedColumn) throw error
    await client.query(
      'create table if not exists migration (name text primary key, run_at timestamptz not null default now(), checksum text)',
    )
    // Each takes a lock that is written to the log, even if the column is there.
    await client.query(
      'alter table migration add column if not exists checksum text, add column if not exists is_rolling boolean',
    )
    return read()
  })
}

/**
 * Runs the files of migrations/ that the database does not have yet, in order, each in a transaction of its own unless the steps say
 * otherwise.
 * @param pool connections of the role that owns the tables
 * @param applicationRole the role that gets the rights that the application needs; left out: the owner is the application
 * @param folder that of the files
 * @param steps what else is done
 * @returns the names of these files
 * @throws UnknownMigration, ChangedMigration
 */
export async function migrate(
  pool: pg.Pool,
  applicationRole?: string,
  folder: string = ownFolder,
  steps: UpgradeSteps = {},
): Promise<string[]> {
  const known = await readMigrations(folder)
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock(0, 4711)')
    const applied = await readApplied(client)
    assertKnownMigrations(applied, known)
    const pending = pendingOf(
      applied,
      steps.only ? known.filter(({ name }) => steps.only!.includes(name)) : known,
    )
    if (steps.only) assertNoOthers(applied, steps.only)
    if (applied.length > 0 && pending.length > 0) await steps.before?.(applied.map(({ name }) => name))
    // First: triggers use it.
    await migrateJobQueue(client)
    for (const group of steps.isAtomic ? [pending] : pending.map((one) => [one]))
      if (group.length > 0) await apply(client, group, steps.ran)
    if (applicationRole !== undefined) await grantRights(client, applicationRole)
    await prepareClientRole(client, applicationRole)
    if (pending.length > 0) await steps.done?.()
    return pending.map(({ name }) => name)
  } finally {
    await client.query('select pg_advisory_unlock(0, 4711)').catch(() => {})
    client.release()
  }
}
