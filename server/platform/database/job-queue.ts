// The job queue: the schema graphile_worker, which belongs to the package of that name.
// The job queue is graphile-worker's (schema graphile_worker; its migrations run with Kontor's). Rows of Kontor's tables stay
// the truth, and a job only wakes a process: it names no row, is complete before the work begins, because the queue keeps a job
// of a killed process for four hours, and may run twice. Kinds of jobs recur by a keyed job each, which is scheduled when the
// work ends, by the database's clock. Each process looks every minute whether the keyed jobs are there (job-runner.ts). After a
// fault of the database, a process starts its workers again and wakes all jobs once; a role that may open too few connections
// runs all jobs every minute without the queue. Triggers add jobs without a key, because transactions would wait for each other
// with one. Adding a job notifies the workers, and PostgreSQL commits transactions that notify one after the other: bookings,
// each of which writes a mail, therefore share a job. graphile-worker's cron is not used: it counts minutes by the clock of the
// process, and one process whose clock is ahead would keep all jobs from running until the time has come.
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

export const insufficientPrivilege = '42501'

/** Creates or migrates the schema of the queue. @param owner a connection of the tables' owner, which holds the lock of migrations */
export async function migrateJobQueue(owner: pg.PoolClient): Promise<void> {
  const { Logger, runMigrations } = loadGraphileWorker()
  // The package takes a pool, of which it uses these methods alone.
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
