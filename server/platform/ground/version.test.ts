import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { needs } from '../../../test/support/programs.ts'
import { kontorVersion, readVersion, versionText } from './version.ts'

const root = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'kontor-version-'))
after(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, 'migrations'))
for (const name of ['0009-a.sql', '0010-b.sql', 'notes.md'])
  writeFileSync(join(folder, 'migrations', name), '')
writeFileSync(join(folder, 'package.json'), '{"version":"7.1.0"}')

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim()

test('a folder without release.json and repository has a version and a schema', () => {
  assert.deepEqual(readVersion(folder), { version: '7.1.0', commit: '', date: '', schema: 10 })
  assert.equal(versionText(readVersion(folder)), '7.1.0 (schema 10)')
})

test('the commit is that of the repository: on a branch, packed, detached, and in a further work tree', {
  skip: needs('git'),
}, () => {
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'first')
  const commit = git('rev-parse', 'HEAD')
  assert.equal(readVersion(folder).commit, commit)
  git('pack-refs', '--all')
  assert.equal(readVersion(folder).commit, commit)
  git('worktree', 'add', '--quiet', 'further', '-b', 'topic')
  const further = join(folder, 'further')
  execFileSync(
    'git',
    ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--allow-empty', '--message', 'b'],
    { cwd: further },
  )
  const topic = git('rev-parse', 'topic')
  assert.notEqual(topic, commit)
  assert.equal(readVersion(further).commit, topic)
  git('checkout', '--quiet', '--detach')
  assert.equal(readVersion(folder).commit, commit)
})

test('release.json goes before the repository', () => {
  const commit = 'c0ffee'.padEnd(40, '0')
  const release = { version: '7.1.0', commit, date: '2026-11-29' }
  writeFileSync(join(folder, 'release.json'), JSON.stringify(release))
  assert.deepEqual(readVersion(folder), { ...release, schema: 10 })
  assert.equal(versionText(readVersion(folder)), '7.1.0 (commit c0ffee000000, schema 10)')
})

test('this Kontor knows its own', () => {
  const { schema, commit } = kontorVersion()
  const last = readdirSync(join(root, 'migrations')).toSorted().at(-1)!
  assert.equal(schema, Number(last.slice(0, 4)))
  if (existsSync(join(root, '.git'))) assert.match(commit, /^[0-9a-f]{40}$/)
})
