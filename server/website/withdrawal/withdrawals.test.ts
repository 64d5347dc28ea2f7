// /withdraw: consumers withdraw in two steps; staff decide unclear declarations.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { hiddenFields, openWebsite, type Website } from '../../../test/support/website.ts'

let site: Website
let key: string
before(async () => {
  site = await openWebsite({
    start: '2026-11-25T12:00:00Z',
    settings: { publicUrl: 'https://kontor.example.org' },
  })
  key = await site.createKey({ isSecret: true })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title, is_published) values (1, 'R', true), (2, 'Kochen', true);
    insert into cancellation_step (event_id, days_before, fee_percent) values (1, 0, 100);
    insert into event_date (id, event_id, start_date, participants_max, status, is_published, has_waiting_list) values
      (10, 1, '2027-03-01', 2, 'open', true, true), (11, 1, '2026-11-27', 9, 'open', true, false),
      (20, 2, '2027-03-01', 9, 'open', true, false);
    insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included)
      values (10, 1, 'Normalpreis', 240, 'EUR', 19, true)`.execute(site.kontor.db)
})
beforeEach(async () => {
  site.kontor.clock.set('2026-11-25T12:00:00Z')
  await sql`
    update event set withdrawal_exception_de = '', withdrawal_exception_en = '';
    delete from withdrawal; delete from outbox_mail; delete from message; delete from booking; delete from order_link;
    delete from booking_order; delete from email_address; delete from contact`.execute(site.kontor.db)
})
after(() => site.kontor.close())

const ben = { firstName: 'Ben', lastName: 'Öztürk', email: 'ben@kontor.example' }
const cara = { firstName: 'Cara', lastName: 'Nolte', email: 'cara@kontor.example' }
const dora = { firstName: 'Dora', lastName: 'Lenz', email: 'dora@kontor.example' }

async function book(more: object = {}): Promise<{ code: string; path: string }> {
  const invoiceTo = { street: 'S', zip: '20457', city: 'Hamburg', country: 'DE' }
  const body = { dateId: 10, seats: [ben], orderer: ben, invoiceTo, isConsumer: true, accepted: [], ...more }
  const { status, json, text } = await site.post('/bookings', body, { key })
  assert.equal(status, 201, text)
  return { code: json.code, path: new URL(json.manageUrl).pathname }
}

const send = (fields: Record<string, string>, url = '/withdraw') => site.send(url, fields)
const declarationOf = (code: string, more: Record<string, string> = {}) => ({
  name: 'Ben Öztürk',
  contract: code,
  part: '',
  email: 'ben@kontor.example',
  ...more,
})
/** Both steps. */
async function withdraw(declaration: Record<string, string>) {
  const second = await send(declaration)
  assert.match(second.text, /Widerruf bestätigen/)
  return send(hiddenFields(second.body))
}
const withdrawals = () =>
  site.kontor.db
    .selectFrom('withdrawal')
    .select(['obstacle', 'is_done', 'order_id', 'part', 'contract'])
    .orderBy('id')
    .execute()
const receipts = () =>
  site.kontor.db
    .selectFrom('outbox_mail')
    .select(['recipient', 'subject', 'body', 'contact_id', 'language'])
    .where('kind', '=', 'withdrawal')
    .orderBy('id')
    .execute()
const bookings = () =>
  site.kontor.db
    .selectFrom('booking')
    .select(['status', 'cancellation_reason', 'cancellation_fee'])
    .orderBy('id')
    .execute()

test('a consumer withdraws: no fee, the next on the waiting list is promoted, and the receipt is on its way', async () => {
  const { code } = await book({ seats: [ben, cara] })
  await book({ seats: [dora], orderer: dora, whenFull: 'waitingList' })
  const first = await site.open(`/withdraw?contract=${code}`)
  assert.equal(first.status, 200)
  assert.match(first.body, new RegExp(`name="contract"[^>]* value="${code}"`))
  const second = await send(declarationOf(` ${code.toLowerCase().replace('-', ' ')} `))
  assert.equal(second.status, 200)
  assert.match(second.text, /Noch ist nichts widerrufen\. Sie erklären uns:/)
  assert.match(second.text, /\|Name: Ben Öztürk\|/)
  assert.deepEqual(await withdrawals(), [])
  assert.deepEqual(
    (await bookings()).map(({ status }) => status),
    ['booked', 'booked', 'waitlisted'],
  )
  const done = await send(hiddenFields(second.body))
  assert.equal(done.status, 200)
  assert.match(done.text, /Ihr Widerruf ist eingegangen/)
  assert.match(done.text, /Eingegangen am 25\. November 2026 um 13:00:00 Uhr\./)
  assert.deepEqual(await bookings(), [
    { status: 'cancelled', cancellation_reason: 'Widerruf', cancellation_fee: null },
    { status: 'cancelled', cancellation_reason: 'Widerruf', cancellation_fee: null },
    { status: 'booked', cancellation_reason: '', cancellation_fee: null },
  ])
  const [withdrawal] = await withdrawals()
  assert.deepEqual([withdrawal?.obstacle, withdrawal?.is_done], [null, true])
  const [receipt, another] = await receipts()
  assert.equal(another, undefined)
  assert.equal(receipt?.recipient, 'ben@kontor.example')
  // That of the page, as is its frame with the imprint.
  assert.equal(receipt.language, 'de')
  assert.match(receipt.body, /Widerruf am 25\. November 2026 um 13:00:00 Uhr erhalten/)
  assert.match(receipt.body, new RegExp(`\nVertrag: ${code.toLowerCase().replace('-', ' ')}\n`))
})

test('a form that is sent twice, also at once, is one declaration', async () => {
  const { code } = await book()
  const fields = hiddenFields((await send(declarationOf(code))).body)
  const answers = await Promise.all([send(fields), send(fields), send(fields)])
  site.kontor.clock.set('2026-11-25T12:10:00Z')
  answers.push(await send(fields))
  for (const { status, text } of answers) {
    assert.equal(status, 200)
    assert.match(text, /Eingegangen am 25\. November 2026 um 13:00:00 Uhr\./)
  }
  assert.equal((await withdrawals()).length, 1)
  assert.equal((await receipts()).length, 1)
})

test('staff decide unclear withdrawals; the visitor gets the same answer and a receipt', async () => {
  const { code } = await book()
  const expected = (await withdraw(declarationOf(code, { part: 'Modul 2' }))).text
  assert.equal((await withdrawals()).at(-1)?.obstacle, 'part')
  const check = async (obstacle: string, declaration: Record<string, string>) => {
    const before = await bookings()
    const { text } = await withdraw(declaration)
    assert.equal((await withdrawals()).at(-1)?.obstacle, obstacle)
    assert.equal(text, expected.replace('ben@kontor.example', declaration['email']!))
    assert.deepEqual(await bookings(), before)
    assert.equal((await receipts()).at(-1)?.recipient, declaration['email'])
  }
  await check('unknown', declarationOf('Seminar am 1. März'))
  await check('unknown', declarationOf('ABCD-EFGH'))
  await check('email', declarationOf(code, { email: 'cara@kontor.example' }))
  assert.equal((await receipts()).at(-1)?.contact_id, null)
  const other = await book({ seats: [cara], orderer: cara, isConsumer: false })
  await check('business', declarationOf(other.code, { email: 'cara@kontor.example' }))
  const cooking = await book({ dateId: 20 })
  await sql`update event set withdrawal_exception_de = 'Freizeit' where id = 2`.execute(site.kontor.db)
  await check('exception', declarationOf(cooking.code))
  const soon = await book({ dateId: 11 })
  await check('unknown', declarationOf(`${cooking.code} und ${soon.code}`))
  assert.ok((await withdrawals()).every(({ is_done }) => !is_done))
})

test('after the period, after the start and after a cancellation, staff decide', async () => {
  const { code } = await book()
  const soon = await book({ dateId: 11 })
  const obstacle = async (contract: string) => {
    await withdraw(declarationOf(contract))
    return (await withdrawals()).at(-1)?.obstacle
  }
  site.kontor.clock.set('2026-11-27T12:00:00Z')
  assert.equal(await obstacle(soon.code), 'started')
  // The last day of the period is the 9th of December, by the time zone of the instance.
  site.kontor.clock.set('2026-12-09T23:30:00Z')
  assert.equal(await obstacle(code), 'late')
  site.kontor.clock.set('2026-12-09T22:30:00Z')
  assert.equal(await obstacle(code), null)
  assert.equal(await obstacle(code), 'nothingBooked')
})

test('wrong details are shown beside their fields, and nothing is stored', async () => {
  const { code } = await book()
  const { status, body, text } = await send({
    ...declarationOf(code, { email: 'ben', part: 'x'.repeat(256) }),
    name: ' \0 ',
    step: 'confirm',
    form: '3f0f9df6-3a53-4a0c-9a5c-4f5b8f4a1c22',
  })
  assert.equal(status, 422)
  assert.match(text, /Noch ist nichts widerrufen: Bitte korrigieren/)
  for (const name of ['name', 'part', 'email']) assert.match(body, new RegExp(`id="${name}.error"`))
  assert.doesNotMatch(body, /id="contract.error"/)
  // The first one has the focus.
  assert.deepEqual(
    [...body.matchAll(/<input id="(\w+)"[^>]* autofocus/g)].map(([, name]) => name),
    ['name'],
  )
  // Without the form's id, or without the second step, nothing is declared either.
  for (const more of [{ step: 'confirm' }, { step: 'confirm', form: 'x' }, { form: 'x' }])
    assert.match((await send({ ...declarationOf(code), ...more })).text, /Widerruf bestätigen/)
  const changed = await send({ ...declarationOf(code), step: 'confirm', change: 'yes' })
  assert.match(changed.body, /name="name"[^>]* value="Ben Öztürk"/)
  const markup = await send(declarationOf('"><script>alert(1)</script>'))
  assert.doesNotMatch(markup.body, /<script>/)
  assert.deepEqual(await withdrawals(), [])
  assert.deepEqual(await receipts(), [])
})

test('an address gets at most 20 receipts an hour; the page says that nothing was declared', async () => {
  for (let count = 0; count < 20; count++) assert.equal((await withdraw(declarationOf('?'))).status, 200)
  const refused = await withdraw(declarationOf('?', { email: 'BEN@kontor.example' }))
  assert.equal(refused.status, 429)
  assert.match(refused.text, /Bitte versuchen Sie es in ein paar Minuten noch einmal/)
  assert.equal((await withdraw(declarationOf('?', { email: 'cara@kontor.example' }))).status, 200)
  site.kontor.clock.set('2026-11-25T13:00:01Z')
  assert.equal((await withdraw(declarationOf('?'))).status, 200)
  assert.equal((await receipts()).length, 22)
})

test('declarations at once do not exceed the 20 receipts of an address', async () => {
  for (let count = 0; count < 17; count++) assert.equal((await withdraw(declarationOf('?'))).status, 200)
  const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(declarationOf('?'))))
  assert.equal(answers.filter(({ status }) => status === 200).length, 3)
  assert.equal((await receipts()).length, 20)
})

test('the page is in the language of its address, and the receipt, too', async () => {
  const { code } = await book()
  assert.match((await site.open('/withdraw?lang=en')).body, /<html lang="en">.*Withdraw from contract/s)
  const second = await send(declarationOf(code), '/withdraw?lang=en')
  assert.match(second.text, /Confirm withdrawal/)
  const done = await send(hiddenFields(second.body), '/withdraw?lang=en')
  assert.match(done.text, /Received on 25 November 2026 at 13:00:00\./)
  const [receipt] = await receipts()
  assert.match(receipt!.body, /we received your withdrawal on 25 November 2026 at 13:00:00/)
})

test('the page of an order leads consumers to their withdrawal', async () => {
  const { path, code } = await book()
  assert.match(
    (await site.open(path)).body,
    new RegExp(`href="/withdraw\\?contract=${code}">Vertrag widerrufen<`),
  )
  const business = await book({ seats: [cara], orderer: cara, isConsumer: false })
  const main = /<main.*<\/main>/s.exec((await site.open(business.path)).body)![0]
  assert.doesNotMatch(main, /withdraw/)
})

test('the exception of an event is told before booking, in English if there is a text', async () => {
  const terms = async (language: string) =>
    (await site.get(`/terms?dateId=20&language=${language}`)).json.withdrawalException
  assert.equal(await terms('de'), '')
  await sql`update event set withdrawal_exception_de = 'Freizeit' where id = 2`.execute(site.kontor.db)
  assert.deepEqual([await terms('de'), await terms('en')], ['Freizeit', 'Freizeit'])
  await sql`update event set withdrawal_exception_en = 'Leisure' where id = 2`.execute(site.kontor.db)
  assert.deepEqual([await terms('de'), await terms('en')], ['Freizeit', 'Leisure'])
})

test('staff see declarations and note their actions; none can be made, changed or deleted there', async () => {
  const { code } = await book()
  await withdraw(declarationOf(code, { part: 'Modul 2' }))
  const office = await site.kontor.signIn({ rights: ['090300', 'booking'] })
  const [listed] = (await office.call('GET', '/withdrawals?isDone=false')).json
  assert.deepEqual(
    [listed.name, listed.contract, listed.part, listed.email, listed.obstacle, listed.receivedAt],
    ['Ben Öztürk', code, 'Modul 2', 'ben@kontor.example', 'part', '2026-11-25T12:00:00+00:00'],
  )
  const openCount = async (user = office) => (await user.call('GET', '/start')).json[0].openWithdrawalCount
  assert.equal(await openCount(), 1)
  const path = `/withdrawals/${listed.id}`
  const change = { version: listed.version, isDone: true, note: 'Erstattet' }
  const { status, json } = await office.call('PATCH', path, change)
  assert.deepEqual([status, json[0].isDone, json[0].note], [200, true, 'Erstattet'])
  assert.equal(await openCount(), 0)
  assert.equal((await office.call('PATCH', path, change)).status, 409)
  assert.equal(
    (await office.call('PATCH', path, { version: json[0].version, contract: 'anderer' })).status,
    400,
  )
  for (const [method, of] of [
    ['POST', '/withdrawals'],
    ['DELETE', path],
  ] as const)
    assert.ok([404, 405].includes((await office.call(method, of, {})).status))
  assert.deepEqual((await office.call('GET', '/withdrawals?isDone=false')).json, [])
  const reader = await site.kontor.signIn({ rights: ['090300', 'booking:access'] })
  assert.equal((await reader.call('GET', path)).status, 200)
  assert.equal((await reader.call('PATCH', path, { version: 2, note: 'x' })).status, 403)
  const stranger = await site.kontor.signIn({ rights: ['catalogue'] })
  assert.equal((await stranger.call('GET', '/withdrawals')).status, 403)
})
