// Compares GET /events on random catalogues byte by byte with one SQL statement, the reference.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import pg from 'pg'
import type { EventQuery } from '../../server/catalogue/contract/event.schema.ts'
import { demoDataSet } from '../../server/demo/data-set.ts'
import { seededRandom } from '../../server/demo/random.ts'
import { importDataSet } from '../../server/exchange/import.ts'
import { expectedBody } from '../reference/events.reference.ts'
import { pairwise, valuesFor } from '../reference/random-queries.ts'
import { type CatalogueContext, insertCatalogue } from '../reference/random-rows.ts'
import { allFlags } from '../support/catalogue-data.ts'
import { type TestInstance, testInstance } from '../support/test-instance.ts'

const timeout = 600_000
const today = '2026-06-15'

const counts: CatalogueContext['counts'] = {
  catalogue: 4,
  catalogue_category: 9,
  client: 3,
  catalogue_file: 12,
  event: 9,
  event_date: 40,
  location: 6,
  trainer: 8,
  series_module: 12,
}

// Rare cases: a cycle of categories; a catalogue with only one date, which is not published.
const rareStatements = [
  'update catalogue_category set parent_id = 5 where id = 2',
  'update catalogue_category set parent_id = 2 where id = 5',
  'update catalogue_category set catalogue_id = null where catalogue_id = 4',
  'delete from date_catalogue where catalogue_id = 4',
  'insert into date_catalogue select max(id), 4 from event_date where not is_published',
]

// The end of a day in the instance's time zone, the beginning of the next one, a day later, and a clock that was set back.
const timesOfDay: [moment: string, today: string][] = [
  ['2026-06-15T21:59:59.999Z', '2026-06-15'],
  ['2026-06-15T22:00:00Z', '2026-06-16'],
  ['2026-06-17T10:00:00Z', '2026-06-17'],
  ['2026-06-14T22:00:00Z', '2026-06-15'],
]

type TestSetup = { kontor: TestInstance; client: pg.Client }

async function setUpInstance(t: { after(work: () => Promise<void>): void }): Promise<TestSetup> {
  const kontor = await testInstance({ start: `${today}T10:00:00Z` })
  const client = new pg.Client({
    ...kontor.connection,
    options: '-c jit=off -c plan_cache_mode=force_generic_plan',
  })
  t.after(async () => {
    await client.end()
    await kontor.close()
  })
  await client.connect()
  return { kontor, client }
}

/** Parameters in the query, in the body, or in both. An empty list cannot be sent in a query. */
function requestOf(query: EventQuery, way: number): [path: string, call: { body?: unknown }] {
  const entries = Object.entries(query)
  const inQuery = entries.filter(
    ([, value], index) => String(value) !== '' && (way === 0 || (way === 2 && index % 2 === 0)),
  )
  const rest = entries.filter((entry) => !inQuery.includes(entry))
  const search = new URLSearchParams(inQuery.map(([name, value]): [string, string] => [name, String(value)]))
  return [
    inQuery.length > 0 ? `/events?${search}` : '/events',
    rest.length > 0 ? { body: Object.fromEntries(rest) } : {},
  ]
}

/** The two texts around their first difference. */
const firstDifference = (got: string, expected: string) => {
  let at = 0
  while (at < got.length && got[at] === expected[at]) at++
  return {
    got: got.slice(Math.max(0, at - 150), at + 150),
    expected: expected.slice(Math.max(0, at - 150), at + 150),
  }
}

async function assertSameAnswer(
  { kontor, client }: TestSetup,
  query: EventQuery,
  day: string,
  way = 1,
): Promise<string> {
  const [path, call] = requestOf(query, way)
  const { status, text } = await kontor.call('GET', path, call)
  const expected = await expectedBody(client, query, day)
  const said = `${day} ${JSON.stringify(query)}`
  assert.equal(status, 200, `${said}: ${text.slice(0, 300)}`)
  if (text !== expected) assert.deepEqual(firstDifference(text, expected), {}, said)
  return text
}

for (const seed of [1, 2, 3])
  test(`11 random catalogue ${seed}: every response equals the reference, at every time`, {
    timeout,
  }, async (t) => {
    const checked = await setUpInstance(t)
    const world: CatalogueContext = { random: seededRandom(seed, 'catalogue'), today, counts }
    await insertCatalogue(checked.client, world)
    for (const statement of rareStatements) await checked.client.query(statement)
    const queries = pairwise(valuesFor(today), seededRandom(seed, 'queries'))
    const requested = new Set<EventQuery>()
    const ask = async (query: EventQuery, day: string, way: number) => {
      const text = await assertSameAnswer(checked, query, day, way)
      if (text !== '[]') requested.add(query)
    }
    let answers = 0
    for (const [round, [moment, day]] of timesOfDay.entries()) {
      checked.kontor.clock.set(moment)
      // First all queries of one day, so that a wrongly cached response of another day would be found.
      const again = queries.filter(
        (query, index) => round === 0 || (requested.has(query) && (index + round) % 2),
      )
      answers += again.length
      for (const [index, query] of again.entries()) await ask(query, day, index % 3)
    }
    assert.ok(
      requested.size > queries.length * 0.4,
      `${requested.size} of ${queries.length} queries find something`,
    )
    t.diagnostic(
      `${queries.length} queries, ${requested.size} of them find something; ${answers} answers compared`,
    )
  })

const some: EventQuery[] = [
  {},
  { eventId: [1, 2, 3, 4, 5, 6, 7], ...allFlags },
  { catalogCategoryId: [1, 2], ...allFlags },
  { catalogId: [2], prices: true, dateEnd: today },
  { dateStart: today, dateEnd: '2026-09-30', mainDateTrainer: true },
  { excludeWithoutDisplayDate: true, eventDateFiles: 'public' },
]

const dataSets: [name: string, text: () => string | Buffer | undefined][] = [
  ['the demo', () => JSON.stringify(demoDataSet(today))],
  [
    'the shared workshops',
    () => {
      const file = new URL('../../../shared/data/workshops.json', import.meta.url)
      return existsSync(file) ? readFileSync(file) : undefined
    },
  ],
]
for (const [name, read] of dataSets)
  test(`11 ${name}: every response equals the reference`, { timeout }, async (t) => {
    const text = read()
    if (text === undefined) return t.skip('../shared/data/workshops.json is not beside this checkout')
    const checked = await setUpInstance(t)
    await importDataSet(checked.kontor.db, Readable.from([Buffer.from(text)]))
    for (const query of some) await assertSameAnswer(checked, query, today)
  })
