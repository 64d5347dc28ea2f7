// /booking: a new link by mail, to visitors who know no more than the address; staff revoke links.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { openWebsiteWithMail, type Website } from '../../../../test/support/website.ts'
import { sendDue } from '../../../mail/sender.ts'
import { composeOrderLinks } from './compose-order-links.ts'

let site: Website
let key: string
let opened: Awaited<ReturnType<typeof openWebsiteWithMail>>
let mailServer: typeof opened.mailServer
before(async () => {
  opened = await openWebsiteWithMail({ start: '2026-11-25T12:00:00Z' })
  ;({ site, mailServer } = opened)
  key = await site.createKey({ isSecret: true })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title, is_published) values (1, 'Rhetorik', true), (2, 'Excel', true);
    insert into event_date (id, event_id, start_date, participants_max, status, is_published) values
      (10, 1, '2027-03-01', 9, 'open', true), (20, 2, '2026-11-26', 9, 'open', true)`.execute(site.kontor.db)
})
beforeEach(async () => {
  site.kontor.clock.set('2026-11-25T12:00:00Z')
  await sql`
    delete from booking; delete from order_link; delete from booking_order; delete from outbox_mail; delete from message;
    delete from email_address; delete from contact`.execute(site.kontor.db)
})
after(() => opened.close())

const ben = { firstName: 'Ben', lastName: 'Öztürk', email: 'Ben@kontor.example' }
const cara = { firstName: 'Cara', lastName: 'Nolte', email: 'cara@kontor.example' }

async function book(dateId: number, orderer = ben): Promise<{ code: string; path: string; id: number }> {
  const invoiceTo = { street: 'S', zip: '20457', city: 'Hamburg', country: 'DE' }
  const body = { dateId, seats: [orderer], orderer, invoiceTo, isConsumer: true, accepted: [] }
  const { status, json, text } = await site.post('/bookings', body, { key })
  assert.equal(status, 201, text)
  const { id } = await site.kontor.db
    .selectFrom('booking_order')
    .select('id')
    .where('code', '=', json.code)
    .executeTakeFirstOrThrow()
  return { code: json.code, path: new URL(json.manageUrl).pathname, id }
}
const ask = (email: string, url = '/booking') => site.send(url, { email })
const queued = async () => {
  const rows = await site.kontor.db
    .selectFrom('outbox_mail')
    .select('recipient')
    .where('kind', '=', 'order_links')
    .orderBy('id')
    .execute()
  return rows.map(({ recipient }) => recipient)
}
/** Sends the mails with links. */
async function sent() {
  mailServer.received.length = 0
  await sql`delete from outbox_mail where kind <> 'order_links'`.execute(site.kontor.db)
  while (await sendDue(site.kontor, new AbortController().signal, { order_links: composeOrderLinks }));
  return Promise.all(mailServer.received.map(({ raw }) => PostalMime.parse(raw)))
}
const linksIn = (text: string): string[] =>
  [...text.matchAll(/https:\/\/kontor\.example\.org(\/booking\/[\w-]{43})(?![\w-])/g)].map(
    ([, path]) => path!,
  )

test('the mail has a link to each booking that was made with the address', async () => {
  const first = await book(10)
  const second = await book(20)
  await book(10, cara)
  const { status, body } = await ask(' ben@KONTOR.example ')
  assert.equal(status, 200)
  assert.match(body, /Sehen Sie in Ihr Postfach/)
  const [mail, another] = await sent()
  assert.equal(another, undefined)
  assert.equal(mail!.to![0]!.address, 'Ben@kontor.example')
  assert.match(mail!.text!, new RegExp(`${second.code}: Excel\n`))
  const links = linksIn(mail!.text!)
  assert.equal(links.length, 2)
  const pages = await Promise.all(links.map((link) => site.open(link)))
  assert.ok(pages[0]!.body.includes(second.code) && pages[1]!.body.includes(first.code))
  // Earlier links stay valid.
  assert.equal((await site.open(first.path)).status, 200)
})

test('nobody is told whether an address is known, and repeated requests send one mail', async () => {
  await book(10)
  const known = await ask('ben@kontor.example')
  const unknown = await ask('eva@kontor.example')
  assert.equal(unknown.status, 200)
  assert.equal(known.body.replaceAll('ben@', ''), unknown.body.replaceAll('eva@', ''))
  await ask('BEN@kontor.example')
  assert.deepEqual(await queued(), ['Ben@kontor.example'])
  await sql`update outbox_mail set created_at = created_at - interval '6 minutes'`.execute(site.kontor.db)
  await ask('ben@kontor.example')
  assert.equal((await queued()).length, 2)
})

test('requests at once send one mail', async () => {
  await book(10)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => ask(index % 2 ? 'ben@kontor.example' : 'Ben@kontor.example')),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.deepEqual(await queued(), ['Ben@kontor.example'])
})

test('an address that only looks like that of an order gets no link to it', async () => {
  await book(10)
  // With the Kelvin sign, whose lower case is a k.
  const other = await book(20, { ...cara, email: 'ben@\u212aontor.example' })
  await ask('ben@kontor.example')
  const mails = await sent()
  const ofOther = mails.filter(({ to }) => to![0]!.address !== 'Ben@kontor.example')
  for (const mail of ofOther) {
    const [link, another] = linksIn(mail.text!)
    assert.equal(another, undefined)
    assert.ok((await site.open(link!)).body.includes(other.code))
  }
  const ofBen = mails.find(({ to }) => to![0]!.address === 'Ben@kontor.example')
  assert.equal(linksIn(ofBen!.text!).length, 1)
})

test('no link leads to an ended or cancelled booking, also if it ends before the mail is sent', async () => {
  await book(20)
  site.kontor.clock.set('2026-11-27T12:00:00Z')
  await ask('ben@kontor.example')
  assert.deepEqual(await queued(), [])
  site.kontor.clock.set('2026-11-26T12:00:00Z')
  await ask('ben@kontor.example')
  assert.equal((await queued()).length, 1)
  await sql`update booking set status = 'cancelled', cancelled_at = now()`.execute(site.kontor.db)
  assert.deepEqual(await sent(), [])
})

test('the form and the mail are in the language of the address', async () => {
  await book(10)
  assert.match((await site.open('/booking?lang=en')).body, /Link to your booking/)
  assert.match((await ask('ben@kontor.example', '/booking?lang=en')).body, /Look into your mailbox/)
  const [mail] = await sent()
  assert.equal(mail!.subject, 'The link to your booking')
})

test('an invalid e-mail address is rejected beside its field', async () => {
  for (const email of ['', 'ben', 'ben@', '"><script>', 'a'.repeat(70_000)]) {
    const { status, body } = await ask(email)
    assert.equal(status, 422)
    assert.match(body, /id="email.error"/)
    assert.doesNotMatch(body, /<script>/)
  }
  assert.deepEqual(await queued(), [])
})

test('staff revoke all links to an order; its page offers a new one, which works', async () => {
  const { path, id } = await book(10)
  const office = await site.kontor.signIn({ rights: ['090300', 'booking'] })
  assert.equal((await office.call('GET', `/orders/${id}`)).json[0].hasLink, true)
  const reader = await site.kontor.signIn({ rights: ['090300', 'booking:access'] })
  assert.equal((await reader.call('POST', `/orders/${id}/links/revoke`)).status, 403)
  const { status, json } = await office.call('POST', `/orders/${id}/links/revoke`)
  assert.deepEqual([status, json[0].hasLink], [200, false])
  assert.equal((await office.call('POST', '/orders/999999/links/revoke')).status, 404)
  const revoked = await site.open(path)
  assert.equal(revoked.status, 404)
  assert.match(revoked.body, /<a href="\/booking">Neuen Link zuschicken</)
  await ask('ben@kontor.example')
  const [mail] = await sent()
  assert.equal((await site.open(linksIn(mail!.text!)[0]!)).status, 200)
})
