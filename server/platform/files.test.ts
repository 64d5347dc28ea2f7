import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { link, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { Failure } from './errors.ts'
import { openFiles } from './files.ts'

const root = await mkdtemp(join(tmpdir(), 'kontor-files-'))
after(() => rm(root, { recursive: true, force: true }))
const files = await openFiles(root)
const waiting = join(root, '.incoming')
const dead = spawnSync('true').pid
const always = async () => true
const never = async () => false

const source = (...pieces: string[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)))

test('a file is received, placed and settled', async () => {
  const file = await files.receive(source('In', 'halt'), 6)
  assert.equal(file.size, 6)
  assert.ok(file.sha256.equals(createHash('sha256').update('Inhalt').digest()))
  await files.place(file, 'crm/1/a.txt')
  assert.equal((await readdir(waiting)).length, 1, 'a crash before the commit can be told')
  await files.settle(file)
  await files.settle(file)
  assert.deepEqual(await readdir(waiting), [])
  assert.equal(await readFile(join(root, 'crm/1/a.txt'), 'utf8'), 'Inhalt')
})

test('what lies at a place without a row gives way', async () => {
  for (const text of ['first', 'second']) {
    const file = await files.receive(source(text), 10)
    await files.place(file, 'crm/2/a.txt')
    await files.settle(file)
    assert.equal(await readFile(join(root, 'crm/2/a.txt'), 'utf8'), text)
  }
})

test('a file that is empty, too large or broken off leaves nothing', async () => {
  const isFailure = (status: number) => (error: unknown) =>
    error instanceof Failure && error.status === status
  await assert.rejects(files.receive(source(), 10), isFailure(400))
  await assert.rejects(files.receive(source('12345', '678901'), 10), isFailure(413))
  const broken = new Readable({ read() {} })
  broken.push('x')
  setTimeout(() => broken.destroy(new Error('gone')), 20)
  await assert.rejects(files.receive(broken, 10), /gone/)
  assert.deepEqual(await readdir(waiting), [])
})

test('a sweep removes what dead processes left, and their placed files without a row', async () => {
  await mkdir(join(root, 'crm/3'), { recursive: true })
  for (const name of ['stored', 'lost']) {
    const left = join(waiting, `${hostname()}~${dead}~${name}`)
    await writeFile(left, name)
    await link(left, join(root, `crm/3/${name}`))
  }
  await writeFile(join(waiting, `${hostname()}~${dead}~half`), 'x')
  await writeFile(join(root, 'crm/3/untouched'), 'x')
  const asked: string[] = []
  await files.sweep(async (path) => {
    asked.push(path)
    return path === 'crm/3/stored'
  })
  assert.deepEqual(asked.sort(), ['crm/3/lost', 'crm/3/stored'])
  assert.deepEqual((await readdir(join(root, 'crm/3'))).sort(), ['stored', 'untouched'])
  assert.deepEqual(await readdir(waiting), [])
})

test('a sweep leaves what a live process or another host has under way, unless it is a day old', async () => {
  const names = [`${hostname()}~${process.ppid}~a`, `elsewhere~${dead}~b`]
  for (const name of names) await writeFile(join(waiting, name), 'x')
  await files.sweep(never)
  assert.deepEqual((await readdir(waiting)).sort(), names.sort())
  const yesterday = Date.now() / 1000 - 25 * 3600
  for (const name of names) await utimes(join(waiting, name), yesterday, yesterday)
  await files.sweep(never)
  assert.deepEqual(await readdir(waiting), [])
})

test('several sweeps at once are no error', async () => {
  for (let index = 0; index < 200; index++)
    await writeFile(join(waiting, `${hostname()}~${dead}~${index}`), 'x')
  await Promise.all([files.sweep(always), files.sweep(always), files.sweep(always)])
  assert.deepEqual(await readdir(waiting), [])
})

test('a file whose work failed goes, unless it had its place', async () => {
  const root = await mkdtemp(join(tmpdir(), 'kontor-files-'))
  try {
    const files = await openFiles(root)
    const waiting = () => readdir(join(root, '.incoming'))
    const unplaced = await files.receive(Readable.from([Buffer.from('a')]), 10)
    await files.abandon(unplaced)
    assert.deepEqual(await waiting(), [])
    const placed = await files.receive(Readable.from([Buffer.from('a')]), 10)
    await files.place(placed, 'crm/1/a.txt')
    await files.abandon(placed)
    assert.equal((await waiting()).length, 1)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
})
