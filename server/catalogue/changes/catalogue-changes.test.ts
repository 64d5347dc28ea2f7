// The changes since a cursor: complete for every order of commits, each record once, and none of records that nobody saw.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { linkTo } from '../../../test/support/servers/connections.ts'
import { type TestInstance, testInstance } from '../../../test/support/test-instance.ts'
import { openBarrier } from '../../platform/database/barrier.ts'
import { deleteOldEntries } from './catalogue-changes.sql.ts'
import { type CatalogueChanges, openCatalogueChanges } from './catalogue-changes.ts'
import { decodeCursor, encodeCursor } from './change-cursor.ts'

const today = '2026-06-15'
let kontor: TestInstance
let changes: CatalogueChanges
before(async () => {
  kontor = await testInstance()
  changes = openCatalogueChanges(kontor.db)
  kontor.barrier.subscribe(changes)
})
after(() => kontor.close())

const run = async (text: string): Promise<number> =>
  (await sql.raw<{ id: number }>(text).execute(kontor.db)).rows[0]?.id as number

async function read(cursor?: string, { limit = 100, day = today, of = changes } = {}) {
  await kontor.barrier.ensureCurrent()
  const page = await of.read(cursor, limit, day)
  assert.ok(typeof page === 'object', String(page))
  const told = page.changes.map(({ type, id, isPublished, reason }) => [
    type,
    id,
    isPublished ? 'changed' : 'removed',
    reason,
  ])
  return { ...page, told }
}
const newest = async (): Promise<string> => (await read()).next

async function withClients<T>(count: number, work: (clients: pg.Client[]) => Promise<T>): Promise<T> {
  const clients = Array.from({ length: count }, () => new pg.Client(kontor.ownerConnection))
  await Promise.all(clients.map((client) => client.connect()))
  try {
    return await work(clients)
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

const addEvent = (title = 'Kurs') => run(`insert into event (title) values ('${title}') returning id`)
const addDate = (event: number) => run(`insert into event_date (event_id) values (${event}) returning id`)

test('a date and an event are told when they are created, changed, withdrawn and deleted', async () => {
  const start = await newest()
  const event = await addEvent()
  const date = await addDate(event)
  const created = await read(start)
  assert.deepEqual(created.told, [
    ['date', date, 'changed', 'content'],
    ['event', event, 'changed', 'content'],
  ])
  assert.deepEqual((await read(created.next)).told, [])
  await run(`update event_date set booked_count = 1, participants_max = 5 where id = ${date}`)
  await run(`update event_date set booked_count = 0 where id = ${date}`)
  const changed = await read(created.next)
  assert.deepEqual(changed.told, [['date', date, 'changed', 'content']])
  await run(`update event_date set booked_count = 2 where id = ${date}`)
  const booked = await read(changed.next)
  assert.deepEqual(booked.told, [['date', date, 'changed', 'seats']])
  await run(`update event set is_published = false where id = ${event}`)
  const withdrawn = await read(booked.next)
  assert.deepEqual(withdrawn.told, [
    ['date', date, 'removed', 'withdrawn'],
    ['event', event, 'removed', 'withdrawn'],
  ])
  await run(`update event_date set title = 'Entwurf' where id = ${date}`)
  const draft = await read(withdrawn.next)
  assert.deepEqual(draft.told, [], 'nobody saw the draft')
  await run(`update event set is_published = true where id = ${event}`)
  const published = await read(draft.next)
  assert.deepEqual(published.told, [
    ['date', date, 'changed', 'content'],
    ['event', event, 'changed', 'content'],
  ])
  await run(`delete from event where id = ${event}`)
  assert.deepEqual((await read(published.next)).told, [
    ['date', date, 'removed', 'deleted'],
    ['event', event, 'removed', 'deleted'],
  ])
})

test('dates are told that show a changed event, location, trainer, file, module or list of values', async () => {
  const event = await addEvent()
  const series = await addDate(event)
  const module = await addDate(await addEvent('Modul'))
  const trainer = await run(`insert into trainer (last_name) values ('Alt') returning id`)
  const file = await run(
    `insert into catalogue_file (name, access_right) values ('f', 'public') returning id`,
  )
  const location = await run(
    `insert into contact (contact_type, last_name) values ('location', 'Haus') returning id`,
  )
  await run(`insert into location (contact_id) values (${location})`)
  await run(`insert into date_location values (${module}, ${location})`)
  await run(`insert into date_trainer (date_id, position, trainer_id) values (${module}, 1, ${trainer})`)
  await run(`insert into event_file values (${event}, ${file})`)
  const link = await run(
    `insert into series_module (date_id, module_type) values (${series}, 'mandatory') returning id`,
  )
  await run(`insert into series_module_date (series_module_id, linked_date_id) values (${link}, ${module})`)
  let cursor = await newest()
  const toldAfter = async (statement: string) => {
    await run(statement)
    const { told, next } = await read(cursor)
    cursor = next
    return told
  }
  const inModule = (reason: string) => [
    ['date', series, 'changed', reason === 'content' ? 'module' : reason],
    ['date', module, 'changed', reason],
  ]
  assert.deepEqual(
    await toldAfter(`update event_date set title = 'M' where id = ${module}`),
    inModule('content'),
  )
  assert.deepEqual(
    await toldAfter(`update contact set last_name = 'Neu' where id = ${location}`),
    inModule('location'),
  )
  assert.deepEqual(
    await toldAfter(`update trainer set last_name = 'Neu' where id = ${trainer}`),
    inModule('trainer'),
  )
  assert.deepEqual(await toldAfter(`update catalogue_file set name = 'g' where id = ${file}`), [
    ['date', series, 'changed', 'file'],
    ['event', event, 'changed', 'file'],
  ])
  assert.deepEqual(await toldAfter(`update event set title = 'Neu' where id = ${event}`), [
    ['date', series, 'changed', 'event'],
    ['event', event, 'changed', 'content'],
  ])
  const all = await toldAfter(`update date_status set is_bookable = not is_bookable where status = 'planned'`)
  assert.ok(all.length >= 4 && all.every(([, , , reason]) => reason === 'lookups'), JSON.stringify(all))
})

test('a transaction that begins early and commits late is told, also after its cursor has moved on', async () => {
  const event = await addEvent()
  await withClients(1, async ([early]) => {
    await early!.query('begin')
    const { rows } = await early!.query(`insert into event_date (event_id) values (${event}) returning id`)
    let { next } = await read(await newest())
    for (let index = 0; index < 3; index++) {
      const later = await addDate(event)
      const page = await read(next)
      assert.deepEqual(page.told, [['date', later, 'changed', 'content']])
      next = page.next
    }
    await early!.query('commit')
    assert.deepEqual((await read(next)).told, [['date', rows[0].id, 'changed', 'content']])
  })
})

test('changes that are rolled back are not reported', async () => {
  const start = await newest()
  await withClients(1, async ([client]) => {
    await client!.query('begin')
    await client!.query(`insert into event (title) values ('nie')`)
    await client!.query('rollback')
  })
  assert.deepEqual((await read(start)).told, [])
})

test('pages report each record once, and changes between two pages after the last one', async () => {
  const event = await addEvent()
  const start = await newest()
  const dates = []
  for (let index = 0; index < 5; index++) dates.push(await addDate(event))
  const first = await read(start, { limit: 2 })
  assert.deepEqual(
    first.told.map(([, id]) => id),
    dates.slice(0, 2),
  )
  assert.equal(first.isLast, false)
  await run(`update event_date set title = 'x' where id in (${dates[0]}, ${dates[4]})`)
  const second = await read(first.next, { limit: 2 })
  assert.deepEqual(
    second.told.map(([, id]) => id),
    dates.slice(2, 4),
  )
  const third = await read(second.next, { limit: 2 })
  assert.deepEqual(
    third.told.map(([, id]) => id),
    dates.slice(4),
  )
  assert.equal(third.isLast, false, 'something has changed since the first page')
  const rest = await read(third.next, { limit: 2 })
  assert.deepEqual(
    rest.told.map(([, id]) => id),
    [dates[0], dates[4]],
  )
  assert.equal(rest.isLast, false, 'the page is full')
  const end = await read(rest.next)
  assert.deepEqual([end.told, end.isLast], [[], true])
  assert.deepEqual(await read(end.next), end)
})

test('a page is empty only if nothing has changed: the last one of a window may have nothing left', async () => {
  const event = await addEvent()
  const start = await newest()
  const dates = [await addDate(event), await addDate(event)]
  const full = await read(start, { limit: 2 })
  assert.deepEqual(
    full.told.map(([, id]) => id),
    dates,
  )
  await run(`update event_date set title = 'x' where id = ${dates[0]}`)
  const next = await read(full.next, { limit: 2 })
  assert.deepEqual(
    next.told.map(([, id]) => id),
    dates.slice(0, 1),
  )
  assert.equal(next.isLast, true)
})

test('a cursor holds in another process and after a restart, and costs no statement while nothing is new', async () => {
  const start = await newest()
  const link = linkTo(kontor.connection)
  const barrier = openBarrier(link)
  try {
    let statements = 0
    const counted = new Proxy(kontor.db, {
      get(db, name) {
        if (name === 'getExecutor') statements++
        const value = Reflect.get(db, name)
        return typeof value === 'function' ? value.bind(db) : value
      },
    })
    const other = openCatalogueChanges(counted)
    barrier.subscribe(other)
    const readThere = async (cursor: string) => {
      await barrier.ensureCurrent()
      return read(cursor, { of: other })
    }
    assert.equal((await readThere(start)).next, start)
    assert.equal(statements, 1)
    await run(`insert into contact (contact_type, last_name) values ('person', 'P')`)
    assert.equal((await readThere(start)).next, start)
    assert.equal(statements, 1, 'the same cursor')
    const event = await addEvent()
    assert.deepEqual((await readThere(start)).told, [['event', event, 'changed', 'content']])
    assert.ok(statements > 1)
  } finally {
    await barrier.close()
    link.closeAll()
  }
})

test('a cursor ends after 30 days, in another database, after a promotion, and when a table was emptied', async () => {
  const cursor = decodeCursor(await newest())!
  const outcome = async (changed: object, day = today) => {
    await kontor.barrier.ensureCurrent()
    return changes.read(encodeCursor({ ...cursor, ...changed }), 10, day)
  }
  assert.equal(typeof (await outcome({})), 'object')
  assert.equal(typeof (await outcome({}, '2026-07-15')), 'object')
  assert.equal(await outcome({}, '2026-07-16'), 'gone')
  assert.equal(await outcome({ system: '1' }), 'gone')
  assert.equal(await outcome({ database: '1' }), 'gone')
  assert.equal(await outcome({ timeline: '00000002' }), 'gone')
  await sql`truncate series_module_date`.execute(kontor.owner)
  assert.equal(await outcome({}), 'gone')
  assert.deepEqual((await read(await newest())).told, [])
})

test('the day of a cursor is that up to which its changes are told', async () => {
  const start = await newest()
  assert.equal((await read(start)).since, today)
  const later = await read(start, { day: '2026-06-18' })
  assert.equal(later.since, today)
  assert.notEqual(later.next, start)
  assert.equal((await read(later.next, { day: '2026-06-18' })).since, '2026-06-18')
})

test('an invalid cursor is refused', async () => {
  const cursor = decodeCursor(await newest())!
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const bad = [
    '',
    'x',
    '%00',
    'a'.repeat(20_000),
    encode({}),
    encode([1]),
    encode([2, '', '', '', today, '1:1:']),
    ...['0:1:', '5:4:', '3:9:4,4', '3:9:9', '3:9:2', '1:99999999999999999999:', `1:1:'`].map((from) =>
      encodeCursor({ ...cursor, from }),
    ),
    ...['2026-13-01', 'today'].map((day) => encodeCursor({ ...cursor, day })),
    encodeCursor({ ...cursor, page: { until: '1', after: { type: 'date', id: 1 } } }),
    encodeCursor({ ...cursor, page: { until: '1:1:', after: { type: 'date', id: 2 ** 31 } } }),
  ]
  for (const text of bad) assert.equal(await changes.read(text, 10, today), 'malformed', text.slice(0, 80))
})

test('entries that a later one follows are deleted, but not if somebody may know only the later one', async () => {
  const event = await addEvent()
  const date = await addDate(event)
  const entries = async () =>
    Number(
      (
        await sql<{
          count: string
        }>`select count(*) from catalogue_change where topic = 'date' and record_id = ${date}`.execute(
          kontor.db,
        )
      ).rows[0]!.count,
    )
  const start = await newest()
  await withClients(1, async ([early]) => {
    // The early transaction touches the date by a child row, without a lock on it.
    await early!.query('begin')
    await early!.query(`insert into cache_invalidation (topic, record_id) values ('date', ${date})`)
    await run(`update event_date set title = 'später' where id = ${date}`)
    const { next } = await read(start)
    await early!.query('commit')
    await deleteOldEntries(kontor.db)
    assert.deepEqual((await read(next)).told, [['date', date, 'changed', 'content']])
    assert.deepEqual((await read(start)).told, [['date', date, 'changed', 'content']])
  })
  // Transactions in other databases of the server count, too: those of other tests.
  for (let attempt = 1; attempt === 1 || (attempt < 200 && (await entries()) > 1); attempt++) {
    await run(`update event_date set title = 'zuletzt ${attempt}' where id = ${date}`)
    await deleteOldEntries(kontor.db)
    await setTimeout(50)
  }
  assert.equal(await entries(), 1)
  assert.deepEqual((await read(start)).told, [['date', date, 'changed', 'content']])
  await sql`update catalogue_change set changed_at = now() - interval '33 days'`.execute(kontor.db)
  await deleteOldEntries(kontor.db)
  assert.equal(await entries(), 0)
})
