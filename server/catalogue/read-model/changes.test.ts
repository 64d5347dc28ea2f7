// The read model notices every write to data that responses show.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { allFlags } from '../../../test/support/catalogue-data.ts'
import { type TestInstance, testInstance } from '../../../test/support/test-instance.ts'
import { openReadModel } from './read-model.ts'

const today = '2026-06-15'
let kontor: TestInstance
before(async () => {
  kontor = await testInstance()
})
after(() => kontor.close())

/** The response of a new read model. */
const freshResponse = async (): Promise<string> =>
  (await openReadModel(kontor.db, 1 << 26).respond(allFlags, 'all', today)).bytes.toString()

test('11.5 changes of every table that a response shows are tracked', async () => {
  const insertReturningId = async (text: string) =>
    (await sql.raw<{ id: number }>(text).execute(kontor.db)).rows[0]?.id as number
  const catalog = await insertReturningId(`insert into catalogue (name) values ('K') returning id`)
  const category = await insertReturningId(
    `insert into catalogue_category (catalogue_id, name) values (${catalog}, 'A') returning id`,
  )
  const event = await insertReturningId(`insert into event (title) values ('Reihe') returning id`)
  const date = await insertReturningId(
    `insert into event_date (event_id, participants_max) values (${event}, 5) returning id`,
  )
  const module = await insertReturningId(`insert into event_date (event_id) values (${event}) returning id`)
  const location = await insertReturningId(
    `insert into contact (contact_type, last_name) values ('location', 'Haus') returning id`,
  )
  const trainer = await insertReturningId(
    `insert into trainer (identifier, last_name) values ('T1', 'Alt') returning id`,
  )
  const file = await insertReturningId(
    `insert into catalogue_file (name, access_right) values ('f', 'public') returning id`,
  )
  const config = await insertReturningId(
    `insert into series_module (date_id, module_type) values (${date}, 'mandatory') returning id`,
  )
  const contact = await insertReturningId(
    `insert into contact (contact_type, last_name) values ('person', 'P') returning id`,
  )
  const steps = [
    `insert into event_in_category values (${event}, ${category})`,
    `update catalogue_category set name = 'B'`,
    `insert into event_price (event_id, position, title) values (${event}, 1, 'x')`,
    `insert into event_file values (${event}, ${file})`,
    `update catalogue_file set name = 'g'`,
    `insert into catalogue_pdf (date_id, position) values (${date}, 1)`,
    `insert into conference_package_item (event_id, position) values (${event}, 1)`,
    `insert into date_catalogue values (${date}, ${catalog})`,
    `insert into date_file values (${date}, ${file})`,
    `insert into date_partner (date_id, position) values (${date}, 1)`,
    `insert into date_responsible_person (date_id, position) values (${date}, 1)`,
    `insert into date_session_day (date_id, position) values (${date}, 1)`,
    `insert into location (contact_id) values (${location}); insert into date_location values (${date}, ${location})`,
    `update location set link = 'https://haus.example'`,
    `update contact set last_name = 'Neues Haus' where id = ${location}`,
    `insert into address (contact_id, address_type_id, is_default, city) values (${location}, 1, true, 'Bonn')`,
    `update address set city = 'Köln'`,
    `insert into phone (contact_id, type, number, is_default) values (${location}, 'phone', '1', true)`,
    `insert into date_trainer (date_id, position, trainer_id, is_main) values (${date}, 1, ${trainer}, true)`,
    `update trainer set last_name = 'Neu'`,
    `insert into date_price (date_id, position, title) values (${date}, 1, 'y')`,
    `insert into hotel_quota (date_id, name) values (${date}, 'H')`,
    `insert into series_module_date (series_module_id, linked_date_id) values (${config}, ${module})`,
    `update series_module set position = 3`,
    `update event_date set title = 'Modul' where id = ${module}`,
    `update date_status set is_bookable = false where status = 'planned'`,
    `insert into booking (contact_id, date_id, status) values (${contact}, ${date}, 'booked')`,
    `update booking set status = 'cancelled'`,
    `delete from date_price`,
  ]
  for (const step of steps) {
    const before = (await kontor.call('GET', '/events', { body: allFlags })).text
    for (const statement of step.split('; ')) await sql.raw(statement).execute(kontor.db)
    const answer = (await kontor.call('GET', '/events', { body: allFlags })).text
    assert.equal(answer, await freshResponse(), step)
    if (!/is_bookable = false|^update series_module/.test(step)) assert.notEqual(answer, before, step)
  }
})

/** A series with a module, its date linked or not, and a location, a trainer and a file that no date shows yet. */
async function insertSeries(): Promise<Record<string, number>> {
  const { rows } = await sql
    .raw<Record<string, number>>(`
    with e as (insert into event (title) values ('Reihe') returning id),
      d as (insert into event_date (event_id, title) select e.id, t from e, unnest(array['series', 'other series', 'module']) t returning id, title),
      m as (insert into series_module (date_id, module_type) select id, 'mandatory' from d where title = 'series' returning id),
      c as (insert into contact (contact_type, last_name) values ('location', 'Haus') returning id),
      a as (insert into address (contact_id, address_type_id, is_default, city) select id, 1, true, 'Bonn' from c),
      t as (insert into trainer (last_name) values ('Alt') returning id),
      f as (insert into catalogue_file (name, access_right) values ('f', 'public') returning id)
    select e.id as event, series.id as series, other.id as other, module.id as date, m.id as module, c.id as location, t.id as trainer, f.id as file
    from e, d series, d other, d module, m, c, t, f
    where series.title = 'series' and other.title = 'other series' and module.title = 'module'`)
    .execute(kontor.db)
  const ids = rows[0]!
  await sql.raw(`insert into location (contact_id) values (${ids['location']})`).execute(kontor.db)
  return ids
}

// Of each pair, neither transaction sees the other's rows.
const pairs: Record<
  string,
  (ids: Record<string, number>) => { before?: string; late: string; early: string }
> = {
  'a location': ({ date, location }) => ({
    late: `update contact set last_name = 'Neu' where id = ${location}`,
    early: `insert into date_location values (${date}, ${location})`,
  }),
  'an address of a location': ({ date, location }) => ({
    late: `update address set city = 'Neu' where contact_id = ${location}`,
    early: `insert into date_location values (${date}, ${location})`,
  }),
  'a phone of a location': ({ date, location }) => ({
    late: `insert into phone (contact_id, type, number, is_default) values (${location}, 'phone', 'Neu', true)`,
    early: `insert into date_location values (${date}, ${location})`,
  }),
  'the link of a location': ({ date, location }) => ({
    late: `update location set link = 'Neu' where contact_id = ${location}`,
    early: `insert into date_location values (${date}, ${location})`,
  }),
  'a trainer of a module': ({ date, module, trainer }) => ({
    before: `insert into series_module_date (series_module_id, linked_date_id) values (${module}, ${date})`,
    late: `update trainer set last_name = 'Neu' where id = ${trainer}`,
    early: `insert into date_trainer (date_id, position, trainer_id, is_main) values (${date}, 1, ${trainer}, true)`,
  }),
  'a file of a date': ({ date, file }) => ({
    late: `update catalogue_file set name = 'Neu' where id = ${file}`,
    early: `insert into date_file values (${date}, ${file})`,
  }),
  'a file of an event': ({ event, file }) => ({
    late: `update catalogue_file set name = 'Neu' where id = ${file}`,
    early: `insert into event_file values (${event}, ${file})`,
  }),
  'a date linked with a module that moves to another series': ({ date, module, other }) => ({
    before: `insert into series_module_date (series_module_id, linked_date_id) values (${module}, ${date})`,
    late: `delete from series_module_date where series_module_id = ${module}`,
    early: `update series_module set date_id = ${other} where id = ${module}`,
  }),
  'how the dates of a module are sorted': ({ date, module, series }) => ({
    before: `insert into series_module_date (series_module_id, linked_date_id, position) values (${module}, ${date}, 2), (${module}, ${series}, 1);
      update event_date set start_date = '2026-07-01' where id = ${date}`,
    late: `update series_sort set by_date = not by_date`,
    early: `update series_module set sort_by = (select min(sort_by) from series_sort) where id = ${module}`,
  }),
}
for (const [name, pair] of Object.entries(pairs))
  test(`11.5 ${name}: one transaction changes it while another adds what shows it`, async () => {
    const { before: first = '', late, early } = pair(await insertSeries())
    await sql.raw(first || 'select').execute(kontor.db)
    const response = async () => (await kontor.call('GET', '/events', { body: allFlags })).text
    await response()
    const client = new pg.Client(kontor.connection)
    await client.connect()
    try {
      await client.query(`begin; ${late}`)
      await sql.raw(early).execute(kontor.db)
      const between = await response()
      assert.equal(between, await freshResponse())
      await client.query('commit')
      assert.equal(await response(), await freshResponse())
      assert.notEqual(await response(), between)
    } finally {
      await client.end()
    }
  })

test('a location refers to a contact of this type, which never changes', async () => {
  const insert = (type: string) =>
    sql
      .raw<{ id: number }>(
        `insert into contact (contact_type, last_name) values ('${type}', 'X') returning id`,
      )
      .execute(kontor.db)
  const [person, location] = [(await insert('person')).rows[0]!.id, (await insert('location')).rows[0]!.id]
  const run = (text: string) => sql.raw(text).execute(kontor.db)
  await assert.rejects(run(`insert into location (contact_id) values (${person})`), /is not a location/)
  await run(`insert into location (contact_id) values (${location})`)
  await assert.rejects(
    run(`update contact set contact_type = 'person' where id = ${location}`),
    /cannot be changed/,
  )
})
