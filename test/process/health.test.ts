// /readyz, metrics, kontor doctor and kontor status tell the same.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { lstat, mkdir, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { startEmbedded } from '../../server/platform/postgres/embedded-postgres.ts'
import { instanceFolder } from '../support/data-folders.ts'
import { freePorts } from '../support/free-port.ts'
import {
  dataFolder,
  type RunningService,
  removeDataFolder,
  run,
  serve,
  start,
  stop,
  waitUntil,
  waitUntilServing,
} from '../support/kontor-process.ts'
import { secretKeyFile } from '../support/secret-key.ts'
import { openTcpProxy } from '../support/servers/tcp-proxy.ts'

const timeout = 600_000

const readyStatus = async ({ url }: RunningService) =>
  (await fetch(`${url}/readyz`, { headers: { connection: 'close' } })).status

/** The metrics of readiness and the checks: `kontor_check database`: 1. */
async function metricsOf({ url }: RunningService): Promise<Record<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const lines = [...text.matchAll(/^(kontor_ready|kontor_check|kontor_check_warning)(?:\{(.*)\})? (\d)$/gm)]
  return Object.fromEntries(
    lines.map(([, name, labels = '', value]) => [
      `${name} ${/check="([^"]+)"/.exec(labels)?.[1] ?? ''}`.trim(),
      Number(value),
    ]),
  )
}

test('while the database of a quiet service is away, the metrics say so at once', {
  timeout,
}, async (t) => {
  const [folder, data] = [await instanceFolder(), await dataFolder()]
  const embedded = await startEmbedded(folder, { durable: false })
  const { host, port } = embedded.connection
  const proxy = await openTcpProxy(join(host, `.s.PGSQL.${port}`))
  t.after(async () => {
    await proxy.close()
    await embedded.stop()
    await Promise.all([folder, data].map(removeDataFolder))
  })
  const urlAs = (role: string) => `postgres://${role}@127.0.0.1:${proxy.port}/kontor`
  const service = await serve(data, {
    KONTOR_DATABASE_URL: urlAs('kontor_app'),
    KONTOR_DATABASE_OWNER_URL: urlAs('kontor'),
    KONTOR_FILES: join(folder, 'files'),
    KONTOR_SECRET_KEY_FILE: secretKeyFile(folder),
  })
  t.after(() => service.child.kill('SIGKILL'))
  // On a busy machine, a check may not answer in time once.
  const isFine = async () => {
    const metrics = await metricsOf(service)
    return ['kontor_ready', 'kontor_check database', 'kontor_check files'].every(
      (name) => metrics[name] === 1,
    )
  }
  await waitUntil(isFine, 'all is fine', 60_000)
  for (const fault of [proxy.refuse, proxy.stall]) {
    fault()
    const startedAt = performance.now()
    const away = await metricsOf(service)
    const ms = performance.now() - startedAt
    assert.deepEqual([away['kontor_ready'], away['kontor_check database']], [0, 0], JSON.stringify(away))
    assert.equal(away['kontor_check jobs'], undefined, 'what needs the database does not repeat it')
    // Prometheus gives a scrape ten seconds.
    assert.ok(ms < 10_000, `${ms} ms`)
    t.diagnostic(`${Math.round(ms)} ms`)
    assert.equal(await readyStatus(service), 503)
    proxy.restore()
    await waitUntil(async () => (await readyStatus(service)) === 200, 'it is ready again', 60_000)
    await waitUntil(isFine, 'all is fine again', 60_000)
  }
  assert.equal(await stop(service), 0)
})

/** All entries below a folder, with type, mode, size, time and content. */
async function contentOf(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return Promise.all(
    ['', ...names.toSorted()].map(async (name) => {
      const path = join(folder, name)
      const found = await lstat(path)
      const content = found.isFile() ? await readFile(path, 'hex') : ''
      return [name, found.mode, found.size, found.mtimeMs, content].join(' ')
    }),
  )
}

test('before the first start, kontor doctor checks files and mail, and changes nothing', {
  timeout,
}, async (t) => {
  const parent = await dataFolder()
  t.after(() => rm(parent, { recursive: true, force: true }))
  const [empty, missing, files] = ['empty', 'missing', 'files'].map((name) => join(parent, name))
  await Promise.all([mkdir(empty!), mkdir(files!)])
  await writeFile(join(files!, 'other.txt'), 'x')
  const before = await contentOf(parent)
  for (const data of [empty!, missing!]) {
    const fine = await run(['doctor'], { KONTOR_DATA: data, KONTOR_DATABASE_MEMORY: '' })
    assert.deepEqual([fine.code, fine.stderr], [0, ''], fine.stdout)
    assert.match(fine.stdout, /^ok +database +there is none yet: the first start creates it/m)
    assert.match(fine.stdout, /^ok +files +\S+\/files can be created by the first start$/m)
    const wrong = await run(['doctor'], {
      KONTOR_DATA: data,
      KONTOR_FILES: join(files!, 'other.txt', 'files'),
      KONTOR_SMTP_URL: 'smtp://127.0.0.1:1',
      KONTOR_MAIL_FROM: 'a@b.example',
      KONTOR_URL: 'https://kontor.example',
    })
    assert.equal(wrong.code, 1)
    assert.match(wrong.stdout, /^failed +files +ENOTDIR/m)
    assert.match(wrong.stdout, /^failed +mail +127\.0\.0\.1:1: connect ECONNREFUSED/m)
    const status = await run(['status'], { KONTOR_DATA: data })
    assert.equal(status.code, 1)
    assert.match(status.stdout, /: no service runs$/m)
  }
  assert.deepEqual(await contentOf(parent), before)
})

const mounts = spawnSync('mount', ['--version']).status === 0 && process.getuid?.() === 0

test('without free space, readyz is 503, and doctor and status fail', {
  timeout,
  skip: mounts ? false : 'only root mounts',
}, async (t) => {
  const data = await instanceFolder()
  const files = join(data, 'disk')
  await mkdir(files)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=100m,mode=777', 'tmpfs', files])
  if (mounted.status !== 0) return t.skip('mounting is not allowed here')
  const settings = { KONTOR_FILES: files, KONTOR_PORT: String((await freePorts(1))[0]) }
  const other = await dataFolder()
  const service = await serve(other, settings)
  t.after(async () => {
    service.child.kill('SIGKILL')
    await service.ended
    spawnSync('umount', [files])
    await Promise.all([data, other].map(removeDataFolder))
  })
  const commandOf = (name: string) => run([name], { KONTOR_DATA: other, ...settings })
  await waitUntil(async () => (await readyStatus(service)) === 200, 'it is ready', 60_000)
  assert.equal((await commandOf('doctor')).code, 0)
  const { bavail, bsize } = await statfs(files)
  await writeFile(join(files, 'full'), Buffer.alloc(bavail * bsize))
  assert.equal(await readyStatus(service), 503)
  const metrics = await metricsOf(service)
  assert.deepEqual([metrics['kontor_ready'], metrics['kontor_check disk']], [0, 0])
  for (const name of ['doctor', 'status']) {
    const { code, stdout } = await commandOf(name)
    assert.equal(code, 1, stdout)
    assert.match(stdout, /^failed +disk +files: 0\.0 GiB free: the disk is full$/m)
    assert.match(stdout, /→ Free space/)
  }
})

for (const args of [['serve'], ['serve', '--workers', '2']])
  test(`kontor status shows the processes: kontor ${args.join(' ')}`, { timeout }, async (t) => {
    const data = await instanceFolder()
    t.after(() => removeDataFolder(data))
    const settings = { KONTOR_DATA: data, KONTOR_PORT: String((await freePorts(1))[0]) }
    const status = async () => {
      const { code, stdout } = await run(['status', '--json'], settings)
      return { code, ...JSON.parse(stdout) }
    }
    const service = await waitUntilServing(start(args, settings))
    t.after(() => service.child.kill('SIGKILL'))
    const startedAt = Date.now()
    const commands = args.length === 1 ? ['serve'] : ['serve', 'worker', 'worker']
    // A process is seen when it has checked its caches for the first time.
    await waitUntil(
      async () => (await status()).processes.length === commands.length,
      'all processes',
      60_000,
    )
    const running = await status()
    assert.deepEqual([running.code, running.ok, running.readiness], [0, true, 'ready'])
    assert.deepEqual(
      running.processes.map(({ command }: { command: string }) => command).toSorted(),
      commands,
    )
    const main = running.processes.find(({ command }: { command: string }) => command === 'serve')
    assert.equal(main.pid, service.pid)
    assert.ok(Math.abs(Date.parse(main.since) - startedAt) < 60_000)
    const states = Object.fromEntries(
      running.checks.map(({ name, state }: { name: string; state: string }) => [name, state]),
    )
    assert.deepEqual([states['database'], states['schema'], states['office']], ['ok', 'ok', 'ok'])
    assert.ok(running.queues.some(({ name }: { name: string }) => name === 'send-mail'))
    await waitUntil(
      async () => {
        const metrics = await metricsOf(service)
        return ['database', 'schema', 'clock', 'files', 'disk', 'backup', 'jobs', 'office'].every(
          (check) => metrics[`kontor_check ${check}`] === 1,
        )
      },
      'all checks pass in the metrics',
      60_000,
    )

    await rename(join(data, 'files'), join(data, 'unmounted'))
    const broken = await status()
    assert.deepEqual([broken.code, broken.ok, broken.readiness], [1, false, 'not ready'])
    assert.equal((await run(['doctor'], settings)).code, 1, 'doctor fails whenever the service is not ready')
    assert.equal((await metricsOf(service))['kontor_ready'], 0)
    await rename(join(data, 'unmounted'), join(data, 'files'))
    assert.equal((await status()).code, 0)
    assert.match((await run(['status'], settings)).stdout, /: ready\n/)
    assert.equal(await stop(service), 0)
    const after = await status()
    assert.deepEqual([after.code, after.readiness, after.processes], [1, 'unknown', []])
  })
