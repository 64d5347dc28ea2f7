// Links that end: their pages before, on and after the last day, and the new ones by mail.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { openWebsiteWithMail, type Website } from '../../../test/support/website.ts'
import { createLink, linkPath } from '../../attendance/links.ts'
import { createOrderLink } from '../../bookings/orders/order-link.ts'
import { createSeatLink } from '../../bookings/orders/seat-link.ts'
import { companyPath, createCompanyLink } from '../../companies/company-link.ts'
import { feedbackLink } from '../../feedback/feedback-link.ts'
import { sendDue } from '../../mail/sender.ts'
import { mailsPerHour } from '../../mail/visitor-budget.ts'
import { inTransaction, type Tx } from '../../platform/database/database.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { composeRenewedLinks } from './compose-renewed-links.ts'

let opened: Awaited<ReturnType<typeof openWebsiteWithMail>>
let site: Website
before(async () => {
  opened = await openWebsiteWithMail({ start: '2026-11-25T12:00:00Z' })
  ;({ site } = opened)
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title, is_published) values (1, 'Rhetorik', true);
    insert into event_date (id, event_id, start_date, end_date, participants_max, status, is_published) values
      (10, 1, '2026-12-10', '2026-12-11', 9, 'open', true), (11, 1, '2026-12-20', null, 9, 'open', true);
    insert into contact (id, contact_type, first_name, last_name, company_id) values
      (1, 'company', '', 'Nordlicht', null), (2, 'person', 'Ben', 'Öztürk', 1), (3, 'person', 'Cara', 'Nolte', 1), (4, 'person', 'Tilda', 'Lehr', null);
    insert into trainer (id, contact_id, first_name, last_name) values (1, 4, 'Tilda', 'Lehr');
    insert into date_trainer (date_id, position, trainer_id, is_main) values (10, 1, 1, true)`.execute(
    site.kontor.db,
  )
})
beforeEach(async () => {
  site.kontor.clock.set('2026-11-25T12:00:00Z')
  opened.mailServer.received.length = 0
  await sql`
    delete from booking; delete from company_link; delete from attendance_link; delete from booking_order; delete from outbox_mail;
    delete from email_address; delete from setting;
    insert into email_address (contact_id, email, email_key, is_default) select id, 'a' || id || '@kontor.example', 'a' || id || '@kontor.example', true from contact;
    insert into booking_order (id, orderer_id, code, source, is_consumer, entered) values
      (1, 2, 'K7QF-3M2X', 'website', true, '{"orderer": {"firstName": "Ben", "lastName": "Öztürk", "email": "typed@kontor.example"}}');
    insert into booking (id, order_id, contact_id, date_id, status) values (1, 1, 3, 10, 'booked')`.execute(
    site.kontor.db,
  )
})
after(() => opened.close())

const now = new Date('2026-11-25T12:00:00Z')
const inTx = <T>(run: (tx: Tx) => Promise<T>) =>
  inTransaction(site.kontor.db, { userId: null, via: 'test' }, run)
/** Links are made at the database's time, which is not that of the test. */
async function madeNow(path: string, table: 'order_link' | 'seat_link'): Promise<string> {
  await sql`update ${sql.table(table)} set created_at = ${now}`.execute(site.kontor.db)
  return path
}
const makers = {
  order: async () => madeNow(await inTx((tx) => createOrderLink(tx, 1)), 'order_link'),
  seat: async () => madeNow(await inTx((tx) => createSeatLink(tx, 1)), 'seat_link'),
  company: () => inTx((tx) => createCompanyLink(tx, { companyId: 1, name: 'Frau Sommer' }, now)),
  attendance: async () => {
    const link = { dateId: 10, trainerId: 1, lastDay: '2026-12-18' }
    const of = { today: '2026-11-25', now, timeZone: 'Europe/Berlin' }
    return linkPath(await inTx((tx) => createLink(tx, link, of)))
  },
}
type Kind = keyof typeof makers

/** Sends the mails, and returns what was sent. */
async function sent() {
  opened.mailServer.received.length = 0
  while (await sendDue(site.kontor, new AbortController().signal, { renewed_link: composeRenewedLinks }));
  return Promise.all(opened.mailServer.received.map(({ raw }) => PostalMime.parse(raw)))
}
const linkIn = (text: string | undefined) =>
  /https:\/\/kontor\.example\.org(\/\w+\/[\w-]{43})/.exec(text!)![1]!
const queuedCount = async () =>
  (await sql`select from outbox_mail where kind = 'renewed_link'`.execute(site.kontor.db)).rows.length

const ends: { kind: Kind; last: string; first: string; address: string; shows: RegExp }[] = [
  // Midnight in Berlin.
  {
    kind: 'order',
    last: '2027-06-11T21:59:00Z',
    first: '2027-06-11T22:00:00Z',
    address: 'a2',
    shows: /Cara Nolte/,
  },
  {
    kind: 'seat',
    last: '2027-06-11T21:59:00Z',
    first: '2027-06-11T22:00:00Z',
    address: 'a3',
    shows: /Cara Nolte/,
  },
  {
    kind: 'company',
    last: '2027-11-25T22:59:00Z',
    first: '2027-11-25T23:00:00Z',
    address: 'a1',
    shows: /Frau Sommer/,
  },
  {
    kind: 'attendance',
    last: '2026-12-18T22:59:00Z',
    first: '2026-12-18T23:00:00Z',
    address: 'a4',
    shows: /Rhetorik/,
  },
]

for (const { kind, last, first, address, shows } of ends)
  test(`a link to ${kind} holds until its end, and its page sends a new one, which works`, async () => {
    const path = await makers[kind]()
    assert.match((await site.open(path)).text, shows, 'before')
    // The visit counts for the end of the company's link.
    await sql`update company_link set last_used_at = null`.execute(site.kontor.db)
    site.kontor.clock.set(last)
    assert.match((await site.open(path)).text, shows, 'on the last day')
    await sql`update company_link set last_used_at = null`.execute(site.kontor.db)

    site.kontor.clock.set(first)
    const over = await site.open(path)
    assert.deepEqual([over.status, shows.test(over.text)], [410, false])
    assert.match(over.text, /Dieser Link ist abgelaufen/)
    assert.match((await site.open(path, 'en')).text, /This link has expired/)
    assert.equal((await site.kontor.app.inject({ url: `${path}/files/calendar/10` })).statusCode, 404)
    assert.equal(await queuedCount(), 0, 'opening it sends nothing')
    const done = await site.send(path, {})
    assert.equal(done.status, 200)
    assert.match(done.text, /Sehen Sie in Ihr Postfach/)

    const [mail, another] = await sent()
    assert.equal(another, undefined)
    assert.equal(mail!.to![0]!.address, `${address}@kontor.example`)
    const fresh = linkIn(mail!.text)
    await sql`update order_link set created_at = ${new Date(first)} where replaced_at is null`.execute(
      site.kontor.db,
    )
    await sql`update seat_link set created_at = ${new Date(first)} where replaced_at is null`.execute(
      site.kontor.db,
    )
    assert.notEqual(fresh, path)
    assert.match((await site.open(`${fresh}${kind === 'company' ? '?part=past' : ''}`)).text, shows)
    const { rows } =
      await sql`select from outbox_mail where data::text like ${`%${fresh.split('/')[2]}%`} or body like ${`%${fresh}%`}`.execute(
        site.kontor.db,
      )
    assert.equal(rows.length, 0, 'no secret is stored')
    assert.equal((await site.open(path)).status, 410, 'the old one offers a new one again')
    if (kind !== 'attendance') {
      // The date is moved, or the settings change: a link that was replaced does not come back.
      site.kontor.clock.set(last)
      assert.equal((await site.open(path)).status, 410)
    }
  })

test('a link is over by the state of its records: a date that moves, a use, a setting', async () => {
  const order = await makers.order()
  const company = await makers.company()
  site.kontor.clock.set('2027-06-15T12:00:00Z')
  assert.equal((await site.open(order)).status, 410)
  await sql`update booking set date_id = 11`.execute(site.kontor.db)
  assert.equal((await site.open(order)).status, 200, 'moved to a later date')
  await sql`insert into setting (name, value) values ('link_months', '5')`.execute(site.kontor.db)
  assert.equal((await site.open(order)).status, 410, 'by the setting of the office')

  assert.equal((await site.open(company)).status, 200)
  site.kontor.clock.set('2028-06-15T12:00:00Z')
  assert.equal((await site.open(company)).status, 200, 'a year after its last use')
  const office = await site.kontor.signIn({ rights: ['booking', 'catalogue', '090300'] })
  assert.equal((await office.call('GET', '/companies/1/links')).json[0].lastDay, '2029-06-15')
})

test('the months are settings of the environment and of the office', async () => {
  assert.deepEqual(readSettings({}).linkMonths, { date: 6, use: 12 })
  assert.deepEqual(readSettings({ KONTOR_LINK_MONTHS: '3', KONTOR_COMPANY_LINK_MONTHS: '24' }).linkMonths, {
    date: 3,
    use: 24,
  })
  assert.throws(() => readSettings({ KONTOR_LINK_MONTHS: '0' }), /KONTOR_LINK_MONTHS/)
  const admin = await site.kontor.signIn({ admin: true })
  assert.deepEqual(
    (({ linkMonths, companyLinkMonths }) => [linkMonths, companyLinkMonths])(
      (await admin.call('GET', '/settings')).json[0],
    ),
    [6, 12],
  )
  const refused = await admin.call('PATCH', '/settings', { linkMonths: 0 })
  assert.deepEqual([refused.status, refused.json.details[0].field], [400, 'linkMonths'])
  assert.equal((await admin.call('PATCH', '/settings', { linkMonths: 1, companyLinkMonths: 1 })).status, 200)
  const [path, company] = [await makers.order(), await makers.company()]
  site.kontor.clock.set('2027-01-11T12:00:00Z')
  assert.equal((await site.open(path)).status, 200)
  assert.equal((await site.open(company)).status, 410)
  site.kontor.clock.set('2027-01-12T12:00:00Z')
  assert.equal((await site.open(path)).status, 410)
})

test('the answer and the page tell nobody whether there is an address', async () => {
  const path = await makers.seat()
  site.kontor.clock.set('2028-01-01T12:00:00Z')
  const pages = [await site.open(path)]
  const answers = [await site.send(path, { email: 'eva@kontor.example' })]
  await sql`delete from outbox_mail; delete from email_address`.execute(site.kontor.db)
  pages.push(await site.open(path))
  answers.push(await site.send(path, { email: 'eva@kontor.example' }))
  assert.equal(await queuedCount(), 0, 'no address that somebody types')
  assert.deepEqual(answers[0], answers[1])
  assert.deepEqual(pages[0], pages[1])
})

test('an orderer who has only typed the address of a contact gets nothing at another one', async () => {
  const path = await makers.order()
  await sql`update booking_order set claims_contact = true`.execute(site.kontor.db)
  site.kontor.clock.set('2028-01-01T12:00:00Z')
  await site.send(path, {})
  const [mail] = await sent()
  assert.equal(mail!.to![0]!.address, 'typed@kontor.example')
})

test('repeated requests send one mail in five minutes, and count for the budget of visitors', async () => {
  const path = await makers.order()
  site.kontor.clock.set('2028-01-01T12:00:00Z')
  await Promise.all([1, 2, 3].map(() => site.send(path, {})))
  await site.send(path, {})
  assert.equal(await queuedCount(), 1, 'requests at once are one mail')
  await sql`delete from outbox_mail`.execute(site.kontor.db)
  for (let request = 0; request < mailsPerHour.address + 2; request++) {
    await site.send(path, {})
    await site.send(path, {})
    await sql`update outbox_mail set created_at = created_at - interval '6 minutes'`.execute(site.kontor.db)
  }
  assert.equal(await queuedCount(), mailsPerHour.address + 2, 'two requests at once are one mail')
  assert.equal((await sent()).length, mailsPerHour.address)
  const { rows } = await sql`select from outbox_mail where held_at is not null`.execute(site.kontor.db)
  assert.equal(rows.length, 2)
})

test('a revoked link offers nothing, also if it is revoked before the mail is sent', async () => {
  const [order, company] = [await makers.order(), await makers.company()]
  site.kontor.clock.set('2028-01-01T12:00:00Z')
  await site.send(order, {})
  await site.send(company, {})
  await sql`update order_link set revoked_at = now(); update company_link set revoked_at = now()`.execute(
    site.kontor.db,
  )
  assert.deepEqual(await sent(), [])
  assert.deepEqual([(await site.open(order)).status, (await site.open(company)).status], [404, 404])
  assert.equal((await site.send(companyPath('x'.repeat(43)), {})).status, 404)
})

test('the law’s rights have no end: withdrawal without a link; the survey ends without a new one', async () => {
  const path = await makers.order()
  const survey = await inTx((tx) => feedbackLink(tx, 1))
  site.kontor.clock.set('2035-01-01T12:00:00Z')
  assert.match((await site.open(path)).body, /<a href="\/withdraw">Vertrag widerrufen</)
  assert.equal((await site.open('/withdraw')).status, 200)
  assert.equal((await site.open('/verify')).status, 200)
  const ended = await site.open(survey)
  assert.deepEqual([ended.status, /Die Befragung ist beendet/.test(ended.text)], [410, true])
})
