import assert from 'node:assert/strict'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { trimLog } from './trim-log.ts'

test('a log that is too large loses its first lines, while another process has it open', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-log-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'postgres.log')
  assert.equal(await trimLog(path, 1000, 100), false)
  const server = await open(path, 'a')
  const lines = Array.from({ length: 100 }, (_, index) => `line ${String(index).padStart(4, '0')}\n`)
  for (const line of lines) await server.write(line)
  assert.equal(await trimLog(path, 1000, 100), false, 'as large as it may be')
  await server.write('one more\n')
  assert.equal(await trimLog(path, 1000, 104), true)
  await server.write('the next\n')
  await server.close()
  assert.equal(await readFile(path, 'utf8'), `${lines.slice(-9).join('')}one more\nthe next\n`)
  await writeFile(path, 'x'.repeat(2000))
  assert.equal(await trimLog(path, 1000, 100), true, 'one long line')
  assert.equal((await readFile(path)).length, 100)
})
