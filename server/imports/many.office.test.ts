import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testInstance } from '../platform/test-instance.ts'

test('100,000 rows are read and checked in bounded time and memory, and imported step by step', async (t) => {
  const kontor = await testInstance()
  t.after(() => kontor.close())
  const office = await kontor.signIn()
  const rows = 100_000
  const lines = Array.from(
    { length: rows },
    (_, n) =>
      `Frau;Vorname ${n};Müller ${n};person${n}@many.example;Hauptstraße ${n};${10_000 + (n % 90_000)};Köln`,
  )
  const text = Buffer.from(
    `Anrede;Vorname;Nachname;E-Mail;Straße;PLZ;Ort\r\n${lines.join('\r\n')}\r\n`,
    'latin1',
  )
  const before = process.memoryUsage().rss
  const start = performance.now()
  const { json, status } = await office.upload('/imports/files/many.csv', text)
  assert.equal(status, 200)
  const read = performance.now()
  let [record] = json
  assert.equal(record.rowCount, rows)
  await office.call('POST', `/imports/${record.id}/check`, record.plan)
  do [record] = (await office.call('POST', `/imports/${record.id}/steps`)).json
  while (record.state === 'checking')
  const checked = performance.now()
  assert.deepEqual([record.state, record.made, record.faulty], ['checked', rows, 0])
  await office.call('POST', `/imports/${record.id}/start`)
  let slowest = 0
  for (let step = 0; step < 4; step++) {
    const began = performance.now()
    ;[record] = (await office.call('POST', `/imports/${record.id}/steps`)).json
    slowest = Math.max(slowest, performance.now() - began)
  }
  assert.equal(record.state, 'running')
  assert.ok(record.made > 0 && record.made === record.done)
  const mega = (process.memoryUsage().rss - before) / 1024 / 1024
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1)
  t.diagnostic(
    `read ${seconds(start, read)} s, checked ${seconds(read, checked)} s, ${record.made} imported in ${seconds(checked, performance.now())} s, ${mega.toFixed(0)} MB more`,
  )
  assert.ok(checked - start < 180_000, `${seconds(start, checked)} s`)
  assert.ok(slowest < 20_000, `a step of ${slowest} ms`)
  assert.ok(mega < 1500, `${mega} MB`)
})
