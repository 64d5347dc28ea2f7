// The types of the client are made where they are needed, and kept as long as the OpenAPI documents stay the same.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeClientTypes } from '../../tools/client-types.ts'
import { withoutGenerators } from '../support/generators.ts'

test('missing types and those of another document are made, current ones stay', {
  skip: withoutGenerators,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-types-'))
  after(() => rm(folder, { recursive: true }))
  const names = ['rest-api.ts', 'website-api.ts']
  const [first, second] = names.map((name) => join(folder, name)) as [string, string]
  await makeClientTypes(folder)
  assert.deepEqual((await readdir(folder)).toSorted(), names)
  const made = await readFile(first, 'utf8')
  assert.match(made, /^export interface paths/m)
  const inodes = async () => Promise.all([first, second].map(async (path) => (await stat(path)).ino))
  const [firstBefore, secondBefore] = await inodes()
  await writeFile(first, made.replace(/[0-9a-f]{64}/, '0'.repeat(64)))
  await makeClientTypes(folder)
  assert.equal(await readFile(first, 'utf8'), made)
  const [firstAfter, secondAfter] = await inodes()
  assert.notEqual(firstAfter, firstBefore)
  assert.equal(secondAfter, secondBefore)
})
