// An import tells the read models and websites what it changed, and nothing else.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fullDataSet } from '../../test/support/full-data-set.ts'
import { type TestInstance, testInstance } from '../../test/support/test-instance.ts'
import { openCatalogueChanges } from '../catalogue/changes/catalogue-changes.ts'
import type { CatalogueIndex } from '../catalogue/read-model/catalogue-index.ts'
import { openReadModel } from '../catalogue/read-model/read-model.ts'
import { importDataSet } from './import.ts'

const load = (kontor: TestInstance, set: unknown) =>
  importDataSet(kontor.db, Readable.from([Buffer.from(JSON.stringify(set))]), { mode: 'merge' })

/** The entries that work adds to the log of changes of the catalogue. */
async function told(kontor: TestInstance, work: () => Promise<unknown>): Promise<string[]> {
  await sql`delete from catalogue_change`.execute(kontor.owner)
  await work()
  const { rows } = await sql<{ entry: string }>`
    select distinct topic || ' ' || record_id as entry from catalogue_change order by 1`.execute(kontor.db)
  return rows.map(({ entry }) => entry)
}

test('13.13 a merge of one title tells that title and its dates alone', async (t) => {
  const kontor = await testInstance()
  t.after(() => kontor.close())
  const first = await told(kontor, () => load(kontor, fullDataSet()))
  assert.ok(first.includes('all 0'), 'a whole catalogue in an empty one')
  const [event] = fullDataSet()['events'] as { event_id: number }[]
  assert.ok(event)
  // The settings of dates, a section of its own, decide whether a date can be booked.
  await load(kontor, { events: [event] })

  assert.deepEqual(await told(kontor, () => load(kontor, { events: [event] })), [], 'nothing changed')
  const renamed = await told(kontor, () =>
    load(kontor, { events: [{ event_id: event.event_id, event_title: 'Neuer Titel' }] }),
  )
  assert.deepEqual(renamed, [`event ${event.event_id}`])
  const withNewValues = await told(kontor, () =>
    load(kontor, {
      events: [
        {
          event_id: 990,
          event_title: 'Neu',
          event_catalog_categories: [{ eventcat_id: 991, eventcatname_name: 'Neue Kategorie' }],
          dates: [{ date_id: 992, date_status: 'neuer Status', date_format: 'neues Format' }],
        },
      ],
    }),
  )
  assert.deepEqual(withNewValues, ['date 992', 'event 990'])
})

test('13.13 after a merge of one title, the read model reads that event alone, and cursors still hold', async (t) => {
  const kontor = await testInstance()
  t.after(() => kontor.close())
  await load(kontor, fullDataSet())
  await load(kontor, { events: [{ event_id: 990, event_title: 'Other', dates: [{ date_id: 992 }] }] })
  await sql`update event set is_published = true`.execute(kontor.owner)
  await sql`update event_date set is_published = true`.execute(kontor.owner)
  const model = openReadModel(kontor.db, 1 << 26)
  const changes = openCatalogueChanges(kontor.db)
  kontor.barrier.subscribe(model)
  kontor.barrier.subscribe(changes)
  await kontor.barrier.ensureCurrent()
  const entriesOf = ({ events, dates }: CatalogueIndex): [number | string, unknown][] => [
    ...events,
    ...[...dates].map(([id, date]): [string, unknown] => [`date ${id}`, date]),
  ]
  const [before, entries] = await model.read((index) => [index, new Map(entriesOf(index))])
  const start = await changes.read(undefined, 100, '2026-06-15')
  assert.ok(typeof start === 'object')

  await load(kontor, { events: [{ event_id: 990, event_title: 'Renamed' }] })
  await kontor.barrier.ensureCurrent()
  const page = await changes.read(start.next, 100, '2026-06-15')
  assert.ok(typeof page === 'object', String(page))
  assert.deepEqual(
    page.changes.map(({ type, id }) => `${type} ${id}`),
    ['date 992', 'event 990'],
  )
  assert.equal(await model.read((index) => index), before, 'the index stays')
  assert.equal(await model.read(({ events }) => events.get(990)?.title), 'Renamed')
  const readAnew = entriesOf(before)
    .filter(([key, entry]) => entries.get(key) !== entry)
    .map(([key]) => key)
  assert.ok(entries.size > 4, String(entries.size))
  assert.deepEqual(readAnew, [990])
})
