import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDisposable } from './disposable-address.ts'

test('domains of disposable addresses are known, with those below them', async () => {
  for (const email of ['a@mailinator.com', 'A@MAILINATOR.COM', 'a@b.10minutemail.de', '"a@b"@yopmail.com'])
    assert.equal(await isDisposable(email), true, email)
  for (const email of ['a@kontor.example', 'mailinator.com@kontor.example', 'a@gmail.com', 'a@web.de', ''])
    assert.equal(await isDisposable(email), false, email)
})
