import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testInstance } from '../../test/support/test-instance.ts'
import { importsJob } from './imports-job.ts'

test('100,000 rows are read and checked in bounded time and memory; thousands imported and undone in short steps', async (t) => {
  const kontor = await testInstance()
  t.after(() => kontor.close())
  const office = await kontor.signIn()
  const job = importsJob()
  const { signal } = new AbortController()
  const rows = 100_000
  const lines = Array.from(
    { length: rows },
    (_, n) =>
      `Frau;Vorname ${n};Müller ${n};person${n}@many.example;Hauptstraße ${n};${10_000 + (n % 90_000)};Köln;Firma ${n % 500}`,
  )
  const text = Buffer.from(
    `Anrede;Vorname;Nachname;E-Mail;Straße;PLZ;Ort;Firma\r\n${lines.join('\r\n')}\r\n`,
    'latin1',
  )
  const before = process.memoryUsage().rss
  const start = performance.now()
  const { json, status } = await office.upload('/imports/upload/many.csv', text)
  assert.equal(status, 200)
  const read = performance.now()
  let [record] = json
  assert.equal(record.rowCount, rows)
  let slowest = 0
  /** Runs the job until a condition holds. @returns the seconds that it took */
  const until = async (isThere: () => boolean) => {
    const began = performance.now()
    while (!isThere()) {
      const stepBegan = performance.now()
      assert.equal(await job.run(kontor, signal), true)
      slowest = Math.max(slowest, performance.now() - stepBegan)
      ;[record] = (await office.call('GET', `/imports/${record.id}`)).json
      assert.equal(record.pauseReason, '')
    }
    return (performance.now() - began) / 1000
  }
  ;[record] = (await office.call('POST', `/imports/${record.id}/check`, record.plan)).json
  const checked = await until(() => record.status !== 'checking')
  assert.deepEqual(
    [record.status, record.createdCount, record.invalidCount, record.companyCount],
    ['checked', rows, 0, 500],
  )
  ;[record] = (await office.call('POST', `/imports/${record.id}/start`)).json
  const imported = await until(() => record.createdCount >= 5000)
  assert.deepEqual(
    [record.status, record.createdCount, record.processedCount, record.companyCount],
    ['running', 5000, 5000, 500],
  )
  const created = () =>
    kontor.db
      .selectFrom('contact')
      .select(({ fn }) => ['contact_type', fn.countAll<string>().as('count')])
      .groupBy('contact_type')
      .orderBy('contact_type')
      .execute()
  assert.deepEqual(
    (await created()).map(({ count }) => Number(count)),
    [500, 5000],
  )
  await office.call('POST', `/imports/${record.id}/undo`)
  ;[record] = (await office.call('GET', `/imports/${record.id}`)).json
  const undone = await until(() => record.status !== 'undoing')
  assert.deepEqual([record.status, record.deletedCount, record.keptCount], ['undone', 5000, 0])
  assert.deepEqual(await created(), [])
  const mega = (process.memoryUsage().rss - before) / 1024 / 1024
  const reading = (read - start) / 1000
  t.diagnostic(
    `read ${reading.toFixed(1)} s, checked ${checked.toFixed(1)} s, 5000 imported in ${imported.toFixed(1)} s and undone in ${undone.toFixed(1)} s, ${mega.toFixed(0)} MB more`,
  )
  assert.ok(reading + checked < 180, `${reading + checked} s`)
  assert.ok(slowest < 20_000, `a step of ${slowest} ms`)
  assert.ok(mega < 1500, `${mega} MB`)
})
