import { setTimeout } from 'node:timers/promises'
import { Counter } from 'prom-client'
import { type Db, openPool } from '../database/database.ts'
import { readQueueBacklog, startJobRunner } from '../database/job-runner.ts'
import type { ServerLink } from '../database/server-link.ts'
import type { Instance } from './instance.ts'

/** Recurring work in the background. One process of the service runs it at a time; after the end of that one, or a stop, another. */
export type Job = {
  /** In lower case, with hyphens. A trigger of `wake_job` names it, too. */
  name: string
  /** The longest pause after a run, in milliseconds. */
  intervalMs: number
  /** For what a process has in its memory: every process runs it. */
  inEveryProcess?: true
  /**
   * Runs behind the barrier: `settingsCache` is current.
   * @param signal aborts when the process stops: long work must end then
   * @returns true: there is more to do immediately
   */
  run(instance: Instance, signal: AbortSignal): Promise<boolean>
  /** After how many milliseconds there is more to do, asked after a run; left out or undefined: not before the interval ends. */
  dueAfterMs?(instance: Instance): Promise<number | undefined>
  /** The work that is due or has failed. */
  readBacklog?(db: Db): Promise<Backlog>
}

/** `waiting`: how much is due; `oldestSeconds`: since when, 0 if nothing is; `failed`: how much failed for good in the last week. */
export type Backlog = { waiting: number; oldestSeconds: number; failed: number }

/** Jobs that run in this process. */
type RunningJobs = {
  /** Starts no further run, and waits a limited time for running ones. */
  stop(): Promise<void>
}

const maxStopMs = 8000
/** Work that is due and cannot be done, as another process does it, is not tried without a pause. */
const minPauseMs = 500
/** Connections of a process to the job queue: one waits for notifications, the other takes jobs. */
export const queueConnections = 2

/**
 * Runs jobs until stopped: at once, when a transaction has asked for it, and at the latest after their pauses. A failure is logged
 * once, and the job runs again after its pause.
 */
export function startJobs(instance: Instance, link: ServerLink, jobs: readonly Job[]): RunningJobs {
  const stopping = new AbortController()
  const { signal } = stopping
  const own = jobs.filter(({ inEveryProcess }) => inEveryProcess)
  const shared = jobs.filter(({ inEveryProcess }) => !inEveryProcess)
  const loops = own.map((job) => runLoop(instance, job, signal))
  const wakers = new Map(
    shared.map((job) => [
      job.name,
      createWaker(instance, job, signal, (ms) => runner.schedule(job.name, ms)),
    ]),
  )
  const runner = startJobRunner(
    instance.db,
    openPool(link, queueConnections),
    shared,
    (name) => wakers.get(name)!.wake(),
    instance.log,
  )
  return {
    async stop() {
      stopping.abort()
      const running = [runner.stop(), ...loops, ...[...wakers.values()].map(({ ended }) => ended())]
      // Another process goes on at once. Not before the runner has stopped, which would take the jobs again.
      const handedOver = Promise.all(running)
        .then(() => Promise.all(shared.map(({ name }) => runner.schedule(name, 0))))
        .catch(() => {})
      await Promise.race([handedOver, setTimeout(maxStopMs, undefined, { ref: false })])
    },
  }
}

/** The backlogs of these jobs, and of the queue (`queue`). */
export const readBacklogs = (db: Db, jobs: readonly Job[]): Promise<({ name: string } & Backlog)[]> =>
  Promise.all([
    readQueueBacklog(db).then((backlog) => ({ name: 'queue', ...backlog })),
    ...jobs.flatMap(
      ({ name, readBacklog }) => readBacklog?.(db).then((backlog) => ({ name, ...backlog })) ?? [],
    ),
  ])

/** The metric of jobs that fail. */
export const jobFailures = new Counter({
  name: 'kontor_job_failures_total',
  help: 'Runs of background jobs that failed, by background job',
  // Prometheus has a label `job` of its own.
  labelNames: ['background_job'],
  registers: [],
})

/** The jobs of this process whose last run failed, with the reason of each. */
const failing = new Map<string, string>()
export const failingJobs = (): ReadonlyMap<string, string> => failing

/** Runs a job once; a series of failures is logged once. @returns whether there is more to do immediately */
function createAttempt(instance: Instance, job: Job, signal: AbortSignal): () => Promise<boolean> {
  const { log } = instance
  const { name } = job
  return async () => {
    try {
      await instance.barrier.ensureCurrent()
      const more = await job.run(instance, signal)
      if (failing.delete(name)) log.info({ job: name }, 'background job works again')
      return more
    } catch (error) {
      if (signal.aborted) return false
      if (!failing.has(name)) log.warn({ err: error, job: name }, 'background job failed')
      failing.set(name, (error as Error).message)
      jobFailures.inc({ background_job: name })
      return false
    }
  }
}

async function runLoop(instance: Instance, job: Job, signal: AbortSignal): Promise<void> {
  const attempt = createAttempt(instance, job, signal)
  while (!signal.aborted) if (!(await attempt())) await abortableDelay(job.intervalMs, signal)
}

type Waker = { wake(): Promise<void>; ended(): Promise<void> }

/** A job is never run twice at once in a process: waking it while it runs lets it run once more. */
function createWaker(
  instance: Instance,
  job: Job,
  signal: AbortSignal,
  schedule: (ms: number) => Promise<void>,
): Waker {
  const attempt = createAttempt(instance, job, signal)
  let isWanted = false
  let running: Promise<void> | undefined

  const scheduleNext = async () => {
    const dueMs = (await job.dueAfterMs?.(instance)) ?? job.intervalMs
    await schedule(Math.min(Math.max(dueMs, minPauseMs), job.intervalMs))
  }
  const run = async () => {
    while (isWanted && !signal.aborted) {
      isWanted = false
      if (await attempt()) isWanted = true
      // If that fails, the queue is filled again when the database is back.
      else if (!signal.aborted) await scheduleNext().catch(() => {})
    }
    running = undefined
  }
  return {
    wake() {
      isWanted = true
      running ??= run()
      return running
    },
    ended: async () => running,
  }
}

/** A pause that ends early when the signal aborts, and does not keep the process alive. */
const abortableDelay = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal, ref: false }).catch(() => {})
