// However transactions overlap, a copy that follows the changes is the published catalogue. KONTOR_CHANGE_STEPS=100000 takes longer.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { type TestInstance, testInstance } from '../../../test/support/test-instance.ts'
import { lockNotAvailable } from '../../platform/database/database.ts'
import { deleteOldEntries } from './catalogue-changes.sql.ts'
import { type CatalogueChanges, openCatalogueChanges } from './catalogue-changes.ts'

const steps = Number(process.env['KONTOR_CHANGE_STEPS'] ?? 3000)
const seed = Number(process.env['KONTOR_CHANGE_SEED'] ?? Date.now() % 1_000_000)
const today = '2026-06-15'
const writerCount = 4
/** Each comparison reads all dates: more of them would make a long run slow, and no more likely to find a difference. */
const maxDates = 60

/** A small generator of random numbers (mulberry32), so that a run can be repeated. */
function randomFrom(start: number) {
  let state = start
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return { below, pick: <T>(list: readonly T[]): T | undefined => list[below(list.length)] }
}

let kontor: TestInstance
let clients: pg.Client[]
before(async () => {
  kontor = await testInstance()
  clients = Array.from({ length: writerCount }, () => new pg.Client(kontor.ownerConnection))
  await Promise.all(clients.map((client) => client.connect()))
  await Promise.all(clients.map((client) => client.query(`set lock_timeout = '20ms'`)))
})
after(async () => {
  await Promise.all(clients.map((client) => client.end()))
  await kontor.close()
})

/** The events and dates of a website, with their visible fields. */
type Copy = Map<string, string>

const shownQuery = sql<{ key: string; text: string }>`
  select 'event ' || e.id as key, e.title as text from event e where e.is_published
  union all
  select 'date ' || d.id, concat_ws(' | ', d.title, e.title, d.booked_count,
    (select string_agg(c.last_name, ',' order by c.id) from date_location l join contact c on c.id = l.contact_id where l.date_id = d.id))
  from event_date d join event e on e.id = d.event_id where d.is_published and e.is_published`

const shown = async (): Promise<Copy> =>
  new Map((await shownQuery.execute(kontor.db)).rows.map(({ key, text }) => [key, text]))

/** Follows the changes by pages of random size. */
class Follower {
  readonly copy: Copy
  cursor: string

  constructor(copy: Copy, cursor: string) {
    this.copy = copy
    this.cursor = cursor
  }

  /** @returns whether there is no further page */
  async step(of: CatalogueChanges, limit: number): Promise<boolean> {
    await kontor.barrier.ensureCurrent()
    const page = await of.read(this.cursor, limit, today)
    assert.ok(typeof page === 'object', String(page))
    const now = await shown()
    const told = page.changes.map(({ type, id }) => `${type} ${id}`)
    assert.equal(new Set(told).size, told.length, 'each thing once')
    page.changes.forEach(({ isPublished }, index) => {
      const key = told[index]!
      assert.equal(isPublished, now.has(key), key)
      if (isPublished) this.copy.set(key, now.get(key)!)
      else this.copy.delete(key)
    })
    this.cursor = page.next
    return page.isLast
  }
}

test('a copy that follows the changes is the published catalogue', async (t) => {
  t.diagnostic(`${steps} steps, seed ${seed}`)
  const { below, pick } = randomFrom(seed)
  let changes = openCatalogueChanges(kontor.db)
  kontor.barrier.subscribe(changes)
  const runOn = async (client: pg.Client, text: string): Promise<number> =>
    (await client.query(text)).rows[0]?.id

  /** By thing: the writer whose open transaction has it, or 'free'. Two that write one row would wait for each other. */
  const owners = new Map<string, number>()
  const open = new Map<number, { created: string[]; deleted: string[] }>()
  const locations = [1, 2, 3]
  for (const id of locations)
    await sql
      .raw(
        `insert into contact (id, contact_type, last_name) values (${1000 + id}, 'location', 'L'); insert into location (contact_id) values (${1000 + id})`,
      )
      .execute(kontor.owner)
  for (let index = 0; index < 6; index++)
    owners.set(`event ${await runOn(clients[0]!, `insert into event (title) values ('E') returning id`)}`, -1)
  for (const id of locations) owners.set(`location ${1000 + id}`, -1)

  const take = (kind: string, writer: number): number | undefined => {
    const key = pick(
      [...owners].flatMap(([name, owner]) =>
        name.startsWith(`${kind} `) && (owner === -1 || owner === writer) ? [name] : [],
      ),
    )
    if (key === undefined) return undefined
    owners.set(key, writer)
    return Number(key.split(' ')[1])
  }

  const write = async (writer: number, step: number): Promise<void> => {
    const client = clients[writer]!
    const { created, deleted } = open.get(writer)!
    const kind = below(10)
    const dateCount = [...owners.keys()].filter((name) => name.startsWith('date ')).length
    if (kind < 3 && dateCount < maxDates) {
      const event = take('event', writer)
      if (event === undefined) return
      const id = await runOn(
        client,
        `insert into event_date (event_id, title, participants_max, is_published) values (${event}, 'D${step}', 99, ${below(4) > 0}) returning id`,
      )
      created.push(`date ${id}`)
      owners.set(`date ${id}`, writer)
      if (below(2) === 0)
        await client.query(`insert into date_location values (${id}, ${1000 + locations[below(3)]!})`)
      return
    }
    if (kind === 3) {
      const event = take('event', writer)
      if (event !== undefined)
        await client.query(
          below(2) === 0
            ? `update event set is_published = not is_published where id = ${event}`
            : `update event set title = 'E${step}' where id = ${event}`,
        )
      return
    }
    if (kind === 4) {
      const location = take('location', writer)
      if (location !== undefined)
        await client.query(`update contact set last_name = 'L${step}' where id = ${location}`)
      return
    }
    const date = take('date', writer)
    if (date === undefined) return
    if (kind === 5 || kind < 3) {
      await client.query(`delete from event_date where id = ${date}`)
      deleted.push(`date ${date}`)
      owners.set(`date ${date}`, -2)
    } else if (kind === 6)
      await client.query(`update event_date set is_published = not is_published where id = ${date}`)
    else if (kind === 7)
      await client.query(`update event_date set booked_count = (booked_count + 1) % 90 where id = ${date}`)
    else await client.query(`update event_date set title = 'D${step}' where id = ${date}`)
  }

  const end = async (writer: number, outcome: 'commit' | 'rollback'): Promise<void> => {
    await clients[writer]!.query(outcome)
    const { created, deleted } = open.get(writer)!
    open.delete(writer)
    for (const [key, owner] of owners) if (owner === writer) owners.set(key, -1)
    if (outcome === 'commit') for (const key of deleted) owners.delete(key)
    else {
      for (const key of deleted) owners.set(key, -1)
      for (const key of created) owners.delete(key)
    }
  }

  const start = async () => {
    await kontor.barrier.ensureCurrent()
    const page = await changes.read(undefined, 1, today)
    assert.ok(typeof page === 'object')
    return page.next
  }
  const followers: Follower[] = []
  // The cursor comes first: changes in between are reported as well.
  for (let index = 0; index < 3; index++) {
    const cursor = await start()
    followers.push(new Follower(await shown(), cursor))
  }

  for (let step = 0; step < steps; step++) {
    const action = below(20)
    const writer = below(writerCount)
    if (action < 10) {
      if (!open.has(writer)) {
        await clients[writer]!.query('begin')
        open.set(writer, { created: [], deleted: [] })
      }
      // Where triggers let two transactions meet, the later one gives up.
      const refused = await write(writer, step).catch((error) => error)
      if (refused) {
        assert.equal(refused.code, lockNotAvailable, refused.message)
        await end(writer, 'rollback')
      }
    } else if (action < 13) {
      if (open.has(writer)) await end(writer, below(4) > 0 ? 'commit' : 'rollback')
    } else if (action < 17) await pick(followers)!.step(changes, 1 + below(6))
    else if (action === 17) {
      const follower = pick(followers)!
      while (!(await follower.step(changes, 1 + below(20))));
      assert.deepEqual(follower.copy, await shown(), `step ${step}, seed ${seed}`)
    } else if (action === 18 && below(5) === 0) await deleteOldEntries(kontor.db)
    else if (action === 19 && below(10) === 0) {
      // Another process, or this one after a restart.
      changes = openCatalogueChanges(kontor.db)
      kontor.barrier.subscribe(changes)
    }
  }
  for (const writer of open.keys()) await end(writer, 'commit')
  for (const follower of followers) {
    while (!(await follower.step(changes, 50)));
    assert.deepEqual(follower.copy, await shown(), `at the end, seed ${seed}`)
  }
})
