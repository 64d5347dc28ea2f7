// A test instance with the catalogue of catalogue-data.ts, and its first event as GET /events returns it.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { sql } from 'kysely'
import type { EventDate } from '../../server/catalogue/contract/date.schema.ts'
import { Event, type EventQuery } from '../../server/catalogue/contract/event.schema.ts'
import { validationErrors } from '../../server/platform/http/validation.ts'
import { fixtureSql } from './catalogue-data.ts'
import { type TestInstance, testInstance } from './test-instance.ts'

type FirstEvent = { event: Event; date: EventDate; emptyDate: EventDate; text: string }

/** Opens the instance before the tests of a file, and closes it after them. */
export function catalogueInstance() {
  let kontor: TestInstance
  before(async () => {
    kontor = await testInstance()
    await sql.raw(fixtureSql).execute(kontor.db)
  })
  after(() => kontor.close())
  return {
    db: () => kontor.db,
    /** Event 1 with its dates, the full one and the empty one. */
    async getEvent(query: EventQuery = {}): Promise<FirstEvent> {
      const { status, json, text } = await kontor.call('GET', '/events', { body: { eventId: 1, ...query } })
      assert.equal(status, 200, text)
      assert.deepEqual(validationErrors(Event, json[0]), [])
      const event: Event = json[0]
      const [date, emptyDate] = event.dates
      return { event, date: date!, emptyDate: emptyDate!, text }
    },
  }
}

/** Asserts that fields are empty arrays. */
export function assertEmpty<T extends object>(record: T, ...fields: (keyof T)[]): void {
  for (const field of fields) assert.deepEqual(record[field], [], String(field))
}
