// Faults that `npm run attack` notices: lost records, changes without a trace, secrets in the log, stalls, memory that stays, requests that cost too much.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { askHeldMs } from '../../proof/attack/costs/costs.ts'
import { type Cost, excessesOf } from '../../proof/attack/costs/limits.ts'
import { mostElements, namedRecords } from '../../proof/attack/costs/named-records.ts'
import { countWrittenRows } from '../../proof/attack/costs/written-rows.ts'
import { encodeForm, fillForm, formsOf, linksOf } from '../../proof/attack/fuzz/forms.ts'
import { generateCalls } from '../../proof/attack/fuzz/requests.ts'
import { targets } from '../../proof/attack/fuzz/targets.ts'
import { judge } from '../../proof/attack/judge.ts'
import { checkData, takeSnapshot } from '../../proof/attack/service/data-check.ts'
import type { Pause } from '../../proof/attack/service/heartbeat.ts'
import { watchLog } from '../../proof/attack/service/log-watch.ts'
import type { Stall } from '../../proof/attack/service/watcher.ts'
import { type Finding, faultOf } from '../../proof/attack/verdict.ts'
import { integrationEndpoints } from '../../server/integration.ts'
import { endpoints } from '../../server/interface.ts'
import { officeEndpoints } from '../../server/office.ts'
import { publicFiles, publicPages, websitePages } from '../../server/pages.ts'
import { publicEndpoints, publicFileEndpoint, publicWrites } from '../../server/website.ts'
import { testInstance } from '../support/test-instance.ts'

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
  const website = (text: string) =>
    faultOf(
      { method: 'GET', path: '/public/v1/events/1' },
      { status: 404, text, headers: {}, at: 0, ms: 0 },
      () => false,
    )
  assert.equal(website('{"type":"/problems/not-found","title":"Not found"}'), undefined)
  assert.ok(website('{"error":"Not Found"}'), 'the interface for websites has problem details')
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

test('every endpoint and page of the five registries is attacked, pages by their forms', () => {
  const described = [
    ...endpoints.map(({ method, path }) => `${method} /restapi/v1${path}`),
    ...integrationEndpoints.map(({ method, path }) => `${method} /integration/v1${path}`),
    ...officeEndpoints.map(({ method, path }) => `${method} /office/api${path}`),
    ...[...publicEndpoints, publicFileEndpoint].map(({ path }) => `GET /public/v1${path}`),
    ...publicWrites.map(({ path }) => `POST /public/v1${path}`),
    ...[...websitePages, ...publicPages, ...publicFiles].map(({ path }) => `GET ${path}`),
    ...publicPages.filter(({ submit }) => submit).map(({ path }) => `POST ${path}`),
  ]
  const known = new Set(targets.map(({ method, path }) => `${method} ${path}`))
  assert.deepEqual(
    described.filter((one) => !known.has(one)),
    [],
  )
  const sent = new Map<string, number>()
  const encodingsOf = new Set<string>()
  const calls = generateCalls(1, { secret: ['geheim'], slug: ['excel'], email: ['jana@kontor.example'] })
  for (const call of calls.take(12_000)) {
    sent.set(call.target, (sent.get(call.target) ?? 0) + 1)
    if (call.form) encodingsOf.add(call.form.encoding)
  }
  assert.deepEqual(
    targets.filter(({ id }) => !sent.has(id)).map(({ id }) => id),
    [],
  )
  assert.deepEqual([...encodingsOf].toSorted(), ['json', 'multipart', 'urlencoded'])
})

test('a form is filled in as the page shows it, and sent in each encoding', () => {
  const [form] = formsOf(`<form method="get"><input name="q"></form>
    <form method="post" action="?part=names&amp;lang=en"><input type="hidden" name="once" value="1&amp;2">
    <input type="email" name="email"><input type="text" name="name"><input type="checkbox" name="terms">
    <input type="radio" name="kind" value="a"><input type="radio" name="kind" value="b" checked>
    <select name="seats"><option value="1"><option value="2" selected></select>
    <textarea name="comment">x</textarea><button name="step" value="book">Buchen</button></form>`)
  assert.equal(form!.action, '?part=names&lang=en')
  assert.deepEqual(linksOf('<a href="/x">x</a><a class="y" href="?part=move&amp;lang=de">y</a>', '?'), [
    '?part=move&lang=de',
  ])
  const fill = { encoding: 'urlencoded', numbers: [1], texts: ['Jana'], email: 'a@b.example' } as const
  const shown = {
    ...{ once: '1&2', email: 'a@b.example', name: 'Jana', terms: 'on', kind: 'b', seats: '2' },
    ...{ comment: 'x', step: 'book' },
  }
  const pairs = fillForm(form!, { ...fill, changes: [] })
  assert.deepEqual(Object.fromEntries(pairs), shown)
  const changes = [
    { field: 1, value: undefined, isTwice: false },
    { field: 2, value: 'Anders', isTwice: true },
  ]
  const changed = fillForm(form!, { ...fill, changes })
  assert.deepEqual(changed.slice(0, 3), [
    ['once', '1&2'],
    ['name', 'Jana'],
    ['name', 'Anders'],
  ])
  assert.deepEqual(JSON.parse(encodeForm(pairs, 'json').body), shown)
  assert.match(encodeForm(pairs, 'urlencoded').body, /^once=1%262&email=a%40b\.example&/)
  assert.match(encodeForm(pairs, 'multipart').body, /name="once"\r\n\r\n1&2\r\n--/)
})

test('a request that holds the main thread, and what a stranger’s request writes and queues, have limits', () => {
  const stranger = { isStranger: true, method: 'POST', status: 200, records: 0 }
  const cheap = { heldMs: 10, rows: { booking: 20 }, mails: 2 }
  const faults = (answered: Partial<typeof stranger>, cost: Partial<Cost>) =>
    excessesOf({ ...stranger, ...answered }, { ...cheap, ...cost }).length
  assert.equal(faults({}, {}), 0)
  assert.equal(faults({}, { heldMs: 51 }), 1)
  assert.equal(faults({}, { rows: { booking: 60 } }), 0)
  assert.equal(faults({}, { rows: { booking: 30, change_log: 31 } }), 1)
  assert.equal(faults({}, { mails: 3 }), 0)
  assert.equal(faults({}, { mails: 4 }), 1)
  // As many more as the request names records.
  assert.equal(faults({ records: 12 }, { rows: { booking: 360 }, mails: 27 }), 0)
  assert.equal(faults({ records: 12 }, { rows: { booking: 361 }, mails: 28 }), 2)
  assert.equal(faults({ status: 404 }, {}), 2, 'a refused request writes and queues nothing')
  assert.equal(faults({ method: 'GET' }, {}), 2)
  assert.equal(faults({ method: 'GET' }, { rows: { security_event: 1 }, mails: 0 }), 0)
  const ofStaff = { rows: { booking: 5000 }, mails: 500 }
  assert.equal(faults({ isStranger: false }, ofStaff), 0)
  assert.equal(faults({ isStranger: false }, { ...ofStaff, heldMs: 51 }), 1)
})

test('the records that a request names are counted, as many as its endpoint accepts: lists of a body, seats of a form', () => {
  const booking = targets.find(({ id }) => id === 'createBooking')!
  const json = (body: unknown, target = booking) =>
    namedRecords(target, { method: 'POST', path: '/x', body: JSON.stringify(body) })
  assert.equal(json({ dateId: 1, seats: [{ later: true }, { later: true }], accepted: [7] }), 3)
  assert.equal(json({ dateId: 1 }), 0)
  assert.equal(
    json({ seats: Array(100_000).fill({}) }),
    mostElements(booking.body),
    'as many as are accepted',
  )
  assert.ok(mostElements(booking.body) < 1000)
  assert.equal(namedRecords(booking, { method: 'POST', path: '/x', body: '{"seats":[' }), 0)

  const page = targets.find(({ id }) => id === 'POST /book/{dateId}')!
  const form = {
    encoding: 'urlencoded',
    pairs: [
      ['step', 'book'],
      ['seatCount', '12'],
      ['seats.1.email', 'a@b.example'],
      ['seats.2.email', ''],
    ],
  } as const
  for (const encoding of ['urlencoded', 'multipart', 'json'] as const) {
    const { body } = encodeForm(form.pairs, encoding)
    assert.equal(namedRecords(page, { method: 'POST', path: '/book/1', body }), 12, encoding)
    const seats = encodeForm(
      [
        ['seat.17', 'cancel 0'],
        ['seat.18', 'keep'],
        ['reason', 'x'],
      ],
      encoding,
    )
    assert.equal(namedRecords(page, { method: 'POST', path: '/book/1', body: seats.body }), 2, encoding)
  }
  const upload = { ...page, content: 'file' } as const
  assert.equal(namedRecords(upload, { method: 'POST', path: '/x', body: 'seatCount=99' }), 0)
})

test('the rows that requests write are counted by table, those of jobs are not', async () => {
  const counter = await countWrittenRows(client)
  const body = { lastName: 'Drei', email: 'drei@kontor.example' }
  await kontor.call('POST', '/contacts', { body })
  const { rows, mails } = await counter.take()
  assert.deepEqual([rows['contact'], rows['email_address'], mails], [1, 1, 0])
  await client.query(
    `insert into website_key (client_id, hash) select id, decode(repeat('00', 32), 'hex') from client`,
  )
  await counter.take()
  await client.query(
    `insert into website_key_use (key_id, day, requests) select id, current_date, 1 from website_key`,
  )
  await client.query(
    `begin; set local kontor.via = 'kontor'; update contact set last_name = 'Vier' where last_name = 'Drei'; commit`,
  )
  assert.deepEqual(await counter.take(), { rows: {}, mails: 0, batched: 1 })
  await counter.close()
  const { rows: left } = await client.query(`select from pg_trigger where tgname like 'attack_%'`)
  assert.equal(left.length, 0)
})

test('the attacked service tells for how long its main thread was busy', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-loop-'))
  const socket = join(folder, 'socket')
  const watch = pathToFileURL(join(import.meta.dirname, '../../proof/attack/costs/loop-watch.js')).href
  const program = `setInterval(() => {}, 1000)
    process.on('message', () => {
      const start = process.threadCpuUsage().user
      while (process.threadCpuUsage().user - start < 80_000);
      process.send('done')
    })
    setTimeout(() => process.send('ready'), 100)`
  const child = spawn(process.execPath, [`--import=${watch}`, '-e', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ATTACK_SOCKET: socket },
  })
  try {
    await once(child, 'message')
    await askHeldMs(socket)
    assert.ok((await askHeldMs(socket)) < 40)
    child.send('work')
    await once(child, 'message')
    assert.ok((await askHeldMs(socket)) >= 75)
  } finally {
    child.kill()
    await rm(folder, { recursive: true })
  }
})
