// Concurrent requests: the database decides which one is first.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { insertSamples } from './support/samples.ts'
import { testInstance } from './support/test-instance.ts'

const kontor = await testInstance({ settings: { databaseConnections: 20 } })
after(() => kontor.close())
await insertSamples(kontor)
await kontor.app.listen({ port: 0, host: '127.0.0.1' })
const base = `http://127.0.0.1:${(kontor.app.server.address() as AddressInfo).port}/restapi/v1`

type Answer = {
  status: number
  text: string
  location: string | null
  retryAfter: string | null
  conflict: string | null
  replayed: string | null
}

async function send(method: string, path: string, body: object, key?: string): Promise<Answer> {
  const answer = await fetch(base + path, {
    method,
    headers: {
      authorization: `token ${kontor.token}`,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  })
  const header = (name: string) => answer.headers.get(name)
  return {
    status: answer.status,
    text: await answer.text(),
    location: header('location'),
    retryAfter: header('retry-after'),
    conflict: header('x-kontor-conflict'),
    replayed: header('idempotency-replayed'),
  }
}
/** Repeats what waited too long for its turn, as `Retry-After` says: fifty at once may be too much for a busy machine. */
async function sendUntilServed(method: string, path: string, body: object): Promise<Answer> {
  for (;;) {
    const answer = await send(method, path, body)
    if (answer.status !== 503) return answer
    await wait(Number(answer.retryAfter) * 1000)
  }
}
const sendConcurrently = (count: number, one: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)))
const countByStatus = (answers: Answer[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, own]) => [status, own.length]),
  )
const countRows = async (what: string): Promise<number> => {
  const { rows } = await sql.raw<{ n: number }>(`select count(*)::int as n from ${what}`).execute(kontor.db)
  return rows[0]!.n
}

test('4.1 fifty equal concurrent POST /contacts create one contact: one 200 and 49 × 409', async () => {
  for (const round of [1, 2, 3]) {
    const answers = await sendConcurrently(50, () =>
      sendUntilServed('POST', '/contacts', {
        lastName: 'Wettlauf',
        email: `w${round}@kontor.example`,
        phone: { number: '1' },
      }),
    )
    assert.deepEqual(countByStatus(answers), { 200: 1, 409: 49 })
    const [{ id }] = JSON.parse(answers.find(({ status }) => status === 200)!.text)
    for (const { status, location } of answers)
      if (status === 409) assert.equal(location, `/restapi/v1/contacts/${id}`)
    assert.equal(await countRows(`email_address where email_key = 'w${round}@kontor.example'`), 1)
  }
  assert.equal(await countRows(`contact where last_name = 'Wettlauf'`), 3)
})

test('4.1 names that differ in case and Unicode form are equal in concurrent requests too', async () => {
  const names = ['Größe', 'GRÖSSE', 'gro\u0308ße', 'grösse', ' Größe ']
  const answers = await sendConcurrently(25, (index) =>
    send('POST', '/contacts', {
      lastName: names[index % 5],
      email: index % 2 ? 'Form@k.example' : 'form@K.example',
    }),
  )
  assert.deepEqual(countByStatus(answers), { 200: 1, 409: 24 })
})

test('5.1 fifty equal concurrent POST /companies create one company and return fifty equal responses', async () => {
  const answers = await sendConcurrently(50, () =>
    sendUntilServed('POST', '/companies', { name: 'Zugleich GmbH', zip: '1', city: 'Bonn' }),
  )
  assert.deepEqual(countByStatus(answers), { 200: 50 })
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.equal(
    await countRows(`contact where contact_type = 'company' and last_name_key = 'zugleich gmbh'`),
    1,
  )
  assert.equal(await countRows(`address where city = 'Bonn'`), 1)
})

test('6.2 6.3 fifty equal concurrent subscriptions create one contact, one consent and one mail', async () => {
  for (const form of [1, 2]) {
    const email = `leser-${form}@kontor.example`
    const answers = await sendConcurrently(50, (index) =>
      sendUntilServed('POST', `/newsletter/subscribe/${form}`, {
        email: index % 2 ? email : email.toUpperCase(),
        lastname: 'Leser',
      }),
    )
    assert.deepEqual(countByStatus(answers), { 200: 50 })
    const records = answers.map(({ text }) => JSON.parse(text)[0])
    assert.equal(new Set(records.map(({ cid }) => cid)).size, 1)
    assert.equal(records.filter(({ contactExisted }) => contactExisted === 0).length, 1)
    const { cid } = records[0]
    assert.equal(await countRows(`newsletter_consent where contact_id = ${cid}`), 1)
    assert.equal(await countRows(`newsletter_subscription where contact_id = ${cid}`), 1)
    assert.equal(await countRows(`outbox_mail where contact_id = ${cid}`), form === 2 ? 1 : 0)
  }
})

test('4.1 6.2 concurrent subscriptions and POST /contacts of one person create one contact', async () => {
  const answers = await sendConcurrently(40, (index) =>
    index % 2
      ? send('POST', '/contacts', { email: 'beides@kontor.example', lastName: 'Beides' })
      : send('POST', '/newsletter/subscribe/1', { email: 'beides@kontor.example', lastname: 'Beides' }),
  )
  for (const { status, text } of answers) assert.ok(status === 200 || status === 409, text)
  assert.equal(await countRows(`contact where last_name = 'Beides'`), 1)
})

test('2.10, 13.4 twenty concurrent requests with the same Idempotency-Key have one effect', async () => {
  const before = await countRows('task')
  const answers = await sendConcurrently(20, () =>
    send('POST', '/todo/import', { subject: 'Einmal' }, 'once'),
  )
  const { 200: done = 0, 409: running = 0 } = countByStatus(answers)
  assert.equal(done + running, 20)
  assert.ok(done >= 1)
  for (const { conflict, retryAfter } of answers.filter(({ status }) => status === 409))
    assert.deepEqual([conflict, retryAfter], ['key-running', '1'])
  assert.equal(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size, 1)
  assert.equal(await countRows('task'), before + 1)
  const again = await send('POST', '/todo/import', { subject: 'Einmal' }, 'once')
  assert.deepEqual([again.status, again.text], [200, answers.find(({ status }) => status === 200)!.text])
  const reused = await send('POST', '/todo/import', { subject: 'Anders' }, 'once')
  assert.deepEqual([reused.status, reused.conflict], [409, 'key-reused'])
  assert.equal(again.replayed, 'true')
  assert.equal((await send('POST', '/leads/createLead', { leadContact: 102 }, 'once')).status, 409)
  assert.equal(await countRows('task'), before + 1)
})

test('4.8 of two concurrent changes that would make two contacts equal, one is 409', async () => {
  for (const round of Array.from({ length: 10 }, (_, index) => index)) {
    const ids = await Promise.all(
      ['a', 'b'].map(async (side) => {
        const { text } = await send('POST', '/contacts', {
          lastName: `Paar ${round}`,
          email: `${side}${round}@paar.example`,
        })
        return JSON.parse(text)[0].id as number
      }),
    )
    const answers = await sendConcurrently(2, (index) =>
      send('PATCH', `/contacts/${ids[index]}`, { email: `gleich${round}@paar.example` }),
    )
    assert.deepEqual(countByStatus(answers), { 200: 1, 409: 1 })
    assert.equal(await countRows(`email_address where email_key = 'gleich${round}@paar.example'`), 1)
  }
})

test('4.8 two contacts that swap their identities concurrently never cause a 5xx', async () => {
  const make = async (side: string) =>
    JSON.parse(
      (await send('POST', '/contacts', { lastName: 'Tausch', email: `${side}@tausch.example` })).text,
    )[0].id
  const [left, right] = [await make('links'), await make('rechts')]
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all([
      send('PATCH', `/contacts/${left}`, { email: `${round % 2 ? 'links' : 'rechts'}@tausch.example` }),
      send('PATCH', `/contacts/${right}`, { email: `${round % 2 ? 'rechts' : 'links'}@tausch.example` }),
    ])
    for (const { status, text } of answers) assert.ok(status === 200 || status === 409, text)
  }
  assert.equal(await countRows(`contact_identity where last_name_key = 'tausch'`), 2)
  assert.equal(
    await countRows(
      `(select email_key from email_address where email_key like '%@tausch.example' group by 1) e`,
    ),
    2,
  )
})

test('5.3 of two companies that are renamed concurrently to one name, one is 409', async () => {
  const ids: number[] = []
  for (const name of ['Erste', 'Zweite', 'Dritte'])
    ids.push(JSON.parse((await send('POST', '/companies', { name: `${name} Fusion` })).text)[0].id)
  const answers = await sendConcurrently(3, (index) =>
    send('PATCH', `/companies/${ids[index]}`, { name: 'Fusion SE' }),
  )
  assert.deepEqual(countByStatus(answers), { 200: 1, 409: 2 })
  assert.equal(await countRows(`contact where last_name_key = 'fusion se'`), 1)
})

test('4.8 concurrent changes of one contact are all stored', async () => {
  const id = JSON.parse(
    (await send('POST', '/contacts', { lastName: 'Alle', email: 'alle@kontor.example' })).text,
  )[0].id
  const bodies = [
    { title: 'Dr.' },
    { firstName: 'A' },
    { website: 'w' },
    { city: 'Bonn' },
    { phone: { number: '1' } },
    { categoryId: 1 },
    { categoryId: 2 },
  ]
  const answers = await sendConcurrently(bodies.length, (index) =>
    send('PATCH', `/contacts/${id}`, bodies[index]!),
  )
  assert.deepEqual(countByStatus(answers), { 200: bodies.length })
  const [contact] = (await kontor.call('GET', `/contacts/${id}`)).json
  assert.deepEqual(
    [
      contact.title,
      contact.firstName,
      contact.website,
      contact.defaultAddress[0].city,
      contact.defaultPhone.number,
      contact.contactCategoriesId,
    ],
    ['Dr.', 'A', 'w', 'Bonn', '1', [1, 2]],
  )
})
