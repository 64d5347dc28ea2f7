// Every test file belongs to exactly one suite, by its folder.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { changedFiles, reachedBy } from '../tools/changed.ts'
import {
  isSameOnEveryServer,
  sameOnEveryServer,
  suiteNames,
  suites,
  suitesOf,
  testFiles,
} from '../tools/suites.ts'
import { needsHistory } from './support/programs.ts'

const root = join(import.meta.dirname, '..')
const skipWithoutGit = needsHistory()
const files = testFiles(root)

test('every test file belongs to exactly one suite', () => {
  for (const file of files) assert.equal(suitesOf(file).length, 1, file)
})

test('every suite, and every folder of a suite, has test files', () => {
  for (const name of suiteNames) {
    assert.ok(
      files.some((file) => suitesOf(file).includes(name)),
      name,
    )
    for (const folder of suites[name].folders)
      assert.ok(
        files.some((file) => file.startsWith(`${folder}/`)),
        folder,
      )
  }
})

test('a second server runs the tests that use it, and no others', () => {
  for (const path of sameOnEveryServer)
    assert.ok(
      files.some((file) => file.startsWith(path)),
      `${path} has no tests`,
    )
  const onSecond = files.filter((file) => !isSameOnEveryServer(file, root))
  for (const file of ['server/contacts/contact.test.ts', 'test/process/external.test.ts'])
    assert.ok(onSecond.includes(file), file)
  // They start a server of their own.
  const ofProcesses = onSecond.filter((file) => file.startsWith('test/process/'))
  assert.deepEqual(
    ofProcesses,
    ['backup-commands', 'external-roles', 'external'].map((name) => `test/process/${name}.test.ts`),
  )
})

test('a new file belongs to the suite of its folder; a new folder of test/ belongs to none', () => {
  assert.deepEqual(suitesOf('server/contacts/a/b/new.test.ts'), ['rules'])
  assert.deepEqual(suitesOf('test/new.test.ts'), ['rules'])
  assert.deepEqual(suitesOf('test/office/new.test.ts'), ['browser'])
  assert.deepEqual(suitesOf('test/process/new/new.test.ts'), ['processes'])
  assert.deepEqual(suitesOf('test/new/new.test.ts'), [])
  assert.deepEqual(suitesOf('clients/new.test.ts'), [])
})

test('no file that tests something is missed', { skip: skipWithoutGit }, () => {
  const known = new Set(files)
  const tracked = execFileSync('git', ['grep', '-lE', "from 'node:test'"], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
  const others = tracked.filter((file) => /(\.|-|_)(test|spec)\.[a-z]+$/.test(file) && !known.has(file))
  assert.deepEqual(others, [])
})

test('a change reaches the tests that load the file, run it or read it', () => {
  const reached = (...changed: string[]) => new Set(reachedBy(changed, files, root))
  const ofContacts = reached('server/contacts/contact.schema.ts')
  for (const file of [
    'server/contacts/contact.test.ts',
    'test/process/serve.test.ts',
    'test/architecture.test.ts',
  ])
    assert.ok(ofContacts.has(file), file)
  assert.ok(!ofContacts.has('office/dates/dates.test.ts'))
  const ofOffice = reached('office/shell/form/money.ts')
  for (const file of ['office/shell/shell.test.ts', 'test/office/crm.test.ts'])
    assert.ok(ofOffice.has(file), file)
  assert.ok(!ofOffice.has('server/contacts/contact.test.ts'))
  assert.ok(reached('README.md').has('test/clients/readme.test.ts'))
  assert.deepEqual(reached(), new Set())
  for (const everything of ['migrations/0001-platform.sql', 'package.json'])
    assert.equal(reached(everything).size, files.length)
})

test('a commit without a difference has no changed files but those that git does not know', {
  skip: skipWithoutGit,
}, () => {
  assert.ok(changedFiles(root, 'HEAD').every((file) => !file.startsWith('node_modules/')))
})

test('a test file that changes the environment does not change it for the next one', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-lane-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const write = (name: string, code: string) => {
    writeFileSync(join(folder, name), code)
    return relative(root, join(folder, name))
  }
  const changes = write(
    'changes.mjs',
    `import { test } from 'node:test'
    test('changes', () => { process.env = { ...process.env, HOME: '/elsewhere', KONTOR_LEFT: 'behind' } })`,
  )
  const reads = write(
    'reads.mjs',
    `import assert from 'node:assert/strict'
    import { test } from 'node:test'
    test('reads', () => {
      assert.deepEqual([process.env.HOME, process.env.KONTOR_LEFT], ['/home', undefined])
      process.env.TZ = 'Pacific/Kiritimati'
      assert.equal(new Intl.DateTimeFormat().resolvedOptions().timeZone, 'Pacific/Kiritimati')
    })`,
  )
  const costs = join(folder, 'costs')
  mkdirSync(costs)
  const lane = `import { runLane } from '${join(root, 'tools/test-lane.ts')}'
  await runLane(${JSON.stringify([changes, reads])}, '${costs}')`
  execFileSync(process.execPath, ['--input-type=module', '--eval', lane], {
    env: { PATH: process.env['PATH'], HOME: '/home', TZ: 'UTC' },
    encoding: 'utf8',
  })
})
