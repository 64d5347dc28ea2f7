// Asks /healthz every 20 ms and samples the memory of the service's processes, in a process of its own:
// node watcher.ts URL PID DATA. Sends its observations to the process that started it.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { createHistogram } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Pause } from './heartbeat.ts'

/** One slow answer of /healthz. */
export type Stall = {
  /** When it was asked, as Date.now(). */
  at: number
  ms: number
  /** For how long the service's main thread was running meanwhile. */
  busyMs: number
  /** For how long the service's main thread, or the watcher, could have run but had no processor; -1: unknown. */
  waitingMs: number
  /** For how long any thread of the machine waited for a processor; 0: unknown. */
  pressedMs: number
  /** For how many pages the service's main thread, or the watcher, waited until they were read from the disk. */
  readPages: number
  /** The service's main thread in samples: its state and where in the system it slept, `S futex_do_wait`. */
  states: string[]
}

export type Observations = {
  answers: number
  /** Milliseconds. */
  p50: number
  p99: number
  p999: number
  worst: number
  stalls: Stall[]
  /** When a processor of the machine stood still. */
  pauses: Pause[]
  /** MiB, each second: all processes of the service, and all of its database. */
  memory: { at: number; service: number; database: number }[]
  errors: string[]
}

const [url = '', pidText = '', data = ''] = process.argv.slice(2)
const pid = Number(pidText)
const intervalMs = 20
const stallMs = 250
/** After these milliseconds it is observed what the service does. */
const lateMs = 100

/** Processor time and time in the queue for a processor of a process' main thread, in milliseconds (Linux). */
function schedulingOf(id: number): { running: number; waiting: number } | undefined {
  try {
    const [running, waiting] = readFileSync(`/proc/${id}/schedstat`, 'utf8').split(' ').map(Number)
    return { running: running! / 1e6, waiting: waiting! / 1e6 }
  } catch {
    return undefined
  }
}

/** For how long any thread of the machine has waited for a processor, in milliseconds (Linux). */
function pressure(): number {
  try {
    return Number(/total=(\d+)/.exec(readFileSync('/proc/pressure/cpu', 'utf8'))?.[1] ?? 0) / 1000
  } catch {
    return 0
  }
}

/** State and major page faults of a process' main thread (Linux, proc(5)). */
function mainThreadOf(id: number): { state: string; readPages: number } {
  try {
    // The name of the program, in parentheses, may contain anything.
    const [state = '', ...fields] = readFileSync(`/proc/${id}/task/${id}/stat`, 'utf8')
      .split(') ')
      .at(-1)!
      .split(' ')
    const sleepsIn = readFileSync(`/proc/${id}/wchan`, 'utf8')
    return { state: sleepsIn === '0' ? state : `${state} ${sleepsIn}`, readPages: Number(fields[8]) }
  } catch {
    return { state: 'unknown', readPages: 0 }
  }
}

const readPages = () => mainThreadOf(pid).readPages + mainThreadOf(process.pid).readPages

/** The processors that this process may use (Linux). */
function processors(): number[] {
  try {
    const list = /Cpus_allowed_list:\s+(\S+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? ''
    return list.split(',').flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, n) => first + n)
    })
  } catch {
    return []
  }
}

const memoryOf = (id: number | string, field: string): number => {
  try {
    const status = readFileSync(`/proc/${id}/status`, 'utf8')
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

const childrenOf = (id: number | string): string[] =>
  readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').trim().split(' ')

const postmaster = () => readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]!

/** The service, and its processes for heavy tasks. */
function serviceMemory(): number {
  try {
    const database = postmaster()
    return [pid, ...childrenOf(pid).filter((id) => id !== database)].reduce<number>(
      (sum, id) => sum + memoryOf(id, 'VmRSS'),
      0,
    )
  } catch {
    return memoryOf(pid, 'VmRSS')
  }
}

/** Pages of PostgreSQL's shared memory would count for each of its processes: only its anonymous memory counts. */
function databaseMemory(): number {
  try {
    const database = postmaster()
    return [database, ...childrenOf(database)].reduce((sum, id) => sum + memoryOf(id, 'RssAnon'), 0)
  } catch {
    return 0
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const ask = () =>
  new Promise<string | undefined>((resolve) => {
    get(`${url}/healthz`, { agent }, (response) => {
      response.resume()
      response.on('end', () =>
        resolve(response.statusCode === 200 ? undefined : `status ${response.statusCode}`),
      )
    }).on('error', (error) => resolve(error.message))
  })

const latencies = createHistogram()
const found: Pick<Observations, 'stalls' | 'pauses' | 'memory' | 'errors'> = {
  stalls: [],
  pauses: [],
  memory: [],
  errors: [],
}
for (const processor of processors())
  spawn('taskset', ['-c', String(processor), process.execPath, join(import.meta.dirname, 'heartbeat.ts')], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
    .on('message', (pause: Pause) => found.pauses.push(pause))
    // Without taskset, pauses are not known.
    .on('error', () => {})
let stopped = false
process.on('message', () => {
  stopped = true
})
process.on('disconnect', () => process.exit())

let sampledAt = 0
for (let due = performance.now(); !stopped; due = Math.max(due + intervalMs, performance.now())) {
  await wait(Math.max(0, due - performance.now()))
  const [service, own] = [schedulingOf(pid), schedulingOf(process.pid)]
  const pressureBefore = pressure()
  const pagesBefore = readPages()
  const states: string[] = []
  const at = Date.now()
  const start = performance.now()
  const observing = setInterval(() => {
    if (performance.now() - start > lateMs) states.push(mainThreadOf(pid).state)
  }, lateMs / 2)
  const error = await ask()
  clearInterval(observing)
  const ms = performance.now() - start
  // Answers that would have been asked for meanwhile would have been late, too.
  for (let late = ms; late > 0; late -= intervalMs) latencies.record(Math.max(1, Math.round(late * 1000)))
  if (error !== undefined) found.errors.push(error)
  if (ms > stallMs) {
    const [serviceAfter, ownAfter] = [schedulingOf(pid), schedulingOf(process.pid)]
    const known = service && own && serviceAfter && ownAfter
    const stall: Stall = {
      at,
      ms,
      busyMs: known ? serviceAfter.running - service.running : -1,
      waitingMs: known ? serviceAfter.waiting - service.waiting + (ownAfter.waiting - own.waiting) : -1,
      pressedMs: pressure() - pressureBefore,
      readPages: readPages() - pagesBefore,
      states,
    }
    found.stalls.push(stall)
    process.send?.({ stall })
  }
  if (start - sampledAt >= 1000) {
    sampledAt = start
    found.memory.push({ at, service: serviceMemory(), database: databaseMemory() })
  }
}
const ms = (quantile: number) => latencies.percentile(quantile) / 1000
const observations: Observations = {
  ...found,
  answers: latencies.count,
  p50: ms(50),
  p99: ms(99),
  p999: ms(99.9),
  worst: latencies.max / 1000,
}
process.send?.({ observations }, () => process.exit())
