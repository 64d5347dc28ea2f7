import { Gauge } from 'prom-client'
import { maxWaitMs, registry } from '../http/metrics.ts'
import type { Backlog } from '../instance/background-jobs.ts'
import type { Check } from './check.ts'
import { type Health, isFailed, type Report, stateOf } from './health.ts'
import { shareScrape, within } from './share-scrape.ts'

/**
 * Adds whether the service is ready, and the state of each check, as they are at the time of the scrape. It waits for `maxWaitMs` at
 * most: a check that has not answered by then has failed.
 * @param isWanted which checks this process measures
 */
export function measureHealth(health: Health, isWanted: (check: Check) => boolean = () => true): void {
  const decidesReadiness = ({ failure }: Check) => failure === 'not ready'
  const readReports = shareScrape(() =>
    health.report(maxWaitMs, (check) => isWanted(check) || decidesReadiness(check)),
  )
  const isReady = (reports: readonly Report[]) =>
    !health.isStopping() &&
    !reports.some(({ check, findings }) => decidesReadiness(check) && isFailed(findings))
  new Gauge({
    name: 'kontor_ready',
    help: '1: the service can do all of its work, as GET /readyz tells',
    registers: [registry],
    async collect() {
      this.set(Number(isReady(await readReports())))
    },
  })
  const stateGauge = (name: string, help: string, read: (state: string) => boolean) =>
    new Gauge({
      name,
      help,
      labelNames: ['check'],
      registers: [registry],
      async collect() {
        const reports = await readReports()
        this.reset()
        for (const { check, findings } of reports)
          if (isWanted(check) && findings.length > 0)
            this.set({ check: check.name }, Number(read(stateOf(findings))))
      },
    })
  stateGauge(
    'kontor_check',
    '1: the check passes; 0: it fails. kontor doctor says why',
    (state) => state !== 'failed',
  )
  stateGauge('kontor_check_warning', '1: the check passes with a warning', (state) => state === 'warning')
}

/** Adds gauges by background job. @param read returns backlogs from the database: they are missing while it does not answer */
export function measureJobs(read: () => Promise<readonly ({ name: string } & Backlog)[]>): void {
  const readBacklogs = shareScrape(async () => (await within(maxWaitMs, read())) ?? [])
  const gauge = (name: string, help: string, readValue: (backlog: Backlog) => number) =>
    new Gauge({
      name,
      help,
      // Prometheus has a label `job` of its own.
      labelNames: ['background_job'],
      registers: [registry],
      async collect() {
        const backlogs = await readBacklogs()
        this.reset()
        for (const backlog of backlogs) this.set({ background_job: backlog.name }, readValue(backlog))
      },
    })
  gauge(
    'kontor_job_waiting_seconds',
    'How long the oldest work that is due has been waiting, by background job, and the oldest job of the queue',
    ({ oldestSeconds }) => oldestSeconds,
  )
  gauge(
    'kontor_job_waiting',
    'How much work is due, by background job, and jobs of the queue',
    ({ waiting }) => waiting,
  )
  gauge(
    'kontor_job_failed',
    'How much work failed for good within a week, such as mail, by background job',
    ({ failed }) => failed,
  )
}
