// The image of a container, unpacked by umoci and run as its configuration says: as its account, with a root file system that cannot be
// written, on a volume.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { type BareRoot, fetchInside, mustRun, rootIn, runBeside } from '../../support/bare-root.ts'
import { makeArtefact, releaseSkip, type ServiceInRoot, serveIn } from '../../support/release.ts'

const olderVersion = '0.2.9'
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'))
const data = '/var/lib/kontor'
const email = 'maria@kontor.example'

type Configuration = {
  config: {
    User: string
    Env: string[]
    Entrypoint: string[]
    Cmd: string[]
    WorkingDir: string
    Volumes: Record<string, object>
    StopSignal: string
    Labels: Record<string, string>
    Healthcheck: { Test: [kind: string, command: string] }
  }
}

/** An image that is unpacked. */
type Image = {
  root: BareRoot
  configuration: Configuration
  /** Digests, the lowest first. */
  layers: string[]
  /** The files that `docker load` reads. */
  docker: { Config: string; RepoTags: string[]; Layers: string[] }
  /** Whether the archive has a file. */
  has(path: string): boolean
}

function unpack(archive: string, tag: string, folder: string): Image {
  const layout = join(folder, 'layout')
  mkdirSync(layout)
  mustRun('tar', ['-C', layout, '-xf', archive])
  rmSync(archive)
  const bundle = join(folder, 'bundle')
  mustRun('umoci', ['unpack', '--image', `${layout}:${tag}`, bundle])
  const read = (path: string) => JSON.parse(readFileSync(join(layout, path), 'utf8'))
  const blob = (digest: string) => `blobs/${digest.replace(':', '/')}`
  const manifest = read(blob(read('index.json').manifests[0].digest))
  return {
    root: rootIn(join(bundle, 'rootfs')),
    configuration: read(blob(manifest.config.digest)),
    layers: manifest.layers.map(({ digest }: { digest: string }) => digest),
    docker: read('manifest.json')[0],
    has: (path) => statSync(join(layout, path), { throwIfNoEntry: false }) !== undefined,
  }
}

/** How a container of the image runs with `--read-only --tmpfs /tmp` and a volume. */
function optionsOf({ configuration: { config } }: Image) {
  const variables = config.Env.map((line) => line.split('=', 2) as [string, string])
  return {
    user: config.User,
    env: { ...Object.fromEntries(variables), KONTOR_STOP_DELAY: '0', KONTOR_DATABASE_MEMORY: '64MiB' },
    cwd: config.WorkingDir,
    readOnly: { writable: Object.keys(config.Volumes), inMemory: ['/tmp'] },
  }
}

function serve(image: Image): Promise<ServiceInRoot> {
  const { Entrypoint, Cmd } = image.configuration.config
  const [program, ...args] = [...Entrypoint, ...Cmd]
  return serveIn(image.root, program!, args, optionsOf(image))
}

suite('the image', { skip: releaseSkip('umoci', 'apt-get') }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-image-'))
  let older: Image
  let current: Image

  before(() => {
    const make = (name: string, other?: string) => {
      const own = join(folder, name)
      mkdirSync(own)
      return unpack(makeArtefact(own, 'image', other ? { version: other } : {}), other ?? version, own)
    }
    older = make('older', olderVersion)
    current = make('current')
  })

  after(() => rmSync(folder, { recursive: true }))

  test('runs `kontor serve` under an account that is not root, with a volume and a health check', () => {
    const { config } = current.configuration
    assert.match(config.User, /^[1-9]\d+:[1-9]\d+$/)
    assert.deepEqual([...config.Entrypoint, ...config.Cmd], ['/usr/bin/kontor', 'serve'])
    assert.deepEqual(Object.keys(config.Volumes), [data])
    assert.ok(config.Env.includes(`KONTOR_DATA=${data}`))
    assert.equal(config.StopSignal, 'SIGTERM')
    assert.equal(config.Healthcheck.Test[0], 'CMD-SHELL')
    assert.equal(config.Labels['org.opencontainers.image.version'], version)
  })

  test('has the files that `docker load` reads', () => {
    const { docker } = current
    assert.deepEqual(docker.RepoTags, [`kontor:${version}`, 'kontor:latest'])
    assert.deepEqual(
      docker.Layers,
      current.layers.map((digest) => `blobs/${digest.replace(':', '/')}`),
    )
    for (const path of [docker.Config, ...docker.Layers]) assert.ok(current.has(path), path)
  })

  test('shares Debian and the packages with the version before', () => {
    assert.equal(current.layers.length, 3)
    assert.deepEqual(current.layers.slice(0, 2), older.layers.slice(0, 2))
    assert.notEqual(current.layers[2], older.layers[2])
  })

  test('gives its account the data folder alone, and nobody the rights of root', () => {
    const find = (...args: string[]) =>
      mustRun('find', [current.root.folder, ...args, '-printf', '/%P %m %U:%G\n']).trim()
    const { User } = current.configuration.config
    assert.equal(find('(', '-not', '-uid', '0', '-o', '-not', '-gid', '0', ')'), `${data} 700 ${User}`)
    assert.equal(find('-not', '-type', 'l', '-perm', '/022'), '/tmp 1777 0:0')
    assert.equal(find('-type', 'f', '-perm', '/6000'), '')
  })

  test('loads every native module', () => {
    const script = `
      const { globSync } = require('node:fs')
      const files = globSync('/usr/lib/kontor/**/*.node')
      for (const file of files) require(file)
      console.log(files.length)`
    const { status, stdout, stderr } = current.root.run('/usr/lib/kontor/bin/node', ['-e', script], {
      ...optionsOf(current),
    })
    assert.equal(status, 0, stderr)
    assert.ok(Number(stdout) > 0, stdout)
  })

  test('another version serves the data of the volume, with a root that cannot be written', async () => {
    const contacts = (url: string) => `${url}/restapi/v1/contacts`
    let headers = {}
    const health = (image: Image, service: ServiceInRoot) => {
      const [, command] = image.configuration.config.Healthcheck.Test
      return runBeside(service.child, '/bin/sh', ['-c', command], optionsOf(image))
    }

    const first = await serve(older)
    try {
      assert.equal(fetchInside(first.pid, `${first.url}/readyz`).status, 200)
      const checked = health(older, first)
      assert.equal(checked.status, 0, checked.stderr)
      const written = runBeside(first.child, '/bin/sh', ['-c', ': >/usr/file'])
      assert.match(written.stderr, /Read-only file system/)
      const made = runBeside(
        first.child,
        '/usr/bin/kontor',
        ['token', 'create', '--user', 'admin@localhost'],
        optionsOf(older),
      )
      assert.equal(made.status, 0, made.stderr)
      headers = { authorization: `token ${made.stdout.trim()}` }
      const created = fetchInside(first.pid, contacts(first.url), headers, {
        lastName: 'Musterfrau',
        email,
      })
      assert.equal(created.status, 200, created.text)
    } finally {
      assert.equal(await first.stop(), 0, first.log())
    }

    // The volume of the new container.
    renameSync(join(older.root.folder, data), join(current.root.folder, data))
    const second = await serve(current)
    try {
      assert.equal(fetchInside(second.pid, `${second.url}/readyz`).status, 200)
      assert.equal(health(current, second).status, 0)
      const { text } = fetchInside(second.pid, `${second.url}/healthz`)
      assert.equal(JSON.parse(text).version, version)
      const found = fetchInside(second.pid, `${contacts(second.url)}/search/email/${email}`, headers)
      assert.equal(found.status, 200, found.text)
      assert.ok(found.text.includes(email), found.text)
    } finally {
      assert.equal(await second.stop(), 0, second.log())
    }
  })

  test('without a service its health check fails', () => {
    const [, command] = current.configuration.config.Healthcheck.Test
    const { status } = current.root.run('/bin/sh', ['-c', command], optionsOf(current))
    assert.notEqual(status, 0)
  })
})
