// Every wait has a limit: a statement that waits for a lock is ended, and leaves the rest alone.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import {
  baseBackupLimits,
  cacheCheckLimits,
  commandLimits,
  readinessLimits,
  serverUseLimits,
  serviceLimits,
  sessionSettings,
  sharedReadLimits,
} from '../server/platform/database/time-limits.ts'
import { type TestInstance, testInstance } from './support/test-instance.ts'

let kontor: TestInstance
before(async () => {
  kontor = await testInstance()
})
after(() => kontor.close())

/** Runs work while another program has locked a table. */
async function whileLocked<T>(
  table: string,
  work: (unlock: () => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(kontor.connection)
  await client.connect()
  try {
    await client.query(`begin; lock table ${table}`)
    return await work(() => client.query('rollback'))
  } finally {
    await client.end()
  }
}

const createContact = (name: string) =>
  kontor.call('POST', '/contacts', { body: { lastName: name, email: `${name}@kontor.example` } })

async function timed<T>(work: PromiseLike<T>): Promise<{ answer: T; ms: number }> {
  const startedAt = performance.now()
  const answer = await work
  return { answer, ms: performance.now() - startedAt }
}

test('30 requests that wait for a locked table end with 503; others and readyz are answered meanwhile', async () => {
  const [{ id: leadContact }] = (await createContact('first')).json
  await whileLocked('lead', async () => {
    const writers = Array.from({ length: 30 }, (_, index) =>
      timed(kontor.call('POST', '/leads/createLead', { body: { leadContact, subject: `Lead ${index}` } })),
    )
    for (let index = 0; index < 10; index++) {
      await wait(300)
      const created = await timed(createContact(`unrelated${index}`))
      assert.equal(created.answer.status, 200)
      assert.ok(created.ms < 3000, `${created.ms} ms`)
      const ready = await timed(kontor.app.inject({ url: '/readyz' }))
      assert.equal(ready.answer.statusCode, 200)
    }
    for (const { answer, ms } of await Promise.all(writers)) {
      assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '2'], answer.text)
      assert.match(answer.json.message, /^The database is busy\. Request id: /)
      assert.ok(ms < 30_000, `${ms} ms`)
    }
  })
  const created = await kontor.call('POST', '/leads/createLead', { body: { leadContact, subject: 'after' } })
  assert.equal(created.status, 200)
})

test('a short read that waits for a lock is answered after it', async () => {
  const [{ id }] = (await createContact('second')).json
  await whileLocked('contact', async (unlock) => {
    const reading = kontor.call('GET', `/contacts/${id}`)
    await wait(1000)
    await unlock()
    assert.equal((await reading).status, 200)
  })
})

test('a check of the caches that waits for a lock ends on the server, and requests are answered', async () => {
  await kontor.barrier.ensureCurrent()
  const observer = new pg.Client(kontor.ownerConnection)
  await observer.connect()
  try {
    await whileLocked('cache_invalidation', async () => {
      // A new transaction id makes the check read what was written.
      await observer.query('select pg_current_xact_id()')
      assert.equal((await kontor.call('GET', '/leadCategories/findByClientId?clientId=1')).status, 200)
      const { rows } = await observer.query(
        `select pid from pg_stat_activity where datname = current_database() and application_name = 'kontor barrier'
          and wait_event_type = 'Lock'`,
      )
      assert.deepEqual(rows, [])
    })
  } finally {
    await observer.end()
  }
})

test('every connection has limits for statements, locks and idle transactions', () => {
  const folder = join(import.meta.dirname, '../server')
  const opening = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({ name, source: readFileSync(join(folder, name), 'utf8') }))
    // Others are opened by a link, whose type requires limits.
    .filter(({ source }) => /new pg\.Client\(/.test(source))
  assert.ok(opening.length >= 2)
  assert.deepEqual(
    opening
      .filter(({ source }) => !/sessionSettings\(|greet\(client, \w+Limits\)/.test(source))
      .map(({ name }) => name),
    [],
  )
  for (const limits of [
    serviceLimits,
    commandLimits,
    sharedReadLimits,
    cacheCheckLimits,
    readinessLimits,
    serverUseLimits,
    baseBackupLimits,
  ]) {
    for (const limit of Object.values(limits)) assert.ok(limit > 0)
    assert.match(
      sessionSettings(limits),
      /'statement_timeout', '\d+'.*'lock_timeout', '\d+'.*'idle_in_transaction_session_timeout', '\d+'/,
    )
  }
})

test('statements have the time limits of requests', async () => {
  const { rows } = await sql`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`.execute(
    kontor.db,
  )
  assert.deepEqual(rows, [{ statement: '1min', lock: '5s', idle: '1min' }])
})
