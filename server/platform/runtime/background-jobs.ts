import { setTimeout } from 'node:timers/promises'
import type { Instance } from './instance.ts'

/** Recurring work that every process of a service runs. Processes coordinate through the database. */
export type Job = {
  name: string
  /** The pause after a run, in milliseconds. */
  intervalMs: number
  /**
   * @param signal aborts when the process stops: long work must end then
   * @returns true: there is more to do immediately
   */
  run(instance: Instance, signal: AbortSignal): Promise<boolean>
}

/** Jobs that run in this process. */
type RunningJobs = {
  /** Starts no further run, and waits a limited time for running ones. */
  stop(): Promise<void>
}

const maxStopMs = 8000

/** Runs jobs until stopped. A failure is logged once, and the job runs again after its pause. */
export function startJobs(instance: Instance, jobs: readonly Job[]): RunningJobs {
  const stopping = new AbortController()
  const { signal } = stopping
  const loops = jobs.map((job) => runLoop(instance, job, signal))
  return {
    async stop() {
      stopping.abort()
      await Promise.race([Promise.all(loops), setTimeout(maxStopMs, undefined, { ref: false })])
    },
  }
}

async function runLoop(instance: Instance, job: Job, signal: AbortSignal): Promise<void> {
  const { log } = instance
  let failing = false
  while (!signal.aborted) {
    let more = false
    try {
      more = await job.run(instance, signal)
      if (failing) log.info({ job: job.name }, 'background job works again')
      failing = false
    } catch (error) {
      if (!failing && !signal.aborted) log.warn({ err: error, job: job.name }, 'background job failed')
      failing = true
    }
    if (!more) await abortableDelay(job.intervalMs, signal)
  }
}

/** A pause that ends early when the signal aborts, and does not keep the process alive. */
const abortableDelay = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal, ref: false }).catch(() => {})
