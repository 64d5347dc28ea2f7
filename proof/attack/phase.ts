// One phase: the service, the watcher and the attacker, each in a process of its own.
import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Assignment, FromAttacker, ToAttacker } from './attacker.ts'
import { reportCosts } from './costs/report-costs.ts'
import { judge } from './judge.ts'
import type { Ledger } from './ledger.ts'
import type { Report } from './report.ts'
import { watchLog } from './service/log-watch.ts'
import { startService } from './service/service.ts'
import type { Observations, Stall } from './service/watcher.ts'
import { tries as allTries } from './tries/tries.ts'

export type Phase = {
  name: string
  settings: Record<string, string>
  /** How long the service is watched after the attack. */
  restMs: number
} & Pick<Assignment, 'tries' | 'again' | 'fuzz' | 'costs'>
export type Target = { data: string } & Pick<Assignment, 'connection' | 'ownerConnection' | 'invitation'>

/** Memory for caches and compiled code is no growth. */
const warmUpRequests = 50_000
/** The name that others reach the service by; requests for others are refused. */
const publicUrl = 'http://kontor.example'
/** Less than the service may use by default, so that its cache is full after the warm-up. */
const catalogueMb = '32'

const postmasterOf = async (data: string) =>
  (await readFile(join(data, 'postgres/postmaster.pid'), 'utf8')).split('\n', 1)[0]

const sendTo = (child: ChildProcess, message: ToAttacker) => child.send(message)

const running = new Set<ChildProcess>()

/** Ends the attacker and the watcher, so that the phase fails and cleans up. */
export const abortPhase = (): void => {
  for (const child of running) child.kill('SIGKILL')
}

/** Runs a phase to its end. @returns what the service acknowledged */
export async function runPhase(phase: Phase, target: Target, report: Report): Promise<Ledger> {
  const { data } = target
  let expected: RegExp | undefined
  const log = watchLog((line) => expected?.test(line) ?? false)
  const service = await startService(
    data,
    { KONTOR_URL: publicUrl, KONTOR_CATALOGUE_MB: catalogueMb, ...phase.settings },
    log,
  )
  const postmaster = await postmasterOf(data)
  try {
    const watcher = fork(join(import.meta.dirname, 'service/watcher.ts'), [
      service.url,
      String(service.pid),
      data,
    ])
    const attacker = fork(join(import.meta.dirname, 'attacker.ts'))
    // One that has just ended cannot be told anything.
    for (const child of [watcher, attacker]) running.add(child.on('error', () => {}))
    const observed = new Promise<Observations>((resolve, reject) => {
      watcher.once('exit', () => reject(new Error('the watcher ended')))
      watcher.on('message', (message: { stall: Stall } | { observations: Observations }) => {
        if ('observations' in message) return resolve(message.observations)
        const { at, ms } = message.stall
        sendTo(attacker, { stall: { from: at, to: at + ms } })
      })
    })
    observed.catch(() => {})
    const { tries, again, fuzz, costs } = phase
    let reported = Date.now()
    let warmAt = Number.POSITIVE_INFINITY
    const during = new Map<number, string[]>()
    const done = new Promise<Extract<FromAttacker, { done: object }>['done']>((resolve, reject) => {
      attacker.once('exit', () => reject(new Error('the attacker ended')))
      attacker.on('message', (message: FromAttacker) => {
        if ('done' in message) resolve(message.done)
        else if ('finding' in message) report.find(message.finding)
        else if ('during' in message) during.set(message.at, message.during)
        else if ('requests' in message) logProgress(message.requests)
        else if ('warm' in message) warmAt = Date.now()
        else {
          const { expectedLog, accepted } = allTries.find(({ name }) => name === message.trying)!
          if (expectedLog) expected = new RegExp(expectedLog)
          if (message.ms !== undefined) report.line(`${message.trying}: ${(message.ms / 1000).toFixed(1)} s`)
          else if (accepted)
            report.line(`${message.trying}: a 503 with Retry-After is accepted, because ${accepted.why}`)
        }
      })
    })
    const logProgress = (requests: number) => {
      if (requests >= warmUpRequests) warmAt = Math.min(warmAt, Date.now())
      if (Date.now() - reported < 30_000) return
      reported = Date.now()
      report.line(`${requests.toLocaleString('en')} requests`)
    }
    const { url } = service
    const { connection, ownerConnection, invitation } = target
    sendTo(attacker, {
      assignment: {
        ...{ url, connection, ownerConnection, invitation, tries, again },
        ...(fuzz && { fuzz }),
        ...(costs && { costs }),
      },
    })
    const { ledger, fuzz: summary, costs: measured } = await done
    // Peaks pass, growth stays.
    await wait(phase.restMs)
    watcher.send('stop')
    const observations = await observed
    const death = service.death()
    if (death) report.find({ fault: `${phase.name}: the service ended by itself`, example: death })
    if ((await postmasterOf(data).catch(() => '')) !== postmaster)
      report.find({ fault: `${phase.name}: the database was restarted`, example: '' })
    judge(phase.name, { ...observations, during, warmAt }, report)
    for (const rejected of ledger.rejected.slice(0, 5))
      report.line(`not acknowledged, so not checked: ${rejected}`)
    if (summary) {
      const { requests, statuses, succeeded, slowest } = summary
      report.line(`${requests.toLocaleString('en')} requests; responses: ${JSON.stringify(statuses)}`)
      report.line(`${succeeded.length} endpoints answered with success; slowest: ${slowest.join(', ')}`)
    }
    if (measured) reportCosts(measured, report)
    return ledger
  } finally {
    abortPhase()
    running.clear()
    await service.stop()
    for (const { fault, count } of log.faults())
      report.find({ fault: fault.slice(0, 200), example: `${count} times\n${fault}` })
    report.line(`${phase.name}: ${log.lines().toLocaleString('en')} lines of the log were read`)
  }
}
