// Load: 64 connections that send the next request as soon as they have the response. wrk if it is installed, otherwise autocannon.
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { run } from '../../support/processes.ts'

/** The requests, sent in turn. In paths and body, `{n}` is replaced by an integer that no other request of the run has. */
export type Requests = {
  paths: readonly string[]
  body?: string
  headers?: Record<string, string>
  /** The expected status; default 200. */
  status?: number
}

/** The address to which requests are sent. */
type LoadTarget = { address: string; token: string; requests: Requests }

/** Responses per second, and percentiles 50, 90, 99 and 99.9 of the response time in ms. */
export type LoadResult = { perSecond: number; p50: number; p90: number; p99: number; p999: number }

/** One side of a comparison. `round` selects the position in the list of requests at which it begins. */
export type LoadSide = { address: string; load(seconds: number, round: number): Promise<LoadResult> }

export const connections = 64

const wrkVersion = await run(['sh', '-c', 'wrk -v 2>&1 | head -1']).then(
  (text) => /^wrk \S+/.exec(text)?.[0],
  () => undefined,
)

/** The load generator in use. */
export const generator = wrkVersion ?? 'autocannon'

const script = join(import.meta.dirname, 'requests.lua')
const timeoutSeconds = 120

// `{n}` is also used as an id of 31 bits; no round has more requests than the distance between two rounds.
const firstNumber = 1_000_000_000
const numbersOfRound = 2_000_000
let startedRounds = 0

/** @throws when it is run, if a response has another status or a connection breaks */
export const loadOn = (target: LoadTarget): LoadSide => ({
  address: target.address,
  async load(seconds, round) {
    const path = (round * 997) % target.requests.paths.length
    // 64 concurrent responses of 8 MB may all take longer than a short round.
    for (let longer = seconds; longer <= seconds * 32; longer *= 2) {
      const number = firstNumber + (startedRounds++ % 500) * numbersOfRound
      const rate = await (wrkVersion ? runWrk : runAutocannon)(target, longer, { number, path })
      if (rate.perSecond > 0) return rate
    }
    throw new Error(`no request of ${target.requests.paths[0]} was answered in time`)
  },
})

type StartPosition = { number: number; path: number }

const headersOf = ({ token, requests }: LoadTarget): Record<string, string> => ({
  authorization: `token ${token}`,
  ...(requests.body === undefined ? {} : { 'content-type': 'application/json' }),
  ...requests.headers,
})

async function runWrk(target: LoadTarget, seconds: number, begin: StartPosition): Promise<LoadResult> {
  const { paths, body = '' } = target.requests
  const file = join(tmpdir(), `kontor-bench-${randomUUID()}`)
  await writeFile(file, [body ? 'POST' : 'GET', body, ...paths].join('\n'), { mode: 0o600 })
  try {
    const headers = Object.entries(headersOf(target)).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    const options = [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '--timeout',
      `${timeoutSeconds}s`,
      '-s',
      script,
    ]
    const startArguments = [String(begin.number), String(begin.path)]
    const out = await run(['wrk', ...options, ...headers, target.address, '--', file, ...startArguments])
    const line = /^result (.*)$/m.exec(out)
    if (!line) throw new Error(`unexpected output of wrk:\n${out}`)
    const [answers, microseconds, failed, ...times] = line[1]!.split(' ').map(Number)
    const [p50, p90, p99, p999] = times.map((time) => time / 1000)
    return assertNoFailures(target, failed!, {
      perSecond: answers! / (microseconds! / 1e6),
      p50: p50!,
      p90: p90!,
      p99: p99!,
      p999: p999!,
    })
  } finally {
    await rm(file, { force: true })
  }
}

async function runAutocannon(target: LoadTarget, seconds: number, begin: StartPosition): Promise<LoadResult> {
  const { paths, body, status = 200 } = target.requests
  let count = 0
  const numbered = (text: string) => text.replaceAll('{n}', String(begin.number + count))
  const nextRequest = (request: autocannon.Request): autocannon.Request => {
    const numberedRequest = { ...request, path: numbered(paths[(begin.path + count) % paths.length]!) }
    count++
    return body === undefined ? numberedRequest : { ...numberedRequest, body: numbered(body) }
  }
  const result = await autocannon({
    url: target.address,
    connections,
    duration: seconds,
    timeout: timeoutSeconds,
    headers: headersOf(target),
    requests: [{ method: body === undefined ? 'GET' : 'POST', setupRequest: nextRequest }],
  })
  const answers = result.statusCodeStats[status]?.count ?? 0
  const all = Object.values(result.statusCodeStats).reduce((sum, { count }) => sum + count, 0)
  const { p50, p90, p99, p99_9: p999 } = result.latency
  return assertNoFailures(target, result.errors + all - answers, {
    perSecond: answers / result.duration,
    p50,
    p90,
    p99,
    p999,
  })
}

function assertNoFailures(target: LoadTarget, failed: number, rate: LoadResult): LoadResult {
  if (failed > 0) throw new Error(`${failed} requests of ${target.requests.paths[0]} failed`)
  return rate
}
