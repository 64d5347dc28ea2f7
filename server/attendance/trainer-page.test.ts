// A trainer's link: names only, no account, expires, can be revoked; its secret is nowhere but in the address.
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { testInstance } from '../../test/support/test-instance.ts'
import { buildApp } from '../app.ts'

// 2026-06-15, a Monday, 12:00 in Berlin.
const kontor = await testInstance()
after(() => kontor.close())
const { db, app, clock } = kontor
let office = await kontor.signIn({ rights: ['090300', 'booking', 'catalogue'] })
const insert = async (table: 'event' | 'trainer' | 'event_date' | 'contact' | 'booking', values: object) =>
  (
    (await db
      .insertInto(table)
      .values(values as never)
      .returning('id')
      .executeTakeFirstOrThrow()) as { id: number }
  ).id

async function dateWithLink() {
  const eventId = await insert('event', { title: 'Excel <kompakt>' })
  const trainerId = await insert('trainer', { first_name: 'Tilda', last_name: 'Lehr' })
  const dateId = await insert('event_date', {
    event_id: eventId,
    participants_max: 9,
    start_date: '2026-06-15',
    end_date: '2026-06-16',
    start_time: '09:00',
    end_time: '17:00',
    status: 'confirmed',
  })
  await db
    .insertInto('date_trainer')
    .values({ date_id: dateId, position: 1, trainer_id: trainerId, is_main: true })
    .execute()
  const bookingIds: number[] = []
  for (const firstName of ['Anna', 'Ben']) {
    const contactId = await insert('contact', {
      contact_type: 'person',
      first_name: firstName,
      last_name: 'Geheim',
      company: 'Nordlicht GmbH',
    })
    await db
      .insertInto('email_address')
      .values({
        contact_id: contactId,
        email: 'privat@kontor.example',
        email_key: 'privat@kontor.example',
        is_default: true,
      })
      .execute()
    bookingIds.push(
      await insert('booking', { contact_id: contactId, date_id: dateId, status: 'booked', comment: 'vegan' }),
    )
  }
  const links = `/dates/${dateId}/attendance-links`
  const created = await office.call('POST', links, { trainerId, lastDay: '2026-06-20' })
  assert.equal(created.status, 200, created.text)
  return {
    dateId,
    trainerId,
    links,
    bookingIds: bookingIds as [number, number],
    path: created.json[0].link as string,
  }
}
const open = (url: string, language = 'de') => app.inject({ url, headers: { 'accept-language': language } })
const send = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'accept-language': 'de', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
const marks = async (dateId: number) =>
  (await office.call('GET', `/dates/${dateId}/attendance`)).json[0].participants.map(
    (one: { marks: string[] }) => one.marks.join(),
  )

test('a trainer’s link shows title, half days and names, and nothing else of the participants', async () => {
  const { path } = await dateWithLink()
  assert.match(path, /^\/attendance\/[\w-]{43}$/)
  const page = await open(path)
  assert.equal(page.statusCode, 200)
  assert.match(
    page.body,
    /<html lang="de">.*Excel &lt;kompakt&gt;.*Mo\., 15\. Juni, Vormittag.*Anna Geheim.*Ben Geheim/s,
  )
  assert.doesNotMatch(page.body, /Nordlicht|privat@|vegan|<script/)
  assert.match(
    (await open(path, 'en')).body,
    /<html lang="en">.*Mon,? 15 Jun, Morning.*0 attended, 0 absent, 2 open/s,
  )
  const { headers } = page
  assert.deepEqual(
    [headers['cache-control'], headers['referrer-policy'], headers['x-robots-tag'], headers['set-cookie']],
    ['no-store', 'no-referrer', 'noindex, nofollow', undefined],
  )
  assert.match(
    String(headers['content-security-policy']),
    /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'/,
  )
})

test('a trainer records a half day; records of others stay; the change log names the trainer', async () => {
  const { dateId, path, bookingIds } = await dateWithLink()
  const [anna, ben] = bookingIds
  const half = { day: '2026-06-15', half: 'morning' }
  // Opened while nothing was recorded; meanwhile the office records Ben.
  await office.call('POST', `/dates/${dateId}/attendance`, {
    marks: [{ bookingId: ben, ...half, mark: 'absent' }],
  })
  const shown = { [`shown.${anna}`]: '', [`shown.${ben}`]: '' }
  const saved = await send(`${path}?half=2026-06-15-morning`, { ...shown, [anna]: 'attended' })
  assert.equal(saved.statusCode, 200)
  assert.match(saved.body, /Gespeichert.*1 anwesend, 1 gefehlt, 0 offen/s)
  assert.deepEqual(await marks(dateId), ['attended,,,', 'absent,,,'])
  assert.match(
    (await send(`${path}?half=2026-06-15-afternoon`, { ...shown, all: 'yes' })).body,
    /2 anwesend, 0 gefehlt/,
  )
  const future = await send(`${path}?half=2026-06-16-morning`, { ...shown, [anna]: 'attended' })
  assert.match(future.body, /kann ab diesem Tag erfasst werden/)
  assert.deepEqual(await marks(dateId), ['attended,attended,,', 'absent,attended,,'])
  // A booking of another date.
  const other = await dateWithLink()
  await send(`${path}?half=2026-06-15-morning`, { [other.bookingIds[0]]: 'attended' })
  assert.deepEqual(await marks(other.dateId), [',,,', ',,,'])
  const { json } = await office.call('GET', `/changes?subject=booking&subjectId=${anna}`)
  assert.deepEqual(
    new Set(
      json
        .filter((one: { tableName: string }) => one.tableName === 'attendance')
        .map((one: { via: string }) => one.via),
    ),
    new Set(['trainer-link Tilda Lehr']),
  )
})

test('a trainer’s link ends: expired and revoked ones are 410, unknown ones 404, in words', async () => {
  const { dateId, trainerId, links, path, bookingIds } = await dateWithLink()
  assert.equal((await open('/attendance/wrong')).statusCode, 404)
  assert.match((await open('/attendance/wrong')).body, /Dieser Link ist ungültig/)
  clock.set('2026-06-20T21:59:00Z')
  office = await kontor.signIn({ rights: ['090300', 'booking', 'catalogue'] })
  assert.equal((await open(path)).statusCode, 200, 'until the end of its last day')
  assert.equal((await office.call('GET', links)).json[0].links[0].lastUsedAt, '2026-06-20T21:59:00+00:00')
  clock.set('2026-06-20T22:00:00Z')
  const expired = await open(path)
  assert.deepEqual(
    [expired.statusCode, /abgelaufen/.test(expired.body), /Anna/.test(expired.body)],
    [410, true, false],
  )
  assert.match((await send(path, { [bookingIds[0]]: 'attended' })).body, /Sehen Sie in Ihr Postfach/)
  clock.set('2026-06-15T10:00:00Z')
  office = await kontor.signIn({ rights: ['090300', 'booking', 'catalogue'] })
  const [
    {
      links: [link],
    },
  ] = (await office.call('GET', links)).json
  const [revoked] = (await office.call('POST', `${links}/${link.id}/revoke`)).json
  assert.equal(revoked.links[0].state, 'revoked')
  assert.deepEqual([(await open(path)).statusCode, /widerrufen/.test((await open(path)).body)], [410, true])
  assert.equal((await send(path, { [bookingIds[0]]: 'attended' })).statusCode, 410)
  assert.deepEqual(await marks(dateId), [',,,', ',,,'])
  const again = (await office.call('POST', links, { trainerId, lastDay: '2026-06-20' })).json[0].link
  await db.deleteFrom('date_trainer').where('date_id', '=', dateId).execute()
  assert.equal((await open(again)).statusCode, 410, 'who is no trainer of the date any more')
  const codes = async (body: object) =>
    (await office.call('POST', links, body)).json.details.map(({ code }: { code: string }) => code)
  assert.deepEqual(await codes({ trainerId, lastDay: '2026-06-20' }), ['attendance.notTrainer'])
  assert.deepEqual(await codes({ trainerId, lastDay: '2026-06-14' }), ['attendance.expiryPast'])
})

test('the secret of a trainer’s link is neither stored nor logged; another site cannot send its form', async () => {
  const { dateId, links, path, bookingIds } = await dateWithLink()
  const secret = path.split('/')[2]!
  const stored = await db.selectFrom('attendance_link').selectAll().where('date_id', '=', dateId).execute()
  assert.doesNotMatch(JSON.stringify(stored), new RegExp(secret))
  assert.equal(stored[0]!.hash.length, 32)
  assert.doesNotMatch((await office.call('GET', links)).text, new RegExp(secret))
  const log = await db
    .selectFrom('change_log')
    .selectAll()
    .where('table_name', '=', 'attendance_link')
    .execute()
  assert.ok(log.length > 0 && log.every(({ after }) => !JSON.stringify(after).includes('hash')))
  const lines: string[] = []
  const logging = buildApp({
    ...kontor,
    log: pino(
      { level: 'trace' },
      new Writable({
        write(chunk, _encoding, done) {
          lines.push(String(chunk))
          done()
        },
      }),
    ),
  })
  await logging.inject({ url: path })
  await logging.inject({ method: 'POST', url: path })
  await logging.close()
  assert.ok(lines.length >= 2)
  assert.doesNotMatch(lines.join(''), new RegExp(secret))
  const foreign = await send(
    `${path}?half=2026-06-15-morning`,
    { [bookingIds[0]]: 'attended' },
    { 'sec-fetch-site': 'cross-site' },
  )
  assert.equal(foreign.statusCode, 403)
  const large = await send(path, { x: 'x'.repeat(600_000) })
  assert.equal(large.statusCode, 413)
  assert.deepEqual(await marks(dateId), [',,,', ',,,'])
})
