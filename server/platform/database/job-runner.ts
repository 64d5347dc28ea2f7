// Takes due jobs from the queue, one process each.
import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Db } from './database.ts'
import { tooManyConnections } from './driver.ts'
import { loadGraphileWorker, queueOptions } from './job-queue.ts'
import { UnsuitableServer } from './server-state.ts'

/** A job that runs in one process after each pause. */
export type RecurringJob = { name: string; intervalMs: number }

/** A running consumer of the queue. */
export type JobRunner = {
  /** Lets a recurring job be due after this time instead of its interval. */
  schedule(name: string, ms: number): Promise<void>
  stop(): Promise<void>
}

/** Jobs that are due later are found by polling, others by a notification. */
const pollMs = 500
const restartMs = 2000
/** Connections that are refused are refused within this time: only then do the workers work. */
const settledMs = 1000
/** After this time each process looks whether the queue has all recurring jobs: one that was killed may have taken one of them. */
const repairMs = 60_000
/** A role that may open fewer connections needs them for requests. */
const minConnectionLimit = 8

/** Each recurring job is one job of the queue, found by its key. It is due at the latest after the interval. */
export const scheduleRecurring = (db: Db, jobs: readonly RecurringJob[]) =>
  sql`
    select graphile_worker.add_job(name, job_key => name, run_at => now() + ms * interval '1 millisecond')
    from unnest(${jobs.map(({ name }) => name)}::text[], ${jobs.map(({ intervalMs }) => intervalMs)}::float8[]) as wanted (name, ms)
    where not exists (select from graphile_worker._private_jobs
      where key = name and is_available and run_at <= now() + ms * interval '1 millisecond')`.execute(db)

const schedule = (db: Db, names: readonly string[], ms: number) =>
  sql`
    select graphile_worker.add_job(name, job_key => name, run_at => now() + ${ms}::float8 * interval '1 millisecond')
    from unnest(${names}::text[]) as name`.execute(db)

/** The jobs of the queue that are due. */
export async function readQueueBacklog(
  db: Db,
): Promise<{ waiting: number; oldestSeconds: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; oldestSeconds: number; failed: number }>`
    select count(*)::int as waiting, coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as "oldestSeconds", 0 as failed
    from graphile_worker._private_jobs where is_available and run_at <= now()`.execute(db)
  return rows[0]!
}

/** @throws UnsuitableServer */
async function assertUsable(db: Db): Promise<void> {
  const { rows } = await sql<{ limit: number; isReadOnly: boolean }>`
    select rolconnlimit as limit, current_setting('transaction_read_only') = 'on' as "isReadOnly"
    from pg_roles where rolname = current_user`.execute(db)
  const { limit, isReadOnly } = rows[0]!
  if (isReadOnly) throw new UnsuitableServer('the database is read-only', '25006')
  if (limit >= 0 && limit < minConnectionLimit)
    throw new UnsuitableServer(`the role may open ${limit} connections only`, tooManyConnections)
}

/** With some codes of a failed connection, graphile-worker would not look for jobs for minutes. */
function withoutCodes(pool: pg.Pool): pg.Pool {
  const connect = pool.connect.bind(pool)
  const withoutCode = (error: Error) => new Error(error.message, { cause: error })
  type Callback = Parameters<pg.Pool['connect']>[0]
  pool.connect = ((callback?: Callback) =>
    callback
      ? connect((error, client, release) => callback(error && withoutCode(error), client, release))
      : connect().catch((error) => {
          throw withoutCode(error)
        })) as typeof pool.connect
  return pool
}

/** Runs jobs until the signal aborts. @throws the first error: then it must be called again */
function runUntilFault(
  jobPool: pg.Pool,
  take: Record<string, () => Promise<void>>,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const { Logger: GraphileLogger, runTaskList } = loadGraphileWorker()
  const events = new EventEmitter()
  let fault: unknown
  const logger = new GraphileLogger(() => (level, message) => {
    // The caller reports the lost connection once.
    const isExpected = fault !== undefined || signal.aborted
    if (level === 'warning' || (level === 'error' && !isExpected)) log.warn(`job queue: ${message}`)
    else log.debug(`job queue: ${message}`)
  })
  const workers = runTaskList(
    {
      ...queueOptions,
      logger,
      events,
      concurrency: 1,
      pollInterval: pollMs,
      // In batches, as a failure then ends the workers; otherwise it is an unhandled rejection, which ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    },
    take,
    jobPool,
  )
  return new Promise((resolve, reject) => {
    let isStopping = false
    const stop = () => {
      if (isStopping) return
      isStopping = true
      // Not while it emits an event.
      setImmediate(() => Promise.resolve(workers.gracefulShutdown()).catch(() => {}))
    }
    for (const name of ['worker:getJob:error', 'pool:listen:error', 'pool:fatalError'])
      events.on(name, ({ error }: { error: unknown }) => {
        fault ??= error
        stop()
      })
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    const end = (error?: unknown) => {
      signal.removeEventListener('abort', stop)
      const reason = fault ?? error
      if (reason === undefined) resolve()
      else reject(reason)
    }
    workers.promise.then(() => end(), end)
  })
}

/**
 * Consumes the queue until it is stopped, through every fault of the database.
 * @param jobPool at least two connections, which are used for nothing else; ended with the runner
 * @param wake is called in one process for each job that is due. It resolves when the work is done, but the job is complete before:
 *   the queue would keep that of a killed process for hours
 */
export function startJobRunner(
  db: Db,
  jobPool: pg.Pool,
  jobs: readonly RecurringJob[],
  wake: (name: string) => Promise<void>,
  log: Logger,
): JobRunner {
  const stopping = new AbortController()
  const { signal } = stopping
  const pool = withoutCodes(jobPool)
  const names = jobs.map(({ name }) => name)
  const takeJob = (name: string) => async () => {
    if (!signal.aborted) void wake(name)
  }
  const take = Object.fromEntries(names.map((name) => [name, takeJob(name)]))
  const pause = (ms: number) => wait(ms, undefined, { signal, ref: false }).catch(() => {})
  let isFailing = false

  /** @returns after which pause to go on */
  const run = async (): Promise<number> => {
    try {
      await assertUsable(db)
      // Jobs that were lost with the connection, or with the server, are made up for.
      await schedule(db, names, 0)
      const settled = setTimeout(() => {
        if (isFailing) log.info('the job queue works again')
        isFailing = false
      }, settledMs).unref()
      await runUntilFault(pool, take, log, signal).finally(() => clearTimeout(settled))
      return restartMs
    } catch (error) {
      if (!isFailing && !signal.aborted) log.warn({ err: error }, 'the job queue is not available')
      isFailing = true
      const { code, cause } = error as { code?: string; cause?: { code?: string } }
      if ((code ?? cause?.code) !== tooManyConnections) return restartMs
      // The jobs themselves wait for a connection among the requests, with few at a time.
      for (const name of names) await Promise.race([wake(name), pause(1000)])
      return repairMs
    }
  }

  const supervise = async () => {
    while (!signal.aborted) await pause(await run())
    await pool.end()
  }
  const ended = supervise()
  const repair = setInterval(() => {
    if (!isFailing) scheduleRecurring(db, jobs).catch(() => {})
  }, repairMs).unref()

  return {
    schedule: async (name, ms) => {
      await schedule(db, [name], ms)
    },
    async stop() {
      clearInterval(repair)
      stopping.abort()
      await ended
    },
  }
}
