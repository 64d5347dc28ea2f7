// The log of a service: a reader that stands still stops nothing.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createReadStream, readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { instanceFolder } from '../support/data-folders.ts'
import { removeDataFolder, start, waitUntil, waitUntilServing } from '../support/kontor-process.ts'

const droppedText = 'the log was not read or could not be written: lines were dropped'

/** Sends requests, each of which is a line of the log. */
async function sendRequests(url: string, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  let sent = 0
  const sendOne = () =>
    new Promise<void>((done, fail) => {
      get(`${url}/healthz`, { agent, timeout: 10_000 }, (answer) => {
        assert.equal(answer.statusCode, 200)
        answer.resume().on('end', done)
      })
        .on('timeout', () => fail(new Error('no answer within ten seconds')))
        .on('error', fail)
    })
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (sent++ < count) await sendOne()
    }),
  ).finally(() => agent.destroy())
}

async function droppedLines(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return [...text.matchAll(/^kontor_log_lines_dropped_total(?:\{worker="\w+"\})? (\d+)$/gm)]
    .map(([, count]) => Number(count))
    .reduce((sum, count) => sum + count, 0)
}

const commandLine = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

const workerPids = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => commandLine(child).includes('\0worker\0'))

/** Replaces the workers, if there are any. */
async function reload(pid: number): Promise<void> {
  const before = workerPids(pid)
  process.kill(pid, 'SIGHUP')
  await waitUntil(() => {
    const now = workerPids(pid)
    return now.length === before.length && !now.some((worker) => before.includes(worker))
  }, 'the workers are replaced')
}

for (const args of [['serve'], ['serve', '--workers', '2']])
  test(`kontor ${args.join(' ')}: a log that nobody reads drops lines, counts them, and stops neither requests nor SIGTERM`, {
    timeout: 600_000,
  }, async (t) => {
    const data = await instanceFolder()
    t.after(() => removeDataFolder(data))
    const pipe = join(data, 'log')
    assert.equal(spawnSync('mkfifo', [pipe]).status, 0)
    // The service itself keeps the pipe open for reading, so that it is full instead of closed.
    const service = await waitUntilServing(
      start(args, { KONTOR_DATA: data, KONTOR_PORT: '0' }, ['sh', '-c', `exec "$@" 1<>'${pipe}'`, 'sh']),
    )
    t.after(() => service.child.kill('SIGKILL'))
    await sendRequests(service.url, 15_000)
    const dropped = await droppedLines(service.url)
    assert.ok(dropped > 1000, `dropped: ${dropped}`)

    let text = ''
    const reader = createReadStream(pipe, 'utf8').on('data', (part) => {
      text += part
    })
    t.after(() => reader.destroy())
    for (const deadline = Date.now() + 60_000; !text.includes(droppedText); await wait(50))
      assert.ok(Date.now() < deadline, 'the log goes on')
    const lines = text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
    const reports = lines.filter(({ msg }) => msg === droppedText)
    assert.ok(reports.every((report) => report.dropped > 0 && report.level === 40))
    assert.equal(new Set(reports.map(({ pid }) => pid)).size, reports.length, 'one line for each process')

    reader.destroy()
    await sendRequests(service.url, 15_000)
    // A process that starts or exits makes writes to standard output wait.
    await reload(service.pid)
    await sendRequests(service.url, 2000)
    const askedAt = performance.now()
    service.child.kill('SIGTERM')
    assert.equal(await service.ended, 0)
    // Connections that clients keep do not take the time that running requests have.
    const seconds = (performance.now() - askedAt) / 1000
    assert.ok(seconds < 10, `${seconds} s`)
  })
