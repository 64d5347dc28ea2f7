// A rush: many more visitors than seats book a series with modules at once, on two processes that are killed meanwhile. `npm run rush`
// has 500 visitors.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  dataFolder,
  queryDatabase,
  type RunningService,
  removeDataFolder,
  run,
  serve,
  stop,
  waitUntil,
} from '../support/kontor-process.ts'
import { mailEnvironment, mailInstance } from '../support/mail-instance.ts'
import { startMailServer } from '../support/servers/mail-server.ts'

const visitors = Number(process.env['KONTOR_TEST_RUSH'] ?? 40)
const seats = 20
const timeout = 300_000 + visitors * 1000

type Outcome = { email: string; status: number; code: string }

test(`${visitors} visitors at once on the last ${seats} seats of a series with modules, on two processes, through kill -9: exactly ${seats}, none twice, none lost, every acknowledged one confirmed by mail`, {
  timeout,
}, async (t) => {
  const mail = await startMailServer()
  t.after(() => mail.close())
  const { data } = await mailInstance()
  const other = await dataFolder()
  t.after(() => Promise.all([removeDataFolder(data), removeDataFolder(other)]))
  const unlimited = { KONTOR_RATE_WEBSITE: '0', KONTOR_RATE_WEBSITE_WRITE: '0', ...mailEnvironment(mail) }
  const first = await serve(data, unlimited)
  const serveSecond = () =>
    serve(other, {
      ...unlimited,
      KONTOR_DATABASE_URL: `postgres://kontor@localhost/kontor?host=${encodeURIComponent(join(data, 'postgres'))}`,
      KONTOR_FILES: join(data, 'files'),
      KONTOR_SECRET_KEY_FILE: join(data, 'secret-key'),
    })
  let second: RunningService = await serveSecond()
  t.after(() => Promise.all([stop(first), stop(second)]))
  const key = (await run(['key', 'create', '--client', '1', '--server'], { KONTOR_DATA: data })).stdout.trim()
  await queryDatabase(
    data,
    `insert into date_status (status, name, is_bookable, goes_ahead) values ('rush', 'rush', true, true);
     insert into event (id, title, is_published) values (1, 'Series', true);
     insert into event_date (id, event_id, start_date, participants_max, status, is_published) values
       (1, 1, '2040-04-01', ${seats + 5}, 'rush', true), (2, 1, '2040-04-01', ${seats}, 'rush', true), (3, 1, '2040-04-02', ${seats}, 'rush', true);
     insert into series_module (id, date_id, position, is_mandatory) values (1, 1, 1, true), (2, 1, 2, true);
     insert into series_module_date (series_module_id, position, linked_date_id) values (1, 1, 2), (2, 1, 3)`,
  )
  let answered = 0

  const post = async (path: string, body: object, idempotencyKey: string, turn: number) => {
    const { url } = turn % 2 === 0 ? first : second
    const response = await fetch(`${url}/public/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify(body),
    })
    return { status: response.status, json: (await response.json()) as Record<string, string> }
  }
  /** As a website does: the same request again until there is an answer, whichever process gives it. */
  const postUntilAnswered = async (path: string, body: object, startTurn: number) => {
    const idempotencyKey = randomUUID()
    for (let turn = startTurn; ; turn++) {
      const answer = await post(path, body, idempotencyKey, turn).catch(() => undefined)
      const isRunning = answer?.status === 409 && answer.json['type'] !== '/problems/seats-taken'
      if (answer && answer.status < 500 && !isRunning) return answer
      await wait(50 + Math.random() * 200)
    }
  }
  const visit = async (n: number): Promise<Outcome> => {
    const email = `visitor${n}@k.example`
    const person = { firstName: 'V', lastName: `Rush${n}`, email }
    const holds = n % 3 === 0
    const hold = holds ? await postUntilAnswered('/holds', { dateId: 1, seats: 1 }, n) : undefined
    if (hold && hold.status !== 201) return { email, status: hold.status, code: '' }
    const { status, json } = await postUntilAnswered(
      '/bookings',
      {
        dateId: 1,
        ...(hold && { holdId: hold.json['id'] }),
        seats: [person],
        orderer: person,
        invoiceTo: { street: 'Weg', zip: '1', city: 'Ort', country: 'DE' },
        isConsumer: false,
        accepted: [],
      },
      n,
    )
    return { email, status, code: json['code'] ?? '' }
  }

  const killing = (async () => {
    for (const share of [0.1, 0.3]) {
      await waitUntil(() => answered >= visitors * share, 'some visitors are answered', timeout)
      second.child.kill('SIGKILL')
      await second.ended
      second = await serveSecond()
    }
  })()
  const outcomes = await Promise.all(
    Array.from({ length: visitors }, async (_, n) => {
      const outcome = await visit(n)
      answered++
      return outcome
    }),
  )
  await killing

  const booked = outcomes.filter(({ status }) => status === 201)
  assert.deepEqual(
    outcomes.filter(({ status }) => status !== 201 && status !== 409),
    [],
  )
  assert.equal(booked.length, seats)
  const rows = await queryDatabase<{ email: string; code: string; dates: string }>(
    data,
    `select m.email, o.code, string_agg(b.date_id::text, ',' order by b.date_id) as dates from booking_order o
     join email_address m on m.contact_id = o.orderer_id
     join booking b on b.contact_id = o.orderer_id and b.status = 'booked' group by 1, 2 order by 1`,
  )
  assert.deepEqual(
    rows,
    booked
      .map(({ email, code }) => ({ email, code, dates: '1,2,3' }))
      .toSorted((one, two) => (one.email < two.email ? -1 : 1)),
  )
  assert.deepEqual(await queryDatabase(data, 'select count(*)::int as bookings from booking'), [
    { bookings: 3 * seats },
  ])
  assert.deepEqual(
    await queryDatabase(data, 'select booked_count + reserved_count as taken from event_date order by id'),
    [{ taken: seats }, { taken: seats }, { taken: seats }],
  )
  // The mail that the killed process was sending is sent again when its claim has run out.
  await queryDatabase(
    data,
    'update outbox_mail set next_attempt_at = now() where is_claimed and sent_at is null',
  )
  await waitUntil(
    async () => (await queryDatabase(data, 'select from outbox_mail where sent_at is null')).length === 0,
    'all mail is sent',
    timeout,
  )
  const told = new Set(mail.received.flatMap(({ to }) => to))
  assert.deepEqual([...told].toSorted(), booked.map(({ email }) => email).toSorted())
})
