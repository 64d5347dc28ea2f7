// kontor serve: start, signals, health checks.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { instanceFolder } from '../support/data-folders.ts'
import {
  adminToken,
  call,
  dataFolder,
  postmaster,
  processesIn,
  type RunningProcess,
  removeDataFolder,
  residentMemory,
  run,
  serve,
  start,
  stop,
  waitUntil,
  waitUntilServing,
} from '../support/kontor-process.ts'

const timeout = 600_000
const isRoot = process.getuid?.() === 0
const prefix = '/restapi/v1'

async function folder(prepare: () => Promise<string> = instanceFolder): Promise<string> {
  const data = await prepare()
  after(() => removeDataFolder(data))
  return data
}

/** Opens a connection and sends a text. */
async function openConnection(url: string, text: string): Promise<{ socket: Socket; received(): string }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('utf8').on('data', (piece) => (received += piece))
  socket.on('error', () => {})
  await new Promise((done) => socket.write(text, done))
  return { socket, received: () => received }
}

const requestHead = (method: string, path: string, token: string, more = '') =>
  `${method} ${prefix}${path} HTTP/1.1\r\nHost: kontor\r\nAuthorization: token ${token}\r\n${more}\r\n`

const cutOffMessage = 'aborting requests that are still running'

/** When a service wrote a line with the message, in milliseconds. */
function findLogLine(service: RunningProcess, message: string): number | undefined {
  const line = service
    .stdout()
    .split('\n')
    .find((line) => line.includes(`"${message}"`))
  return line === undefined ? undefined : new Date(JSON.parse(line).time).getTime()
}

describe('kontor serve', { concurrency: 4 }, () => {
  test('12 a new instance prints once how to sign in; a stop leaves no process running', {
    timeout,
  }, async () => {
    const data = await folder(dataFolder)
    const first = await serve(data)
    assert.match(first.stderr(), /kontor token create --user admin@localhost/)
    assert.ok(await postmaster(data))
    assert.equal(await stop(first), 0)
    assert.equal(await postmaster(data), undefined)
    assert.deepEqual(await processesIn(data), [])
    const second = await serve(data)
    assert.doesNotMatch(second.stderr(), /token create/)

    const other = await run(['serve'], { KONTOR_DATA: data, KONTOR_PORT: '0' })
    assert.equal(other.code, 1)
    assert.match(other.stderr, /^kontor: Another Kontor \(process \d+\) already serves the folder .*\n$/)
    assert.equal((await fetch(`${second.url}/healthz`)).status, 200)

    const port = new URL(second.url).port
    const elsewhere = await run(['serve'], { KONTOR_DATA: await folder(), KONTOR_PORT: port })
    assert.equal(elsewhere.code, 1)
    assert.equal(elsewhere.stderr, `kontor: KONTOR_PORT: port ${port} of 127.0.0.1 is in use\n`)

    second.child.kill('SIGKILL')
    await second.ended
    const third = await serve(data)
    assert.equal((await fetch(`${third.url}/readyz`)).status, 200)
    assert.equal(await stop(third), 0)
    assert.deepEqual(await processesIn(data), [])
  })

  test('SIGTERM: running requests are finished, new ones are not accepted', { timeout }, async () => {
    const data = await folder()
    const service = await serve(data)
    const token = await adminToken(data)
    const [{ id }] = (await call(service.url, token, 'POST', '/todo/import', { subject: 'x' })).json
    const upload = await openConnection(
      service.url,
      requestHead(
        'POST',
        `/attachment/crm/${id}/a.txt`,
        token,
        'Content-Type: application/octet-stream\r\nContent-Length: 10\r\n',
      ),
    )
    upload.socket.write('12345')
    const idle = await openConnection(service.url, 'GET /healthz HTTP/1.1\r\nHost: kontor\r\n\r\n')
    await waitUntil(() => idle.received().includes('"ok"'))
    service.child.kill('SIGTERM')
    await waitUntil(() => service.stdout().includes('"stopping"'))
    await wait(100)
    await assert.rejects(fetch(`${service.url}/healthz`))
    upload.socket.write('67890')
    assert.equal(await service.ended, 0)
    assert.match(upload.received(), /^HTTP\/1\.1 200 /)
    assert.ok(existsSync(join(data, `files/crm/${id}/a.txt`)))
    assert.equal(
      findLogLine(service, cutOffMessage),
      undefined,
      'a kept-alive connection does not delay the stop',
    )
  })

  test('SIGTERM: a request whose body never ends is aborted after ten seconds', { timeout }, async () => {
    const data = await folder()
    const service = await serve(data)
    const token = await adminToken(data)
    const [{ id }] = (await call(service.url, token, 'POST', '/todo/import', { subject: 'x' })).json
    const endless = 'Content-Type: application/octet-stream\r\nContent-Length: 50000000\r\n'
    const { socket } = await openConnection(
      service.url,
      requestHead('POST', `/attachment/crm/${id}/a.txt`, token, endless),
    )
    // Fast enough not to be given up as stalled.
    const sending = setInterval(() => socket.write(Buffer.alloc(4096)), 500)
    socket.on('error', () => {})
    await waitUntil(async () => (await readdir(join(data, 'files/.incoming'))).length === 1)
    assert.equal(await stop(service), 0)
    // Measured by the service's log, so that the load of the machine does not matter.
    const patience = findLogLine(service, cutOffMessage)! - findLogLine(service, 'stopping')!
    assert.ok(patience > 9_000 && patience < 15_000, `${patience} ms`)
    assert.deepEqual(await readdir(join(data, 'files/.incoming')), [])
    assert.equal(await postmaster(data), undefined)
    clearInterval(sending)
    socket.destroy()
  })

  test('a signal during the start stops it, and the next start works', { timeout }, async () => {
    const data = await folder(dataFolder)
    for (const after of [250, 450, 650, 900]) {
      const service = start(['serve'], { KONTOR_DATA: data, KONTOR_PORT: '0' })
      await wait(after)
      service.child.kill('SIGINT')
      await service.ended
      // initdb of a start that was killed before it handled signals ends by itself.
      await waitUntil(async () => (await processesIn(data)).length === 0)
    }
    assert.equal(await stop(await serve(data)), 0)
    assert.deepEqual(
      (await readdir(data)).filter((name) => name.includes('.new-')),
      [],
    )
  })

  test('readyz reports whether the database is available; healthz is always 200', { timeout }, async () => {
    const data = await folder()
    const service = await serve(data)
    const token = await adminToken(data)
    const ready = async () => (await fetch(`${service.url}/readyz`)).status
    assert.equal(await ready(), 200)
    const first = await postmaster(data)
    let killed: number | undefined
    const seen = new Set<number>()
    await waitUntil(async () => {
      // If the restart was quicker than the requests, the new server is killed too.
      const running = await postmaster(data)
      if (running && running !== killed && (await ready()) === 200) {
        process.kill(running, 'SIGKILL')
        killed = running
      }
      seen.add(await ready())
      assert.equal((await fetch(`${service.url}/healthz`)).status, 200)
      return seen.has(503)
    })
    await waitUntil(async () => (await ready()) === 200)
    assert.deepEqual([...seen].sort(), seen.has(200) ? [200, 503] : [503])
    assert.notEqual(await postmaster(data), first)
    assert.equal((await call(service.url, token, 'GET', '/events')).status, 200)
    assert.equal(await stop(service), 0)
  })

  test('an upload of 100 MiB needs little memory', { timeout }, async (t) => {
    const data = await folder()
    const service = await serve(data)
    const token = await adminToken(data)
    const [{ id }] = (await call(service.url, token, 'POST', '/todo/import', { subject: 'x' })).json
    const bytes = new Uint8Array(100 * 1024 * 1024)
    const upload = async () => {
      const { status } = await call(service.url, token, 'POST', `/attachment/crm/${id}/large.bin`, bytes)
      assert.equal(status, 200)
    }
    await upload()
    const before = residentMemory(service.pid)
    let most = 0
    const watch = setInterval(() => (most = Math.max(most, residentMemory(service.pid))), 10)
    const begun = Date.now()
    await upload()
    clearInterval(watch)
    t.diagnostic(
      `${before.toFixed(0)} MiB before, ${most.toFixed(0)} MiB at most, ${Date.now() - begun} ms for 100 MiB`,
    )
    // V8 may keep 64 MiB of freed buffers before it collects them.
    assert.ok(most - before < 80, `${before} → ${most}`)
    assert.equal(await stop(service), 0)
  })

  test('the path of the data folder may have 180 characters', { timeout }, async () => {
    const base = await folder(dataFolder)
    const data = join(base, 'x'.repeat(90), 'y'.repeat(Math.max(1, 180 - base.length - 92)))
    await mkdir(data, { recursive: true })
    assert.ok(data.length >= 180)
    const service = await serve(data)
    assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
    assert.equal(await stop(service), 0)
    assert.equal(await postmaster(data), undefined)
  })

  const ordinary = isRoot && spawnSync('setpriv', ['--version']).status === 0
  const asUser = ['setpriv', '--reuid=1000', '--regid=1000', '--clear-groups']
  test('the service runs as an ordinary user', {
    timeout,
    skip: ordinary ? false : 'not root',
  }, async (t) => {
    const program = join(import.meta.dirname, '../../bin/kontor')
    if (spawnSync(asUser[0]!, [...asUser.slice(1), program, '--version']).status !== 0)
      return t.skip('uid 1000 cannot read this checkout')
    const base = await folder(dataFolder)
    await chmod(base, 0o777)
    const data = join(base, 'data')
    // Only the account of the tests may write the files that `npm run coverage` collects.
    const env = { KONTOR_DATA: data, NODE_V8_COVERAGE: undefined }
    const service = await waitUntilServing(start(['serve'], { ...env, KONTOR_PORT: '0' }, asUser))
    assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
    const token = start(['token', 'create', '--user', '1'], env, asUser)
    assert.equal(await token.ended, 0, token.stderr())
    assert.equal((await call(service.url, token.stdout().trim(), 'GET', '/events')).status, 200)
    assert.equal(await stop(service), 0)
    const closed = await folder(dataFolder)
    await chmod(closed, 0o700)
    const rejected = start(['serve'], { ...env, KONTOR_DATA: join(closed, 'data') }, asUser)
    assert.equal(await rejected.ended, 2)
    assert.match(rejected.stderr(), /^kontor: KONTOR_DATA: .* cannot be written \(EACCES\)\n$/)
  })
})
