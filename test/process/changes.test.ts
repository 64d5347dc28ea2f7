// GET /public/v1/changes through the death of the service and of its database: a copy that follows it is the published catalogue.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { instanceFolder } from '../support/data-folders.ts'
import { postmaster, queryDatabase, run, serve, stop } from '../support/kontor-process.ts'

const rounds = 4
const stepsPerRound = 60
/** The dates of this test have no status, so that they cannot be booked. */
const filters = 'from=2000-01-01&availability=any'

/** A copy of the dates that a website keeps: by id, what the interface answered. */
class WebsiteCopy {
  readonly dates = new Map<number, string>()
  readonly key: string
  url = ''
  cursor = ''

  constructor(key: string) {
    this.key = key
  }

  // biome-ignore lint/suspicious/noExplicitAny: the document of the interface describes its answers
  async get(path: string): Promise<{ status: number; json: any }> {
    const answer = await fetch(`${this.url}/public/v1${path}`, {
      headers: { authorization: `Bearer ${this.key}` },
    })
    return { status: answer.status, json: await answer.json() }
  }

  /** Reads one page of changes. @returns how many there were */
  async follow(): Promise<number> {
    const { status, json } = await this.get(`/changes?since=${this.cursor}&limit=7&${filters}`)
    assert.equal(status, 200, JSON.stringify(json))
    for (const { type, id, change } of json.data) {
      if (type !== 'date') continue
      const date = change === 'removed' ? undefined : await this.get(`/dates/${id}?${filters}`)
      if (date?.status === 200) this.dates.set(id, JSON.stringify(date.json))
      else this.dates.delete(id)
    }
    this.cursor = json.next
    return json.data.length
  }

  /** All dates that the list has, in the form of the copy. */
  async list(): Promise<[number, string][]> {
    const found: [number, string][] = []
    for (let next: string | null = `/public/v1/dates?${filters}&limit=100`; next; ) {
      const { json } = await this.get(next.replace('/public/v1', ''))
      for (const date of json.data) found.push([date.id, JSON.stringify(date)])
      next = json.next
    }
    return found.toSorted(([a], [b]) => a - b)
  }
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

/** A random change of dates and events, in a transaction that stays open; each writer has rows of its own. */
async function change(client: pg.Client, events: readonly number[]): Promise<void> {
  const event = pick(events)
  const ofOne = `where id = (select id from event_date where event_id = ${event} order by random() limit 1)`
  await client.query(
    pick([
      `insert into event_date (event_id, title, start_date, end_date, is_published, participants_max)
       select ${event}, 'D' || random(), d, d + 1, true, 20 from (select date '2040-01-01' + (random() * 300)::int as d) s`,
      `insert into event_date (event_id, start_date, is_published) values (${event}, '2040-02-03', true)`,
      `update event_date set title = 'D' || random() ${ofOne}`,
      `update event_date set is_published = not is_published ${ofOne}`,
      `delete from event_date ${ofOne}`,
      `update event set title = 'E' || random() where id = ${event}`,
      `update event set is_published = not is_published where id = ${event}`,
    ]),
  )
}

test('a copy that follows the changes is the list of dates, though service and database are killed', async () => {
  const data = await instanceFolder()
  let service = await serve(data)
  const created = await run(['key', 'create', '--client', '1'], { KONTOR_DATA: data })
  assert.equal(created.code, 0, created.stderr)
  const copy = new WebsiteCopy(created.stdout.trim())
  copy.url = service.url
  const rows = await queryDatabase<{ id: number }>(
    data,
    `insert into event (title, is_published) select 'E' || n, true from generate_series(1, 6) n returning id`,
  )
  const events = rows.map(({ id }) => id)
  copy.cursor = (await copy.get('/changes')).json.next
  let changes = 0
  for (let round = 0; round < rounds; round++) {
    const writers = [0, 1, 2].map((n) => ({
      client: new pg.Client({ host: join(data, 'postgres'), user: 'kontor', database: 'kontor' }),
      events: events.slice(2 * n, 2 * n + 2),
      isOpen: false,
    }))
    for (const { client } of writers) {
      // The database dies with its connections.
      client.on('error', () => {})
      await client.connect()
    }
    for (let step = 0; step < stepsPerRound; step++) {
      const writer = pick(writers)
      if (!writer.isOpen) await writer.client.query('begin')
      writer.isOpen = true
      await change(writer.client, writer.events)
      if (Math.random() < 0.4) {
        await writer.client.query(Math.random() < 0.8 ? 'commit' : 'rollback')
        writer.isOpen = false
      }
      if (Math.random() < 0.5) changes += await copy.follow()
    }
    // Open transactions end with the database.
    service.child.kill('SIGKILL')
    await service.ended
    if (round % 2 === 1) {
      const database = await postmaster(data)
      if (database) process.kill(database, 'SIGQUIT')
    }
    await Promise.all(writers.map(({ client }) => client.end().catch(() => {})))
    service = await serve(data)
    copy.url = service.url
  }
  // At least one record is published, even if chance left none.
  await queryDatabase(data, 'update event set is_published = true')
  await queryDatabase(
    data,
    `insert into event_date (event_id, start_date, is_published)
     select id, '2040-03-04', true from event, generate_series(1, 3)`,
  )
  for (let count = 1; count > 0; changes += count) count = await copy.follow()
  const listed = await copy.list()
  assert.ok(changes >= 3 * events.length, `${changes} changes`)
  assert.ok(listed.length >= 3 * events.length, `${listed.length} dates`)
  assert.deepEqual(
    [...copy.dates].toSorted(([a], [b]) => a - b),
    listed,
  )
  assert.equal(await stop(service), 0)
})
