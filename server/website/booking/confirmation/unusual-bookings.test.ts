// Bookings by the form in unusual numbers: staff book or refuse a group.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { hiddenFields, openWebsiteWithMail, type Website } from '../../../../test/support/website.ts'
import { sendDue } from '../../../mail/sender.ts'
import { composeConfirmations } from './compose-confirmations.ts'

let opened: Awaited<ReturnType<typeof openWebsiteWithMail>>
let site: Website
before(async () => {
  opened = await openWebsiteWithMail({ start: '2026-11-25T12:10:00Z' })
  ;({ site } = opened)
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title, is_published) values (1, 'Rhetorik', true);
    insert into event_date (id, event_id, start_date, participants_max, status, is_published) values
      (10, 1, '2027-03-01', 60, 'open', true), (11, 1, '2027-03-02', 60, 'open', true);
    insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included) values
      (10, 1, 'Normalpreis', 240, 'EUR', 19, true), (11, 1, 'Normalpreis', 240, 'EUR', 19, true);
    update website_pages set key_id = (select min(id) from website_key)`.execute(site.kontor.db)
})
beforeEach(async () => {
  await sql`
    delete from pending_booking; delete from seat_hold; delete from booking; delete from booking_order; delete from outbox_mail;
    delete from message; delete from email_address; delete from contact; update date_price set gross_price = 240`.execute(
    site.kontor.db,
  )
})
after(() => opened.close())

/** Books seats by the form. */
async function book(name: string, seats: number, address = '192.0.2.1', dateId = 10): Promise<number> {
  const url = `/book/${dateId}`
  const { body } = await site.kontor.app.inject({ url: `${url}?seats=${seats}` })
  const fields = {
    ...hiddenFields(body),
    seatCount: String(seats),
    step: 'book',
    kind: 'business',
    'orderer.firstName': 'Ben',
    'orderer.lastName': name,
    'orderer.email': `${name.toLowerCase()}@kontor.example`,
    'invoiceTo.company': 'Nordlicht',
    'invoiceTo.street': 'Hafenstraße',
    'invoiceTo.zip': '20457',
    'invoiceTo.city': 'Hamburg',
    'invoiceTo.country': 'DE',
    self: 'yes',
  }
  const { statusCode } = await site.kontor.app.inject({
    method: 'POST',
    url,
    remoteAddress: address,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'de' },
    body: new URLSearchParams(fields).toString(),
  })
  return statusCode
}
/** Twenty seats are booked, then two bookings of the network have to be confirmed. */
async function bookMany() {
  assert.equal(await book('Eins', 20), 303)
  assert.equal(await book('Zwei', 5), 202)
  assert.equal(await book('Drei', 3, '192.0.2.77'), 202)
}
type Group = Record<'ids' | 'names', unknown[]> & Record<string, unknown>
const free = async () => (await site.get('/dates/10?availability=any')).json.seats.free
const officeOf = (rights: string[] = ['booking', '090300']) => site.kontor.signIn({ rights })
const groupsOf = async () => (await (await officeOf()).call('GET', '/unusual-bookings')).json
async function confirmationLinks(): Promise<string[]> {
  opened.mailServer.received.length = 0
  await sql`delete from outbox_mail where kind <> 'booking_confirmation'`.execute(site.kontor.db)
  const composers = { booking_confirmation: composeConfirmations }
  while (await sendDue(site.kontor, new AbortController().signal, composers));
  const mails = await Promise.all(opened.mailServer.received.map(({ raw }) => PostalMime.parse(raw)))
  return mails.map(({ text }) => /(\/book\/confirm\/[\w-]{43})/.exec(text!)![1]!)
}

test('a group has the network, the date and the hour; those whom the event asks for mail are none', async () => {
  await bookMany()
  assert.equal(await book('Vier', 21, '198.51.100.1', 11), 202)
  await sql`update event set visitors_confirm_by_mail = 'always'`.execute(site.kontor.db)
  assert.equal(await book('Fünf', 1, '203.0.113.1', 11), 202)
  await sql`update event set visitors_confirm_by_mail = 'never'`.execute(site.kontor.db)
  const groups = await groupsOf()
  assert.deepEqual(
    groups.map(({ ids, dateId, network, hour, seatCount, names, isRefused }: Group) => [
      ids.length,
      dateId,
      network,
      hour,
      seatCount,
      names,
      isRefused,
    ]),
    [
      [2, 10, '192.0.2.0/24', '2026-11-25T12:00:00.000Z', 8, ['Ben Zwei', 'Ben Drei'], false],
      [1, 11, '198.51.100.0/24', '2026-11-25T12:00:00.000Z', 21, ['Ben Vier'], false],
    ],
  )
  await sql`insert into client (id, name) values (2, 'Andere') on conflict do nothing`.execute(site.kontor.db)
  const ofOther = await site.kontor.signIn({ rights: ['booking', '090300'], clientIds: [2] })
  assert.deepEqual((await ofOther.call('GET', '/unusual-bookings')).json, [])
  const { json } = await ofOther.call('POST', '/unusual-bookings/refuse', { ids: groups[0].ids })
  assert.deepEqual(json, [{ refusedCount: 0 }])
  const reader = await officeOf(['090300'])
  assert.equal((await reader.call('GET', '/unusual-bookings')).status, 403)
  assert.equal((await reader.call('POST', '/unusual-bookings/refuse', { ids: groups[0].ids })).status, 403)
})

test('staff book a group with one click, without the mail; cancelling undoes it', async () => {
  await bookMany()
  const links = await confirmationLinks()
  const [{ ids }] = await groupsOf()
  const office = await officeOf()
  const { status, json } = await office.call('POST', '/unusual-bookings/release', { ids })
  assert.deepEqual([status, json], [200, [{ bookedCount: 2, failedCount: 0 }]])
  assert.deepEqual([await groupsOf(), await free()], [[], 32])
  for (const link of links) assert.match((await site.open(link)).text, /Bereits gebucht/)
  const { rows } = await sql<{ visitor_address: string; seats: number }>`
    select visitor_address, (select count(*)::int from booking b where b.order_id = o.id and b.status = 'booked') as seats
    from booking_order o order by id`.execute(site.kontor.db)
  assert.deepEqual(rows, [
    { visitor_address: '192.0.2.1', seats: 20 },
    { visitor_address: '192.0.2.1', seats: 5 },
    { visitor_address: '192.0.2.77', seats: 3 },
  ])
  const bookings = (await office.call('GET', '/bookings?sort=id&order=desc&perPage=8')).json
  const cancelled = await office.call('POST', '/bookings/bulk-update', {
    ids: bookings.map(({ id }: { id: number }) => id),
    status: 'cancelled',
  })
  assert.deepEqual([cancelled.status, await free()], [200, 40])
  // A second click books nothing twice.
  const again = await office.call('POST', '/unusual-bookings/release', { ids })
  assert.deepEqual(again.json, [{ bookedCount: 0, failedCount: 2 }])
})

test('a known person is not shown by a booking that staff release: the mailbox is not proven', async () => {
  await bookMany()
  const office = await officeOf()
  await office.call('POST', '/contacts', {
    firstName: 'Benedikt',
    lastName: 'Zwei',
    emails: [{ email: 'zwei@kontor.example', isDefault: true }],
  })
  const [{ ids }] = await groupsOf()
  assert.equal((await office.call('POST', '/unusual-bookings/release', { ids })).json[0].bookedCount, 2)
  const { rows } = await sql<{ claims: boolean }>`
    select claims_contact as claims from booking_order where entered -> 'orderer' ->> 'lastName' = 'Zwei'`.execute(
    site.kontor.db,
  )
  assert.deepEqual(rows, [{ claims: true }])
})

test('staff refuse a group with one click: its seats are free, its links book no more, and it can still be booked', async () => {
  await bookMany()
  const links = await confirmationLinks()
  assert.equal(await free(), 32)
  const [{ ids }] = await groupsOf()
  const office = await officeOf()
  assert.deepEqual((await office.call('POST', '/unusual-bookings/refuse', { ids })).json, [
    { refusedCount: 2 },
  ])
  assert.equal(await free(), 40)
  for (const link of links) assert.equal((await site.send(link, {})).status, 404)
  assert.deepEqual((await office.call('GET', '/dates/10/pending-bookings')).json, [])
  const mails = await sql`select from outbox_mail where sent_at is null`.execute(site.kontor.db)
  assert.equal(mails.rows.length, 0, 'nobody gets mail')
  assert.deepEqual(
    (await groupsOf()).map(({ isRefused }: { isRefused: boolean }) => isRefused),
    [true],
  )
  assert.deepEqual((await office.call('POST', '/unusual-bookings/refuse', { ids })).json, [
    { refusedCount: 0 },
  ])
  assert.deepEqual((await office.call('POST', '/unusual-bookings/release', { ids })).json, [
    { bookedCount: 2, failedCount: 0 },
  ])
  assert.equal(await free(), 32)
})

test('a booking that cannot be made stays, and the others are made', async () => {
  await bookMany()
  const [{ ids }] = await groupsOf()
  await sql`update pending_booking set gross = '{"amount": "1.00", "currency": "EUR"}' where id = ${ids[0]}`.execute(
    site.kontor.db,
  )
  const office = await officeOf()
  assert.deepEqual((await office.call('POST', '/unusual-bookings/release', { ids })).json, [
    { bookedCount: 1, failedCount: 1 },
  ])
  assert.deepEqual((await groupsOf())[0].ids, [ids[0]])
})

test('a visitor who confirms and staff who refuse at the same moment: one of them wins', async () => {
  await bookMany()
  const links = await confirmationLinks()
  const [{ ids }] = await groupsOf()
  const office = await officeOf()
  const [refused, ...confirmed] = await Promise.all([
    office.call('POST', '/unusual-bookings/refuse', { ids }),
    ...links.map((link) => site.send(link, {})),
  ])
  const bookedCount = confirmed.filter(({ status }) => status === 200).length
  assert.equal(refused.json[0].refusedCount + bookedCount, 2)
  assert.equal(
    await sql<{ n: number }>`select count(*)::int as n from booking_order`
      .execute(site.kontor.db)
      .then(({ rows }) => rows[0]!.n),
    1 + bookedCount,
  )
})

test('a date has its share also of visitors of many networks who book at once', async () => {
  const codes = await Promise.all(
    Array.from({ length: 10 }, (_, index) => book(`Netz${index}`, 5, `203.${index}.113.1`, 11)),
  )
  // A third of its sixty seats.
  assert.equal(codes.filter((code) => code === 303).length, 4, codes.join())
  assert.ok(codes.every((code) => code === 303 || code === 202))
})
