// PostgreSQL and this process have the same clock: under `npm run test:days`, that of the chosen day.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from './support/test-instance.ts'

test('the clock of the database is that of this process, on the chosen day', async () => {
  const kontor = await testInstance()
  try {
    const { rows } = await sql<{ now: Date }>`select now()`.execute(kontor.db)
    assert.ok(
      Math.abs(rows[0]!.now.getTime() - Date.now()) < 60_000,
      `${rows[0]!.now.toISOString()} in the database`,
    )
    const chosen = process.env['KONTOR_TEST_MOMENT']
    // The whole suite may run for an hour.
    if (chosen) assert.ok(Math.abs(Date.parse(chosen) - Date.now()) < 3_600_000, new Date().toISOString())
  } finally {
    await kontor.close()
  }
})
