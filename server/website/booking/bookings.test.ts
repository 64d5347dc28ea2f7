// POST /bookings: bookings of visitors, their messages, and facts that are never told.
import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { pdfText, withoutPoppler } from '../../../test/support/pdf.ts'
import { startMailServer } from '../../../test/support/servers/mail-server.ts'
import { openWebsite, solveProof, type Website } from '../../../test/support/website.ts'
import { sendDue } from '../../mail/sender.ts'
import { composeMessages } from '../../messages/compose-messages.ts'

let site: Website
let secretKey: string
let mailServer: Awaited<ReturnType<typeof startMailServer>>
before(async () => {
  mailServer = await startMailServer()
  site = await openWebsite({
    start: '2026-11-25T12:00:00Z',
    settings: { publicUrl: 'https://kontor.example.org', mail: mailServer.settings },
  })
  secretKey = await site.createKey({ isSecret: true })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true), ('off', 'off', false, false)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title, is_published) values (1, 'R', true), (2, 'Series', true);
    insert into event_date (id, event_id, start_date, participants_max, status, is_published, has_waiting_list) values
      (10, 1, '2027-03-01', 3, 'open', true, true), (11, 1, '2027-03-01', 3, 'off', true, false), (12, 1, '2027-03-01', 3, 'open', true, false),
      (20, 2, '2027-04-01', 20, 'open', true, false), (21, 2, '2027-04-01', 5, 'open', true, false);
    insert into date_price (date_id, position, title, gross_price, net_price, currency, vat_rate, vat_included) values
      (10, 1, 'Normalpreis', null, 99.99, 'EUR', 19, false);
    insert into series_module (id, date_id, position, is_mandatory) values (1, 20, 1, true);
    insert into series_module_date (series_module_id, position, linked_date_id) values (1, 1, 21);
    insert into contact (id, contact_type, last_name, last_name_key) values (90, 'company', 'Nordlicht', 'nordlicht')`.execute(
    site.kontor.db,
  )
  const { kontor } = site
  const office = await kontor.signIn({ rights: ['090300', 'booking:access'] })
  const known = await office.call('POST', '/contacts', {
    firstName: 'Anna',
    lastName: 'Köhler',
    company: 'Nordlicht',
    emails: [{ email: 'anna@kontor.example' }],
  })
  assert.equal(known.status, 200, known.text)
})
beforeEach(() =>
  sql`delete from booking; delete from seat_hold; delete from order_acceptance; delete from order_link; delete from booking_order;
    delete from terms_document; delete from outbox_mail`.execute(site.kontor.db),
)
after(async () => {
  await site.kontor.close()
  await mailServer.close()
})

const ben = { firstName: 'Ben', lastName: 'Öztürk', email: 'ben@kontor.example' }
const invoiceTo = { street: 'Hafenstraße', houseNumber: '7', zip: '20457', city: 'Hamburg', country: 'DE' }
const order = (more: object = {}) => ({
  dateId: 10,
  seats: [ben],
  orderer: ben,
  invoiceTo,
  isConsumer: true,
  accepted: [],
  ...more,
})
const book = (more: object = {}, options: object = {}) =>
  site.post('/bookings', order(more), { key: secretKey, ...options })
const free = async (id: number) => (await site.get(`/dates/${id}?availability=any`)).json.seats.free
const pointers = async (more: object, options = {}) => {
  const { status, json } = await book(more, options)
  return [status, ...(json.errors ?? []).map(({ pointer }: { pointer: string }) => pointer)]
}
const count = async (table: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    site.kontor.db,
  )
  return rows[0]!.n
}
/** Sends all mail at once. */
const sentMails = async () => {
  mailServer.received.length = 0
  await sql`update outbox_mail set next_attempt_at = now()`.execute(site.kontor.db)
  while (await sendDue(site.kontor, new AbortController().signal, { message: composeMessages }));
  return Promise.all(mailServer.received.map(({ raw }) => PostalMime.parse(raw)))
}
const createTerms = async (title: string, audience: string, mustBeAccepted = true) => {
  const admin = await site.kontor.signIn({ admin: true })
  const body = { title, body: '<p>1</p>', audience, mustBeAccepted, isActive: true }
  return (await admin.call('POST', '/terms-documents', body)).json[0]
}
const seatsInOffice = async () => {
  const office = await site.kontor.signIn({ rights: ['090300', 'booking', 'message', 'catalogue'] })
  const { json } = await office.call('GET', '/bookings?sort=id&order=asc')
  return json
}

test('`POST /bookings` → 201 `{ code, status, seats [{ status, name }], gross, manageUrl }`', async () => {
  const { status, json, headers, text } = await book({
    seats: [ben, { later: true }],
    comment: 'Bitte vegan.',
  })
  assert.equal(status, 201, text)
  assert.equal(headers['cache-control'], 'no-store')
  assert.match(json.code, /^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  assert.match(json.manageUrl, /^https:\/\/kontor\.example\.org\/booking\/[\w-]{20,}$/)
  const { order, ...contract } = json
  assert.deepEqual([order.net.amount, order.tax[0].amount.amount], ['199.98', '38.00'])
  assert.deepEqual(
    { ...contract, code: '', manageUrl: '' },
    {
      code: '',
      status: 'confirmed',
      seats: [
        { status: 'confirmed', name: 'Ben Öztürk' },
        { status: 'confirmed', name: null },
      ],
      gross: { amount: '237.98', currency: 'EUR' },
      manageUrl: '',
    },
  )
  assert.equal(await free(10), 1)
  const [named, later] = await seatsInOffice()
  assert.deepEqual([named.lastName, named.email, later.contactId], ['Öztürk', 'ben@kontor.example', 0])
  const office = await site.kontor.signIn({ rights: ['090300', 'booking:access'] })
  const [stored] = (await office.call('GET', `/orders/${named.orderId}`)).json
  assert.deepEqual(
    [
      stored.source,
      stored.code,
      stored.comment,
      stored.isConsumer,
      stored.ordererId,
      stored.entered.invoiceTo,
    ],
    ['website', json.code, 'Bitte vegan.', true, named.contactId, invoiceTo],
  )
  const { rows } = await sql<{ street: string; country: string }>`
    select street, country from address where contact_id = ${named.contactId}`.execute(site.kontor.db)
  assert.deepEqual(rows, [{ street: 'Hafenstraße', country: 'DE' }])
})

test('After it: confirmation by mail with calendar file and a personal link; staff see it at once', async () => {
  const { json } = await book()
  const { rows } = await sql<{ recipient: string; causes: string[] }>`
    select recipient, causes from outbox_mail`.execute(site.kontor.db)
  assert.deepEqual(rows, [{ recipient: 'ben@kontor.example', causes: ['booked'] }])
  const [mail] = await sentMails()
  assert.ok(mail!.attachments.some(({ mimeType }) => mimeType === 'text/calendar'))
  const [, path] = /https:\/\/kontor\.example\.org(\/booking\/[\w-]{43})(?![\w-])/.exec(mail!.text!)!
  const opened = await site.kontor.app.inject({ url: path! })
  assert.ok(opened.body.includes(json.code))
  assert.ok(mail!.text!.includes(`https://kontor.example.org/withdraw?contract=${json.code}`))
  const cara = { firstName: 'Cara', lastName: 'Nolte', email: 'cara@kontor.example' }
  await book({ isConsumer: false, seats: [cara], orderer: cara })
  const [ofBusiness] = await sentMails()
  assert.ok(ofBusiness!.text!.includes('/booking/') && !ofBusiness!.text!.includes('/withdraw'))
  const office = await site.kontor.signIn({ rights: ['090300', 'booking:access'] })
  const { json: orders } = await office.call('GET', `/orders?q=${json.code}`)
  assert.equal(orders.length, 1)
})

test('A person who is known (e-mail and last name) is that contact; a visitor is never told so, and changes nothing of a known contact', async () => {
  const anna = { firstName: 'Änne', lastName: 'KÖHLER', email: 'Anna@Kontor.example' }
  const before = await count('contact')
  const orderer = { ...anna, phone: '040 1', company: 'Südwind', position: 'CEO' }
  const { json, status } = await book({
    seats: [anna],
    orderer,
    invoiceTo: { ...invoiceTo, company: 'Südwind' },
  })
  assert.deepEqual([status, json.seats], [201, [{ status: 'confirmed', name: 'Änne KÖHLER' }]])
  assert.equal(await count('contact'), before)
  const [seat] = await seatsInOffice()
  assert.deepEqual(
    [seat.firstName, seat.lastName, seat.companyName, seat.enteredAs],
    ['Anna', 'Köhler', 'Nordlicht', 'Änne KÖHLER, Anna@Kontor.example'],
  )
  const office = await site.kontor.signIn({ rights: ['090300', 'booking:access'] })
  const [stored] = (await office.call('GET', `/orders/${seat.orderId}`)).json
  // The invoice is for another company than the contact's.
  assert.deepEqual([stored.ordererId, stored.companyId, stored.entered.orderer], [seat.contactId, 0, orderer])
})

test('the name of a company that a visitor types links nothing; staff assign the order and its people with one click', async () => {
  const dora = { firstName: 'Dora', lastName: 'Lenz', email: 'dora@elsewhere.example' }
  const anna = { firstName: 'Anna', lastName: 'Köhler', email: 'anna@kontor.example' }
  await book({ seats: [dora, anna], orderer: { ...dora, company: 'nordlicht' } })
  const { rows: linked } = await sql`
    select from booking_order where company_id is not null
    union all select from contact where last_name = 'Lenz' and (company_id is not null or company <> 'nordlicht')`.execute(
    site.kontor.db,
  )
  assert.equal(linked.length, 0)
  const office = await site.kontor.signIn({ rights: ['090300', 'booking', 'message', 'catalogue'] })
  const [order] = (await office.call('GET', '/orders')).json
  assert.deepEqual([order.companyId, order.companyProposal], [0, { id: 90, name: 'Nordlicht' }])
  const assign = (version: number, companyId = 90) =>
    office.call('POST', `/orders/${order.id}/company`, { version, companyId })
  assert.equal((await assign(order.version - 1)).status, 409)
  assert.equal((await assign(order.version, 123)).status, 400)
  const { status, json } = await assign(order.version)
  assert.deepEqual([status, json[0].companyId, json[0].companyProposal], [200, 90, null])
  const { rows: people } = await sql`
    select c.company_id, c.company, a.parent_contact_id from contact c join address a on a.contact_id = c.id
    where c.last_name = 'Lenz'`.execute(site.kontor.db)
  assert.deepEqual(people, [{ company_id: 90, company: '', parent_contact_id: 90 }])
})

test('a person with a seat gets another one without a contact, and is told nothing', async () => {
  const first = await book({ seats: [ben] })
  const second = await book({ seats: [ben, ben] })
  assert.deepEqual([first.status, second.status], [201, 201])
  assert.deepEqual(second.json.seats, [
    { status: 'confirmed', name: 'Ben Öztürk' },
    { status: 'confirmed', name: 'Ben Öztürk' },
  ])
  assert.deepEqual(
    (await seatsInOffice()).map(({ contactId, enteredAs }: { contactId: number; enteredAs: string }) => [
      contactId > 0,
      enteredAs,
    ]),
    [
      [true, ''],
      [false, 'Ben Öztürk, ben@kontor.example'],
      [false, 'Ben Öztürk, ben@kontor.example'],
    ],
  )
})

test('409 `/problems/seats-taken` with `free`, and nothing is stored; `whenFull`: the waiting list', async () => {
  const contacts = await count('contact')
  const four = [1, 2, 3, 4].map((n) => ({ ...ben, lastName: `P${n}`, email: `p${n}@kontor.example` }))
  const { status, json } = await book({ seats: four })
  assert.deepEqual([status, json.type, json.free], [409, '/problems/seats-taken', 3])
  assert.deepEqual([await count('contact'), await count('booking_order')], [contacts, 0])
  const partly = await book({ seats: four, whenFull: 'waitingList' })
  assert.deepEqual(
    [partly.status, partly.json.status, partly.json.seats.map((seat: { status: string }) => seat.status)],
    [201, 'partly', ['confirmed', 'confirmed', 'confirmed', 'waitingList']],
  )
  // VAT is that of the sum: three times 99.99.
  assert.equal(partly.json.gross.amount, '356.96')
  const waiting = await book({ whenFull: 'waitingList' })
  assert.deepEqual([waiting.json.status, waiting.json.gross.amount], ['waitingList', '0.00'])
  assert.equal((await book({ dateId: 12, seats: four, whenFull: 'waitingList' })).status, 409)
})

test('a hold is used up: its seats are booked, and the rest is given back', async () => {
  const hold = await site.post('/holds', { dateId: 10, seats: 3 })
  assert.equal((await book({ seats: [ben] })).status, 409)
  assert.equal((await book({ seats: [ben, { later: true }], holdId: hold.json.id })).status, 201)
  assert.deepEqual([await free(10), await count('seat_hold')], [1, 0])
})

test('a series is booked with its modules', async () => {
  assert.equal((await book({ dateId: 20, seats: [ben, { later: true }] })).status, 201)
  // Of the series, what its module leaves.
  assert.deepEqual([await free(20), await free(21)], [3, 3])
})

test('documents that must be accepted, in the versions that were', async () => {
  const admin = await site.kontor.signIn({ admin: true })
  const general = await createTerms('AGB', 'everyone')
  const consumers = await createTerms('Verbraucher', 'consumers')
  await createTerms('Unternehmen', 'businesses')
  await createTerms('Hinweis', 'everyone', false)
  assert.deepEqual(await pointers({}), [400, '/accepted', '/accepted'])
  assert.deepEqual(await pointers({ isConsumer: false }), [400, '/accepted', '/accepted'])
  const answers = [{ questionId: 999, answer: 'x' }]
  assert.deepEqual(await pointers({ answers }), [400, '/accepted', '/accepted'])
  const accepted = [
    { id: general.id, version: 1 },
    { id: consumers.id, version: 1 },
  ]
  assert.deepEqual(await pointers({ accepted: [...accepted, { id: 999, version: 1 }] }), [400, '/accepted/2'])
  assert.deepEqual(await pointers({ accepted }), [201])
  assert.equal(await count('order_acceptance'), 2)
  // Accepted versions stay: a document that somebody has accepted is not deleted.
  assert.equal((await admin.call('DELETE', `/terms-documents/${general.id}`)).status, 409)
  await admin.call('PATCH', `/terms-documents/${general.id}`, { body: '<p>2</p>', version: general.version })
  assert.deepEqual(await pointers({ accepted }), [400, '/accepted', '/accepted/0'])
  await sql`delete from order_acceptance`.execute(site.kontor.db)
})

test('confirmation on a durable medium: the orderer gets the terms and other documents, in the versions that held then', async () => {
  const admin = await site.kontor.signIn({ admin: true })
  const { id, version } = await createTerms('AGB', 'everyone')
  const instructions = await createTerms('Widerrufsbelehrung', 'consumers', false)
  await createTerms('Unternehmen', 'businesses', false)
  // The clock of the instance is another one than that of the database.
  await sql`update terms_version set created_at = '2026-11-24T12:00:00Z'`.execute(site.kontor.db)
  const accepted = [{ id, version: 1 }]
  const anna = { firstName: 'Anna', lastName: 'Köhler', email: 'anna@kontor.example' }
  const { status, json } = await book({ accepted, seats: [ben, anna] })
  assert.equal(status, 201)
  await admin.call('PATCH', `/terms-documents/${id}`, { body: '<p>2</p>', version })
  await admin.call('PATCH', `/terms-documents/${instructions.id}`, {
    isActive: true,
    body: '<p>2</p>',
    version,
  })
  await createTerms('Neues', 'everyone')
  const mails = await sentMails()
  const documentsOf = (address: string) =>
    mails
      .find(({ to }) => to?.[0]?.address === address)!
      .attachments.filter(({ mimeType }) => mimeType === 'application/pdf')
  const documents = documentsOf(ben.email)
  assert.deepEqual(
    documents.map(({ filename }) => filename),
    [`Buchungsbestätigung ${json.code}.pdf`, 'AGB.pdf', 'Widerrufsbelehrung.pdf'],
  )
  assert.deepEqual(documentsOf(anna.email), [])
  if (!withoutPoppler)
    for (const { content } of documents.slice(1))
      assert.match(pdfText(Buffer.from(content as ArrayBuffer)), /Fassung 1 vom .*\s+1\s/)
})

test('a publishable key needs a proof, for each booking one', async () => {
  const key = await site.createKey()
  assert.deepEqual(await pointers({}, { key }), [400, '/proof'])
  assert.deepEqual(await pointers({ proof: 'x' }, { key }), [400, '/proof'])
  const proof = await solveProof(site)
  // A booking that is refused does not use the proof up.
  assert.deepEqual(await pointers({ proof, dateId: 99 }, { key }), [400, '/dateId'])
  assert.deepEqual(await pointers({ proof }, { key }), [201])
  assert.deepEqual(await pointers({ proof }, { key }), [400, '/proof'])
})

test('an e-mail address has 20 orders within an hour at most; with a secret key, the website answers for its visitors', async () => {
  const key = await site.createKey()
  const proof = await solveProof(site)
  const insert = (amount: number, createdAt: string) =>
    sql`insert into booking_order (source, entered, created_at)
      select 'website', '{"orderer": {"email": "BEN@kontor.example"}}', ${createdAt}::timestamptz from generate_series(1, ${amount}::int)`.execute(
      site.kontor.db,
    )
  await insert(40, '2026-11-25T10:59:59Z')
  await insert(20, '2026-11-25T11:30:00Z')
  const refused = await book({ proof }, { key })
  assert.deepEqual([refused.status, refused.json.type], [429, '/problems/too-many-requests'])
  assert.ok(Number(refused.headers['retry-after']) > 1500 && Number(refused.headers['retry-after']) <= 1800)
  assert.equal(await count('booking'), 0)
  assert.equal((await book({})).status, 201)
  await sql`delete from booking_order where id in (select max(id) from booking_order where created_at < '2026-11-25T11:45:00Z')`.execute(
    site.kontor.db,
  )
  await sql`delete from booking; delete from order_link; delete from booking_order where created_at > '2026-11-25T11:45:00Z'`.execute(
    site.kontor.db,
  )
  assert.equal((await book({ proof }, { key })).status, 201)

  // Orders that arrive at once count for one another.
  await sql`delete from booking; delete from order_link; delete from booking_order`.execute(site.kontor.db)
  await insert(18, '2026-11-25T11:30:00Z')
  const proofs = await Promise.all(Array.from({ length: 5 }, () => solveProof(site)))
  const together = await Promise.all(
    proofs.map((own) => book({ proof: own, seats: [{ later: true }], dateId: 20 }, { key })),
  )
  assert.deepEqual(together.map(({ status }) => status).toSorted(), [201, 201, 429, 429, 429])
})

test('a newsletter is subscribed to by double opt-in, if the client has one', async () => {
  assert.deepEqual(await pointers({ newsletter: true }), [400, '/newsletter'])
  await sql`insert into newsletter_form (id, client_id, name, double_opt_in) values (1, 1, 'News', true)`.execute(
    site.kontor.db,
  )
  assert.equal((await book({ newsletter: true })).status, 201)
  const { rows } = await sql`select recipient from outbox_mail where kind <> 'message' order by 1`.execute(
    site.kontor.db,
  )
  assert.deepEqual(rows, [{ recipient: 'ben@kontor.example' }])
  assert.equal(await count('newsletter_consent'), 1)
})

test('a repeated request with its `Idempotency-Key` books once; its secret is not stored', async () => {
  const options = { headers: { 'idempotency-key': 'one' } }
  const [first, second] = [await book({}, options), await book({}, options)]
  assert.deepEqual([second.status, second.headers['idempotency-replayed']], [201, 'true'])
  const { manageUrl: one, ...booked } = first.json
  const { manageUrl: other, ...repeated } = second.json
  assert.deepEqual(repeated, booked)
  assert.notEqual(one, other)
  assert.deepEqual([await count('booking_order'), await count('order_link')], [1, 2])
  const { rows } = await sql<{ body: string }>`select body from idempotency_key where key = 'one'`.execute(
    site.kontor.db,
  )
  assert.doesNotMatch(rows[0]!.body, /booking\//)
})

test('`/booking/{secret}`: the booking, as it was entered', async () => {
  const anna = { firstName: 'Änne', lastName: 'Köhler', email: 'anna@kontor.example' }
  const { json } = await book({ seats: [anna, { later: true }] })
  const open = async (url: string) => {
    const headers = { 'accept-language': 'de' }
    const { statusCode, body } = await site.kontor.app.inject({ url, headers })
    return { status: statusCode, text: body.replaceAll(/<[^>]*>/g, '|') }
  }
  const path = new URL(json.manageUrl).pathname
  const { status, text } = await open(path)
  assert.equal(status, 200)
  for (const part of [
    `Ihre Buchung ${json.code}`,
    'Montag, 1. März 2027',
    'Änne Köhler: gebucht',
    'Name folgt: gebucht',
    '237,98 €',
  ])
    assert.match(text.replaceAll('\u00a0', ' '), new RegExp(`\\|${part}[|\\s]`))
  assert.doesNotMatch(text, /Anna/)
  await sql`update order_link set revoked_at = now()`.execute(site.kontor.db)
  assert.equal((await open(path)).status, 404)
  assert.equal((await open('/booking/x')).status, 404)
})

test('missing and wrong fields are named', async () => {
  assert.deepEqual(await pointers({ seats: [] }), [400, '/seats'])
  assert.deepEqual(await pointers({ dateId: 11 }), [409])
  assert.deepEqual(await pointers({ orderer: { ...ben, email: 'x' } }), [400, '/orderer/email'])
  assert.deepEqual(await pointers({ invoiceTo: { ...invoiceTo, country: 'Deutschland' } }), [
    400,
    '/invoiceTo/country',
  ])
  assert.deepEqual(await pointers({ invoiceTo: { ...invoiceTo, zip: ' ' } }), [400, '/invoiceTo/zip'])
  const [status, pointer] = await pointers({ seats: [ben, { firstName: 'X' }] })
  assert.equal(status, 400)
  assert.match(String(pointer), /^\/seats\/1/)
  assert.deepEqual(await pointers({ whenFull: 'x' }), [400, '/whenFull'])
  assert.equal(await count('booking'), 0)
})

test('many at once: exactly the seats that there are, each person once', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, (_, n) => {
      const person = { ...ben, email: `v${n % 10}@kontor.example` }
      return book({ dateId: 20, seats: [person], orderer: person })
    }),
  )
  assert.equal(outcomes.filter(({ status }) => status === 201).length, 5)
  assert.ok(
    outcomes.every(({ status }) => status === 201 || status === 409),
    JSON.stringify(outcomes.map(({ status, text }) => `${status} ${text}`)),
  )
  assert.deepEqual([await free(20), await free(21)], [0, 0])
})

/** How many transactions have written the rows of a table. */
const countTransactions = async (table: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(distinct xmin::text)::int as n from ${sql.table(table)}`.execute(site.kontor.db)
  return rows[0]!.n
}
const visitor = (n: number) => ({
  firstName: 'V',
  lastName: `Visitor ${n}`,
  email: `visitor${n}@kontor.example`,
})
const bookFor = (n: number, more: object = {}, options: object = {}) =>
  book({ dateId: 20, seats: [visitor(n)], orderer: visitor(n), ...more }, options)

test('bookings that arrive at once: each is an order of its own, in its own transaction, with its mail', async () => {
  await createTerms('AGB', 'consumers')
  await sql`update event_date set participants_max = 50 where id in (20, 21)`.execute(site.kontor.db)
  const accepted = (await site.get('/terms?dateId=20')).json.documents.map(
    ({ id, version }: { id: number; version: number }) => ({ id, version }),
  )
  const numbers = Array.from({ length: 12 }, (_, n) => n)
  const outcomes = await Promise.all(
    numbers.map((n) =>
      bookFor(
        n,
        n % 2 === 0 ? { accepted, comment: `${n}` } : { isConsumer: false, comment: `${n}` },
        n % 3 === 0 ? {} : { headers: { 'idempotency-key': `at-once-${n}` } },
      ),
    ),
  )
  assert.deepEqual(
    outcomes.map(({ status, json }) => [status, json.seats]),
    numbers.map((n) => [201, [{ status: 'confirmed', name: `V Visitor ${n}` }]]),
  )
  assert.equal(await countTransactions('booking_order'), 12)
  const { rows } = await sql<{
    comment: string
    email: string
    seats: number
    accepted: number
    code: string
  }>`
    select o.comment, e.email, o.code, (select count(*)::int from booking b
        where b.order_id = o.id and b.contact_id = o.orderer_id and b.series_booking_id is null) as seats,
      (select count(*)::int from order_acceptance a where a.order_id = o.id) as accepted
    from booking_order o join email_address e on e.contact_id = o.orderer_id order by o.comment::int`.execute(
    site.kontor.db,
  )
  assert.deepEqual(
    rows,
    numbers.map((n) => ({
      comment: `${n}`,
      email: `visitor${n}@kontor.example`,
      code: outcomes[n]!.json.code,
      seats: 1,
      accepted: n % 2 === 0 ? 1 : 0,
    })),
  )
  assert.deepEqual([await free(20), await free(21)], [38, 38])
  for (const [n, { json }] of outcomes.entries()) {
    const page = await site.open(new URL(json.manageUrl).pathname)
    assert.match(page.text, new RegExp(`\\b${json.code}\\b`))
    assert.match(page.body, new RegExp(`Visitor ${n}\\b`))
  }
  const mails = await sentMails()
  assert.deepEqual(
    mails.map(({ to }) => to?.[0]?.address).toSorted(),
    numbers.map((n) => `visitor${n}@kontor.example`).toSorted(),
  )
})

test('of bookings at once, those that cannot be booked are told why, and the others are booked', async () => {
  await sql`update event_date set participants_max = 4 where id in (20, 21)`.execute(site.kontor.db)
  const outcomes = await Promise.all([
    bookFor(0),
    bookFor(1),
    bookFor(2, { accepted: [{ id: 999, version: 1 }] }),
    bookFor(3, { seats: Array(5).fill({ later: true }) }),
    bookFor(4, { moduleDateIds: [12] }),
    bookFor(5),
    bookFor(6, { dateId: 999_999 }),
  ])
  assert.deepEqual(
    outcomes.map(({ status, json }) => [
      status,
      ...(json.errors ?? []).map(({ pointer }: { pointer: string }) => pointer),
    ]),
    [
      [201],
      [201],
      [400, '/accepted/0'],
      [409],
      [400, '/moduleDateIds/0', '/moduleDateIds'],
      [201],
      [400, '/dateId'],
    ],
  )
  assert.ok([1, 2, 3, 4].includes(outcomes[3]!.json.free))
  assert.deepEqual([await count('booking_order'), await free(21)], [3, 1])
})

test('orders at once that draw the same code get different ones', async (t) => {
  await sql`update event_date set participants_max = 50 where id in (20, 21)`.execute(site.kontor.db)
  let drawn = 0
  const { randomInt } = crypto
  t.after(() => {
    crypto.randomInt = randomInt
    syncBuiltinESMExports()
  })
  // The codes 2222-2222, then three times 3333-3333.
  crypto.randomInt = ((max: number) =>
    drawn < 32 ? Number(drawn++ >= 8) : randomInt(max)) as typeof crypto.randomInt
  syncBuiltinESMExports()
  const first = await Promise.all([bookFor(40), bookFor(41), bookFor(42)])
  const outcomes = [...first, await bookFor(43)]
  const codes = outcomes.map(({ json }) => json.code)
  assert.ok(codes.includes('2222-2222') && codes.includes('3333-3333'), String(codes))
  assert.equal(new Set(codes).size, 4)
  for (const [index, { json }] of outcomes.entries()) {
    const page = await site.open(new URL(json.manageUrl).pathname)
    assert.match(page.text, new RegExp(`\\b${json.code}\\b`))
    assert.match(page.body, new RegExp(`Visitor ${40 + index}\\b`))
  }
})

test('with an `Idempotency-Key`, requests at once are handled once each', async () => {
  await sql`update event_date set participants_max = 10 where id in (20, 21)`.execute(site.kontor.db)
  const keyed = (n: number, key: string, more: object = {}) =>
    bookFor(n, more, { headers: { 'idempotency-key': key } })
  const codeOf = ({ json }: { json: { code: string } }) => json.code
  const first = await keyed(20, 'key-20')
  const outcomes = await Promise.all([
    keyed(21, 'key-21'),
    keyed(22, 'key-22'),
    keyed(20, 'key-20'),
    keyed(23, 'key-23'),
    keyed(24, 'key-24'),
    keyed(25, 'key-25', { seats: Array(10).fill({ later: true }) }),
  ])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    [201, 201, 201, 201, 201, 409],
  )
  assert.equal(codeOf(outcomes[2]!), codeOf(first))
  assert.equal(outcomes[2]!.headers['idempotency-replayed'], 'true')
  const again = await Promise.all([keyed(21, 'key-21'), keyed(26, 'key-26'), keyed(23, 'key-23')])
  assert.deepEqual([codeOf(again[0]!), codeOf(again[2]!)], [codeOf(outcomes[0]!), codeOf(outcomes[3]!)])
  const refused = await Promise.all([
    keyed(25, 'key-25', { seats: Array(10).fill({ later: true }) }),
    keyed(25, 'key-26'),
    bookFor(27),
  ])
  assert.deepEqual(
    refused.map(({ status, headers }) => [status, headers['idempotency-replayed']]),
    [
      [409, 'true'],
      [409, undefined],
      [201, undefined],
    ],
  )
  const twice = await Promise.all([bookFor(28), keyed(29, 'key-29'), keyed(29, 'key-29')])
  assert.ok(twice.some(({ status }) => status === 201))
  assert.equal(await count('booking_order'), 9)
  assert.equal(await free(21), 1)
})

test('at once, a person is inserted once, has one seat at a date, and is told of each order of theirs', async () => {
  await sql`update event_date set participants_max = 50 where id in (20, 21)`.execute(site.kontor.db)
  const [ada, bob, known] = [visitor(101), visitor(102), visitor(0)]
  await bookFor(0)
  await sql`delete from booking; delete from booking_order`.execute(site.kontor.db)
  const outcomes = await Promise.all([
    book({ dateId: 20, seats: [known], orderer: known }),
    book({ dateId: 20, seats: [ada, bob], orderer: ada }),
    book({ dateId: 20, seats: [bob, { later: true }], orderer: bob }),
    book({ dateId: 12, seats: [ada], orderer: bob }),
  ])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    [201, 201, 201, 201],
  )
  const { rows } = await sql<{ lastName: string; contacts: number; codes: string[] }>`
    select c.last_name as "lastName", count(distinct c.id)::int as contacts,
      array_agg(o.code) filter (where b.date_id = 20) as codes
    from contact c join booking b on b.contact_id = c.id left join booking_order o on o.id = b.order_id
    where c.last_name in ('Visitor 101', 'Visitor 102') group by 1 order by 1`.execute(site.kontor.db)
  const [adasCode, bobsCode] = [outcomes[1]!.json.code, outcomes[2]!.json.code]
  // Bob's seat is that of the order that comes first.
  const bobsSeat = rows[1]!.codes[0] === adasCode ? adasCode : bobsCode
  assert.deepEqual(rows, [
    { lastName: 'Visitor 101', contacts: 1, codes: [adasCode] },
    { lastName: 'Visitor 102', contacts: 1, codes: [bobsSeat] },
  ])
  const mails = await sentMails()
  const to = (email: string) => mails.filter(({ to: [first] = [] }) => first?.address === email).length
  // Ada has ordered, and has a seat that Bob has ordered at another date. Bob has two orders, and perhaps a seat of Ada's order.
  assert.deepEqual([to(ada.email), to(bob.email)], [2, bobsSeat === adasCode ? 3 : 2])
})
