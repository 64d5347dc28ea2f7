// Documents and messages on the pages of an order and of a seat.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { convertIcsCalendar } from 'ts-ics'
import { pdfText, withoutPoppler } from '../../../../test/support/pdf.ts'
import type { OfficeSession } from '../../../../test/support/test-instance.ts'
import { openWebsiteWithMail, type Website } from '../../../../test/support/website.ts'
import { createSeatLink } from '../../../bookings/orders/seat-link.ts'
import { sendDue } from '../../../mail/sender.ts'
import { composeMessages } from '../../../messages/compose-messages.ts'
import { inTransaction, systemActor } from '../../../platform/database/database.ts'

let site: Website
let office: OfficeSession
let key: string
let opened: Awaited<ReturnType<typeof openWebsiteWithMail>>
let ofBen: { order: string; seat: string }
let ofDora: { order: string; seat: string }

const ben = { firstName: 'Ben', lastName: 'Öztürk', email: 'ben@kontor.example' }
const cara = { firstName: 'Cara', lastName: 'Nolte', email: 'cara@kontor.example' }
const dora = { firstName: 'Dora', lastName: 'Lenz', email: 'dora@kontor.example' }

/** Books a seat for somebody else; both have a link. */
async function book(orderer: typeof ben, participant: typeof ben) {
  const invoiceTo = { street: 'S', zip: '20457', city: 'Hamburg', country: 'DE' }
  const body = { dateId: 10, seats: [participant], orderer, invoiceTo, isConsumer: false, accepted: [] }
  const { json, text, status } = await site.post('/bookings', body, { key })
  assert.equal(status, 201, text)
  const { rows } = await sql<{ id: number }>`
    select b.id from booking b join booking_order o on o.id = b.order_id where o.code = ${json.code}`.execute(
    site.kontor.db,
  )
  const seat = await inTransaction(site.kontor.db, systemActor, (tx) => createSeatLink(tx, rows[0]!.id))
  return { order: new URL(json.manageUrl).pathname, seat }
}

before(async () => {
  opened = await openWebsiteWithMail({ start: '2026-11-25T12:00:00Z' })
  site = opened.site
  key = await site.createKey({ isSecret: true })
  office = await site.kontor.signIn({ admin: true })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title, is_published) values (1, 'Rhetorik', true), (2, 'Excel', true);
    insert into event_date (id, event_id, start_date, start_time, end_time, participants_max, status, is_published, format, online_link) values
      (10, 1, '2027-03-01', '09:00', '17:00', 9, 'open', true, 'online', 'https://raum.example/1'), (20, 2, '2027-04-01', '', '', 9, 'open', true, 'onsite', '')`.execute(
    site.kontor.db,
  )
  const { rows: other } = await sql<{ id: number }>`
    insert into client (name) values ('Pflegecampus') returning id`.execute(site.kontor.owner)
  for (const [clientId, title] of [
    [0, 'Allgemeine Geschäftsbedingungen'],
    [other[0]!.id, 'Bedingungen des Pflegecampus'],
  ]) {
    const { status, text } = await office.call('POST', '/terms-documents', {
      ...(clientId && { clientId }),
      title,
      body: '<p>Erste Fassung</p>',
      isActive: true,
    })
    assert.equal(status, 200, text)
  }
  await sql`update terms_version set created_at = '2026-11-01'`.execute(site.kontor.db)
  for (const [name, right, table, owner] of [
    ['Handout.pdf', 'participants', 'event_file', 1],
    ['Anfahrt.pdf', 'public', 'date_file', 10],
    ['Kalkulation.pdf', 'internal', 'event_file', 1],
    ['Excel.pdf', 'participants', 'event_file', 2],
  ] as const) {
    const { json } = await office.upload(`/files/upload/${name}?accessRight=${right}`, name)
    await sql`insert into ${sql.table(table)} values (${owner}, ${json[0].id})`.execute(site.kontor.db)
  }
  ofBen = await book(ben, cara)
  ofDora = await book(dora, dora)
})
after(() => opened.close())

const linksOf = (body: string) =>
  [...body.matchAll(/<li><a href="([^"]*)">([^<]*)<\/a>/g)].map(([, href, label]) => ({
    href: href!,
    label: label!,
  }))
const filesOf = async (page: string, language = 'de') => {
  const url = page.startsWith('/booking/') ? `${page}?part=documents` : page
  return linksOf((await site.open(url, language)).body)
}
const fetchFile = (url: string) => site.kontor.app.inject({ url })

test('the page of a seat shows when and where, and the online room to those who have the seat', async () => {
  const openSeat = async () => {
    const { body } = await site.kontor.app.inject({ url: ofBen.seat, headers: { 'accept-language': 'de' } })
    return body.replaceAll(/<style>.*?<\/style>/gs, '').replaceAll(/<[^>]*>/g, ' ')
  }
  const text = await openSeat()
  assert.match(text, /Montag, 1\. März 2027, 09:00–17:00 Uhr/)
  assert.match(text, /online/)
  assert.match(text, /https:\/\/raum\.example\/1/)
  const { rows } = await sql<{ id: number; status: string }>`
    select b.id, b.status from booking b join seat_link l on l.booking_id = b.id order by b.id limit 1`.execute(
    site.kontor.db,
  )
  const [{ id, status }] = rows as [{ id: number; status: string }]
  await sql`update booking set status = 'waitlisted' where id = ${id}`.execute(site.kontor.db)
  try {
    const waiting = await openSeat()
    assert.match(waiting, /1\. März 2027/)
    assert.doesNotMatch(waiting, /raum\.example/)
  } finally {
    await sql`update booking set status = ${status} where id = ${id}`.execute(site.kontor.db)
  }
})

test('the page of an order has calendar entries, files for participants and the terms; internal files and those of other events never', {
  skip: withoutPoppler,
}, async () => {
  const files = await filesOf(ofBen.order)
  assert.deepEqual(
    files.map(({ label }) => label),
    [
      'Kalendereintrag: Rhetorik, Montag, 1. März 2027',
      'Anfahrt.pdf',
      'Handout.pdf',
      'Buchungsbestätigung',
      'Allgemeine Geschäftsbedingungen',
    ],
  )
  const [calendar, way, , confirmation, terms] = await Promise.all(files.map(({ href }) => fetchFile(href)))
  assert.equal(calendar!.headers['content-type'], 'text/calendar; charset=utf-8')
  const { events = [], method } = convertIcsCalendar(undefined, calendar!.body)
  assert.equal(method, 'PUBLISH')
  assert.deepEqual(
    events.map(({ summary, start, url, attendees }) => [summary, start.date.toISOString(), url, attendees]),
    [['Rhetorik', '2027-03-01T08:00:00.000Z', 'https://raum.example/1', undefined]],
  )
  assert.equal(way!.body, 'Anfahrt.pdf')
  assert.match(String(way!.headers['content-disposition']), /^attachment; filename="Anfahrt\.pdf"/)
  assert.equal(way!.headers['cache-control'], 'private, no-store')
  assert.equal(way!.headers['referrer-policy'], 'no-referrer')
  assert.match(pdfText(confirmation!.rawPayload), /Rhetorik\s.*Montag, 1\. März 2027/s)
  assert.match(pdfText(terms!.rawPayload), /Erste Fassung/)
  assert.match((await filesOf(ofBen.order, 'en'))[0]!.label, /^Calendar entry: Rhetorik, Monday/)
})

test('orderers read the messages about the order, without the secrets of links', async () => {
  assert.match((await site.open(`${ofBen.order}?part=letters`)).text, /nichts geschickt/)
  await sql`update outbox_mail set next_attempt_at = ${site.kontor.clock.now()}`.execute(site.kontor.db)
  while (await sendDue(site.kontor, new AbortController().signal, { message: composeMessages }));
  const { text } = await site.open(`${ofBen.order}?part=letters`)
  assert.match(text, /\|\d+\. \p{L}+ \d{4} um \d\d:\d\d: Buchungsbestätigung: Rhetorik\|/u)
  assert.match(text, /hiermit bestätigen wir die Buchung:/)
  assert.match(text, /Der Link gilt nur für Sie: https:\/\/kontor\.example\.org\/booking\/…/)
  // That of Dora is hers.
  assert.equal(text.match(/Buchungsbestätigung/g)!.length, 1)
})

test('certificates are there as soon as they are issued, for orderers and participants', {
  skip: withoutPoppler,
}, async () => {
  site.kontor.clock.set('2027-03-02T12:00:00Z')
  office = await site.kontor.signIn({ admin: true })
  await sql`update booking set status = 'attended'`.execute(site.kontor.db)
  const issued = await office.call('POST', '/dates/10/certificates', {})
  assert.equal(issued.status, 200, issued.text)
  const [certificate] = (await filesOf(ofBen.order)).filter(({ label }) => /Teilnahme/.test(label))
  assert.equal(certificate!.label, 'Teilnahmebescheinigung: Cara Nolte, Rhetorik')
  const { rawPayload, headers } = await fetchFile(certificate!.href)
  assert.match(pdfText(rawPayload), /Cara Nolte/)
  assert.equal(headers['content-type'], 'application/pdf')
  const own = (await filesOf(ofBen.seat)).find(({ label }) => label === certificate!.label)!
  assert.match(pdfText((await fetchFile(own.href)).rawPayload), /Cara Nolte/)
  // Terms belong to the orderer.
  assert.ok(!(await filesOf(ofBen.seat)).some(({ label }) => label === 'Allgemeine Geschäftsbedingungen'))

  // By another link, or none.
  const document = certificate!.href.slice(ofBen.order.length)
  for (const page of [ofDora.order, ofDora.seat, `/booking/${'x'.repeat(43)}`])
    assert.equal((await fetchFile(page + document)).statusCode, 404, page)
  await sql`update order_link set revoked_at = now(); delete from seat_link where booking_id = (
    select min(id) from booking)`.execute(site.kontor.db)
  assert.equal((await fetchFile(certificate!.href)).statusCode, 404)
  assert.equal((await fetchFile(own.href)).statusCode, 404)
  await sql`update order_link set revoked_at = null`.execute(site.kontor.db)
})

test('a company sees the bookings of its people by a link, without those made for themselves', {
  skip: withoutPoppler,
}, async () => {
  const { db } = site.kontor
  await sql`
    insert into contact (id, contact_type, last_name) values (900, 'company', 'Nordlicht GmbH'), (901, 'company', 'Südwind AG')`.execute(
    db,
  )
  await sql`update contact set company_id = 900 where last_name in ('Nolte', 'Lenz')`.execute(db)
  await sql`update booking_order set is_consumer = true where id = (select max(id) from booking_order)`.execute(
    db,
  )
  const unknown = await office.call('POST', '/companies/999/links', { name: 'Frau Sommer' })
  assert.equal(unknown.status, 404)
  const nobody = await office.call('POST', '/companies/900/links', { name: ' ' })
  assert.deepEqual([nobody.status, nobody.json.details[0].field], [400, 'name'])
  const { json } = await office.call('POST', '/companies/900/links', { name: ' Frau Sommer ' })
  const path = json[0].link
  const past = await site.open(`${path}?part=past`)
  assert.equal(past.status, 200)
  assert.match(past.text, /Buchungen: Nordlicht GmbH\|/)
  assert.match(past.text, /Diese Seite ist für Frau Sommer\./)
  assert.match(past.text, /\|Rhetorik, Montag, 1\. März 2027: 1 Platz\|Cara Nolte: gebucht\|/)
  assert.match((await site.open(path)).text, /Zurzeit ist nichts gebucht\./)
  const certificate = linksOf(past.body).find(({ label }) => label.startsWith('Teilnahmebescheinigung'))!
  assert.match(pdfText((await fetchFile(certificate.href)).rawPayload), /Cara Nolte/)

  const other = (await office.call('POST', '/companies/901/links', { name: 'Herr Blum' })).json[0].link
  assert.equal((await fetchFile(other + certificate.href.slice(path.length))).statusCode, 404)
  const [link] = (await office.call('GET', '/companies/900/links')).json
  assert.deepEqual([link.name, link.revokedAt], ['Frau Sommer', ''])
  assert.equal((await office.call('POST', `/companies/901/links/${link.id}/revoke`, {})).status, 404)
  const revoked = await office.call('POST', `/companies/900/links/${link.id}/revoke`, {})
  assert.notEqual(revoked.json[0].revokedAt, '')
  assert.equal((await site.open(path)).status, 404)
  assert.equal((await fetchFile(certificate.href)).statusCode, 404)
})
