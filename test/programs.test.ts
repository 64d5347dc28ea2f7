// Tests that need a program of the system are skipped without it, and fail where it is required.
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { isInstalled, isMissingProgram, needs } from './support/programs.ts'

const variable = 'KONTOR_TEST_REQUIRE_PROGRAMS'
const before = process.env[variable]
afterEach(() => {
  if (before === undefined) delete process.env[variable]
  else process.env[variable] = before
})

test('a program that is installed is no reason to skip', () => {
  assert.equal(needs('sh'), false)
  assert.equal(needs(process.execPath), false)
  assert.ok(!isInstalled('/nowhere/sh') && !isInstalled('no-such-program'))
})

test('a missing program is a reason to skip that names Debian’s package', () => {
  delete process.env[variable]
  const reason = needs('sh', 'no-such-program')
  assert.equal(reason, 'no-such-program not installed (Debian: no-such-program)')
  assert.ok(isMissingProgram(reason))
  assert.ok(!isMissingProgram('only root changes owners'))
})

test('where programs are required, a missing one is an error', () => {
  process.env[variable] = '1'
  assert.throws(() => needs('no-such-program'), /no-such-program not installed/)
  assert.equal(needs('sh'), false)
})
