import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Kysely, type LogEvent, PostgresDialect, sql } from 'kysely'
import { type Database, openPool } from '../platform/database.ts'
import { type TestInstance, testInstance } from '../platform/test-instance.ts'
import { findEvents } from './catalogue.read.ts'
import { data } from './event.fixture.ts'
import type { EventQuery } from './event.schema.ts'

const today = '2026-06-15'
const all: EventQuery = {
  mainDateTrainer: true,
  allDateTrainers: true,
  nextDatesTrainers: 12,
  eventDateFiles: 'public,internal',
  eventMetaData: true,
  dateMetaData: true,
  prices: true,
  ebgData: true,
  eventMetaTags: true,
  hotelQuota: true,
}

let kontor: TestInstance
let watched: Kysely<Database>
let onQuery: (event: LogEvent) => void | Promise<void> = () => {}
before(async () => {
  kontor = await testInstance()
  await sql.raw(data).execute(kontor.db)
  watched = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: openPool(kontor.connection, 2) }),
    log: (event) => onQuery(event),
  })
})
after(async () => {
  await watched?.destroy()
  await kontor.close()
})

test('11.5 an answer is one state of the database, whatever is written while it is put together', async () => {
  let written = false
  onQuery = async ({ query }) => {
    if (written || !query.sql.includes('"event"')) return
    written = true
    await sql`update event_date set title = 'changed', participants_max = 99 where id = 10`.execute(kontor.db)
    await sql`delete from date_trainer where date_id = 10`.execute(kontor.db)
  }
  const [before] = await findEvents(watched, { eventId: 1, allDateTrainers: true }, today)
  assert.ok(written)
  assert.equal(before!.dates[0]!.date_title, 'dt')
  assert.equal(before!.dates[0]!.all_trainers.length, 2)
  const [afterwards] = await findEvents(watched, { eventId: 1, allDateTrainers: true }, today)
  assert.equal(afterwards!.dates[0]!.date_title, 'changed')
  assert.equal(afterwards!.dates[0]!.all_trainers.length, 0)
})

test('the number of queries does not depend on the number of records', async () => {
  const count = async () => {
    let queries = 0
    onQuery = () => void queries++
    await findEvents(watched, all, today)
    return queries
  }
  await sql`insert into series_module (id, date_id) values (1, 10)`.execute(kontor.db)
  await sql`insert into series_module_date (series_module_id, linked_date_id) values (1, 20)`.execute(
    kontor.db,
  )
  const few = await count()
  await sql`insert into event (id, title) select i, 'more' from generate_series(100, 130) i`.execute(
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
  assert.ok(few < 40, String(few))
})
