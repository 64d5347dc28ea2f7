// The job queue: the schema graphile_worker, which belongs to the package of that name.
import { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import { parse } from 'node:path'
import type * as GraphileWorker from 'graphile-worker'
import type pg from 'pg'
import { MissingRights } from './grants.ts'

const require = createRequire(import.meta.url)

/**
 * The package. While it is loaded it looks for configuration files in the working directory and above it, and would run them; there
 * must be none, so it is told another directory. Not a static import: it takes long, and most commands do not need it.
 */
export function loadGraphileWorker(): typeof GraphileWorker {
  const { cwd } = process
  process.cwd = () => parse(import.meta.dirname).root
  try {
    return require('graphile-worker')
  } finally {
    process.cwd = cwd
  }
}

/** The options that must not come from the environment. */
export const queueOptions = { schema: 'graphile_worker', noHandleSignals: true } as const

const insufficientPrivilege = '42501'

/** Creates or migrates the schema of the queue. @param owner a connection of the tables' owner, which holds the lock of migrations */
export async function migrateJobQueue(owner: pg.PoolClient): Promise<void> {
  const { Logger, runMigrations } = loadGraphileWorker()
  // The package takes a pool.
  const pool = Object.assign(new EventEmitter(), {
    connect: async () => ({ query: owner.query.bind(owner), release() {} }),
  })
  pool.on('error', () => {})
  pool.on('connect', () => {})
  try {
    await runMigrations({
      ...queueOptions,
      pgPool: pool as unknown as pg.Pool,
      logger: new Logger(() => () => {}),
    })
  } catch (error) {
    if ((error as { code?: string }).code !== insufficientPrivilege) throw error
    throw new MissingRights(
      `the owner of the tables may not create or change the schema graphile_worker (${(error as Error).message}): let it create schemas (grant create on database)`,
    )
  }
  // Without policies, row level security shows the rows to their owner alone: rights are granted per table, as for the other tables.
  const { rows } = await owner.query<{ name: string }>(`
    select format('%I.%I', relnamespace::regnamespace, relname) as name from pg_class
    where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity`)
  for (const { name } of rows) await owner.query(`alter table ${name} disable row level security`)
}
