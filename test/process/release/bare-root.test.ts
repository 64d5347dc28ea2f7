// Programs in a bare root end with the test that has started them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { bareRoot, bareRootSkip, killStarted, ordinaryUser, programOf } from '../../support/bare-root.ts'

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

for (const user of [ordinaryUser, undefined])
  test(`a program of ${user ? 'an ordinary user' : 'root'} ends at once`, {
    skip: bareRootSkip(),
  }, async (t) => {
    const root = await bareRoot()
    t.after(() => root.remove())
    const started = root.start('sleep', ['600'], user ? { user } : {})
    while (!commandOf(programOf(started)).startsWith('sleep')) await wait(10)
    const program = programOf(started)
    await killStarted(started)
    assert.equal(commandOf(program), '')
  })
