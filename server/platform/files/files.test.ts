import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { link, mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { Failure } from '../ground/errors.ts'
import { FilesUnavailable } from './files-unavailable.ts'
import { openFolderFiles } from './folder-files.ts'

const root = await mkdtemp(join(tmpdir(), 'kontor-files-'))
after(() => rm(root, { recursive: true, force: true }))
const incomingFolder = join(root, '.incoming')
const dead = spawnSync('true').pid

/** As with rows for these paths. */
const open = (folder: string, rows: readonly string[] = [], asked: string[] = []) =>
  openFolderFiles(folder, {
    async removeUnlessStored(file, remove) {
      assert.ok('path' in file)
      asked.push(file.path)
      if (!rows.includes(file.path)) await remove()
    },
  })
const files = await open(root)

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

test('a folder that disappears during an upload is not created again', async () => {
  const folder = join(root, 'mounted')
  const mounted = await open(folder)
  const file = await mounted.receive(source('Inhalt'), 10)
  await rename(folder, `${folder}-gone`)
  await assert.rejects(mounted.store(file, 'crm/1/a.txt'), FilesUnavailable)
  await assert.rejects(mounted.receive(source('Inhalt'), 10), FilesUnavailable)
  assert.ok(!(await readdir(root)).includes('mounted'))
  await rename(`${folder}-gone`, folder)
  await mounted.store(file, 'crm/1/a.txt')
  assert.equal(await readFile(join(folder, 'crm/1/a.txt'), 'utf8'), 'Inhalt')
})

test('an empty, too large or aborted file leaves nothing', async () => {
  const isFailure = (status: number) => (error: unknown) =>
    error instanceof Failure && error.status === status
  await assert.rejects(files.receive(source(), 10), isFailure(400))
  await assert.rejects(files.receive(source('12345', '678901'), 10), isFailure(413))
  // Not by a timer, which may fire before the file is read.
  const pieces = ['x']
  const broken = new Readable({
    read() {
      const piece = pieces.pop()
      if (piece) this.push(piece)
      else this.destroy(new Error('gone'))
    },
  })
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
  await (await open(root, ['crm/3/stored'], checkedPaths)).removeLeftovers()
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
  await files.removeLeftovers()
  assert.deepEqual((await readdir(incomingFolder)).sort(), names.sort())
  await setAge(25)
  await files.removeLeftovers()
  assert.deepEqual(await readdir(incomingFolder), [])
})

test('removeLeftovers can run several times at once', async () => {
  for (let index = 0; index < 200; index++)
    await writeFile(join(incomingFolder, `${hostname()}~${dead}~${index}`), 'x')
  await Promise.all([files.removeLeftovers(), files.removeLeftovers(), files.removeLeftovers()])
  assert.deepEqual(await readdir(incomingFolder), [])
})

test('discard removes a file, unless a row names it or that cannot be found out', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-files-'))
  try {
    const away = async () => assert.fail('the database is away')
    const listed = async () =>
      (await readdir(folder, { recursive: true })).filter((name) => /[~a]/.test(name))
    const storeAndDiscard = async (store: typeof files, path?: string) => {
      const file = await store.receive(source('a'), 10)
      if (path) await store.store(file, path)
      await store.discard(file)
    }
    await storeAndDiscard(files)
    await storeAndDiscard(await open(folder), 'crm/1/a.txt')
    assert.deepEqual(await listed(), [])
    await storeAndDiscard(await open(folder, ['crm/1/a.txt']), 'crm/1/a.txt')
    assert.deepEqual(await listed(), ['crm/1/a.txt'])
    await storeAndDiscard(await openFolderFiles(folder, { removeUnlessStored: away }), 'crm/1/b.txt')
    assert.deepEqual((await listed()).length, 2, 'the temporary name stays')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a file that another process has stored since at a path of a leftover stays', async () => {
  await mkdir(join(root, 'crm/4'), { recursive: true })
  const left = join(incomingFolder, `${hostname()}~${dead}~x`)
  await writeFile(left, 'old')
  await link(left, join(root, 'crm/4/a.txt'))
  const slow = await openFolderFiles(root, {
    async removeUnlessStored(_, remove) {
      await rm(join(root, 'crm/4/a.txt'))
      await writeFile(join(root, 'crm/4/a.txt'), 'new')
      await remove()
    },
  })
  await slow.removeLeftovers()
  assert.equal(await readFile(join(root, 'crm/4/a.txt'), 'utf8'), 'new')
})
