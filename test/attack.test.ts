// What `npm run attack` would notice: lost records, changes without a trace, secrets in the log, stalls, memory that stays.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { judge } from '../attack/judge.ts'
import { checkData, takeSnapshot } from '../attack/service/data-check.ts'
import type { Pause } from '../attack/service/heartbeat.ts'
import { watchLog } from '../attack/service/log-watch.ts'
import type { Stall } from '../attack/service/watcher.ts'
import { type Finding, faultOf } from '../attack/verdict.ts'
import { testInstance } from './support/test-instance.ts'

const kontor = await testInstance()
const client = new pg.Client(kontor.ownerConnection)
await client.connect()
after(async () => {
  await client.end()
  await kontor.close()
})

test('a lost record, a lost file and a change without a trace are noticed', async () => {
  const before = await takeSnapshot(client)
  const ids: number[] = []
  for (const lastName of ['Eins', 'Zwei']) {
    const body = { lastName, email: `${lastName}@kontor.example` }
    ids.push((await kontor.call('POST', '/contacts', { body })).json[0].id)
  }
  const [first, second] = ids as [number, number]
  const records = [
    { table: 'contact', id: first, column: 'last_name', value: 'Eins' },
    { table: 'contact', id: second, column: 'last_name', value: 'Zwei' },
  ]
  const check = (files: { path: string; sha256: string }[] = []) =>
    checkData(client, before, { records, files, rejected: [] }, kontor.settings.filesFolder)
  assert.deepEqual(await check(), [])
  assert.deepEqual(await check([{ path: 'crm/1/a.txt', sha256: 'x' }]), [
    'the file crm/1/a.txt was acknowledged and is missing',
  ])
  await client.query('delete from contact where id = $1', [first])
  assert.deepEqual(await check(), [], 'the change log tells of the deletion')
  await client.query(`set kontor.change_log = 'off'`)
  await client.query(`update contact set last_name = 'Anders' where id = $1`, [second])
  assert.match((await check()).join(), /contact \d+: last_name is "Anders", the change log has "Zwei"/)
  await client.query('delete from contact where id = $1', [second])
  const faults = (await check()).join('\n')
  assert.match(faults, /contact has 0 rows, the change log tells of 1/)
  assert.match(faults, /contact \d+ \(Zwei\) was acknowledged and is lost/)
})

test('secrets and unexpected errors in the log are noticed', () => {
  const secret = 'A'.repeat(43)
  const log = watchLog((line) => line.includes('lock timeout'))
  log.add('{"level":30,"route":"/contacts","status":200}')
  log.add('{"level":50,"err":{"message":"canceling statement due to lock timeout"}}')
  assert.deepEqual(log.faults(), [])
  for (const line of [`{"level":30,"x":"kontor_${secret}"}`, `{"level":30,"x":"${secret}"}`]) log.add(line)
  log.add('{"level":50,"time":1,"msg":"failed"}')
  log.add('{"level":50,"time":2,"msg":"failed"}')
  const counts = log.faults().map(({ count }) => count)
  assert.deepEqual(counts, [1, 1, 2])
})

test('a 5xx, an error without its object and a stack trace are faults; a 503 that is accepted is none', () => {
  const fault = (status: number, text: string, headers = {}, isAccepted = false) =>
    faultOf(
      { method: 'GET', path: '/restapi/v1/events' },
      { status, text, headers, at: 0, ms: 0 },
      () => isAccepted,
    )
  assert.equal(fault(200, '[]'), undefined)
  assert.equal(fault(400, '{"error":"Bad Request"}'), undefined)
  assert.equal(fault(503, '', { 'retry-after': '2' }, true), undefined)
  for (const found of [
    fault(500, ''),
    fault(503, '', { 'retry-after': '2' }),
    fault(503, '', {}, true),
    fault(400, '<html>'),
    fault(400, '{"error":"x","message":"at Object.handle (a.ts:1)"}'),
  ])
    assert.ok(found)
})

test('the service’s own stalls and its growth are faults, those of a busy machine are none', () => {
  const found = (
    stalls: (Pick<Stall, 'busyMs' | 'waitingMs'> & Partial<Stall>)[],
    megabytes: number[],
    pauses: Pause[] = [],
  ): string[] => {
    const findings: string[] = []
    const report = {
      line: () => {},
      find: ({ fault }: Finding) => findings.push(fault),
      end: () => true,
    }
    const observed = {
      ...{ answers: 1, p50: 1, p99: 1, p999: 1, worst: 1, errors: [] },
      stalls: stalls.map((stall) => ({
        at: 5000,
        ms: 900,
        pressedMs: 0,
        readPages: 0,
        states: ['S'],
        ...stall,
      })),
      pauses,
      memory: megabytes.map((service, index) => ({ at: index * 1000, service, database: 0 })),
      ...{ during: new Map(), warmAt: 1500 },
    }
    judge('x', observed, report)
    return findings
  }
  assert.deepEqual(found([{ busyMs: 100, waitingMs: 700 }], []), [])
  assert.equal(found([{ busyMs: 300, waitingMs: 600 }], []).length, 1)
  assert.equal(found([{ busyMs: 10, waitingMs: 10 }], []).length, 1)
  assert.deepEqual(found([{ busyMs: 10, waitingMs: 10, pressedMs: 800 }], []), [])
  assert.equal(found([{ busyMs: 300, waitingMs: 10, pressedMs: 800 }], []).length, 1)
  assert.equal(found([{ busyMs: -1, waitingMs: -1 }], []).length, 1)
  const still = [{ busyMs: 10, waitingMs: 10 }]
  assert.deepEqual(found(still, [], [{ from: 4900, to: 5800 }]), [], 'a processor stood still')
  assert.equal(found(still, [], [{ from: 5500, to: 5700 }]).length, 1, 'for a part of the time only')
  assert.equal(found(still, [], [{ from: 3000, to: 4000 }]).length, 1, 'at another time')
  assert.deepEqual(found([{ ...still[0]!, readPages: 2 }], []), [])
  assert.equal(found([{ busyMs: 300, waitingMs: 10, readPages: 2 }], []).length, 1)
  const steady = Array(10).fill(300)
  const peak = [...steady, ...Array(10).fill(900), ...steady]
  assert.deepEqual(found([], steady), [])
  assert.deepEqual(found([], peak), [])
  assert.equal(found([], [...steady, ...Array(10).fill(600)]).length, 1)
})
