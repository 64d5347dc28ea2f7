import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { nobody } from '../ground/account.ts'
import { copyBinaries } from './binaries-copy.ts'

const base = await mkdtemp(join(tmpdir(), 'kontor-test-'))
after(() => rm(base, { recursive: true, force: true }))

/** A package with a program and a library, for root alone. */
async function createPackage(): Promise<string> {
  const native = join(base, 'closed', 'native')
  await mkdir(join(native, 'bin'), { recursive: true })
  await mkdir(join(native, 'lib'))
  await writeFile(join(native, 'bin', 'postgres'), '#!/bin/sh\ncat "$0.version"\n')
  await chmod(join(native, 'bin', 'postgres'), 0o700)
  await writeFile(join(native, 'bin', 'postgres.version'), '18', { mode: 0o600 })
  await writeFile(join(native, 'lib', 'libpq.so.5.18'), 'library', { mode: 0o600 })
  await chmod(join(base, 'closed'), 0o700)
  return native
}

const links = [{ source: 'lib/libpq.so.5.18', target: 'lib/libpq.so.5' }]

test('programs that an account cannot read are copied, verified and used again', {
  skip: process.getuid?.() !== 0,
}, async () => {
  await chmod(base, 0o755)
  const native = await createPackage()
  const folder = join(base, 'cache')
  const copyOf = () => copyBinaries(native, links, nobody, [folder])
  const [copy, other] = await Promise.all([copyOf(), copyOf()])
  assert.equal(copy, other)
  assert.deepEqual(await readdir(folder), [copy.slice(folder.length + 1)], 'nothing else is left')
  const run = spawnSync(join(copy, 'bin', 'postgres'), { ...nobody, cwd: '/', encoding: 'utf8' })
  assert.equal(run.stdout, '18')
  assert.equal(await readFile(join(copy, 'lib', 'libpq.so.5'), 'utf8'), 'library')
  for (const path of ['', 'bin', 'lib', 'bin/postgres']) {
    const { mode, uid } = await stat(join(copy, path))
    assert.deepEqual([uid, mode & 0o777], [0, 0o755], path)
  }
  const { ino } = await stat(copy)
  assert.equal((await stat(await copyOf())).ino, ino, 'the copy is used again')

  await truncate(join(copy, 'lib', 'libpq.so.5.18'), 3)
  assert.equal(await copyOf(), copy)
  assert.equal(await readFile(join(copy, 'lib', 'libpq.so.5.18'), 'utf8'), 'library', 'damage is repaired')
  await rm(join(copy, 'lib', 'libpq.so.5'))
  await copyOf()
  assert.equal(await readFile(join(copy, 'lib', 'libpq.so.5'), 'utf8'), 'library')
  assert.deepEqual(await readdir(folder), [copy.slice(folder.length + 1)])

  await writeFile(join(native, 'bin', 'postgres.version'), '19')
  assert.notEqual(await copyOf(), copy, 'another version has a copy of its own')
})

test('a folder that others may change is not used, nor one that the account may not enter', {
  skip: process.getuid?.() !== 0,
}, async () => {
  await chmod(base, 0o755)
  const native = join(base, 'native')
  await cp('/bin/sh', join(native, 'bin', 'postgres'), { dereference: true })
  const open = join(base, 'open')
  await mkdir(open)
  await chmod(open, 0o777)
  const hidden = join(base, 'hidden')
  await mkdir(hidden, { mode: 0o700 })
  await assert.rejects(copyBinaries(native, [], nobody, [open, join(hidden, 'cache')]), (error: Error) => {
    assert.match(error.message, /uid 65534\) cannot read .*native/)
    assert.ok(error.message.includes(`${open} belongs to another account or may be changed by others`))
    assert.match(error.message, /hidden\/cache\/[0-9a-f]{32} cannot be run \(EACCES\)/)
    assert.match(error.message, /Install Kontor in a folder that every account may enter/)
    return true
  })
  assert.deepEqual(await readdir(open), [])
})
