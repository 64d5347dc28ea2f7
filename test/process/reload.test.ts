import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { instanceFolder } from '../support/data-folders.ts'
import {
  type RunningService,
  removeDataFolder,
  start,
  stop,
  waitUntil,
  waitUntilServing,
} from '../support/kontor-process.ts'

const timeout = 600_000

async function serveWorkers(count: number): Promise<RunningService> {
  const data = await instanceFolder()
  after(() => removeDataFolder(data))
  return waitUntilServing(
    start(['serve', '--workers', String(count)], {
      KONTOR_DATA: data,
      KONTOR_PORT: '0',
      KONTOR_CONNECTIONS_ADDRESS: '0',
    }),
  )
}

/** How often a message is in the log. */
const logged = (service: RunningService, message: string): number =>
  service.stdout().split(`"msg":"${message}"`).length - 1

const readyPids = (service: RunningService): number[] =>
  [...service.stdout().matchAll(/"pid":(\d+)\},"msg":"worker ready"/g)].map(([, pid]) => Number(pid))

const request = 'GET /healthz HTTP/1.1\r\nHost: kontor\r\n\r\n'

/** A kept-alive connection, which is not opened again when it ends. */
function openClient({ url }: RunningService) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  let last = ''
  let end: string | undefined
  let notify = () => {}
  socket.on('data', (bytes) => {
    received += bytes
    if (/\r\n\r\n\{"status":"ok".*\}$/.test(received)) notify()
  })
  socket.on('error', (error) => (end = error.message))
  socket.on('close', () => {
    end ??= 'closed'
    notify()
  })
  return {
    end: () => end,
    last: () => last,
    close: () => socket.destroy(),
    write: (text: string) => socket.write(text),
    /** Sends the rest of a request. @returns the status of the answer, or how the connection ended */
    async ask(text = request): Promise<string> {
      const answered = new Promise<void>((done) => (notify = done))
      socket.write(text)
      if (!end) await answered
      last = received
      received = ''
      return last.slice(9, 12) || end!
    },
  }
}

describe('a reload', { concurrency: 1 }, () => {
  test('no request of 1,000 clients that ask at random moments fails, and no connection is closed without notice', {
    timeout,
  }, async (t) => {
    const service = await serveWorkers(2)
    const clients = Array.from({ length: 1000 }, () => openClient(service))
    const failures: string[] = []
    let answers = 0
    const stopped = new AbortController()
    const working = clients.map(async (client, index) => {
      while (!client.end() && !stopped.signal.aborted) {
        // Some ask again at once: their connections are hardly ever idle. More of them would only keep the processors busy.
        const pauseMs = index < 10 ? 0 : -Math.log(1 - Math.random()) * 3000
        if (pauseMs > 0) await wait(pauseMs, undefined, { signal: stopped.signal })
        if (client.end()) break
        const outcome = await client.ask()
        if (outcome === '200') answers++
        else failures.push(outcome)
      }
    })
    const askedAgain = () => {
      const before = answers
      return waitUntil(() => answers >= before + clients.length, 'clients ask')
    }
    await askedAgain()
    for (let reload = 1; reload <= 3; reload++) {
      service.child.kill('SIGHUP')
      await waitUntil(() => logged(service, 'reloaded') === reload, 'reloaded')
    }
    await askedAgain()
    stopped.abort()
    await Promise.allSettled(working)
    const closed = clients.filter((client) => client.end())
    for (const client of clients) client.close()
    t.diagnostic(`${failures.length} of ${answers} requests failed, ${closed.length} connections were closed`)
    assert.deepEqual(failures, [])
    // On a busy machine a connection may have no pause long enough to be handed over.
    assert.deepEqual(
      closed.filter((client) => !/^connection: close\r$/im.test(client.last())).map((client) => client.end()),
      [],
    )
    assert.equal(await stop(service), 0)
  })

  test('connections in every state are answered', { timeout }, async () => {
    const service = await serveWorkers(1)
    const unused = openClient(service)
    const [idle, begun, begunAgain] = [openClient(service), openClient(service), openClient(service)]
    assert.deepEqual([await idle.ask(), await begunAgain.ask()], ['200', '200'])
    for (const client of [begun, begunAgain]) client.write(request.slice(0, 20))
    service.child.kill('SIGHUP')
    await waitUntil(() => readyPids(service).length === 2, 'the new worker answers')
    await wait(200)
    // Their worker waits for the rest.
    assert.equal(logged(service, 'reloaded'), 0)
    const rest = await Promise.all([begun, begunAgain].map((client) => client.ask(request.slice(20))))
    assert.deepEqual(rest, ['200', '200'])
    await waitUntil(() => logged(service, 'reloaded') === 1, 'reloaded')
    for (const client of [unused, idle, begun, begunAgain]) assert.equal(await client.ask(), '200')
    assert.equal(await stop(service), 0)
  })

  test('a connection that is never without a request is closed with a response', { timeout }, async () => {
    const service = await serveWorkers(1)
    const client = openClient(service)
    client.write(request.slice(0, 20))
    service.child.kill('SIGHUP')
    // The next request begins before the response to the last one.
    do assert.equal(await client.ask(request.slice(20) + request.slice(0, 20)), '200')
    while (!/\r\nconnection: close\r\n/i.test(client.last()))
    await waitUntil(() => logged(service, 'reloaded') === 1, 'reloaded')
    assert.equal(logged(service, 'aborting requests that are still running'), 0)
    assert.equal(await stop(service), 0)
  })

  test('connections on their way to a worker that dies are closed', { timeout }, async () => {
    const service = await serveWorkers(2)
    const clients = Array.from({ length: 500 }, () => openClient(service))
    const ask = () => Promise.all(clients.map((client) => client.ask()))
    assert.deepEqual([...new Set(await ask())], ['200'])
    service.child.kill('SIGHUP')
    while (readyPids(service).length < 3) await wait(1)
    const [, , successor] = readyPids(service)
    process.kill(successor!, 'SIGSTOP')
    const answers = ask()
    await wait(1000)
    process.kill(successor!, 'SIGKILL')
    // Each is answered or ends: none waits forever.
    await answers
    await waitUntil(() => readyPids(service).length >= 4, 'a worker answers again')
    assert.equal(await openClient(service).ask(), '200')
    assert.equal(await stop(service), 0)
  })
})
