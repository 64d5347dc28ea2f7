// kontor serve --workers: several processes on one port.
import assert from 'node:assert/strict'
import { rename, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { parseWorkerCount } from '../../server/commands/serve.ts'
import { instanceFolder } from '../support/data-folders.ts'
import {
  adminToken,
  call,
  dataFolder,
  postmaster,
  processesIn,
  type RunningProcess,
  type RunningService,
  removeDataFolder,
  run,
  serve,
  start,
  stop,
  waitUntil,
  waitUntilServing,
} from '../support/kontor-process.ts'

const timeout = 600_000

async function folder(prepare: () => Promise<string> = instanceFolder): Promise<string> {
  const data = await prepare()
  after(() => removeDataFolder(data))
  return data
}

const serveWorkers = (
  data: string,
  workers = '2',
  env: Record<string, string> = {},
): Promise<RunningService> =>
  waitUntilServing(start(['serve', '--workers', workers], { KONTOR_DATA: data, KONTOR_PORT: '0', ...env }))

type LogLine = {
  pid: number
  worker?: number
  msg: string
  level: number
  process?: { worker: number; pid: number; signal?: string; reason?: string }
}

const logLines = (service: RunningProcess): LogLine[] =>
  service
    .stdout()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

/** Root's services stay root, and say so, where no other account may read this checkout, for example below /root. */
const warnings = (service: RunningProcess): LogLine[] =>
  logLines(service).filter(({ level, msg }) => level >= 40 && !msg.startsWith('stays root: '))

/** The process ids of the workers in the order in which they became ready. */
const workerPids = (service: RunningProcess): number[] =>
  logLines(service)
    .filter(({ msg }) => msg === 'worker ready')
    .map((line) => line.process!.pid)

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Sends requests continuously, half of them on kept-alive connections, half on new ones. */
function startLoad(url: string, path: string, token = '') {
  const agents = [0, 1, 2, 3].map((index) => new Agent({ keepAlive: index % 2 === 0, maxSockets: 1 }))
  const failures: string[] = []
  let answers = 0
  let over = false
  const ask = (agent: Agent) =>
    new Promise<void>((done) => {
      const headers = token ? { authorization: `token ${token}` } : {}
      const outgoing = request(`${url}${path}`, { agent, headers }, (answer) => {
        if (answer.statusCode === 200) answers++
        else failures.push(String(answer.statusCode))
        answer.on('error', (error) => failures.push(`cut: ${error.message}`))
        answer.resume().on('close', done)
      })
      outgoing.on('error', (error) => {
        failures.push(error.message)
        done()
      })
      outgoing.end()
    })
  const working = agents.map(async (agent) => {
    while (!over) {
      await ask(agent)
      await wait(10)
    }
    agent.destroy()
  })
  return {
    failures,
    answers: () => answers,
    async end() {
      over = true
      await Promise.all(working)
    },
  }
}

describe('kontor serve --workers', { concurrency: 2 }, () => {
  test('an invalid number is one line and exit code 2', { timeout }, async () => {
    const error = '--workers must be a whole number from 1 to 64, or auto'
    for (const workers of ['-1', '1.5']) {
      const { code, stdout, stderr } = await run(['serve', '--workers', workers], {})
      assert.deepEqual([code, stdout, stderr], [2, '', `kontor: ${error}\n`])
    }
    for (const text of ['0', '-1', '1.5', '01', '65', '1000', 'abc', 'Auto', ' 2', ''])
      assert.throws(() => parseWorkerCount(text), { message: error })
    assert.deepEqual([parseWorkerCount('1'), parseWorkerCount('64')], [1, 64])
    assert.ok(parseWorkerCount('auto') >= 1)
    const alone = await run(['worker', '1'], {})
    assert.deepEqual([alone.code, alone.stdout], [2, ''])
    assert.match(alone.stderr, /^kontor: [^\n]+\n$/)
  })

  test('workers share a port, a database, a log and the metrics; a killed one is replaced', {
    timeout,
  }, async () => {
    const data = await folder(dataFolder)
    const service = await serveWorkers(data)
    assert.equal(service.stderr().match(/interface is at/g)?.length, 1)
    assert.equal(service.stderr().match(/token create/g)?.length, 1)
    const token = await adminToken(data)
    const numbers = () =>
      new Set(
        logLines(service)
          .filter(({ msg }) => msg === 'request')
          .map(({ worker }) => worker),
      )
    await waitUntil(async () => {
      await (await fetch(`${service.url}/healthz`, { headers: { connection: 'close' } })).text()
      return numbers().size === 2
    }, 'both workers answer')
    assert.deepEqual([...numbers()].toSorted(), [1, 2])
    assert.ok(logLines(service).every(({ pid, worker }) => (pid === service.pid) === (worker === undefined)))

    // Any worker returns the metrics of all.
    for (let scrape = 0; scrape < 4; scrape++) {
      const answer = await fetch(`${service.url}/metrics`, { headers: { connection: 'close' } })
      assert.match(answer.headers.get('content-type')!, /^text\/plain; version=0\.0\.4/)
      const text = await answer.text()
      for (const worker of ['1', '2']) {
        assert.match(text, new RegExp(`^process_resident_memory_bytes\\{worker="${worker}"\\} \\d+$`, 'm'))
        assert.match(
          text,
          new RegExp(
            `^kontor_http_requests_total\\{method="GET",route="/healthz",status="200",worker="${worker}"\\} [1-9]`,
            'm',
          ),
        )
        assert.match(
          text,
          new RegExp(`^kontor_database_connections\\{state="idle",worker="${worker}"\\} \\d`, 'm'),
        )
      }
      assert.match(text, /^process_resident_memory_bytes\{worker="primary"\} /m)
      assert.equal(text.match(/^# TYPE kontor_http_request_duration_seconds histogram$/gm)?.length, 1)
    }
    const passedOn = await fetch(`${service.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
    assert.equal(passedOn.status, 404)

    const load = startLoad(service.url, '/restapi/v1/events', token)
    await waitUntil(() => load.answers() > 20, 'under load')
    const [victim] = workerPids(service)
    process.kill(victim!, 'SIGKILL')
    await waitUntil(() => workerPids(service).length === 3, 'another worker answers')
    const before = load.answers()
    await waitUntil(() => load.answers() > before + 20, 'still under load')
    const cut = load.failures.length
    process.kill(workerPids(service)[1]!, 'SIGTERM')
    await waitUntil(() => workerPids(service).length === 4, 'a worker that was asked to stop is replaced')
    await waitUntil(() => !isAlive(workerPids(service)[1]!), 'the replaced worker exits')
    await load.end()
    assert.equal(load.failures.length, cut, 'no request is lost')
    // At most the running requests of the killed process fail: one on each of four connections.
    assert.ok(load.failures.length <= 4, load.failures.join())
    const output = logLines(service).find(({ msg }) => msg === 'a worker exited; starting another')!
    assert.deepEqual([output.process!.pid, output.process!.signal, output.level], [victim, 'SIGKILL', 50])
    assert.ok(!output.worker && output.process!.worker > 0)
    const scraped = await (await fetch(`${service.url}/metrics`)).text()
    assert.match(
      scraped,
      new RegExp(`^kontor_worker_restarts_total\\{worker="${output.process!.worker}"\\} 1$`, 'm'),
    )

    // All workers reject a revoked token immediately.
    const created = (await run(['token', 'create', '--user', '1', '--label', 'brief'], { KONTOR_DATA: data }))
      .stdout
    const statuses = (times: number) =>
      Promise.all(
        Array.from({ length: times }, () =>
          call(service.url, created.trim(), 'GET', '/users/crmUsers', undefined, { connection: 'close' }),
        ),
      ).then((answers) => [...new Set(answers.map(({ status }) => status))])
    assert.deepEqual(await statuses(8), [200])
    assert.equal((await run(['token', 'revoke', '2'], { KONTOR_DATA: data })).code, 0)
    assert.deepEqual(await statuses(8), [401])

    assert.equal(await stop(service), 0)
    assert.deepEqual(await processesIn(data), [])
    assert.ok(workerPids(service).every((pid) => !isAlive(pid)))
  })

  test('a worker that stands still is noticed and replaced; a pause of all processes replaces none', {
    timeout,
  }, async () => {
    const service = await serveWorkers(await folder())
    await waitUntil(() => workerPids(service).length === 2, 'the workers are logged')
    const [stopped, other] = workerPids(service)
    process.kill(stopped!, 'SIGSTOP')
    await waitUntil(() => workerPids(service).length === 3, 'another worker answers')
    assert.ok(!isAlive(stopped!) && isAlive(other!))
    const line = logLines(service).find(({ msg }) => msg === 'a worker exited; starting another')!
    assert.deepEqual(
      [line.process!.pid, line.process!.signal, line.process!.reason],
      [stopped, 'SIGKILL', 'it stood still for 20 s'],
    )
    await waitUntil(async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => fetch(`${service.url}/readyz`, { headers: { connection: 'close' } })),
      )
      return answers.every(({ status }) => status === 200)
    }, 'all workers are ready')

    // As when a laptop sleeps.
    const all = [service.pid, ...workerPids(service).slice(1)]
    for (const pid of all) process.kill(pid, 'SIGSTOP')
    await wait(25_000)
    for (const pid of all) process.kill(pid, 'SIGCONT')
    await wait(3000)
    assert.equal(workerPids(service).length, 3)
    assert.equal(await stop(service), 0)
  })

  test('SIGHUP replaces the workers one after the other, and no request fails', { timeout }, async () => {
    const data = await folder()
    const service = await serveWorkers(data)
    const token = await adminToken(data)
    const load = startLoad(service.url, '/restapi/v1/events', token)
    await waitUntil(() => load.answers() > 20, 'under load')
    const before = workerPids(service)
    service.child.kill('SIGHUP')
    await waitUntil(() => logLines(service).some(({ msg }) => msg === 'reloading'), 'the reload begins')
    // Any number of further signals during a reload cause one more reload.
    service.child.kill('SIGHUP')
    await wait(50)
    service.child.kill('SIGHUP')
    const reloads = () => logLines(service).filter(({ msg }) => msg === 'reloaded').length
    await waitUntil(() => reloads() === 2, 'two reloads')
    const answers = load.answers()
    await waitUntil(() => load.answers() > answers + 20, 'still under load')
    await load.end()
    assert.deepEqual(load.failures, [])
    assert.ok(load.answers() > 100)
    const now = workerPids(service)
    assert.equal(now.length, 6)
    assert.equal(new Set(now).size, 6)
    assert.ok(before.every((pid) => !isAlive(pid)))
    await waitUntil(
      () => now.slice(4).every(isAlive) && now.slice(0, 4).every((pid) => !isAlive(pid)),
      'two are left',
    )
    assert.equal(reloads(), 2)
    assert.deepEqual(warnings(service), [])

    // No worker can start now: running ones stay, and a worker that dies is restarted repeatedly with growing pauses.
    await rename(join(data, 'files'), join(data, 'away'))
    await writeFile(join(data, 'files'), '')
    service.child.kill('SIGHUP')
    const failed = /a new worker did not start: the reload is aborted, the previous workers stay/
    await waitUntil(() => failed.test(service.stdout()), 'the reload fails')
    assert.equal((await call(service.url, token, 'GET', '/events')).status, 200)
    process.kill(now[4]!, 'SIGKILL')
    const tries = () =>
      logLines(service).filter(({ msg }) => msg === 'a worker exited; starting another').length
    await waitUntil(() => tries() === 3, 'two failed')
    await wait(500)
    assert.ok(tries() <= 4)
    assert.equal((await call(service.url, token, 'GET', '/events')).status, 200)
    await rm(join(data, 'files'))
    await rename(join(data, 'away'), join(data, 'files'))
    await waitUntil(() => workerPids(service).length === 7, 'a worker answers again')
    assert.equal(await stop(service), 0)
  })

  describe('stop and next start', { concurrency: 1 }, async () => {
    const data = await folder()

    test('Ctrl-C: all workers finish running requests, none is replaced', { timeout }, async () => {
      // A process group of its own, as in a shell.
      const service = await waitUntilServing(
        start(['serve', '--workers', '2'], { KONTOR_DATA: data, KONTOR_PORT: '0' }, ['setsid', '--wait']),
      )
      const token = await adminToken(data)
      const [{ id }] = (await call(service.url, token, 'POST', '/todo/import', { subject: 'x' })).json
      const { hostname, port } = new URL(service.url)
      const uploads = [1, 2].map((index) => {
        const socket = connect(Number(port), hostname)
        let received = ''
        socket.on('data', (bytes) => (received += bytes))
        socket.write(
          `POST /restapi/v1/attachment/crm/${id}/${index}.txt HTTP/1.1\r\nHost: kontor\r\nAuthorization: token ${token}\r\nContent-Type: application/octet-stream\r\nContent-Length: 10\r\n\r\n12345`,
        )
        return { socket, received: () => received }
      })
      await wait(300)
      const primary = logLines(service).find(({ msg }) => msg === 'worker ready')!.pid
      process.kill(-primary, 'SIGINT')
      await waitUntil(() => logLines(service).some(({ msg }) => msg === 'stopping'), 'it stops')
      await wait(200)
      assert.ok(workerPids(service).some(isAlive))
      for (const { socket } of uploads) socket.write('67890')
      await service.ended
      for (const { received } of uploads) assert.match(received(), /^HTTP\/1\.1 200 /)
      assert.equal(workerPids(service).length, 2)
      assert.deepEqual(warnings(service), [])
      assert.equal(await postmaster(data), undefined)
      assert.deepEqual(await processesIn(data), [])
    })

    test('kill -9 of the primary stops its workers, and the next start works', {
      timeout,
    }, async () => {
      const service = await serveWorkers(data)
      const { port } = new URL(service.url)
      service.child.kill('SIGKILL')
      await waitUntil(() => workerPids(service).every((pid) => !isAlive(pid)), 'the workers end')
      const next = await serveWorkers(data, '1', { KONTOR_PORT: port })
      assert.equal(next.url, service.url)
      assert.equal((await fetch(`${next.url}/readyz`)).status, 200)

      const taken = start(['serve', '--workers', '1'], {
        KONTOR_DATA: await folder(),
        KONTOR_PORT: port,
      })
      assert.equal(await taken.ended, 1)
      assert.equal(taken.stderr(), `kontor: KONTOR_PORT: port ${port} of 127.0.0.1 is in use\n`)
      assert.equal(await stop(next), 0)
      assert.deepEqual(await processesIn(data), [])
    })

    test('without workers, SIGHUP is only logged', { timeout }, async () => {
      const service = await serve(data, { KONTOR_METRICS: 'off' })
      service.child.kill('SIGHUP')
      await waitUntil(() => /"SIGHUP ignored/.test(service.stdout()), 'the line')
      assert.equal((await fetch(`${service.url}/healthz`)).status, 200)
      assert.equal((await fetch(`${service.url}/metrics`)).status, 404)
      assert.equal(await stop(service), 0)
    })
  })
})
