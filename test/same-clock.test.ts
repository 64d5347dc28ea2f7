// PostgreSQL and this process tell the same time: the chosen one, where `npm run test:days` chose it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from './support/test-instance.ts'

test('the database’s clock is the clock of this process, and the chosen one', async () => {
  const kontor = await testInstance()
  try {
    const { rows } = await sql<{ now: Date }>`select now()`.execute(kontor.db)
    assert.ok(Math.abs(rows[0]!.now.getTime() - Date.now()) < 60_000, `${rows[0]!.now.toISOString()} there`)
    const chosen = process.env['KONTOR_TEST_MOMENT']
    // A run of the whole suite may take an hour.
    if (chosen) assert.ok(Math.abs(Date.parse(chosen) - Date.now()) < 3_600_000, new Date().toISOString())
  } finally {
    await kontor.close()
  }
})
