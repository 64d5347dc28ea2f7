import { setTimeout as wait } from 'node:timers/promises'
import { NotReady } from '../ground/errors.ts'
import type { Check, CheckedInstance, CheckResult, CheckState } from './check.ts'

/** A check with its finding. */
export type Report = { check: Check; findings: readonly CheckResult[] }

/** The health of a running service. */
export type Health = {
  checks: readonly Check[]
  /** @throws the reason why the service is not ready */
  assertReady(): Promise<void>
  /**
   * The reports of checks, within a time. Missing are those that have never ended and may take longer.
   * @param isWanted left out: all
   */
  report(maxMs: number, isWanted?: (check: Check) => boolean): Promise<Report[]>
  /** From now on the service is not ready. */
  announceStop(): void
  isStopping(): boolean
}

/** `/readyz` answers within this time. */
const readinessMs = 2000
/** A command waits longer: a mail server may take its time. */
const commandMs = 30_000

const rank: Record<CheckState, number> = { ok: 0, warning: 1, failed: 2 }

/** The worst state of findings. */
export const stateOf = (findings: readonly CheckResult[]): CheckState =>
  findings.reduce<CheckState>((worst, { state }) => (rank[state] > rank[worst] ? state : worst), 'ok')

export const isFailed = (findings: readonly CheckResult[]): boolean => stateOf(findings) === 'failed'

/** The finding of a check. It does not throw; a check that is only a warning does not fail. */
async function runCheck(check: Check, subject: CheckedInstance): Promise<readonly CheckResult[]> {
  const findings = await check
    .run(subject)
    .catch((error: Error): CheckResult[] => [
      { state: 'failed', text: error.message || String((error as { code?: string }).code), cause: error },
    ])
  if (check.failure !== 'warning') return findings
  return findings.map((finding) => (finding.state === 'failed' ? { ...finding, state: 'warning' } : finding))
}

/** Without what all checks that need the database would say: that it is away. */
function withoutRepetitions(reports: readonly Report[]): Report[] {
  const isAway = reports.some(({ check, findings }) => check.provides === 'database' && isFailed(findings))
  return reports.filter(({ check }) => !isAway || check.needs === undefined)
}

/** How long a failure holds: somebody may be repairing it. */
const failureValidMs = 10_000

/** How long findings of a check hold, in milliseconds. */
function validityOf({ validMs = 0, failure }: Check, findings: readonly CheckResult[]): number {
  const hasFailed = findings.some(({ state, cause }) => state === 'failed' || cause !== undefined)
  if (!hasFailed) return validMs
  return failure === 'not ready' ? 0 : Math.min(validMs, failureValidMs)
}

const silent = (ms: number): CheckResult => {
  const text = `no answer within ${ms} ms`
  return { state: 'failed', text, cause: new NotReady(text) }
}

const applies = ({ needs }: Check, { database }: CheckedInstance): boolean =>
  needs === undefined || (database !== undefined && (needs === 'database' || database.hasTables))

/** Opens the health of a service. */
export function openHealth(checks: readonly Check[], subject: CheckedInstance): Health {
  const own = checks.filter(({ runs }) => runs !== 'commands')
  /** A share or a server that hangs must not occupy another thread or connection with each check. */
  const running = new Map<Check, Promise<readonly CheckResult[]>>()
  const last = new Map<Check, { at: number; findings: readonly CheckResult[] }>()
  let isStopping = false

  const runOnce = (check: Check) => {
    const run =
      running.get(check) ??
      runCheck(check, subject)
        .then((findings) => {
          last.set(check, { at: performance.now(), findings })
          return findings
        })
        .finally(() => running.delete(check))
    running.set(check, run)
    return run
  }

  /** @returns undefined: it has never ended, and may take longer than that */
  const find = async (check: Check, maxMs: number): Promise<readonly CheckResult[] | undefined> => {
    const known = last.get(check)
    const { validMs } = check
    if (known && performance.now() - known.at < validityOf(check, known.findings)) return known.findings
    const run = runOnce(check)
    const late = validMs === undefined ? [silent(maxMs)] : known?.findings
    return Promise.race([run, wait(maxMs, late, { ref: false })])
  }

  const report: Health['report'] = async (maxMs, isWanted = () => true) => {
    const reports = await Promise.all(
      own
        .filter((check) => applies(check, subject) && isWanted(check))
        .map(async (check) => ({
          check,
          findings: await find(check, maxMs),
        })),
    )
    return withoutRepetitions(reports.filter((one): one is Report => one.findings !== undefined))
  }

  return {
    checks: own,
    report,
    async assertReady() {
      if (isStopping) throw new NotReady('the service stops')
      const reports = await report(readinessMs, ({ failure }) => failure === 'not ready')
      for (const { check, findings } of reports)
        for (const { state, text, cause } of findings)
          if (state === 'failed') throw cause ?? new NotReady(`${check.name}: ${text}`)
    },
    announceStop() {
      isStopping = true
    },
    isStopping: () => isStopping,
  }
}

/** The findings of the checks of commands, one after the other in their order. */
export async function examine(checks: readonly Check[], subject: CheckedInstance): Promise<Report[]> {
  const own = checks.filter((check) => check.runs !== 'service' && applies(check, subject))
  const reports = await Promise.all(
    own.map(async (check) => ({
      check,
      findings: await Promise.race([
        runCheck(check, subject),
        wait(commandMs, [silent(commandMs)], { ref: false }),
      ]),
    })),
  )
  return withoutRepetitions(reports)
}

/** Whether the service cannot do all of its work. */
export const hasFailed = (reports: readonly Report[]): boolean =>
  reports.some(({ findings }) => isFailed(findings))
