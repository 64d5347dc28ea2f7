// An import that failed leaves tables with pages and without rows. Autovacuum counts them, while the next import fills them again.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { importDataSet, previewImport } from '../../server/exchange/import.ts'
import { openDb, openPool } from '../../server/platform/database/database.ts'
import { commandLimits } from '../../server/platform/database/time-limits.ts'
import { linkTo } from '../support/servers/connections.ts'
import { testInstance } from '../support/test-instance.ts'

const timeout = 600_000
const contactCount = 50_000

function dataSet(): Readable {
  const contacts = Array.from({ length: contactCount }, (_, n) => ({
    id: n + 1,
    contactType: 'person',
    firstName: `Vorname ${n}`,
    lastName: `Müller ${n}`,
    email: `p${n}@many.example`,
    allAddress: [{ street: 'Weg', houseNumber: '1', zip: String(10_000 + n), city: 'Köln' }],
    defaultPhone: { type: 'phone', countryCode: '+49', areaCode: '221', number: String(100_000 + n) },
  }))
  return Readable.from([Buffer.from(JSON.stringify({ contacts }))])
}

/** Counts the rows of all tables again and again, as autovacuum does, which leaves out tables that are locked. */
function analyzeMeanwhile({ owner }: Awaited<ReturnType<typeof testInstance>>): () => Promise<void> {
  let isOver = false
  const analyzing = (async () => {
    while (!isOver) {
      await sql`analyze (skip_locked)`.execute(owner)
      await wait(200)
    }
  })()
  return async () => {
    isOver = true
    await analyzing
  }
}

/** An instance with the limits of time that `kontor import` has: on a busy machine, a statement takes longer than one of a request may. */
async function instance(t: TestContext) {
  const kontor = await testInstance()
  const db = openDb(openPool(linkTo(kontor.connection), 1, commandLimits))
  t.after(async () => {
    await db.destroy()
    await kontor.close()
  })
  return { ...kontor, db }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

test('an import of 50,000 contacts takes no longer after one that failed', { timeout }, async (t) => {
  const fresh = await instance(t)
  const first = await secondsOf(() => importDataSet(fresh.db, dataSet()))

  const kontor = await instance(t)
  // A rehearsal writes all rows and is rolled back, as an import with an error in its last section is.
  await previewImport(kontor.db, dataSet())
  await sql`analyze`.execute(kontor.owner)
  const stop = analyzeMeanwhile(kontor)
  const repeated = await secondsOf(() => importDataSet(kontor.db, dataSet())).finally(stop)
  t.diagnostic(`first ${first.toFixed(1)} s, repeated ${repeated.toFixed(1)} s`)
  // It took twenty times as long, and the more the more contacts there were.
  assert.ok(repeated < 4 * first, `first ${first} s, repeated ${repeated} s`)
  const { rows } = await sql`select from search_entry`.execute(kontor.db)
  assert.equal(rows.length, contactCount)
})
