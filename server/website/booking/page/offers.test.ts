// Seats that become free are offered to waiting people: by mail, answered by a link, until a deadline.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { openWebsiteWithMail, type Website } from '../../../../test/support/website.ts'
import { sendDue } from '../../../mail/sender.ts'
import { composeMessages } from '../../../messages/compose-messages.ts'
import { releaseSeatsJob } from '../../../messages/release-seats-job.ts'

let site: Website
let key: string
let opened: Awaited<ReturnType<typeof openWebsiteWithMail>>
let mailServer: typeof opened.mailServer
let office: Awaited<ReturnType<Website['kontor']['signIn']>>
before(async () => {
  opened = await openWebsiteWithMail({ start: '2026-11-25T12:00:00Z' })
  ;({ site, mailServer } = opened)
  key = await site.createKey({ isSecret: true })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title, is_published) values (1, 'Rhetorik', true), (2, 'Lehrgang', true);
    insert into event_date (id, event_id, start_date, participants_max, status, is_published, has_waiting_list, offer_hours) values
      (10, 1, '2027-03-01', 1, 'open', true, true, 24), (11, 1, '2026-11-26', 1, 'open', true, true, 24),
      (20, 2, '2027-04-01', 9, 'open', true, true, 24), (21, 2, '2027-04-02', 1, 'open', true, true, 24);
    insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included) values
      (10, 1, 'Normalpreis', 240, 'EUR', 19, true);
    insert into series_module (id, date_id, position, is_mandatory) values (1, 20, 1, true);
    insert into series_module_date (series_module_id, position, linked_date_id) values (1, 1, 21)`.execute(
    site.kontor.db,
  )
})
beforeEach(async () => {
  await setClock('2026-11-25T12:00:00Z')
  mailServer.received.length = 0
  await sql`
    update event_date set participants_max = 1 where id = 10;
    delete from attendance; delete from booking; delete from order_link; delete from booking_order; delete from outbox_mail;
    delete from message; delete from email_address; delete from contact`.execute(site.kontor.db)
})
after(() => opened.close())

const ada = { firstName: 'Ada', lastName: 'Brandt', email: 'ada@kontor.example' }
const ben = { firstName: 'Ben', lastName: 'Öztürk', email: 'ben@kontor.example' }
const cara = { firstName: 'Cara', lastName: 'Nolte', email: 'cara@kontor.example' }
const dora = { firstName: 'Dora', lastName: 'Lenz', email: 'dora@kontor.example' }

async function book(orderer: typeof ada, { dateId = 10, seats = [orderer] as object[] } = {}): Promise<void> {
  const invoiceTo = { street: 'S', zip: '20457', city: 'Hamburg', country: 'DE' }
  const body = { dateId, seats, orderer, invoiceTo, isConsumer: false, accepted: [], whenFull: 'waitingList' }
  const { status, text } = await site.post('/bookings', body, { key })
  assert.equal(status, 201, text)
}
type Booking = {
  id: number
  version: number
  lastName: string
  dateId: number
  status: string
  offeredUntil: string
  dietaryNotes: string
  accessibilityNotes: string
}
const inOffice = async (): Promise<Booking[]> =>
  (await office.call('GET', '/bookings?sort=id&order=asc')).json
/** Sessions end before the next day. */
async function setClock(now: string) {
  site.kontor.clock.set(now)
  office = await site.kontor.signIn({ rights: ['090300', '100000', 'booking', 'message', 'catalogue'] })
}
const states = async () => (await inOffice()).map(({ lastName, status }) => `${lastName} ${status}`)
const bookingOf = async (lastName: string) => (await inOffice()).find((one) => one.lastName === lastName)!
async function setStatus(lastName: string, status: string) {
  const { id, version } = await bookingOf(lastName)
  return office.call('PATCH', `/bookings/${id}`, { version, status, messages: {} })
}
const runJob = () => releaseSeatsJob.run(site.kontor, new AbortController().signal)

/** Sends what is to be told, and returns the mails since the last call. */
async function sent() {
  mailServer.received.length = 0
  await sql`update outbox_mail set next_attempt_at = ${site.kontor.clock.now()} where sent_at is null`.execute(
    site.kontor.db,
  )
  while (await sendDue(site.kontor, new AbortController().signal, { message: composeMessages }));
  const mails = await Promise.all(mailServer.received.map(({ raw }) => PostalMime.parse(raw)))
  return mails.map(({ to, subject, text }) => ({ to: to![0]!.address!, subject: subject!, text: text! }))
}
const linkIn = (text: string): string =>
  /https:\/\/kontor\.example\.org(\/(?:booking|seat)\/[\w-]{43}(?:\?part=offer)?)/.exec(text)![1]!
/** The link of the offer that somebody gets. */
async function offerTo({ email }: typeof ada): Promise<string> {
  const mails = (await sent()).filter(
    ({ to, subject }) => to === email && subject.startsWith('Ein Platz für Sie'),
  )
  assert.equal(mails.length, 1)
  return linkIn(mails[0]!.text)
}

test('a free seat is offered to the first on the waiting list, and is taken until the answer', async () => {
  for (const one of [ada, ben, cara]) await book(one)
  await sent()
  await setStatus('Brandt', 'cancelled')
  assert.deepEqual(await states(), ['Brandt cancelled', 'Öztürk offered', 'Nolte waitlisted'])
  assert.equal(Date.parse((await bookingOf('Öztürk')).offeredUntil), Date.parse('2026-11-26T12:00:00Z'))
  assert.equal((await office.call('GET', '/dates/10/seats')).json[0].freeSeats, 0)
  const mails = await sent()
  const [mail] = mails.filter(({ to }) => to === ben.email)
  assert.equal(mail!.subject, 'Ein Platz für Sie: Rhetorik')
  assert.match(mail!.text, /bis 26\. November 2026 um 13:00 Uhr/)
  assert.deepEqual(mails.map(({ to }) => to).toSorted(), [ada.email, ben.email])

  const link = linkIn(mail!.text)
  const page = await site.open(link)
  assert.match(page.text, /bis 26\. November 2026 um 13:00 Uhr frei/)
  assert.match(page.text, /Rhetorik, Montag, 1\. März 2027\|Ben Öztürk, 240,00 €/)
  assert.match(page.text, /Zahlungspflichtig annehmen\|Ablehnen und Warteliste verlassen/)
  assert.match((await site.open(link, 'en')).text, /Accept with obligation to pay/)
  assert.deepEqual(await states(), ['Brandt cancelled', 'Öztürk offered', 'Nolte waitlisted'])

  const done = await site.send(link, {})
  assert.equal(done.status, 200)
  assert.match(done.text, /Der Platz ist gebucht/)
  assert.deepEqual(await states(), ['Brandt cancelled', 'Öztürk booked', 'Nolte waitlisted'])
  assert.equal((await bookingOf('Öztürk')).offeredUntil, '')
  assert.deepEqual(
    (await sent()).map(({ to, subject }) => [to, subject]),
    [[ben.email, 'Buchungsbestätigung: Rhetorik']],
  )
  assert.match((await site.send(link, { decline: 'yes' })).text, /Ben Öztürk: gebucht/)
  assert.deepEqual(await states(), ['Brandt cancelled', 'Öztürk booked', 'Nolte waitlisted'])
})

test('a person who declines leaves the waiting list, and the next one is offered the seat', async () => {
  for (const one of [ada, ben, cara]) await book(one)
  await setStatus('Brandt', 'cancelled')
  const { status, text } = await site.send(await offerTo(ben), { decline: 'yes' })
  assert.equal(status, 200)
  assert.match(text, /stehen nicht mehr auf der Warteliste/)
  assert.deepEqual(await states(), ['Brandt cancelled', 'Öztürk cancelled', 'Nolte offered'])
  const mails = await sent()
  assert.deepEqual(mails.map(({ to, subject }) => [to, subject]).toSorted(), [
    [ben.email, 'Stornierung: Rhetorik'],
    [cara.email, 'Ein Platz für Sie: Rhetorik'],
  ])
  const [ended] = mails.filter(({ to }) => to === ben.email)
  assert.match(ended!.text, /der angebotene Platz wurde nicht angenommen/)
})

test('the orderer gets the offer for a participant without an e-mail address', async () => {
  await book(ada)
  const emil = { firstName: 'Emil', lastName: 'Thal', email: 'emil@kontor.example' }
  await book(cara, { seats: [emil] })
  await sent()
  await sql`delete from email_address where email = ${emil.email}`.execute(site.kontor.db)
  await setStatus('Brandt', 'cancelled')
  assert.deepEqual(await states(), ['Brandt cancelled', 'Thal offered'])
  const link = await offerTo(cara)
  const deliveries = await office.call('GET', `/bookings/${(await bookingOf('Thal')).id}/deliveries`)
  assert.ok(deliveries.json.every(({ state }: { state: string }) => state === 'sent'))
  assert.match((await site.open(link)).text, /Emil Thal, 240,00 €/)
  assert.match((await site.send(link, {})).text, /Der Platz ist gebucht/)
  assert.deepEqual(await states(), ['Brandt cancelled', 'Thal booked'])
})

test('an offer that nobody answers ends at its deadline, and the next one is offered the seat', async () => {
  for (const one of [ada, ben, cara]) await book(one)
  await setStatus('Brandt', 'cancelled')
  const link = await offerTo(ben)
  await setClock('2026-11-26T11:59:00Z')
  assert.equal(await releaseSeatsJob.dueAfterMs!(site.kontor), 60_000)
  await runJob()
  assert.deepEqual(await states(), ['Brandt cancelled', 'Öztürk offered', 'Nolte waitlisted'])
  await setClock('2026-11-26T12:00:00Z')
  // The job has not come to it yet.
  const late = await site.send(link, {})
  assert.equal(late.status, 422)
  assert.match(late.text, /Das Angebot gilt nicht mehr/)
  await runJob()
  assert.deepEqual(await states(), ['Brandt cancelled', 'Öztürk cancelled', 'Nolte offered'])
  assert.match((await site.open(link)).text, /Ben Öztürk: storniert/)
  await offerTo(cara)
  await runJob()
  assert.deepEqual(await states(), ['Brandt cancelled', 'Öztürk cancelled', 'Nolte offered'])
})

test('of two answers at once, one counts', async () => {
  for (const one of [ada, ben, cara]) await book(one)
  await setStatus('Brandt', 'cancelled')
  const link = await offerTo(ben)
  await Promise.all([site.send(link, {}), site.send(link, { decline: 'yes' })])
  const [, first, second] = await states()
  assert.ok(
    (first === 'Öztürk booked' && second === 'Nolte waitlisted') ||
      (first === 'Öztürk cancelled' && second === 'Nolte offered'),
    `${first}, ${second}`,
  )
})

test('several seats of an order are answered one by one', async () => {
  await sql`update event_date set participants_max = 2 where id = 10`.execute(site.kontor.db)
  await book(ada, { seats: [ada, dora] })
  await book(ben, { seats: [ben, cara] })
  await sent()
  const ids = (await inOffice()).slice(0, 2).map(({ id }) => id)
  await office.call('POST', '/bookings/bulk-update', { ids, status: 'cancelled', messages: {} })
  assert.deepEqual(await states(), ['Brandt cancelled', 'Lenz cancelled', 'Öztürk offered', 'Nolte offered'])
  const link = await offerTo(ben)
  const [one, two] = [await bookingOf('Öztürk'), await bookingOf('Nolte')]
  const nothing = await site.send(link, { [`seat.${one.id}`]: 'later', [`seat.${two.id}`]: 'later' })
  assert.equal(nothing.status, 422)
  await site.send(link, { [`seat.${one.id}`]: 'chosen', [`seat.${two.id}`]: 'later' })
  assert.deepEqual((await states()).slice(2), ['Öztürk booked', 'Nolte offered'])
  await site.send(link, { decline: 'yes' })
  assert.deepEqual((await states()).slice(2), ['Öztürk booked', 'Nolte cancelled'])
})

test('an offer ends before the day on which the date starts; on that day nothing is offered', async () => {
  for (const one of [ada, ben, cara]) await book(one, { dateId: 11 })
  await setStatus('Brandt', 'cancelled')
  assert.equal(Date.parse((await bookingOf('Öztürk')).offeredUntil), Date.parse('2026-11-26T00:00:00+01:00'))
  await setClock('2026-11-25T23:00:00Z')
  await runJob()
  assert.deepEqual(await states(), ['Brandt cancelled', 'Öztürk cancelled', 'Nolte waitlisted'])
  const refused = await setStatus('Nolte', 'offered')
  assert.deepEqual(
    [refused.status, refused.json.details[0].field, refused.json.details[0].message],
    [400, 'status', 'a seat can be offered until "Rhetorik, 2026-11-26" starts'],
  )
  // Staff have spoken to the person.
  await office.call('POST', '/dates/11/waiting-list/promote', { messages: {} })
  assert.deepEqual((await states()).at(-1), 'Nolte booked')
})

test('an offered series holds the seats of its modules', async () => {
  await book(ada, { dateId: 21 })
  await book(ben, { dateId: 20 })
  assert.deepEqual(await states(), ['Brandt booked', 'Öztürk waitlisted'])
  await setStatus('Brandt', 'cancelled')
  const ofBen = async () =>
    (await inOffice())
      .filter(({ lastName }) => lastName === 'Öztürk')
      .map(({ dateId, status }) => `${dateId} ${status}`)
  assert.deepEqual(await ofBen(), ['20 offered', '21 offered'])
  const link = await offerTo(ben)
  assert.equal((await office.call('GET', '/dates/21/seats')).json[0].freeSeats, 0)
  await site.send(link, {})
  assert.deepEqual(await ofBen(), ['20 booked', '21 booked'])
})

test('a person who was booked by somebody else answers and fills in personal details', async () => {
  await book(ada)
  await book(ben, { seats: [cara] })
  await setStatus('Brandt', 'cancelled')
  const mails = await sent()
  const link = linkIn(
    mails.find(({ to, subject }) => to === cara.email && subject.startsWith('Ein Platz'))!.text,
  )
  assert.match(link, /^\/seat\//)
  // The orderer can answer, too.
  assert.match(
    linkIn(mails.find(({ to, subject }) => to === ben.email && subject.startsWith('Ein Platz'))!.text),
    /^\/booking\//,
  )
  assert.match((await site.open(link)).text, /Zahlungspflichtig annehmen/)
  assert.match((await site.send(link, {})).text, /Der Platz ist gebucht/)
  const page = await site.open(link)
  assert.match(page.text, /Rhetorik, Montag, 1\. März 2027/)
  assert.match(page.text, /Cara Nolte: gebucht/)
  const fields = {
    'shown.dietaryNotes': '',
    dietaryNotes: ' vegan ',
    'shown.accessibilityNotes': '',
    accessibilityNotes: '',
  }
  const saved = await site.send(link, fields)
  assert.match(saved.text, /Ihre Angaben sind gespeichert/)
  assert.match(saved.body, /<textarea name="dietaryNotes"[^>]*>vegan<\/textarea>/)
  // Staff have added something meanwhile, which the page does not show.
  const { id, version } = await bookingOf('Nolte')
  await office.call('PATCH', `/bookings/${id}`, { version, accessibilityNotes: 'Rollstuhl', messages: {} })
  await site.send(link, { ...fields, 'shown.dietaryNotes': 'vegan', dietaryNotes: '' })
  const booking = await bookingOf('Nolte')
  assert.deepEqual([booking.dietaryNotes, booking.accessibilityNotes], ['', 'Rollstuhl'])

  // The link is of the person: it ends when somebody else gets the seat.
  await office.call('PATCH', `/bookings/${id}`, {
    version: booking.version,
    participant: dora,
    messages: {},
  })
  assert.equal((await site.open(link)).status, 404)
  assert.equal((await site.send(link, fields)).status, 404)
})

test('a link to a seat ends with those to its order', async () => {
  await book(ben, { seats: [cara] })
  const mails = await sent()
  const link = linkIn(mails.find(({ to }) => to === cara.email)!.text)
  assert.equal((await site.open(link)).status, 200)
  const { id } = await site.kontor.db.selectFrom('booking_order').select('id').executeTakeFirstOrThrow()
  assert.equal((await office.call('POST', `/orders/${id}/links/revoke`, {})).status, 200)
  assert.equal((await site.open(link)).status, 404)
})

test('a waiting list of a date without a deadline is promoted at once', async () => {
  await office.call('PATCH', '/dates/10/seats', { offerHours: 0 })
  for (const one of [ada, ben]) await book(one)
  await setStatus('Brandt', 'cancelled')
  assert.deepEqual(await states(), ['Brandt cancelled', 'Öztürk booked'])
  const { status, json } = await office.call('PATCH', '/dates/10/seats', { offerHours: 721 })
  assert.deepEqual([status, json.details[0].field], [400, 'offerHours'])
  await office.call('PATCH', '/dates/10/seats', { offerHours: 24 })
})
