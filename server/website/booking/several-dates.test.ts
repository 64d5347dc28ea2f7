// POST /bookings with several dates: one order, all or nothing, one confirmation.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { pdfText, withoutPoppler } from '../../../test/support/pdf.ts'
import { openWebsiteWithMail } from '../../../test/support/website.ts'
import { sendDue } from '../../mail/sender.ts'
import { composeMessages } from '../../messages/compose-messages.ts'

const { site, mailServer, close } = await openWebsiteWithMail({ start: '2026-11-25T12:00:00Z' })
const { db } = site.kontor
let key: string
before(async () => {
  key = await site.createKey({ isSecret: true, clientId: 1 })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into client (id, name) values (2, 'Akademie Süd') on conflict (id) do update set name = excluded.name;
    update client set name = 'Akademie Nord' where id = 1;
    insert into event (id, title, is_published, visitors_may_cancel) values (1, 'Projektmanagement', true, true), (2, 'Moderation', true, true), (3, 'Series', true, true);
    insert into event_date (id, event_id, start_date, end_date, participants_max, status, is_published, has_waiting_list, client_id) values
      (10, 1, '2027-03-01', '2027-03-01', 6, 'open', true, true, 1), (20, 2, '2027-03-08', '2027-03-08', 6, 'open', true, true, 1),
      (30, 2, '2027-04-08', '2027-04-08', 6, 'open', true, false, 2), (40, 3, '2027-05-01', '2027-05-01', 6, 'open', true, false, 1),
      (41, 3, '2027-05-02', '2027-05-02', 6, 'open', true, false, 1), (50, 1, '2027-06-01', '2027-06-01', 6, 'open', true, false, 1);
    insert into series_module (id, date_id, position, is_mandatory) values (1, 40, 1, true);
    insert into series_module_date (series_module_id, position, linked_date_id) values (1, 1, 41);
    insert into date_price (date_id, position, title, gross_price, net_price, currency, vat_rate, vat_included) values
      (10, 0, 'Normalpreis', null, 99.99, 'EUR', 19, false), (20, 0, 'Normalpreis', 107, null, 'EUR', 7, true), (50, 0, 'Normalpreis', 10, null, 'CHF', 0, true);
    insert into booking_question (id, event_id, position, kind, text_de, text_en, is_required, is_per_participant) values
      (1, 1, 0, 'text', 'Wie haben Sie uns gefunden?', '', false, false), (2, 2, 0, 'text', 'Wie haben Sie uns gefunden?', '', false, false),
      (3, 2, 1, 'text', 'Vorwissen', '', false, true);
    insert into voucher (code, name, kind, value, currency, is_active, is_combinable, max_uses) values
      ('AMOUNT', 'a', 'amount', 50, 'EUR', true, true, 1), ('SHARE', 's', 'percent', 10, 'EUR', true, true, null);
    insert into letterhead (client_id, address_lines) values (1, 'Werftweg 7')`.execute(db)
})
beforeEach(() =>
  sql`delete from booking; delete from seat_hold; delete from pending_booking; delete from voucher_use; delete from order_link; delete from booking_order;
    delete from outbox_mail; update event_date set participants_max = 6; update event set visitors_confirm_by_mail = 'never'`.execute(
    db,
  ),
)
after(close)

const ben = { firstName: 'Ben', lastName: 'Öztürk', email: 'ben@kontor.example' }
const anna = { firstName: 'Anna', lastName: 'Köhler', email: 'anna@kontor.example' }
const invoiceTo = { street: 'S 1', zip: '20457', city: 'Hamburg', country: 'DE' }
const common = { orderer: ben, invoiceTo, isConsumer: true, accepted: [] }
const book = (body: object, options: object = {}) =>
  site.post('/bookings', { ...common, dateId: 10, seats: [ben], ...body }, { key, ...options })
const two = { furtherDates: [{ dateId: 20, seats: [ben] }] }
const free = async (id: number) => (await site.get(`/dates/${id}`)).json.seats.free
const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]!.n
const sentMails = async () => {
  mailServer.received.length = 0
  await sql`update outbox_mail set next_attempt_at = now()`.execute(db)
  while (await sendDue(site.kontor, new AbortController().signal, { message: composeMessages }));
  return Promise.all(mailServer.received.map(({ raw }) => PostalMime.parse(raw)))
}
const plain = (text: string) => text.replaceAll(/[\u2009\u202f\u00a0]/g, ' ').replaceAll(/\s+/g, ' ')

test('several dates are one order with one sum', async () => {
  const { status, json, text } = await book({
    seats: [ben, { later: true }],
    furtherDates: [{ dateId: 20, seats: [ben] }],
    answers: [
      { questionId: 1, answer: 'Suche' },
      { questionId: 2, answer: 'Empfehlung' },
    ],
  })
  assert.equal(status, 201, text)
  assert.deepEqual(
    [
      json.status,
      json.seats.map(({ name }: { name: string }) => name),
      json.gross.amount,
      json.order.net.amount,
    ],
    ['confirmed', ['Ben Öztürk', null, 'Ben Öztürk'], '344.98', '299.98'],
  )
  assert.deepEqual(
    json.order.seatPrices.map(({ amount }: { amount: string }) => amount),
    ['99.99', '99.99', '107.00'],
  )
  assert.deepEqual(
    json.order.dates.map(({ id, vatIncluded }: { id: number; vatIncluded: boolean }) => [id, vatIncluded]),
    [
      [10, false],
      [20, true],
    ],
  )
  assert.deepEqual([await count('booking_order'), await free(10), await free(20)], [1, 4, 5])
  const { rows } = await sql<{
    answers: object
  }>`select entered -> 'answers' as answers from booking_order`.execute(db)
  assert.deepEqual(rows[0]!.answers, { 'Wie haben Sie uns gefunden?': 'Suche; Empfehlung' })
  const page = await site.open(new URL(json.manageUrl).pathname)
  for (const part of ['Projektmanagement', 'Moderation', '344,98 €'])
    assert.ok(page.text.includes(part), part)
})

test('the orderer gets one confirmation with all dates, one file, and a calendar entry of each date', async () => {
  const { json } = await book({ seats: [ben, anna], furtherDates: [{ dateId: 20, seats: [ben, anna] }] })
  const mails = await sentMails()
  const toBen = mails.filter(({ to }) => to?.[0]?.address === ben.email)
  const confirmations = toBen.filter(({ text }) => text!.includes(json.code))
  assert.equal(confirmations.length, 1, toBen.map(({ subject }) => subject).join('; '))
  const [mail] = confirmations
  assert.equal(mail!.subject, 'Buchungsbestätigung: Projektmanagement und ein weiterer Termin')
  const file = mail!.attachments.find(({ filename }) => filename?.startsWith('Buchungsbestätigung'))!
  const shown = {
    mail: plain(mail!.text!),
    ...(!withoutPoppler && { file: plain(pdfText(Buffer.from(file.content as ArrayBuffer))) }),
  }
  for (const [channel, text] of Object.entries(shown))
    for (const part of ['Projektmanagement', 'Moderation', '1. März 2027', '8. März 2027', '451,98 €'])
      assert.ok(text.includes(part), `${channel} lacks ${part}: ${text}`)
  const days = toBen.flatMap(({ attachments }) =>
    attachments
      .filter(({ mimeType }) => mimeType === 'text/calendar')
      .map(({ content }) => /DTSTART[^:]*:(\d+)/.exec(Buffer.from(content as ArrayBuffer).toString())![1]),
  )
  assert.deepEqual(days.toSorted(), ['20270301', '20270308'])
  // Participants who were booked by somebody else are told of each date, without a price.
  const toAnna = mails.filter(({ to }) => to?.[0]?.address === anna.email)
  assert.equal(toAnna.length, 2)
  for (const { text } of toAnna) assert.doesNotMatch(text!, /€/)
})

test('a calendar entry that came beside the confirmation is taken back with its own seat alone', async () => {
  const { json } = await book(two)
  await sentMails()
  const { rows } = await sql<{ id: number }>`select id from booking where date_id = 20`.execute(db)
  const page = await site.send(`${new URL(json.manageUrl).pathname}?part=cancel`, {
    [`seat.${rows[0]!.id}`]: 'cancel 0',
  })
  assert.equal(page.status, 200, page.text)
  const calendars = (await sentMails()).flatMap(({ attachments }) =>
    attachments.filter(({ mimeType }) => mimeType === 'text/calendar'),
  )
  const texts = calendars.map(({ content }) => Buffer.from(content as ArrayBuffer).toString())
  assert.equal(texts.length, 1)
  assert.match(texts[0]!, /METHOD:CANCEL/)
  assert.match(texts[0]!, /DTSTART[^:]*:20270308/)
})

test('a confirmation whose text shows its date alone is sent for each date', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into communication_template (name, cause, subject, body) values ('Eigene', 'booked', 'Gebucht: {{ date.title }}', 'Code {{ order.code }}') returning id`.execute(
    db,
  )
  await book(two)
  const mails = await sentMails()
  assert.deepEqual(mails.map(({ subject }) => subject).toSorted(), [
    'Gebucht: Moderation',
    'Gebucht: Projektmanagement',
  ])
  await sql`delete from outbox_mail; delete from message`.execute(db)
  await sql`delete from communication_template where id = ${rows[0]!.id}`.execute(db)
})

test('one full date books nothing, and is named with its free seats', async () => {
  await sql`update event_date set participants_max = 1 where id = 20`.execute(db)
  const { status, json } = await book({ furtherDates: [{ dateId: 20, seats: [ben, anna] }] })
  assert.deepEqual([status, json.type, json.dateId, json.free], [409, '/problems/seats-taken', 20, 1])
  assert.deepEqual([await count('booking_order'), await count('booking'), await free(10)], [0, 0, 6])
  const waiting = await book({ furtherDates: [{ dateId: 20, seats: [ben, anna], whenFull: 'waitingList' }] })
  assert.deepEqual(
    [waiting.json.status, waiting.json.seats.map((seat: { status: string }) => seat.status)],
    ['partly', ['confirmed', 'confirmed', 'waitingList']],
  )
  assert.equal((await sentMails()).filter(({ text }) => text!.includes(waiting.json.code)).length, 1)
})

test('a date of another provider, one that is repeated, another currency and too many seats are refused by field', async () => {
  await sql`update website_key set further_client_ids = array[2]`.execute(db)
  const pointers = async (furtherDates: object[]) => {
    const { status, json } = await book({ furtherDates })
    return [
      status,
      ...(json.errors ?? []).map(
        ({ pointer, detail }: { pointer: string; detail: string }) => `${pointer} ${detail}`,
      ),
    ]
  }
  assert.match(
    String(await pointers([{ dateId: 30, seats: [ben] }])),
    /^400,\/furtherDates\/0\/dateId .*Akademie Süd.*Akademie Nord/,
  )
  assert.match(
    String(await pointers([{ dateId: 10, seats: [ben] }])),
    /^400,\/furtherDates\/0\/dateId .*another date/,
  )
  assert.match(String(await pointers([{ dateId: 99, seats: [ben] }])), /^400,\/furtherDates\/0\/dateId /)
  assert.match(String(await pointers([{ dateId: 50, seats: [ben] }])), /^400,\/furtherDates\/0\/dateId .*CHF/)
  const later = Array.from({ length: 100 }, () => ({ later: true }))
  assert.match(String(await pointers([{ dateId: 20, seats: later }])), /^400,\/furtherDates .*100/)
  const many = Array.from({ length: 10 }, () => ({ dateId: 20, seats: [ben] }))
  assert.match(String(await pointers(many)), /^400,\/furtherDates /)
  assert.equal(await count('booking_order'), 0)
})

test('the answers of each person belong to the questions of the date', async () => {
  const answers = [{ questionId: 3, answer: 'viel' }]
  const wrong = await book({ seats: [{ ...ben, answers }], ...two })
  assert.equal(wrong.json.errors[0].pointer, '/seats/0/answers/0/questionId')
  const right = await book({ furtherDates: [{ dateId: 20, seats: [{ ...ben, answers }] }] })
  assert.equal(right.status, 201, right.text)
  const { rows } = await sql<{ dateId: number; answers: object }>`
    select date_id as "dateId", answers from booking order by date_id`.execute(db)
  assert.deepEqual(
    rows.map(({ answers: own }) => own),
    [{}, { Vorwissen: 'viel' }],
  )
})

test('a voucher of an amount is used once, one of a share at all dates', async () => {
  const amount = await book({ ...two, voucher: 'amount' })
  assert.equal(amount.status, 201, amount.text)
  // 118.99 + 107.00 − 50.00: it saves as much at both, so that the first has it.
  assert.equal(amount.json.gross.amount, '175.99')
  assert.equal((await book({ ...two, seats: [anna], orderer: anna, voucher: 'amount' })).status, 400)
  const share = await book({
    ...two,
    seats: [anna],
    furtherDates: [{ dateId: 20, seats: [anna] }],
    voucher: 'share',
  })
  assert.deepEqual(
    share.json.order.seatPrices.map((price: { amount: string }) => price.amount),
    ['89.99', '96.30'],
  )
  assert.equal(await count('voucher_use'), 2)
})

test('a series and a further date take all their seats', async () => {
  const { status, text } = await book({ dateId: 40, furtherDates: [{ dateId: 10, seats: [ben] }] })
  assert.equal(status, 201, text)
  assert.deepEqual([await free(40), await free(41), await free(10)], [5, 5, 5])
})

test("two baskets with the same dates crosswise at once: neither waits for the other, and the last seats are one order's", async () => {
  await sql`update event_date set participants_max = 3 where id in (10, 20)`.execute(db)
  const persons = (at: number) =>
    Array.from({ length: 2 }, (_, seat) => ({
      firstName: 'P',
      lastName: `${at} ${seat}`,
      email: `p${at}${seat}@kontor.example`,
    }))
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) => {
      const seats = persons(at)
      const [first, second] = at % 2 === 0 ? [10, 20] : [20, 10]
      return book({
        dateId: first,
        seats,
        orderer: seats[0],
        furtherDates: [{ dateId: second, seats: seats.toReversed() }],
      })
    }),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [
    201,
    ...Array.from({ length: 11 }, () => 409),
  ])
  assert.deepEqual(
    [await count('booking_order'), await count('booking'), await free(10), await free(20)],
    [1, 4, 1, 1],
  )
})

test('a date that asks for a confirmation by mail holds the seats of all dates, and the link books them', async () => {
  await sql`update event set visitors_confirm_by_mail = 'always' where id = 2`.execute(db)
  const publishable = await site.createKey({})
  const { solveProof } = await import('../../../test/support/website.ts')
  const proof = await solveProof(site)
  const { status, text } = await book({ seats: [ben, anna], ...two, proof }, { key: publishable })
  assert.equal(status, 202, text)
  assert.deepEqual([await free(10), await free(20), await count('booking_order')], [4, 5, 0])
  const office = await site.kontor.signIn({ rights: ['booking:access'] })
  assert.deepEqual(
    await Promise.all(
      [10, 20].map(async (id) => (await office.call('GET', `/dates/${id}/pending-bookings`)).json[0].seats),
    ),
    [2, 1],
  )
  const { rows } = await sql<{ secret: string }>`
    select data ->> 'secret' as secret from outbox_mail where kind = 'booking_confirmation'`.execute(db)
  const path = `/book/confirm/${rows[0]!.secret}`
  const page = await site.open(path)
  for (const part of ['Projektmanagement', 'Moderation', '344,98 €'])
    assert.ok(page.text.includes(part), `${part}: ${page.text}`)
  const done = await site.send(path, {})
  assert.equal(done.status, 200, done.text)
  assert.deepEqual(
    [
      await free(10),
      await free(20),
      await count('booking_order'),
      await count('booking'),
      await count('seat_hold'),
    ],
    [4, 5, 1, 3, 0],
  )
})
