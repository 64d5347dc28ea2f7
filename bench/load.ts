// Load: 64 connections that ask again as soon as they are answered. wrk where it is installed, else autocannon.
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { run } from './processes.ts'

/** What is asked, in turn. In a body, `{n}` becomes a text that no other request has. */
export type Requests = { method: 'GET' | 'POST'; paths: readonly string[]; body?: string }

/** Whom it is asked. */
export type Target = { address: string; token: string; requests: Requests }

/** Answers a second and the median time to one, in ms. */
export type Rate = { perSecond: number; median: number }

const wrkVersion = await run(['sh', '-c', 'wrk -v 2>&1 | head -1']).then(
  (text) => /^wrk \S+/.exec(text)?.[0],
  () => undefined,
)

/** The load generator that is used. */
export const generator = wrkVersion ?? 'autocannon'

const script = join(import.meta.dirname, 'requests.lua')
const patience = 120

/** Runs load for some seconds. @throws where an answer is not 200 or a connection breaks */
export const runLoad = (target: Target, connections: number, seconds: number): Promise<Rate> =>
  (wrkVersion ? runWrk : runAutocannon)(target, connections, seconds)

const headersOf = ({ token, requests }: Target): Record<string, string> => ({
  authorization: `token ${token}`,
  ...(requests.body === undefined ? {} : { 'content-type': 'application/json' }),
})

async function runWrk(target: Target, connections: number, seconds: number): Promise<Rate> {
  const { method, paths, body = '' } = target.requests
  const file = join(tmpdir(), `kontor-bench-${randomUUID()}`)
  await writeFile(file, [method, body, ...paths].join('\n'), { mode: 0o600 })
  try {
    const headers = Object.entries(headersOf(target)).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', `${patience}s`, '-s', script]
    const out = await run([
      'wrk',
      ...options,
      ...headers,
      target.address,
      '--',
      file,
      randomUUID().slice(0, 8),
    ])
    const line = /^result (\d+) (\d+) (\d+) (\d+)$/m.exec(out)
    if (!line) throw new Error(`wrk says:\n${out}`)
    const [answers, microseconds, failed, median] = line.slice(1).map(Number) as [
      number,
      number,
      number,
      number,
    ]
    return rateOf(target, answers, microseconds / 1e6, failed, median / 1000)
  } finally {
    await rm(file, { force: true })
  }
}

async function runAutocannon(target: Target, connections: number, seconds: number): Promise<Rate> {
  const { method, paths, body } = target.requests
  const series = randomUUID().slice(0, 8)
  let count = 0
  const next = (request: autocannon.Request): autocannon.Request => {
    count++
    const asked = { ...request, path: paths[(count - 1) % paths.length]! }
    return body === undefined ? asked : { ...asked, body: body.replaceAll('{n}', `${series}-${count}`) }
  }
  const result = await autocannon({
    url: target.address,
    connections,
    duration: seconds,
    timeout: patience,
    headers: headersOf(target),
    requests: [{ method, setupRequest: next }],
  })
  const failed = result.errors + result.non2xx
  return rateOf(target, result['2xx'], result.duration, failed, result.latency.p50)
}

function rateOf(target: Target, answers: number, seconds: number, failed: number, median: number): Rate {
  if (failed > 0) throw new Error(`${failed} of ${answers} requests of ${target.requests.paths[0]} failed`)
  return { perSecond: answers / seconds, median }
}
