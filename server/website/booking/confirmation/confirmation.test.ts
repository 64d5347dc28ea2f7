// Bookings that are made by a link in a mail, where the event says so. Until then, the seats are held.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import {
  hiddenFields,
  openWebsiteWithMail,
  solveProof,
  type Website,
} from '../../../../test/support/website.ts'
import { sendDue } from '../../../mail/sender.ts'
import { composeConfirmations } from './compose-confirmations.ts'
import { deleteExpiredBookingsJob } from './delete-expired-job.ts'

let opened: Awaited<ReturnType<typeof openWebsiteWithMail>>
let site: Website
let mailServer: typeof opened.mailServer
before(async () => {
  opened = await openWebsiteWithMail({ start: '2026-11-25T12:00:00Z' })
  ;({ site, mailServer } = opened)
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true), ('off', 'off', false, false)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title, is_published) values (1, 'Rhetorik', true), (2, 'Excel', true);
    insert into event_date (id, event_id, start_date, participants_max, status, is_published, has_waiting_list) values
      (10, 1, '2027-03-01', 3, 'open', true, true), (20, 2, '2027-03-02', 3, 'open', true, true);
    insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included) values
      (10, 1, 'Normalpreis', 240, 'EUR', 19, true);
    update website_pages set key_id = (select min(id) from website_key)`.execute(site.kontor.db)
})
beforeEach(async () => {
  mailServer.received.length = 0
  await sql`
    delete from pending_booking; delete from seat_hold; delete from booking; delete from order_link; delete from booking_order;
    delete from outbox_mail; delete from message; delete from email_address; delete from contact;
    update event set visitors_confirm_by_mail = 'always' where id = 1;
    update event_date set status = 'open', participants_max = 3 where id = 10;
    update date_price set gross_price = 240`.execute(site.kontor.db)
})
after(() => opened.close())

const ben = { firstName: 'Ben', lastName: 'Öztürk', email: 'ben@kontor.example' }
const bookingOf = (more: object = {}) => ({
  dateId: 10,
  seats: [ben, { later: true }],
  orderer: ben,
  invoiceTo: { street: 'S', zip: '20457', city: 'Hamburg', country: 'DE' },
  isConsumer: false,
  accepted: [],
  ...more,
})
const book = async (more: object = {}, headers: Record<string, string> = {}) =>
  site.post('/bookings', bookingOf({ proof: await solveProof(site), ...more }), { headers })
const free = async (id = 10) => (await site.get(`/dates/${id}?availability=any`)).json.seats.free
const count = async (table: 'booking' | 'contact' | 'seat_hold' | 'pending_booking' | 'outbox_mail') =>
  Number(
    (await site.kontor.db.selectFrom(table).select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow())
      .n,
  )
const expire = () =>
  sql`update seat_hold set expires_at = clock_timestamp() - interval '1 second';
    update pending_booking set expires_at = clock_timestamp() - interval '1 second'`.execute(site.kontor.db)
/** The paths of the links in the mails that are due. */
async function links(): Promise<string[]> {
  mailServer.received.length = 0
  const composers = { booking_confirmation: composeConfirmations }
  await sql`update outbox_mail set next_attempt_at = now() where kind = 'booking_confirmation' and sent_at is null`.execute(
    site.kontor.db,
  )
  await sql`delete from outbox_mail where kind <> 'booking_confirmation'`.execute(site.kontor.db)
  while (await sendDue(site.kontor, new AbortController().signal, composers));
  const mails = await Promise.all(mailServer.received.map(({ raw }) => PostalMime.parse(raw)))
  return mails.map(
    ({ text }) => /https:\/\/kontor\.example\.org(\/book\/confirm\/[\w-]{43}\?lang=(de|en))/.exec(text!)![1]!,
  )
}

test('nothing is booked before the link is confirmed, and the seats are held for an hour', async () => {
  const { status, json } = await book()
  assert.deepEqual([status, Object.keys(json), json.status], [202, ['status', 'expiresAt'], 'toConfirm'])
  const minutes = (Date.parse(json.expiresAt) - Date.now()) / 60_000
  assert.ok(minutes > 58 && minutes < 62, `${minutes}`)
  assert.deepEqual([await free(), await count('booking'), await count('contact')], [1, 0, 0])
  const [link] = await links()
  const [mail] = await Promise.all(mailServer.received.map(({ raw }) => PostalMime.parse(raw)))
  assert.deepEqual(
    [mail!.to![0]!.address, mail!.subject],
    [ben.email, 'Bitte bestätigen Sie Ihre Buchung: Rhetorik'],
  )
  assert.match(mail!.text!, /Rhetorik, Montag, 1\. März 2027\n2 Plätze/)
  const { data } = await site.kontor.db.selectFrom('outbox_mail').select('data').executeTakeFirstOrThrow()
  assert.deepEqual(data, {})

  // Mail scanners open links.
  const page = await site.open(link!)
  assert.match(page.text, /Rhetorik, Montag, 1\. März 2027\|2 Plätze\|Gesamtpreis: 480,00 €/)
  assert.match(page.text, /Zahlungspflichtig buchen/)
  assert.equal(await count('booking'), 0)
  assert.match(
    (await site.open(link!.replace('lang=de', 'lang=en'))).text,
    /Total: €480\.00.*Book with obligation to pay/,
  )

  const done = await site.send(link!, {})
  assert.match(done.text, /Alle Plätze sind gebucht\.\|Buchungscode: \w{4}-\w{4}\|/)
  assert.match(done.body, /href="\/booking\/[\w-]{43}\?lang=de"/)
  assert.deepEqual([await free(), await count('booking'), await count('seat_hold')], [1, 2, 0])
  const rows = await site.kontor.db.selectFrom('pending_booking').select(['booking', 'checked']).execute()
  assert.deepEqual(rows, [{ booking: {}, checked: {} }])
  for (const again of [await site.send(link!, {}), await site.open(link!)])
    assert.match(again.text, /Bereits gebucht/)
  assert.equal(await count('booking'), 2)
})

test('staff see unconfirmed bookings, on the date and on modules of it, until it is booked or has ended', async () => {
  const seen = async (dateId = 10) => {
    const office = await site.kontor.signIn({ rights: ['090300', 'booking:access'] })
    return (await office.call('GET', `/dates/${dateId}/pending-bookings`)).json
  }
  const { json } = await book({ orderer: { ...ben, company: 'Nordlicht', phone: '+49 40 1' } })
  const [{ id: _id, expiresAt, ...waits }, ...others] = await seen()
  assert.deepEqual(
    [waits, others],
    [
      {
        name: 'Ben Öztürk',
        company: 'Nordlicht',
        email: ben.email,
        phone: '+49 40 1',
        seats: 2,
        isWaiting: false,
      },
      [],
    ],
  )
  assert.equal(Date.parse(expiresAt), Date.parse(json.expiresAt))
  assert.deepEqual(await seen(20), [])
  await sql`update pending_booking set checked = jsonb_set(checked, '{moduleDateIds}', '[20]')`.execute(
    site.kontor.db,
  )
  assert.equal((await seen(20)).length, 1)
  await sql`update pending_booking set checked = jsonb_set(checked, '{moduleDateIds}', '[]')`.execute(
    site.kontor.db,
  )
  const [link] = await links()
  await site.send(link!, {})
  assert.deepEqual(await seen(), [])
  await book({ seats: [{ later: true }] })
  await book({ seats: [{ later: true }], whenFull: 'waitingList' })
  assert.deepEqual(
    (await seen()).map(({ isWaiting }: { isWaiting: boolean }) => isWaiting),
    [false, true],
  )
  await expire()
  assert.deepEqual(await seen(), [])
  const without = await site.kontor.signIn({ rights: ['catalogue'] })
  assert.equal((await without.call('GET', '/dates/10/pending-bookings')).status, 403)
})

test('of two who press the button at once, one books', async () => {
  await book()
  const [link] = await links()
  const pages = await Promise.all([site.send(link!, {}), site.send(link!, {}), site.send(link!, {})])
  assert.equal(pages.filter(({ text }) => text.includes('Bereits gebucht')).length, 2)
  for (const { body } of pages) {
    const [, path = ''] = /href="(\/booking\/[\w-]{43})/.exec(body) ?? []
    assert.match((await site.open(path)).text, /Cara|Ben/)
  }
  assert.equal(await count('booking'), 2)
})

test('a link that has run out books nothing, the seats are free again, and the entries are deleted', async () => {
  await book()
  const [link] = await links()
  await expire()
  assert.deepEqual([(await site.open(link!)).status, (await site.send(link!, {})).status], [404, 404])
  assert.equal(await count('booking'), 0)
  await deleteExpiredBookingsJob.run(site.kontor, new AbortController().signal)
  assert.equal(await count('pending_booking'), 0)
  assert.equal((await site.open(link!)).status, 404)
  assert.equal((await site.send('/book/confirm/unknown', {})).status, 404)
  const key = await site.createKey({ isSecret: true })
  assert.equal((await site.post('/holds', { dateId: 10, seats: 3 }, { key })).status, 201)
})

test('a mail whose link has run out is not sent', async () => {
  await book()
  await expire()
  assert.deepEqual(await links(), [])
})

test('a booking that is no longer possible as agreed is refused, and changes nothing', async () => {
  const refusals: [string, () => Promise<unknown>][] = [
    ['price', () => sql`update date_price set gross_price = 250`.execute(site.kontor.db)],
    ['date', () => sql`update event_date set status = 'off' where id = 10`.execute(site.kontor.db)],
  ]
  for (const [name, change] of refusals) {
    await book()
    const [link] = await links()
    await change()
    const { status, text } = await site.send(link!, {})
    assert.deepEqual(
      [status, await count('booking'), await count('contact'), await count('seat_hold')],
      [409, 0, 0, 1],
      name,
    )
    assert.match(text, /nicht mehr möglich/)
    await sql`delete from seat_hold; delete from pending_booking; delete from outbox_mail; update date_price set gross_price = 240;
      update event_date set status = 'open' where id = 10`.execute(site.kontor.db)
  }
})

test('the seats of a hold are held on, and a hold ends by its own clock', async () => {
  const { json: hold } = await site.post('/holds', { dateId: 10, seats: 3 })
  assert.equal((await book({ holdId: hold.id })).status, 202)
  assert.equal(await free(), 1)
  assert.equal((await book({ seats: [ben, { later: true }] })).status, 409)
})

test('with a waiting list, free seats are held, and the other seats wait once it is confirmed', async () => {
  await book({ seats: [ben] })
  await book({ seats: [{ later: true }, { later: true }, { later: true }], whenFull: 'waitingList' })
  assert.equal(await free(), 0)
  await book({ seats: [{ later: true }], whenFull: 'waitingList' })
  const [, some, none] = await links()
  assert.match((await site.send(some!, {})).text, /Ein Teil der Plätze ist gebucht/)
  assert.match((await site.send(none!, {})).text, /Die Plätze stehen auf der Warteliste/)
})

test('a rule for disposable addresses asks for those alone; a secret key answers for its visitors', async () => {
  await sql`update event set visitors_confirm_by_mail = 'disposable' where id = 1`.execute(site.kontor.db)
  assert.equal((await book({ seats: [ben] })).status, 201)
  const disposable = { ...ben, email: 'ben@mailinator.com' }
  assert.equal((await book({ seats: [{ later: true }], orderer: disposable })).status, 202)
  const key = await site.createKey({ isSecret: true })
  const { status } = await site.post(
    '/bookings',
    bookingOf({ seats: [{ later: true }], orderer: disposable }),
    { key },
  )
  assert.equal(status, 201)
  assert.equal((await book({ dateId: 20, orderer: disposable })).status, 201)
})

test('the terms say whether a booking is confirmed by mail', async () => {
  const isConfirmed = async (key?: string) =>
    (await site.get('/terms?dateId=10', key === undefined ? {} : { key })).json.isConfirmedByMail
  assert.equal(await isConfirmed(), true)
  assert.equal(await isConfirmed(await site.createKey({ isSecret: true })), false)
  assert.equal((await site.get('/terms?dateId=20')).json.isConfirmedByMail, false)
})

test('a request that is repeated with its Idempotency-Key gets the same response, and sends one mail', async () => {
  const proof = await solveProof(site)
  const send = () => site.post('/bookings', bookingOf({ proof }), { headers: { 'idempotency-key': 'once' } })
  const [first, again] = [await send(), await send()]
  assert.deepEqual([first.status, again.status, again.json], [202, 202, first.json])
  assert.equal(await count('outbox_mail'), 1)
})

test('bookings that wait for their confirmation count for the limit of an e-mail address', async () => {
  await sql`insert into pending_booking (hash, client_id, date_id, booking, checked, language, visitor_address, created_at, expires_at)
    select sha256(n::text::bytea), 1, 10, '{"orderer": {"email": "BEN@kontor.example"}}', '{}', 'de', '', '2026-11-25T11:30:00Z', now()
    from generate_series(1, 20) n`.execute(site.kontor.db)
  assert.equal((await book()).status, 429)
})

test('the form says so, before and after', async () => {
  const { body } = await site.open('/book/10')
  const fields = {
    ...hiddenFields(body),
    seatCount: '1',
    step: 'book',
    kind: 'business',
    'orderer.firstName': 'Ben',
    'orderer.lastName': 'Öztürk',
    'orderer.email': ben.email,
    'invoiceTo.street': 'Hafenstraße',
    'invoiceTo.zip': '20457',
    'invoiceTo.city': 'Hamburg',
    'invoiceTo.country': 'DE',
    self: 'yes',
  }
  const checked = await site.send('/book/10', { ...fields, step: 'review' })
  assert.match(checked.body, /Danach schicken wir Ihnen einen Link per E-Mail/)
  const sent = await site.send('/book/10', fields)
  assert.equal(sent.status, 202)
  assert.match(
    sent.text,
    /Es ist noch nichts gebucht\. Öffnen Sie innerhalb einer Stunde den Link in der E-Mail an ben@kontor\.example/,
  )
  assert.equal((await site.send('/book/10', fields)).status, 202)
  const [link, ...others] = await links()
  assert.equal(others.length, 0)
  assert.match((await site.send(link!, {})).text, /Alle Plätze sind gebucht/)
  // Sent again, the form leads to the booking.
  assert.equal((await site.send('/book/10', fields)).status, 303)
  assert.equal(await count('booking'), 1)
  assert.doesNotMatch((await site.open('/book/20')).body, /Danach schicken wir/)
})
