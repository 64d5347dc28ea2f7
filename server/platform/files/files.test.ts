import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { link, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { Failure } from '../http/errors.ts'
import { openFiles } from './files.ts'

const root = await mkdtemp(join(tmpdir(), 'kontor-files-'))
after(() => rm(root, { recursive: true, force: true }))
const files = await openFiles(root)
const incomingFolder = join(root, '.incoming')
const dead = spawnSync('true').pid
const always = async () => true
const never = async () => false

const source = (...pieces: string[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)))

test('a file is received, stored and completed', async () => {
  const file = await files.receive(source('In', 'halt'), 6)
  assert.equal(file.size, 6)
  assert.ok(file.sha256.equals(createHash('sha256').update('Inhalt').digest()))
  await files.store(file, 'crm/1/a.txt')
  assert.equal((await readdir(incomingFolder)).length, 1, 'a crash before the commit can be detected')
  await files.complete(file)
  await files.complete(file)
  assert.deepEqual(await readdir(incomingFolder), [])
  assert.equal(await readFile(join(root, 'crm/1/a.txt'), 'utf8'), 'Inhalt')
})

test('a file without a row is replaced', async () => {
  for (const text of ['first', 'second']) {
    const file = await files.receive(source(text), 10)
    await files.store(file, 'crm/2/a.txt')
    await files.complete(file)
    assert.equal(await readFile(join(root, 'crm/2/a.txt'), 'utf8'), text)
  }
})

test('an empty, too large or aborted file leaves nothing', async () => {
  const isFailure = (status: number) => (error: unknown) =>
    error instanceof Failure && error.status === status
  await assert.rejects(files.receive(source(), 10), isFailure(400))
  await assert.rejects(files.receive(source('12345', '678901'), 10), isFailure(413))
  const broken = new Readable({ read() {} })
  broken.push('x')
  setTimeout(() => broken.destroy(new Error('gone')), 20)
  await assert.rejects(files.receive(broken, 10), /gone/)
  assert.deepEqual(await readdir(incomingFolder), [])
})

test('removeLeftovers removes temporary files of dead processes, and their stored files without a row', async () => {
  await mkdir(join(root, 'crm/3'), { recursive: true })
  for (const name of ['stored', 'lost']) {
    const left = join(incomingFolder, `${hostname()}~${dead}~${name}`)
    await writeFile(left, name)
    await link(left, join(root, `crm/3/${name}`))
  }
  await writeFile(join(incomingFolder, `${hostname()}~${dead}~half`), 'x')
  await writeFile(join(root, 'crm/3/untouched'), 'x')
  const checkedPaths: string[] = []
  await files.removeLeftovers(async (path) => {
    checkedPaths.push(path)
    return path === 'crm/3/stored'
  })
  assert.deepEqual(checkedPaths.sort(), ['crm/3/lost', 'crm/3/stored'])
  assert.deepEqual((await readdir(join(root, 'crm/3'))).sort(), ['stored', 'untouched'])
  assert.deepEqual(await readdir(incomingFolder), [])
})

test('removeLeftovers keeps temporary files of live processes and other hosts for a day', async () => {
  const names = [`${hostname()}~${process.ppid}~a`, `elsewhere~${dead}~b`]
  // Relative to the clock of this process, which differs from that of the file system on a chosen day.
  const setAge = async (hours: number) => {
    const time = Date.now() / 1000 - hours * 3600
    for (const name of names) await utimes(join(incomingFolder, name), time, time)
  }
  for (const name of names) await writeFile(join(incomingFolder, name), 'x')
  await setAge(23)
  await files.removeLeftovers(never)
  assert.deepEqual((await readdir(incomingFolder)).sort(), names.sort())
  await setAge(25)
  await files.removeLeftovers(never)
  assert.deepEqual(await readdir(incomingFolder), [])
})

test('removeLeftovers can run several times at once', async () => {
  for (let index = 0; index < 200; index++)
    await writeFile(join(incomingFolder, `${hostname()}~${dead}~${index}`), 'x')
  await Promise.all([
    files.removeLeftovers(always),
    files.removeLeftovers(always),
    files.removeLeftovers(always),
  ])
  assert.deepEqual(await readdir(incomingFolder), [])
})

test('discard removes a file, but keeps the temporary name of a stored one', async () => {
  const root = await mkdtemp(join(tmpdir(), 'kontor-files-'))
  try {
    const files = await openFiles(root)
    const listIncoming = () => readdir(join(root, '.incoming'))
    const unstored = await files.receive(Readable.from([Buffer.from('a')]), 10)
    await files.discard(unstored)
    assert.deepEqual(await listIncoming(), [])
    const stored = await files.receive(Readable.from([Buffer.from('a')]), 10)
    await files.store(stored, 'crm/1/a.txt')
    await files.discard(stored)
    assert.equal((await listIncoming()).length, 1)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
})
