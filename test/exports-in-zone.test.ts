// Moments in exports, documents and mails are in the time zone of the instance, whatever the machine's is, and that of the service's
// environment: here a day ahead of them, and of UTC.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import readXlsx from 'read-excel-file/node'
import { recordOrder } from '../server/documents/orders/order-record.ts'
import { composeMessages } from '../server/messages/compose-messages.ts'
import { officeEndpoints } from '../server/office.ts'
import { inTransaction, systemActor } from '../server/platform/database/database.ts'
import { pdfText, withoutPoppler } from './support/pdf.ts'
import { openWebsite, type Website } from './support/website.ts'

let site: Website
let office: Awaited<ReturnType<Website['kontor']['signIn']>>
const machineZone = process.env['TZ']
before(async () => {
  process.env['TZ'] = 'America/Los_Angeles'
  site = await openWebsite({ settings: { timeZone: 'America/New_York' } })
  office = await site.kontor.signIn({ admin: true })
  await sql`
    insert into setting (name, value) values ('time_zone', 'Pacific/Auckland');
    insert into event (id, title) values (1, 'Excel');
    insert into event_date (id, event_id, start_date, start_time, end_time) values (1, 1, '2027-01-04', '09:00', '17:00');
    update event set is_published = true; update event_date set is_published = true;
    insert into contact (id, contact_type, last_name, last_name_key, created_at) values (21, 'person', 'Nolte', 'nolte', '2026-12-31T20:00:00Z'),
      (22, 'company', 'Nordlicht', 'nordlicht', '2026-12-31T20:00:00Z');
    insert into booking (contact_id, date_id, status, created_at) values (21, 1, 'booked', '2026-12-31T20:00:00Z');
    insert into newsletter_form (id, name, client_id) values (1, 'Brief', 1);
    insert into newsletter_consent (contact_id, form_id, client_id, email, given_ip_address, given_user_agent, given_at)
      values (21, 1, 1, 'nolte@k.example', '', '', '2026-12-31T20:00:00Z');
    insert into invoice_confirmation (id, contact_id, created_at) values (1, 21, '2026-12-31T20:00:00Z')`.execute(
    site.kontor.owner,
  )
})
after(async () => {
  if (machineZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = machineZone
  await site.kontor.close()
})

/** The exports that show moments, each with what it shows of one that is 9 in the morning of 1 January in Auckland. */
const exported: Record<string, string> = {
  '/contacts/export': '2027-01-01',
  '/companies/export': '2027-01-01',
  '/bookings/export': '2027-01-01',
  '/dates/{dateId}/bookings/export': '2027-01-01',
  '/newsletter-consents/export': '2027-01-01T09:00:00+13:00',
}
/** Entries are written by the clock of the database. */
const written = ['/change-log/export']
const withoutMoments = [
  // The day on which a participant answered is kept without its time.
  '/dates/{id}/feedback/export',
  '/events/{id}/feedback/export',
  '/trainers/{id}/feedback/export',
  '/imports/{importId}/errors/export',
]

test('every export is tested', () => {
  const paths = officeEndpoints.map(({ path }) => path).filter((path) => path.endsWith('/export'))
  assert.deepEqual(paths.toSorted(), [...Object.keys(exported), ...written, ...withoutMoments].toSorted())
})

for (const [path, shown] of Object.entries(exported))
  test(`${path}: CSV and XLSX`, async () => {
    const url = path.replace('{dateId}', '1')
    const formats = officeEndpoints.find((one) => one.path === path)!.query?.properties['format']
      ? ['csv', 'xlsx']
      : ['']
    for (const format of formats) {
      const answer = await site.kontor.app.inject({
        url: `/office/api${url}${format && `?format=${format}`}`,
        headers: { cookie: office.cookie },
      })
      assert.equal(answer.statusCode, 200, answer.body)
      const text = format === 'xlsx' ? JSON.stringify(await readXlsx(answer.rawPayload)) : answer.body
      assert.ok(text.includes(shown), text)
      assert.ok(!text.includes('2026-12-31'), text)
    }
  })

test('the change log as CSV has the offset of the zone', async () => {
  await office.call('POST', '/contact-categories', { name: 'A' })
  const { text } = await office.call('GET', '/change-log/export?format=csv')
  const [, entry = ''] = text.split('\r\n')
  assert.match(entry, /;"?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+1[23]:00"?;/)
})

test('calendars name the zone', async () => {
  const { text } = await site.get('/dates/1/calendar.ics')
  assert.match(text, /DTSTART;TZID=Pacific\/Auckland:20270104T090000/)
})

/** The PDFs of the back office, with the same moment. */
const printed: Record<string, { url: string; shows: RegExp }> = {
  '/invoice-confirmations/{confirmationId}/pdf': {
    url: '/invoice-confirmations/1/pdf?language=de',
    shows: /01\.01\.2027/,
  },
  '/orders/{orderId}/pdf': { url: '/orders/1/pdf?language=de', shows: /1\. Januar 2027 um 09:00/ },
  '/orders/{orderId}/record/pdf': {
    url: '/orders/1/record/pdf?language=de',
    shows: /1\. Januar 2027 um 09:00:00/,
  },
  '/certificates/{certificateId}/pdf': { url: '/certificates/1/pdf', shows: /1\. Januar 2027/ },
  '/dates/{dateId}/certificates/pdf': { url: '/dates/2/certificates/pdf', shows: /1\. Januar 2027/ },
}
/** They show days and times of dates, which have no zone. */
const printedWithoutMoments = ['/dates/{dateId}/documents/{kind}', '/contacts/address-labels']

test('every PDF of the back office is tested', () => {
  const paths = officeEndpoints
    .filter(({ method, path }) => method === 'GET' && /\/pdf$|\/documents\/|labels$/.test(path))
    .map(({ path }) => path)
  assert.deepEqual(paths.toSorted(), [...Object.keys(printed), ...printedWithoutMoments].toSorted())
})

test('documents: days and times of the zone', { skip: withoutPoppler }, async () => {
  const { kontor } = site
  await sql`
    insert into booking_order (id, orderer_id, source, created_at) values (1, 21, 'office', '2026-12-31T20:00:00Z');
    insert into booking (contact_id, date_id, status, order_id, offered_until) values (21, 1, 'offered', 1, '2026-12-31T20:00:00Z');
    insert into event_date (id, event_id, start_date, start_time, end_time) values (2, 1, '2026-12-28', '09:00', '17:00');
    insert into booking (contact_id, date_id, status) values (21, 2, 'attended')`.execute(kontor.owner)
  kontor.clock.set('2026-12-31T20:00:00Z')
  const session = await kontor.signIn({ admin: true })
  const issued = await session.call('POST', '/dates/2/certificates', {})
  assert.equal(issued.status, 200, issued.text)
  const { secrets, settingsCache } = kontor
  const { timeZone } = settingsCache.settings
  await inTransaction(kontor.db, systemActor, (tx) =>
    recordOrder(
      tx,
      { orderId: 1, dateId: 1, language: 'de', channel: { key: 'Website', page: '' } },
      { secrets, now: kontor.clock.now(), timeZone },
    ),
  )
  for (const [path, { url, shows }] of Object.entries(printed)) {
    const { statusCode, rawPayload } = await kontor.app.inject({
      url: `/office/api${url}`,
      headers: { cookie: session.cookie },
    })
    assert.equal(statusCode, 200, `${path}: ${rawPayload}`)
    const text = pdfText(rawPayload)
    assert.match(text, shows, path)
    assert.ok(!/31\.12\.2026|31\. Dezember/.test(text), `${path}: ${text}`)
  }
})

test('mails: the end of an offer, in the text and in the summary of the order', async () => {
  const { kontor } = site
  await sql`
    insert into email_address (contact_id, email, email_key, is_default) values (21, 'nolte@k.example', 'nolte@k.example', true);
    insert into message (id, cause) values (1, 'offered');
    insert into outbox_mail (id, kind, message_id, recipient, contact_id, date_id, role, booking_id, language, causes, cause_key, data)
      select 1, 'message', 1, 'nolte@k.example', 21, 1, 'orderer', null, 'de', '{offered}', 'x',
        jsonb_build_object('key', 'x', 'bookingIds', jsonb_build_array(b.id)) from booking b where b.status = 'offered'`.execute(
    kontor.owner,
  )
  await site.get('/dates/1')
  const content = (await composeMessages(kontor, [{ id: 1 } as never])).get(1)
  assert.ok(typeof content === 'object', String(content))
  const { text } = content as unknown as { text: string }
  assert.match(text, /1\. Januar 2027 um 09:00/)
  assert.ok(!text.includes('Dezember'), text)
})
