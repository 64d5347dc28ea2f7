// The read model: a response shows one state of the catalogue, changes renew the affected records, memory is bounded.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, type LogEvent, sql } from 'kysely'
import { allFlags, fixtureSql } from '../../../test/support/catalogue-data.ts'
import { linkTo } from '../../../test/support/servers/connections.ts'
import { type TestInstance, testInstance } from '../../../test/support/test-instance.ts'
import { type Database, openPool } from '../../platform/database/database.ts'
import { PoolDialect } from '../../platform/database/driver.ts'
import { serviceLimits } from '../../platform/database/time-limits.ts'
import type { EventQuery } from '../contract/event.schema.ts'
import { allCounters, countersOfDate, countersOfEvent, openReadModel, type ReadModel } from './read-model.ts'

const limit = 1 << 26
const today = '2026-06-15'
let kontor: TestInstance
let observedDb: Kysely<Database>
let onQuery: (event: LogEvent) => void | Promise<void> = () => {}
beforeEach(async () => {
  kontor = await testInstance()
  await sql.raw(fixtureSql).execute(kontor.db)
  observedDb = new Kysely<Database>({
    dialect: new PoolDialect(openPool(linkTo(kontor.connection), 2), serviceLimits.commitMs, async () => {}),
    log: (event) => onQuery(event),
  })
  onQuery = () => {}
})
afterEach(async () => {
  await observedDb?.destroy()
  await kontor.close()
})

const answerText = async (catalogue: ReadModel, query: EventQuery): Promise<string> =>
  (await catalogue.respond(query, JSON.stringify(query), today)).bytes.toString()

/** The texts of the queries that some work takes. */
async function queriesOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  onQuery = ({ query }) => void texts.push(query.sql)
  await work()
  onQuery = () => {}
  return texts
}

const dateChange = { topic: 'date', id: 0 }

test('11.5 a response shows one state of the catalogue, whatever is written while it is built', async () => {
  const query = { eventId: 1, allDateTrainers: true }
  for (let nth = 1; nth <= 60; nth += 3) {
    const states = new Set([await answerText(openReadModel(kontor.db, limit), query)])
    let seen = 0
    let wrote = false
    onQuery = async () => {
      if (++seen !== nth) return
      await kontor.db.transaction().execute(async (tx) => {
        await sql`update event_date set title = ${`changed ${nth}`} where id = 10`.execute(tx)
        await sql`update trainer set last_name = ${`changed ${nth}`}`.execute(tx)
        await sql`update event set title = ${`changed ${nth}`} where id = 1`.execute(tx)
      })
      wrote = true
    }
    const answer = await answerText(openReadModel(observedDb, limit), query)
    if (!wrote) break
    states.add(await answerText(openReadModel(kontor.db, limit), query))
    assert.equal(states.size, 2)
    assert.ok(states.has(answer), `written at query ${nth}`)
  }
})

test('the number of queries does not depend on the number of records', async () => {
  const count = async () =>
    (await queriesOf(() => answerText(openReadModel(observedDb, limit), allFlags))).length
  await sql`insert into series_module (id, date_id) values (1, 10)`.execute(kontor.db)
  await sql`insert into series_module_date (series_module_id, linked_date_id) values (1, 20)`.execute(
    kontor.db,
  )
  const few = await count()
  await sql`insert into event (id, title) select i, 'more' from generate_series(100, 110) i`.execute(
    kontor.db,
  )
  await sql`insert into event_date (id, event_id, title, start_date)
    select 1000 + row_number() over (), e.id, 'date', '2026-07-01' from event e, generate_series(1, 20)`.execute(
    kontor.db,
  )
  await sql`insert into date_trainer (date_id, position, trainer_id) select id, 7, 1 from event_date`.execute(
    kontor.db,
  )
  await sql`insert into series_module_date (series_module_id, linked_date_id)
    select 1, id from event_date where title = 'date'`.execute(kontor.db)
  assert.equal(await count(), few)
  assert.ok(few <= 60, String(few))
})

test('a booking renews counters with one statement, other changes renew the affected records', async () => {
  const catalogue = openReadModel(observedDb, limit)
  await answerText(catalogue, allFlags)
  await sql`update event_date set booked_count = 1 where id = 10`.execute(kontor.db)
  const booking = await queriesOf(async () => {
    catalogue.applyChanges([dateChange])
    assert.equal(
      await answerText(catalogue, allFlags),
      await answerText(openReadModel(kontor.db, limit), allFlags),
    )
  })
  assert.equal(booking.length, 1, booking.join('\n'))
  await sql`update event set title = 'another' where id = 1`.execute(kontor.db)
  const renaming = await queriesOf(async () => {
    catalogue.applyChanges([{ topic: 'event', id: 1 }])
    assert.equal(
      await answerText(catalogue, allFlags),
      await answerText(openReadModel(kontor.db, limit), allFlags),
    )
  })
  assert.ok(!renaming.some((text) => text.includes('"date_hours"')), renaming.join('\n'))
})

test('a booking leaves cached responses that it does not affect', async () => {
  const catalogue = openReadModel(observedDb, limit)
  const responseTo = (eventId: number) => catalogue.respond({ eventId }, String(eventId), today)
  const [changedEvent, other] = [await responseTo(1), await responseTo(2)]
  await sql`update event_date set booked_count = booked_count + 1 where id = 10`.execute(kontor.db)
  catalogue.applyChanges([dateChange])
  assert.notEqual(await responseTo(1), changedEvent)
  assert.equal(await responseTo(2), other)
  assert.equal(responseTo(2), other)
})

test('a response of a website is dropped by a booking of what it counts', async () => {
  const catalogue = openReadModel(observedDb, limit)
  const counted = [
    allCounters,
    countersOfEvent(1),
    countersOfDate(10),
    countersOfEvent(2),
    countersOfDate(11),
  ]
  const responseTo = (counter: number) =>
    catalogue.respondWith(String(counter), () => ({
      bytes: Buffer.from('{}'),
      headers: {},
      counters: new Set([counter]),
    }))
  const before = await Promise.all(counted.map(responseTo))
  await sql`update event_date set booked_count = booked_count + 1 where id = 10`.execute(kontor.db)
  catalogue.applyChanges([dateChange])
  const after = await Promise.all(counted.map(responseTo))
  assert.deepEqual(
    after.map((response, index) => response === before[index]),
    [false, false, false, true, true],
  )
})

/** Holds the next query, if one comes soon. @returns lets it continue */
async function holdNextQuery(): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await new Promise<void>((resolve) => {
    onQuery = () => {
      onQuery = () => {}
      resolve()
      return released
    }
    setTimeout(resolve, 300)
  })
  onQuery = () => {}
  return release
}

test('11.5 requests that lack different records at once do not hide a change from later ones', async () => {
  const catalogue = openReadModel(observedDb, limit)
  await answerText(catalogue, { eventId: 99 })
  const holding = holdNextQuery()
  const first = [1, 2].map((eventId) => answerText(catalogue, { eventId }))
  const releaseOne = await holding
  await Promise.race([...first, wait(300)])
  await sql`update event set title = 'another' where id = 1`.execute(kontor.db)
  const holdingRenewal = holdNextQuery()
  catalogue.applyChanges([{ topic: 'event', id: 1 }])
  const releaseRenewal = await holdingRenewal
  releaseOne()
  await wait(300)
  const later = answerText(catalogue, { eventId: 1 })
  await wait(100)
  releaseRenewal()
  assert.match(await later, /another/)
  await Promise.all(first)
})

test('missing records of concurrent requests are read together', async () => {
  const catalogue = openReadModel(observedDb, limit)
  await answerText(catalogue, { eventId: 99 })
  const one = await queriesOf(() => answerText(catalogue, { eventId: 1 }))
  const several = openReadModel(observedDb, limit)
  await answerText(several, { eventId: 99 })
  const together = await queriesOf(() =>
    Promise.all(
      [{ eventId: 1 }, { eventId: 2 }, { eventId: 3 }, {}].map((query) => answerText(several, query)),
    ),
  )
  assert.ok(together.length <= 2 * one.length, `${together.length} queries, ${one.length} for one`)
  await sql`update event_date set booked_count = 1 where id = 10`.execute(kontor.db)
  const later = await queriesOf(async () => {
    several.applyChanges([dateChange])
    await answerText(several, {})
  })
  assert.equal(later.length, 1, 'what has been read is not read again')
})

test('responses are the same with almost no cache', async () => {
  const catalogue = openReadModel(observedDb, 1)
  const expected = await answerText(openReadModel(kontor.db, limit), allFlags)
  for (let time = 0; time < 3; time++) {
    assert.equal(await answerText(catalogue, allFlags), expected)
    await new Promise((done) => setImmediate(done))
  }
  assert.deepEqual(
    new Set(await Promise.all([1, 2, 3, 4].map(() => answerText(catalogue, allFlags)))),
    new Set([expected]),
  )
})

test('a change while the database is not reachable is not missed', async () => {
  const catalogue = openReadModel(observedDb, limit)
  await answerText(catalogue, allFlags)
  await sql`update event set title = 'while away' where id = 1`.execute(kontor.db)
  onQuery = ({ level }) => {
    if (level === 'query') throw new Error('Connection terminated')
  }
  catalogue.applyChanges([{ topic: 'event', id: 1 }])
  await assert.rejects(answerText(catalogue, allFlags))
  onQuery = () => {}
  assert.match(await answerText(catalogue, allFlags), /while away/)
})
