// Where a token is made, the office says in words what each operation shows and does.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integrationEndpoints } from '../../server/integration.ts'
import { endpoints } from '../../server/interface.ts'
import { usersTexts } from './users-texts.ts'

for (const language of ['de', 'en'] as const)
  test(`every operation of a token has a text (${language})`, () => {
    const { tokens } = usersTexts[language]
    assert.ok(typeof tokens === 'object' && typeof tokens['can'] === 'object')
    const ids = [...endpoints, ...integrationEndpoints].map(({ id }) => id)
    assert.deepEqual(Object.keys(tokens['can']).toSorted(), ids.toSorted())
  })
