import { setTimeout } from 'node:timers/promises'
import type { Instance } from './instance.ts'

/** Work that every process of a service does by itself, again and again; processes share it by the database's word. */
export type Job = {
  name: string
  /** The pause after a run, in milliseconds. */
  intervalMs: number
  /**
   * @param signal is aborted when the process stops: what takes long ends then
   * @returns true: there is more to do at once
   */
  run(instance: Instance, signal: AbortSignal): Promise<boolean>
}

/** Jobs that run in this process. */
export type RunningJobs = {
  /** Begins no further run and waits for those under way, at most a while. */
  stop(): Promise<void>
}

const maxStopMs = 8000

/** Runs jobs until it is stopped. A job that fails is told once in the log, and tried again after its pause. */
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
      if (failing) log.info({ job: job.name }, 'a job in the background works again')
      failing = false
    } catch (error) {
      if (!failing && !signal.aborted)
        log.warn({ err: error, job: job.name }, 'a job in the background failed')
      failing = true
    }
    if (!more) await abortableDelay(job.intervalMs, signal)
  }
}

/** Ends early when the signal comes. Keeps no process alive. */
const abortableDelay = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal, ref: false }).catch(() => {})
