// The first start: missing and taken resources are reported before a database is made; production packages alone are enough.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { shippedPackages } from '../../tools/release/packages.ts'
import { readSource, root } from '../../tools/release/source.ts'
import {
  dataFolder,
  removeDataFolder,
  run,
  serve,
  start,
  stop,
  waitUntilServing,
} from '../support/kontor-process.ts'

const timeout = 600_000

async function folder(): Promise<string> {
  const path = await dataFolder()
  after(() => removeDataFolder(path))
  return path
}

/** The files of this checkout in another folder, with the built back office; without packages. */
async function copyCheckout(): Promise<string> {
  const path = await dataFolder()
  after(() => rm(path, { recursive: true, force: true }))
  const files = readSource({ allowChanges: true }).files
  const top = new Set(files.map((file) => file.split('/')[0]!))
  for (const name of top)
    await cp(join(root, name), join(path, name), {
      recursive: true,
      filter: (source) => !source.includes('/node_modules'),
    })
  return path
}

/** Starts the program of another folder. */
const instead = (home: string) => ['sh', '-c', 'shift; exec "$0" "$@"', join(home, 'bin/kontor')]

const linkedPackages = (home: string) => symlink(join(root, 'node_modules'), join(home, 'node_modules'))

describe('the first start', { concurrency: 2 }, () => {
  test('a port or an address that cannot be had is told before a database is made', {
    timeout,
  }, async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    after(() => server.close())
    const { port } = server.address() as { port: number }
    const taken = `kontor: KONTOR_PORT: port ${port} of 127.0.0.1 is in use\n`
    for (const args of [['serve'], ['serve', '--workers', '2'], ['demo']]) {
      const data = await folder()
      const { code, stderr } = await run(args, { KONTOR_DATA: data, KONTOR_PORT: `${port}` })
      assert.equal(code, 1)
      assert.equal(stderr.replace('Kontor demo: starting …\n', ''), taken)
      assert.deepEqual(await readdir(data), [], `kontor ${args.join(' ')} has written nothing`)
    }
    const data = await folder()
    const elsewhere = await run(['serve'], { KONTOR_DATA: data, KONTOR_PORT: '0', KONTOR_HOST: '192.0.2.1' })
    assert.equal(elsewhere.code, 1)
    assert.equal(elsewhere.stderr, 'kontor: KONTOR_HOST: 192.0.2.1 is no address of this machine\n')
    assert.deepEqual(await readdir(data), [])
  })

  test('without a complete back office, no service starts and no database is made', { timeout }, async () => {
    const home = await copyCheckout()
    await linkedPackages(home)
    const dist = join(home, 'office/dist')
    const asset = (await readdir(join(dist, 'assets'))).find((name) => /^index-.*\.js$/.test(name))!
    for (const missing of [`assets/${asset}`, 'verify/verify.js', 'widget', '']) {
      await rm(join(dist, missing), { recursive: true })
      for (const args of missing === '' ? [['serve'], ['serve', '--workers', '2'], ['demo']] : [['serve']]) {
        const data = await folder()
        const kontor = start(args, { KONTOR_DATA: data, KONTOR_PORT: '0' }, instead(home))
        assert.equal(await kontor.ended, 1)
        assert.match(
          kontor.stderr().replace('Kontor demo: starting …\n', ''),
          /^kontor: the back office is not built \(.*\/office\/dist\/.* is missing\): run npm ci && npm run build in the installation\n$/,
        )
        assert.deepEqual(await readdir(data), [])
      }
    }
  })

  test('the packages of npm ci --omit=dev and a built back office are enough', {
    timeout,
    skip: process.platform !== 'linux' || process.arch !== 'x64',
  }, async () => {
    const home = await copyCheckout()
    for (const { path } of shippedPackages()) {
      // Within a package, it was copied with that one.
      if (existsSync(join(home, path))) continue
      await mkdir(dirname(join(home, path)), { recursive: true })
      execFileSync('cp', ['-aT', join(root, path), join(home, path)])
    }
    assert.ok(!existsSync(join(home, 'node_modules/vite')))
    // npm leaves it; the first command removes what the service never reads.
    await writeFile(join(home, 'node_modules/.package-lock.json'), '{}')
    const npmStart = () =>
      spawnSync(process.execPath, [join(home, 'tools/office.ts')], { cwd: home, encoding: 'utf8' })
    const built = npmStart()
    assert.deepEqual([built.status, built.stdout, built.stderr], [0, '', ''])
    const size = Number(
      execFileSync('du', ['-sm', join(home, 'node_modules')], { encoding: 'utf8' }).split('\t')[0],
    )
    assert.ok(size <= 300, `${size} MB`)

    const data = await folder()
    const service = await waitUntilServing(
      start(['serve'], { KONTOR_DATA: data, KONTOR_PORT: '0' }, instead(home)),
    )
    const page = async (path: string) => {
      const response = await fetch(`${service.url}${path}`)
      assert.equal(response.status, 200, path)
      return response.text()
    }
    const scripts = [...(await page('/office')).matchAll(/<script[^>]* src="([^"]+)"/g)]
    assert.ok(scripts.length > 0)
    for (const [, script] of scripts) assert.ok((await page(script!)).length > 1000)
    assert.ok(
      (await page('/verify')).includes(await readFile(join(root, 'office/dist/verify/verify.js'), 'utf8')),
    )
    assert.match(await page('/widget/v1.js'), /kontor/)
    assert.equal(await stop(service), 0)

    await rm(join(home, 'office/dist'), { recursive: true })
    const unbuilt = npmStart()
    assert.equal(unbuilt.status, 1)
    assert.match(unbuilt.stderr, /^the back office is not built, .* run npm ci && npm run build; .*\n$/)
  })

  test('the log has JSON lines only: those of PostgreSQL are in postgres.log', { timeout }, async () => {
    const data = await folder()
    const service = await serve(data)
    assert.equal(await stop(service), 0)
    for (const line of service.stdout().trimEnd().split('\n')) assert.equal(typeof JSON.parse(line), 'object')
    assert.doesNotMatch(service.stderr(), /initdb|PostgreSQL|LOG:|database system|{/)
    const databaseLog = await readFile(join(data, 'postgres.log'), 'utf8')
    assert.match(databaseLog, /performing post-bootstrap initialization/)
    assert.match(databaseLog, /LOG: {2}database system is ready/)
  })
})
