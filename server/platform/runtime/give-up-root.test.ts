import assert from 'node:assert/strict'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { nobody } from '../ground/account.ts'
import { chownTree } from './give-up-root.ts'

test('a folder gets its owner while another process removes files from it', {
  skip: process.getuid?.() === 0 ? false : 'only root changes owners',
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-owner-'))
  const names = Array.from({ length: 300 }, (_, index) => join(folder, String(index)))
  await Promise.all(names.map((name) => writeFile(name, '')))
  const [first, ...others] = names.toReversed()
  await Promise.all([
    chownTree(folder, { account: nobody, fromOthers: false }),
    ...others.map((name) => rm(name)),
  ])
  const owners = await Promise.all([folder, first!].map((path) => stat(path)))
  assert.deepEqual(
    owners.map(({ uid }) => uid),
    [nobody.uid, nobody.uid],
  )
  await rm(folder, { recursive: true })
})
