// Whatever is written to what an answer shows, the read model is told of it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { allFlags } from '../../../test/support/catalogue-data.ts'
import { type TestInstance, testInstance } from '../../../test/support/test-instance.ts'
import { openReadModel } from './read-model.ts'

const today = '2026-06-15'
let kontor: TestInstance
before(async () => {
  kontor = await testInstance()
})
after(() => kontor.close())

/** A read model that is new says what is true. */
const freshAnswer = async (): Promise<string> =>
  (await openReadModel(kontor.db, 1 << 26).answer(allFlags, 'all', today)).bytes.toString()

test('11.5 every table that an answer shows is followed', async () => {
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
    assert.equal(answer, await freshAnswer(), step)
    if (!/is_bookable = false|^update series_module/.test(step)) assert.notEqual(answer, before, step)
  }
})
