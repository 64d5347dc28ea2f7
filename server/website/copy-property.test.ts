// A copy equals the list: random changes, and days that pass, in copies with several filters. KONTOR_COPY_STEPS=5000 takes longer.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openWebsite, type Website } from '../../test/support/website.ts'

const steps = Number(process.env['KONTOR_COPY_STEPS'] ?? 200)
const seed = Number(process.env['KONTOR_COPY_SEED'] ?? Date.now() % 1_000_000)
const dateCount = 60

/** A small generator of random numbers (mulberry32), so that a run can be repeated. */
let state = seed
const random = () => {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
const below = (count: number) => Math.floor(random() * count)
const pick = <T>(list: readonly T[]): T => list[below(list.length)]!

let today = '2026-11-25'
let site: Website
before(async () => {
  site = await openWebsite({ start: `${today}T12:00:00Z` })
  await run(`
    insert into catalogue (id, name) values (1, 'Open'), (2, 'In-house');
    insert into catalogue_category (id, catalogue_id, name, language) values (1, 1, 'Data', 'de'), (2, 2, 'Law', 'en');
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true), ('off', 'off', false, false),
      ('plan', 'plan', false, true) on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title, is_published) select i, 'Event ' || i, true from generate_series(1, 6) i;
    insert into event_in_category (event_id, category_id) select i, i % 2 + 1 from generate_series(1, 6) i;
    insert into contact (id, contact_type, last_name) values (901, 'location', 'House'), (902, 'location', 'Hall');
    insert into location (contact_id) values (901), (902);
    insert into address (contact_id, address_type_id, city, is_default) select 900 + i, (select min(id) from address_type),
      (array['Hamburg', 'Köln'])[i], true from generate_series(1, 2) i;
    insert into event_date (id, event_id, title, start_date, participants_max, booked_count, is_published, status, has_waiting_list)
      select i, i % 6 + 1, 'Date ' || i, date '2026-11-20' + i, 4, i % 5, true, 'open', i % 2 = 0 from generate_series(1, ${dateCount}) i;
    insert into date_location (date_id, contact_id) select i, 901 + i % 2 from generate_series(1, ${dateCount}) i;
    insert into date_price (date_id, position, title, gross_price, currency, vat_rate) select i, 1, 'P', 100, 'EUR', 19 from generate_series(1, ${dateCount}) i`)
})
after(() => site.kontor.close())

const run = (text: string) => sql.raw(text).execute(site.kontor.db)
const dayFrom = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

const near = () => dayFrom(today, below(12) - 3)
const dayOrNull = () => (below(2) === 0 ? 'null' : `'${near()}'`)

const mostly = () => below(4) > 0

const changes: (() => string)[] = [
  () => `update event_date set booked_count = ${below(5)} where id = ${1 + below(dateCount)}`,
  () =>
    `update event_date set status = '${pick(['open', 'open', 'off', 'plan'])}' where id = ${1 + below(dateCount)}`,
  () => `update event_date set is_published = ${mostly()} where id = ${1 + below(dateCount)}`,
  () => `update event_date set is_bookable = ${mostly()} where id = ${1 + below(dateCount)}`,
  () => `update event_date set has_waiting_list = not has_waiting_list where id = ${1 + below(dateCount)}`,
  () =>
    `update event_date set booking_start_date = ${dayOrNull()}, booking_end_date = null where id = ${1 + below(dateCount)}`,
  () =>
    `update event_date set booking_end_date = ${dayOrNull()}, booking_start_date = null where id = ${1 + below(dateCount)}`,
  () =>
    `update event_date set display_start_date = ${dayOrNull()}, display_end_date = null where id = ${1 + below(dateCount)}`,
  () =>
    `update event_date set display_end_date = ${dayOrNull()}, display_start_date = null where id = ${1 + below(dateCount)}`,
  () =>
    `update event_date set start_date = '${dayFrom(today, below(40) - 5)}', end_date = null where id = ${1 + below(dateCount)}`,
  () => `update event_date set start_date = null, end_date = null where id = ${1 + below(5)}`,
  () => `update event_date set end_date = start_date + ${below(4)} where id = ${1 + below(dateCount)}`,
  () => `update event_date set title = 'Title ${below(99)}' where id = ${1 + below(dateCount)}`,
  () => `delete from event_date where id = ${1 + below(10)}`,
  () => `insert into event_date (id, event_id, title, start_date, participants_max, is_published, status)
    values (${1 + below(dateCount)}, ${1 + below(6)}, 'New', '${near()}', 3, true, 'open') on conflict do nothing`,
  () => `update event set title = 'Event ${below(99)}' where id = ${1 + below(6)}`,
  () => `update event set is_published = ${mostly()} where id = ${1 + below(6)}`,
  () =>
    `update date_price set valid_from = ${dayOrNull()}, valid_to = null where date_id = ${1 + below(dateCount)}`,
  () =>
    `update date_price set valid_from = null, valid_to = ${dayOrNull()} where date_id = ${1 + below(dateCount)}`,
  () =>
    `update address set city = '${pick(['Hamburg', 'Köln', 'Bonn'])}' where contact_id = ${901 + below(2)}`,
  () => `update catalogue_category set is_protected = not ${mostly()} where id = ${1 + below(2)}`,
]

type Records = Map<string, unknown>

/** Follows the changes with filters, in pages of random size. */
class Copy {
  readonly filters: string
  readonly includesData: boolean
  records: Records = new Map()
  #cursor = ''
  largestPage = 0
  /** Dates that were compared with the list. */
  compared = 0

  constructor(filters: string, includesData: boolean) {
    this.filters = filters
    this.includesData = includesData
  }

  async #get(path: string) {
    return site.get(path.replace(/\?$/, ''))
  }

  async #read(path: string) {
    const { status, json } = await this.#get(path)
    assert.equal(status, 200, `${path} ${JSON.stringify(json)}`)
    return json
  }

  /** The state of the lists. */
  async list(): Promise<Records> {
    const records: Records = new Map()
    const ofEvents = this.filters
      .split('&')
      .filter((one) => /^(category|q)=/.test(one))
      .join('&')
    for (const [type, path] of [
      ['date', `/dates?limit=100&${this.filters}`],
      ['event', `/events?limit=100&${ofEvents}`],
    ] as const)
      for (const { dates: _, ...record } of (await this.#read(path)).data)
        records.set(`${type} ${record.id}`, record)
    return records
  }

  async start() {
    this.#cursor = (await this.#read(`/changes?${this.filters}`)).next
    this.records = await this.list()
  }

  /** @returns whether there is no further page */
  async step(limit: number): Promise<boolean> {
    const include = this.includesData ? '&include=data' : ''
    const page = await this.#read(`/changes?since=${this.#cursor}&limit=${limit}${include}&${this.filters}`)
    assert.ok(page.data.length <= limit, `${page.data.length} of ${limit}`)
    this.largestPage = Math.max(this.largestPage, page.data.length)
    for (const { type, id, change, data } of page.data) {
      const record =
        change === 'removed' ? undefined : this.includesData ? data : await this.#record(type, id)
      if (record) this.records.set(`${type} ${id}`, record)
      else this.records.delete(`${type} ${id}`)
    }
    this.#cursor = page.next
    return page.data.length === 0
  }

  /** As a copy reads it by the record's own address. */
  async #record(type: string, id: number) {
    const own = this.filters
      .split('&')
      .filter((one) => /^(from|availability)=/.test(one))
      .join('&')
    const { status, json } = await this.#get(type === 'date' ? `/dates/${id}?${own}` : `/events/${id}`)
    assert.equal(status, 200, `${type} ${id} is changed, and not found with ${own}`)
    const { dates: _, ...record } = json
    return record
  }
}

test('a copy that follows `/changes` has what `/dates` lists with the same filters, whatever changes and however many days pass', async (t) => {
  t.diagnostic(`${steps} steps, seed ${seed}`)
  const copies = [
    '',
    'availability=any',
    'availability=closed,cancelled,full',
    'city=Hamburg',
    'category=1',
    'from=2026-11-20&availability=any',
    'q=date',
  ].flatMap((filters) => [new Copy(filters, true), new Copy(filters, false)])
  for (const copy of copies) {
    await copy.start()
    assert.ok(copy.records.size > 0, copy.filters)
  }
  let daysPassed = 0
  let caughtUp = 0
  for (let step = 0; step < steps; step++) {
    if (below(12) === 0) {
      const days = 1 + below(3)
      daysPassed += days
      today = dayFrom(today, days)
      site.kontor.clock.set(`${today}T${pick(['00:30', '12:00', '21:30'])}:00Z`)
    } else await run(pick(changes)())
    // A cursor holds for 30 days.
    if (daysPassed - caughtUp > 20) {
      for (const copy of copies) while (!(await copy.step(100)));
      caughtUp = daysPassed
    }
    // Some copies are behind, between two pages, also over a midnight.
    if (below(3) === 0) await pick(copies).step(1 + below(5))
    if (below(15) > 0 && step < steps - 1) continue
    for (const copy of step === steps - 1 ? copies : [pick(copies), pick(copies)]) {
      const limit = pick([1, 3, 10, 100])
      while (!(await copy.step(limit)));
      const listed = await copy.list()
      copy.compared += [...listed.keys()].filter((key) => key.startsWith('date')).length
      assert.deepEqual(
        [...copy.records.keys()].toSorted(),
        [...listed.keys()].toSorted(),
        `${copy.filters} ${copy.includesData}, step ${step}, seed ${seed}, ${today}`,
      )
      for (const [key, record] of listed)
        assert.deepEqual(
          copy.records.get(key),
          record,
          `${key}, ${copy.filters} ${copy.includesData}, step ${step}, seed ${seed}`,
        )
    }
  }
  assert.ok(daysPassed > 5)
  assert.ok(copies.some(({ largestPage }) => largestPage > 10))
  // At the end, chance may have withdrawn everything from the list of a filter.
  assert.ok(copies.some(({ compared }) => compared > 0))
})

test('`GET /dates/{id}` agrees with the list, in every state of a date', async () => {
  for (const filters of ['', 'availability=any', 'availability=closed', 'from=2020-01-01&availability=any']) {
    const { data } = (await site.get(`/dates?limit=100&${filters}`)).json
    const listed = new Set(data.map(({ id }: { id: number }) => id))
    const { rows } = await sql<{
      id: number
    }>`select id from event_date where start_date is not null`.execute(site.kontor.db)
    for (const { id } of rows)
      assert.equal(
        (await site.get(`/dates/${id}?${filters}`)).status,
        listed.has(id) ? 200 : 404,
        `${id} ${filters}`,
      )
  }
})
