import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passwordErrors } from './password.ts'

const owner = { email: 'joerg.paulsen@nordlicht.example', name: 'Jörg Paulsen' }
const isAccepted = (password: string) => passwordErrors(password, owner).length === 0

test('common passwords are rejected, also with some signs around them or repeated', () => {
  for (const password of [
    ...['1234567890', 'qwertyuiop', 'Q1w2e3r4t5', 'Password123', 'california', 'basketball'],
    ...['Passwort2026!', '!!Sommer2026', 'Veranstaltung1', 'aaaaaaaaaaaa', 'abc123abc123', 'dragondragon'],
  ])
    assert.equal(isAccepted(password), false, password)
})

test('the own name and address are rejected, unless much else is with them', () => {
  for (const password of [
    'joerg.paulsen',
    'Paulsen2026',
    'JörgPaulsen1',
    'paulsen@nordlicht',
    'Kontor-2026!',
  ])
    assert.equal(isAccepted(password), false, password)
  assert.equal(isAccepted('Paulsen fährt im Regen'), true)
})

test('only length and being guessed count, no kinds of characters', () => {
  for (const password of [
    'rotes Fahrrad 7',
    'grünes Fahrrad',
    'nachts im museum',
    'x7#qLw92!mZp',
    '八百屋の自転車は赤い色',
  ])
    assert.equal(isAccepted(password), true, password)
  assert.deepEqual(
    ['kurz', 'x'.repeat(201)].map((password) => passwordErrors(password, owner)[0]!.code),
    ['minLength', 'maxLength'],
  )
})
