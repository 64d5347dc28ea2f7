// Each order of a visitor has a signed record of what was shown, which stays as it was.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { pdfAttachments, pdfFacts, pdfText, withoutPoppler } from '../../../test/support/pdf.ts'
import { needs } from '../../../test/support/programs.ts'
import type { OfficeSession } from '../../../test/support/test-instance.ts'
import { hiddenFields, openWebsiteWithMail, solveProof } from '../../../test/support/website.ts'
import type { OrderRecord } from '../../documents/orders/signed-record.ts'
import { sendDue } from '../../mail/sender.ts'
import { kontorVersion } from '../../platform/ground/version.ts'
import { composeConfirmations } from './confirmation/compose-confirmations.ts'

const { site, mailServer, close } = await openWebsiteWithMail({ start: '2026-11-25T12:00:00Z' })
const { db, owner } = site.kontor
let office: OfficeSession
let key: string
before(async () => {
  office = await site.kontor.signIn({ admin: true })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title, is_published) values (1, 'Projektmanagement kompakt', true);
    insert into event_date (id, event_id, start_date, end_date, start_time, end_time, participants_max, status, is_published, online_link, format) values
      (10, 1, '2027-03-01', '2027-03-02', '09:00', '17:00', 4, 'open', true, 'https://room.example/secret', null);
    insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included) values
      (10, 1, 'Normalpreis', 240, 'EUR', 19, true);
    update client set name = 'Akademie Nord' where id = 1;
    insert into client (id, name) values (2, 'Akademie Süd');
    insert into letterhead (client_id, address_lines) values (1, E'Werftweg 7\\n20459 Hamburg');
    update website_pages set key_id = (select min(id) from website_key)`.execute(owner)
  for (const [clientId, title] of [
    [1, 'AGB Nord'],
    [2, 'AGB Süd'],
  ] as const)
    assert.equal(
      (
        await office.call('POST', '/terms-documents', {
          clientId,
          title,
          body: `<p>${title}</p>`,
          mustBeAccepted: clientId === 1,
          isActive: true,
        })
      ).status,
      200,
    )
  await sql`update terms_version set created_at = '2026-11-01'`.execute(owner)
  key = await site.createKey({ isSecret: true, name: 'Website der Akademie' })
})
beforeEach(async () => {
  await sql`delete from booking; delete from order_link; delete from order_acceptance; delete from booking_order; delete from outbox_mail;
    delete from pending_booking; delete from seat_hold; update event set visitors_confirm_by_mail = 'never'`.execute(
    db,
  )
})
after(close)

const ben = { firstName: 'Ben', lastName: 'Öztürk', email: 'ben@kontor.example' }
const booking = {
  dateId: 10,
  seats: [ben, { later: true }],
  orderer: ben,
  invoiceTo: { street: 'S', zip: '20457', city: 'Hamburg', country: 'DE' },
  isConsumer: true,
  accepted: [{ id: 1, version: 1 }],
}

type Stored = {
  orderId: number
  payload: string
  record: OrderRecord
  signature: Buffer
  fingerprint: string
}
async function onlyRecord(): Promise<Stored> {
  const { rows } = await sql<Omit<Stored, 'record'>>`
    select r.order_id as "orderId", r.payload, r.signature, k.fingerprint from order_record r join signing_key k on k.id = r.signing_key_id`.execute(
    db,
  )
  assert.equal(rows.length, 1)
  return { ...rows[0]!, record: JSON.parse(rows[0]!.payload) }
}

/** Whether a public key that the instance publishes has signed a text. */
async function isSigned({ signature, fingerprint }: Stored, text: string): Promise<boolean> {
  const { keys } = JSON.parse((await site.open('/verify/withdrawn.json')).body) as {
    keys: { fingerprint: string; publicKey: string }[]
  }
  const { publicKey } = keys.find((one) => one.fingerprint === fingerprint)!
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey }
  return verify(null, Buffer.from(text), createPublicKey({ key: jwk, format: 'jwk' }), signature)
}

async function pdf(path: string) {
  const { statusCode: status, rawPayload: bytes } = await site.kontor.app.inject({
    url: `/office/api${path}`,
    headers: { cookie: office.cookie },
  })
  return { status, bytes }
}

/** Runs the commands that the file tells, on the file. */
function runCommands(bytes: Buffer, text: string): string {
  const commands = text.match(/^ *(pdfdetach|openssl) .*$/gm)!
  const folder = mkdtempSync(join(tmpdir(), 'kontor-record-'))
  try {
    writeFileSync(join(folder, 'record.pdf'), bytes)
    return execFileSync('bash', ['-e', '-c', commands.join('\n')], { cwd: folder, encoding: 'utf8' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const shownOf = async (orderId: number) =>
  (await office.call('GET', `/orders/${orderId}/shown?language=de`)).json[0]

test('an order of the interface: the record says what page, mail and file show, and is signed', async () => {
  const headers = { referer: 'https://akademie.example/kurse/pm?email=ben@kontor.example#buchen' }
  const { status, text, json } = await site.post('/bookings', booking, { key, headers })
  assert.equal(status, 201, text)
  const stored = await onlyRecord()
  const { shown, terms, ...head } = stored.record
  assert.deepEqual(head, {
    format: 1,
    code: json.code,
    recordedAt: '2026-11-25T12:00:00.000Z',
    language: 'de',
    channel: { key: 'Website der Akademie', page: 'https://akademie.example/kurse/pm' },
    kontor: kontorVersion().version,
  })
  assert.deepEqual(terms, [
    {
      title: 'AGB Nord',
      version: 1,
      language: 'de',
      isAccepted: true,
      sha256: createHash('sha256').update('<p>AGB Nord</p>').digest('hex'),
    },
  ])
  const { sections, isRecorded } = await shownOf(stored.orderId)
  assert.equal(isRecorded, true)
  assert.deepEqual(shown, sections)
  const words = JSON.stringify(shown).replaceAll(/[\u2009\u202f\u00a0]/g, ' ')
  for (const part of [
    'Ben Öztürk',
    'Name folgt',
    '480,00 €',
    'MwSt. 19 %',
    'Akademie Nord',
    'Werftweg 7',
    'AGB Nord, Fassung 1',
  ])
    assert.ok(words.includes(part), part)
  assert.doesNotMatch(stored.payload, /@kontor|room\.example/)
  assert.ok(await isSigned(stored, `kontor order\n${stored.payload}`))
  assert.equal(await isSigned(stored, `kontor order\n${stored.payload.replace('480', '840')}`), false)
})

test('it stays as it was when price, terms and names change, and cannot be changed', async () => {
  await site.post('/bookings', booking, { key })
  const stored = await onlyRecord()
  await sql`update event set title = 'Anders' where id = 1; update client set name = 'Umbenannt' where id = 1`.execute(
    db,
  )
  assert.equal((await onlyRecord()).payload, stored.payload)
  const isKept = { constraint: 'order_record_is_kept' }
  await assert.rejects(sql`update order_record set payload = '{}'`.execute(owner), isKept)
  await assert.rejects(sql`delete from order_record`.execute(owner), isKept)
  await sql`update event set title = 'Projektmanagement kompakt' where id = 1; update client set name = 'Akademie Nord' where id = 1`.execute(
    db,
  )
})

test('as PDF: all of it, with the files that prove it', {
  skip: withoutPoppler || needs('openssl'),
}, async () => {
  await site.post('/bookings', booking, { key })
  const { orderId, payload, signature, record } = await onlyRecord()
  for (const [language, title] of [
    ['de', `Nachweis der Buchung ${record.code}`],
    ['en', `Record of booking ${record.code}`],
  ]) {
    const { status, bytes } = await pdf(`/orders/${orderId}/record/pdf?language=${language}`)
    assert.equal(status, 200)
    assert.equal(pdfFacts(bytes)['Title'], title)
    const text = pdfText(bytes).replaceAll(/[\u2009\u202f\u00a0]/g, ' ')
    for (const part of [
      'Ben Öztürk',
      '480,00 €',
      'AGB Nord',
      'Website der Akademie',
      language === 'de' ? '25. November 2026 um 13:00:00 MEZ' : '25 November 2026 at 13:00:00 CET',
      record.terms[0]!.sha256,
      kontorVersion().version,
    ])
      assert.ok(text.includes(part), `${part}: ${text}`)
    const files = pdfAttachments(bytes)
    assert.equal(String(files['record.txt']), `kontor order\n${payload}`)
    assert.deepEqual(files['signature.bin'], signature)
    assert.match(runCommands(bytes, text), /^Signature Verified Successfully$/m)
    assert.match(text, language === 'de' ? /Die Unterschrift ist gültig/ : /The signature is valid/)
  }
  // Nobody but the owner of the database can do this, and the file says so.
  await owner.connection().execute(async (one) => {
    await sql`set session_replication_role = replica`.execute(one)
    await sql`update order_record set payload = replace(payload, '480', '840')`.execute(one)
    await sql`reset session_replication_role`.execute(one)
  })
  const { bytes } = await pdf(`/orders/${orderId}/record/pdf?language=de`)
  assert.match(pdfText(bytes), /Die Unterschrift ist UNGÜLTIG/)
})

test('an order of the pages: the address of the form, and its language', async () => {
  const url = '/book/10'
  const entered = {
    'orderer.firstName': 'Ben',
    'orderer.lastName': 'Öztürk',
    'orderer.email': 'ben@kontor.example',
    self: 'yes',
    kind: 'consumer',
    'invoiceTo.street': 'S',
    'invoiceTo.houseNumber': '1',
    'invoiceTo.zip': '20457',
    'invoiceTo.city': 'Hamburg',
    'invoiceTo.country': 'DE',
    'accepted.1': '1',
  }
  const form = await site.open(url, 'en')
  const review = await site.send(url, { ...hiddenFields(form.body), ...entered, step: 'review' }, 'en')
  assert.equal(review.status, 200, review.text)
  const booked = await site.send(url, { ...hiddenFields(review.body), ...entered, step: 'book' }, 'en')
  assert.equal(booked.status, 303, booked.text)
  const { record } = await onlyRecord()
  assert.deepEqual([record.language, record.channel.page], ['en', 'https://kontor.example.org/book/10'])
  assert.match(JSON.stringify(record.shown), /Booking .*240\.00/)
})

test('an order that is confirmed by mail: the page on which it was asked for', async () => {
  await sql`update event set visitors_confirm_by_mail = 'always'`.execute(db)
  const headers = { origin: 'https://akademie.example' }
  const body = { ...booking, language: 'en', proof: await solveProof(site) }
  const asked = await site.post('/bookings', body, { headers })
  assert.equal(asked.status, 202, asked.text)
  assert.equal((await sql`select from order_record`.execute(db)).rows.length, 0)
  mailServer.received.length = 0
  await sendDue(site.kontor, new AbortController().signal, { booking_confirmation: composeConfirmations })
  const link = /\/book\/confirm\/[\w-]+/.exec(
    mailServer.received[0]!.raw.toString().replaceAll('=\r\n', ''),
  )![0]
  await site.send(link, {})
  const { record } = await onlyRecord()
  assert.deepEqual(
    [record.language, record.channel],
    ['en', { key: 'test', page: 'https://akademie.example/' }],
  )
})

test('an order that is refused has no record; one of the office has none either', async () => {
  const seats = Array.from({ length: 5 }, () => ({ later: true }))
  const { status } = await site.post('/bookings', { ...booking, seats }, { key })
  assert.equal(status, 409)
  assert.equal((await sql`select from order_record`.execute(db)).rows.length, 0)
  const participants = [{ lastName: 'Lehr', email: 'vera@kontor.example' }]
  await office.call('POST', '/bookings', { dateId: 10, status: 'booked', participants })
  const [{ orderId }] = (await office.call('GET', '/bookings')).json
  assert.equal((await shownOf(orderId)).isRecorded, false)
  assert.equal((await office.call('GET', `/orders/${orderId}/record/pdf`)).status, 404)
})

test('a key that is replaced signs the next order, and the former one still proves its own', async () => {
  await site.post('/bookings', booking, { key })
  const first = await onlyRecord()
  await office.call('POST', '/clients/1/signing-keys')
  assert.ok(await isSigned(first, `kontor order\n${first.payload}`))
  await sql`delete from booking; delete from order_link; delete from order_acceptance; delete from booking_order`.execute(
    db,
  )
  await site.post('/bookings', booking, { key })
  const second = await onlyRecord()
  assert.notEqual(second.fingerprint, first.fingerprint)
  assert.ok(await isSigned(second, `kontor order\n${second.payload}`))
})

test('first orders of a client at once: all are recorded, with one key', async () => {
  await sql`insert into event_date (id, event_id, client_id, start_date, participants_max, status, is_published)
    values (20, 1, 2, '2027-04-01', 9, 'open', true)`.execute(owner)
  const body = { ...booking, dateId: 20, seats: [{ later: true }], accepted: [] }
  const other = await site.createKey({ isSecret: true, clientId: 2 })
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => site.post('/bookings', body, { key: other })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(6).fill(201),
  )
  const { rows } = await sql<{ records: number; keys: number }>`
    select count(*)::int as records, count(distinct signing_key_id)::int as keys from order_record r
    join signing_key k on k.id = r.signing_key_id where k.client_id = 2`.execute(owner)
  assert.deepEqual(rows, [{ records: 6, keys: 1 }])
})
