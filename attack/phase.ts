// One phase: the service, the watcher and the attacker, each in a process of its own.
import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Assignment, FromAttacker, ToAttacker } from './attacker.ts'
import type { Ledger } from './ledger.ts'
import type { Report } from './report.ts'
import { watchLog } from './service/log-watch.ts'
import { startService } from './service/service.ts'
import type { Observations, Stall } from './service/watcher.ts'
import { tries } from './tries/tries.ts'

export type Phase = { name: string; settings: Record<string, string> } & Pick<Assignment, 'tries' | 'fuzz'>
export type Target = { data: string } & Pick<Assignment, 'connection' | 'invitation'>

const maxStallMs = 250
const maxGrowthMb = 200
/** Memory that is in use for this long is no passing peak. */
const settledSeconds = 5
/** What the service needs for its caches and compiled code is no growth: the first fifth of a run, and at most three minutes. */
const warmUpSeconds = (seconds: number) => Math.min(seconds / 5, 180)
/** A shorter run is all warm-up. */
const judgedSeconds = 60
const restMs = 5000
/** The name that others reach the service by; requests for others are refused. */
const publicUrl = 'http://kontor.example'
/** Less than the service may use by default, so that its cache is full after the warm-up. */
const catalogueMb = '32'

const postmasterOf = async (data: string) =>
  (await readFile(join(data, 'postgres/postmaster.pid'), 'utf8')).split('\n', 1)[0]

const sendTo = (child: ChildProcess, message: ToAttacker) => child.send(message)

/** Runs a phase to its end. @returns what the service acknowledged */
export async function runPhase(phase: Phase, target: Target, report: Report): Promise<Ledger> {
  const { data } = target
  const chosen = tries.filter(({ name }) => phase.tries.includes(name))
  let expected: RegExp | undefined
  const log = watchLog((line) => expected?.test(line) ?? false)
  const service = await startService(
    data,
    { KONTOR_URL: publicUrl, KONTOR_CATALOGUE_MB: catalogueMb, ...phase.settings },
    log,
  )
  const postmaster = await postmasterOf(data)
  const children: ChildProcess[] = []
  try {
    const watcher = fork(join(import.meta.dirname, 'service/watcher.ts'), [
      service.url,
      String(service.pid),
      data,
    ])
    const attacker = fork(join(import.meta.dirname, 'attacker.ts'))
    children.push(watcher, attacker)
    const observed = new Promise<Observations>((resolve, reject) => {
      watcher.once('exit', () => reject(new Error('the watcher ended')))
      watcher.on('message', (message: { stall: Stall } | { observations: Observations }) => {
        if ('observations' in message) return resolve(message.observations)
        const { at, ms } = message.stall
        sendTo(attacker, { stall: { from: at, to: at + ms } })
      })
    })
    observed.catch(() => {})
    const during = new Map<number, string[]>()
    const done = new Promise<Extract<FromAttacker, { done: object }>['done']>((resolve, reject) => {
      attacker.once('exit', () => reject(new Error('the attacker ended')))
      attacker.on('message', (message: FromAttacker) => {
        if ('done' in message) resolve(message.done)
        else if ('finding' in message) report.find(message.finding)
        else if ('during' in message) during.set(message.at, message.during)
        else if ('requests' in message) logProgress(message.requests)
        else {
          const { expectedLog } = chosen.find(({ name }) => name === message.trying)!
          if (expectedLog) expected = new RegExp(expectedLog)
          if (message.ms !== undefined) report.line(`${message.trying}: ${(message.ms / 1000).toFixed(1)} s`)
        }
      })
    })
    let reported = Date.now()
    const logProgress = (requests: number) => {
      if (Date.now() - reported < 30_000) return
      reported = Date.now()
      report.line(`${requests.toLocaleString('en')} requests`)
    }
    const { url } = service
    const { connection, invitation } = target
    const { fuzz } = phase
    sendTo(attacker, {
      assignment: { url, connection, invitation, tries: phase.tries, ...(fuzz ? { fuzz } : {}) },
    })
    const { ledger, fuzz: summary } = await done
    // Peaks pass, growth stays.
    await wait(restMs)
    watcher.send('stop')
    const observations = await observed
    if (service.hasDied()) report.find({ fault: `${phase.name}: the service ended by itself`, example: '' })
    if ((await postmasterOf(data).catch(() => '')) !== postmaster)
      report.find({ fault: `${phase.name}: the database was restarted`, example: '' })
    judge(phase, observations, during, report)
    for (const rejected of ledger.rejected.slice(0, 5))
      report.line(`not acknowledged, so not checked: ${rejected}`)
    if (summary) {
      const { requests, statuses, succeeded, slowest } = summary
      report.line(`${requests.toLocaleString('en')} requests; responses: ${JSON.stringify(statuses)}`)
      report.line(`${succeeded.length} endpoints answered with success; slowest: ${slowest.join(', ')}`)
    }
    return ledger
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await service.stop()
    for (const { fault, count } of log.faults())
      report.find({ fault: fault.slice(0, 200), example: `${count} times\n${fault}` })
    report.line(`${phase.name}: ${log.lines().toLocaleString('en')} lines of the log were read`)
  }
}

/** A busy machine makes answers late as well: only what the service did in this time counts as its stall. */
const ownMsOf = ({ ms, waitingMs }: Stall) => (waitingMs < 0 ? ms : ms - waitingMs)

function judge(
  phase: Phase,
  observations: Observations,
  during: Map<number, string[]>,
  report: Report,
): void {
  const { answers, p50, p99, p999, worst, stalls, memory, errors } = observations
  const one = (value: number) => value.toFixed(value < 10 ? 1 : 0)
  report.line(
    `${phase.name}: /healthz ${answers} times, median ${one(p50)} ms, p99 ${one(p99)}, p99.9 ${one(p999)}, worst ${one(worst)}; ${stalls.length} over ${maxStallMs} ms`,
  )
  for (const stall of stalls) {
    const text = `${one(stall.ms)} ms, of which the main thread ran ${one(stall.busyMs)} ms and waited for a processor ${one(stall.waitingMs)} ms`
    const example = (during.get(stall.at) ?? []).slice(0, 30).join('\n')
    if (ownMsOf(stall) > maxStallMs) report.find({ fault: `${phase.name}: /healthz took ${text}`, example })
    else report.line(`/healthz took ${text}: the machine was busy`)
  }
  if (errors.length > 0)
    report.find({
      fault: `${phase.name}: /healthz failed ${errors.length} times`,
      example: errors.slice(0, 5).join('\n'),
    })
  judgeMemory(phase, memory, report)
}

function judgeMemory(phase: Phase, memory: Observations['memory'], report: Report): void {
  const [began, ended] = [memory[0]?.at ?? 0, memory.at(-1)?.at ?? 0]
  const seconds = (ended - began) / 1000
  const warm = memory.findIndex(({ at }) => at - began > warmUpSeconds(seconds) * 1000)
  for (const who of ['service', 'database'] as const) {
    const values = memory.map((sample) => sample[who])
    const settled = values.map((_, index) => Math.min(...values.slice(index, index + settledSeconds)))
    const atEnd = Math.min(...values.slice(-settledSeconds))
    const base = settled[warm] ?? atEnd
    const highest = Math.max(base, ...settled.slice(Math.max(warm, 0), -settledSeconds))
    report.line(
      `${phase.name}: memory of the ${who} ${base.toFixed(0)} MiB after the warm-up, ${atEnd.toFixed(0)} at the end, peak ${Math.max(...values).toFixed(0)}`,
    )
    if (seconds >= judgedSeconds && highest - base > maxGrowthMb)
      report.find({
        fault: `${phase.name}: the memory of the ${who} grew from ${base.toFixed(0)} to ${highest.toFixed(0)} MiB`,
        example: values.map((value) => value.toFixed(0)).join(' '),
      })
  }
}
