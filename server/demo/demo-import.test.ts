import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from '../../test/support/test-instance.ts'
import type { Event } from '../catalogue/contract/event.schema.ts'
import { importDataSet } from '../exchange/import.ts'
import { demoDataSet } from './data-set.ts'

test('the demo is imported without errors within seconds and exported unchanged', async (t) => {
  const kontor = await testInstance()
  t.after(() => kontor.close())
  const today = '2026-03-18'
  kontor.clock.set(`${today}T08:00:00Z`)
  const set = demoDataSet(today)
  const start = performance.now()
  await importDataSet(kontor.db, Readable.from([Buffer.from(JSON.stringify(set))]), {})
  t.diagnostic(`imported in ${((performance.now() - start) / 1000).toFixed(1)} s`)

  const flags =
    'mainDateTrainer=1&allDateTrainers=1&eventDateFiles=all&eventMetaData=1&dateMetaData=1&prices=1&ebgData=1&eventMetaTags=1&hotelQuota=1'
  const { status, json } = await kontor.call('GET', `/events?${flags}`)
  assert.equal(status, 200)
  // series_parents is derived.
  for (const event of json as Event[]) for (const date of event.dates) date.series_parents = []
  assert.equal(json.length, set.events.length)
  for (const [index, event] of set.events.entries()) assert.deepEqual(json[index], event)

  const person = set.contacts.at(-1)!
  const { json: contacts } = await kontor.call(
    'GET',
    `/contacts/${person.id}?loadAllAddresses=1&loadInvoiceAddresses=1&loadInvoiceSendAddresses=1&loadContactImage=1&loadResourceData=1`,
  )
  assert.deepEqual(contacts, [person])

  // Records of attendance belong to half days that take place.
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from attendance a where not exists (
      select from booking_half_day h where h.booking_id = a.booking_id and h.day = a.day and h.half = a.half)`.execute(
    kontor.db,
  )
  assert.equal(rows[0]!.count, 0)
  const office = await kontor.signIn({ rights: ['090300', 'booking', 'catalogue'] })
  for (const { resource, filter, sort, sortOrder } of set.savedViews) {
    const query = new URLSearchParams({
      ...Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)])),
      sort,
      order: sortOrder,
    })
    const { status, json: found } = await office.call('GET', `/${resource}?${query}`)
    assert.equal(status, 200)
    assert.ok(found.length > 0, `${resource}?${query}`)
  }
})
