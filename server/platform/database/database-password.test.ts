import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { PasswordUnavailable, readPassword } from './database-password.ts'

const folder = await mkdtemp(join(tmpdir(), 'kontor-password-'))
after(() => rm(folder, { recursive: true }))
const file = join(folder, 'password')
const print = (text: string) =>
  [process.execPath, '-e', `process.stdout.write(${JSON.stringify(text)})`] as const

test('a password is the first line of a file, which may change', async () => {
  await writeFile(file, 'one two\n')
  assert.equal(await readPassword({ file }), 'one two')
  await writeFile(file, 'three')
  assert.equal(await readPassword({ file }), 'three')
})

test('a password is the first line that a command prints', async () => {
  assert.equal(await readPassword({ command: print('secret\r\nmore') }), 'secret')
})

test('a missing password says why, without what a command printed', async () => {
  await writeFile(file, '\n')
  const unavailable = async (source: Parameters<typeof readPassword>[0], message: RegExp) =>
    assert.rejects(readPassword(source), (error) => {
      assert.ok(error instanceof PasswordUnavailable)
      assert.match(error.message, message)
      assert.doesNotMatch(error.message, /secret/)
      return true
    })
  await unavailable({ file }, /empty/)
  await unavailable({ file: join(folder, 'none') }, /cannot be read \(ENOENT\)/)
  await unavailable({ command: [join(folder, 'none')] }, /failed \(ENOENT\)/)
  const failing = `console.log('secret'); process.exitCode = 3`
  await unavailable({ command: [process.execPath, '-e', failing] }, /failed \(3\)/)
})
