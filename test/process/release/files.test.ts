// Parts that do not need a whole release: archives whose bytes follow from their content, sums and signatures.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Entry, filesBelow } from '../../../tools/release/entries.ts'
import { isLicence, runs } from '../../../tools/release/packages.ts'
import { sign, writeSums } from '../../../tools/release/sums.ts'
import { packTar } from '../../../tools/release/tar.ts'
import { isShipped } from '../../../tools/release/tree.ts'
import { mustRun } from '../../support/bare-root.ts'

const temporaryFolder = (t: { after(work: () => void): void }): string => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-release-files-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

const lacks = (...programs: string[]): string | false => {
  const missing = programs.filter((name) => spawnSync('which', [name]).status !== 0)
  return missing.length > 0 && `not installed: ${missing.join(', ')}`
}

test('an archive has the same bytes for every order, times and rights of its files here', async (t) => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'own/a'), { recursive: true })
  writeFileSync(join(folder, 'own/a/one'), 'one')
  writeFileSync(join(folder, 'own/two'), 'two')
  const read = async () => [
    ...(await filesBelow(join(folder, 'own'), 'own')),
    { path: 'own/link', link: 'two', mode: 0o777 } satisfies Entry,
  ]
  const first = await packTar(await read(), join(folder, 'first.tar.gz'), 1_000_000_000, 9)
  chmodSync(join(folder, 'own/two'), 0o600)
  utimesSync(join(folder, 'own/a/one'), 1, 1)
  const again = await packTar((await read()).toReversed(), join(folder, 'again.tar.gz'), 1_000_000_000, 9)
  assert.equal(first, again)
  assert.deepEqual(readFileSync(join(folder, 'first.tar.gz')), readFileSync(join(folder, 'again.tar.gz')))
  const listed = mustRun('tar', ['--numeric-owner', '--utc', '-tvzf', join(folder, 'first.tar.gz')])
  assert.match(listed, /^drwxr-xr-x 0\/0 .* 2001-09-09 01:46 own\/\n/)
  assert.match(listed, /^-rw-r--r-- 0\/0 +3 2001-09-09 01:46 own\/two$/m)
  assert.match(listed, /own\/link -> two$/m)
  chmodSync(join(folder, 'own/two'), 0o755)
  assert.notEqual(await packTar(await read(), join(folder, 'other.tar.gz'), 1_000_000_000, 9), first)
})

test('files that the service reads are shipped, and files for its development are not', () => {
  for (const path of ['server/main.ts', 'docs/guide/en/README.md', 'migrations/1.sql', 'deploy/compose.yaml'])
    assert.ok(isShipped(path), path)
  for (const path of [
    'server/app.test.ts',
    'office/main.tsx',
    'test/x.ts',
    'tools/check.ts',
    'package-lock.json',
  ])
    assert.ok(!isShipped(path), path)
  for (const path of ['dist/doc/index.js', 'index.mjs', 'LICENSE', 'licenses/MIT.json', 'data.json'])
    assert.ok(runs('yaml', path), path)
  for (const path of ['index.d.ts', 'index.js.map', 'README.md', 'test/index.js', 'docs/a.html', 'src/a.ts'])
    assert.ok(!runs('yaml', path), path)
  assert.ok(isLicence('LICENSE-MIT.txt') && !isLicence('license.js'))
})

test('sums and a signature tell whether a file is the one that was released', {
  skip: lacks('gpg', 'sha256sum'),
}, async (t) => {
  const folder = temporaryFolder(t)
  const file = join(folder, 'kontor.tar.gz')
  writeFileSync(file, 'released')
  const home = join(folder, 'gpg')
  mkdirSync(home, { mode: 0o700 })
  const env = { ...process.env, GNUPGHOME: home }
  const former = process.env['GNUPGHOME']
  process.env['GNUPGHOME'] = home
  t.after(() => {
    spawnSync('gpgconf', ['--kill', 'all'], { env })
    if (former === undefined) delete process.env['GNUPGHOME']
    else process.env['GNUPGHOME'] = former
  })
  const releaser = 'releaser@kontor.invalid'
  const generate = [
    '--batch',
    '--pinentry-mode',
    'loopback',
    '--passphrase',
    '',
    '--quick-generate-key',
    releaser,
  ]
  mustRun('gpg', [...generate, 'ed25519', 'sign', 'never'], env)
  const sums = await writeSums(folder, [file])
  await sign(sums, releaser)
  const check = () => spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder }).status
  const verify = () => spawnSync('gpg', ['--verify', `${sums}.asc`, sums], { env }).status
  assert.deepEqual([check(), verify()], [0, 0])
  appendFileSync(file, ' and changed')
  assert.deepEqual([check(), verify()], [1, 0])
  await writeSums(folder, [file])
  assert.deepEqual([check(), verify()], [0, 1])
})
