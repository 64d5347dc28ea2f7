// From the sign-up over the mail to the confirmed subscription.
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { startMailServer } from '../../test/support/servers/mail-server.ts'
import { testInstance } from '../../test/support/test-instance.ts'
import { buildApp } from '../app.ts'
import { sendDue } from '../mail/sender.ts'
import { readSettings } from '../platform/settings/settings.ts'

const { trustedProxies } = readSettings({ KONTOR_TRUST_PROXY: 'loopback' })
const server = await startMailServer()
const kontor = await testInstance({
  settings: {
    mail: server.settings,
    publicUrl: 'https://kontor.example',
    trustedProxies,
  },
})
after(async () => {
  await kontor.close()
  await server.close()
})
const { db, app, clock } = kontor
await sql`insert into newsletter_form (id, name, client_id, double_opt_in, mail_subject, mail_body) values
  (1, 'Website', 1, true, '', ''), (2, 'Messe', 1, true, 'Noch ein Schritt, {{firstName}}', 'Bitte hier: {{link}}')`.execute(
  db,
)
await sql`insert into setting values ('name', 'Akademie <Nord>')`.execute(db)

const sendAll = async () => {
  while (await sendDue(kontor, new AbortController().signal));
}
const subscribe = async (email: string, form = 1) => {
  const { status, json } = await kontor.call('POST', `/newsletter/subscribe/${form}`, {
    body: { email, firstname: 'Jana', lastname: 'Köhler' },
  })
  assert.equal(status, 200)
  return json[0].cid as number
}
/** The link in the last mail. */
const link = () => {
  const address = /https:\/\/kontor\.example(\/newsletter\/confirm\/[\w-]{32})\r?\n/.exec(
    server.received.at(-1)!.text,
  )
  return address![1]!
}
const open = (url: string, method: 'GET' | 'POST' = 'GET', headers: Record<string, string> = {}) =>
  app.inject({ method, url, headers: { 'accept-language': 'de', ...headers } })
const state = async (cid: number) => {
  const { json } = await kontor.call('GET', `/contacts/${cid}`)
  const [[found]] = json[0].extNewsletter
  return [found.is_active, found.ext_opt_in, found.ext_opt_in_executed]
}

beforeEach(() => {
  server.received.length = 0
  clock.set('2026-06-15T10:00:00Z')
})

test('6.4 the link in the mail opens a page whose button confirms the subscription and records the evidence', async () => {
  const cid = await subscribe('ganz@k.example')
  assert.deepEqual(await state(cid), [0, 1, 0])
  await sendAll()
  assert.deepEqual(server.received[0]!.to, ['ganz@k.example'])
  assert.match(server.received[0]!.text, /Bitte bestätigen Sie/)
  // Anybody can enter anybody's name and address: the standard text repeats neither.
  assert.doesNotMatch(server.received[0]!.raw, /Köhler|K=C3=B6hler/)

  const url = link()
  const page = await open(url)
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /<html lang="de">.*<form method="post"><button type="submit">/s)
  assert.match(page.body, /Akademie &lt;Nord&gt;/)
  assert.deepEqual(await state(cid), [0, 1, 0], 'opening the page changes nothing')

  clock.set('2026-06-16T08:00:00Z')
  const done = await open(url, 'POST', {
    'content-type': 'application/x-www-form-urlencoded',
    'user-agent': 'Telefon',
    'x-forwarded-for': '9.9.9.9, 203.0.113.7',
  })
  assert.equal(done.statusCode, 200)
  assert.match(done.body, /Vielen Dank/)
  assert.deepEqual(await state(cid), [1, 1, 1])
  const [consent] = await db
    .selectFrom('newsletter_consent')
    .selectAll()
    .where('contact_id', '=', cid)
    .execute()
  assert.deepEqual(
    [consent!.confirmed_at?.toISOString(), consent!.confirmed_ip_address, consent!.confirmed_user_agent],
    ['2026-06-16T08:00:00.000Z', '203.0.113.7', 'Telefon'],
  )
  const [entry] = await db
    .selectFrom('change_log')
    .selectAll()
    .where('table_name', '=', 'newsletter_subscription')
    .where('action', '=', 'update')
    .where('contact_id', 'is', null)
    .execute()
  assert.equal(entry?.via, 'link')

  // Again: nothing more happens.
  clock.set('2026-06-17T08:00:00Z')
  for (const again of [await open(url, 'POST'), await open(url)]) {
    assert.equal(again.statusCode, 200)
    assert.match(again.body, /Bereits bestätigt/)
    assert.doesNotMatch(again.body, /<form/)
  }
  const [same] = await db.selectFrom('newsletter_consent').selectAll().where('contact_id', '=', cid).execute()
  assert.equal(same!.confirmed_at?.toISOString(), '2026-06-16T08:00:00.000Z')
})

test('the secret is not stored in plain text once the mail is sent', async () => {
  const cid = await subscribe('geheim@k.example')
  await sendAll()
  const secret = link().split('/').at(-1)!
  const { rows } = await sql<{ found: string }>`
    select to_jsonb(o)::text as found from outbox_mail o where contact_id = ${cid}
    union all select to_jsonb(n)::text from newsletter_consent n where contact_id = ${cid}
    union all select to_jsonb(l)::text from change_log l where subject_id = ${cid}`.execute(db)
  assert.ok(rows.length > 3)
  assert.ok(rows.every(({ found }) => !found.includes(secret)))
})

test('the secret does not appear in the log', async () => {
  let log = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += chunk
      done()
    },
  })
  const loud = buildApp({ ...kontor, log: pino({ level: 'trace' }, stream) })
  try {
    await subscribe('leise@k.example')
    await sendAll()
    const url = link()
    for (const [method, path] of [
      ['GET', url],
      ['PUT', url],
      ['POST', `${url}/`],
      ['GET', `${url}/more`],
      ['GET', `${url}%`],
    ] as const)
      await loud.inject({ method, url: path })
    assert.match(log, /"route":"\/newsletter\/confirm\/:secret"/)
    assert.ok(!log.includes(url.split('/').at(-1)!), log)
  } finally {
    await loud.close()
  }
})

test('links that are unknown, expired, or of a cancelled subscription are 404', async () => {
  const unknown = await open('/newsletter/confirm/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
  assert.equal(unknown.statusCode, 404)
  assert.match(unknown.body, /Dieser Link ist ungültig/)
  assert.equal((await open('/newsletter/confirm/x', 'POST')).statusCode, 404)

  const cid = await subscribe('alt@k.example')
  await sendAll()
  const old = link()
  clock.set('2026-07-15T09:00:00Z')
  assert.equal((await open(old)).statusCode, 200)
  clock.set('2026-07-16T10:00:00Z')
  assert.equal((await open(old)).statusCode, 404)
  assert.equal((await open(old, 'POST')).statusCode, 404)
  assert.deepEqual(await state(cid), [0, 1, 0])

  // A person who signs up again gets a valid link.
  await subscribe('alt@k.example')
  await sendAll()
  const fresh = link()
  assert.notEqual(fresh, old)
  assert.equal((await open(fresh, 'POST')).statusCode, 200)
  assert.deepEqual(await state(cid), [1, 1, 1])

  await sql`update newsletter_subscription set is_active = false where contact_id = ${cid}`.execute(db)
  assert.equal((await open(fresh)).statusCode, 404)
  assert.equal((await open(fresh, 'POST')).statusCode, 404)
  assert.deepEqual(await state(cid), [0, 1, 1])
})

test('of two simultaneous confirmations one takes effect', async () => {
  await subscribe('zwei@k.example')
  await sendAll()
  const answers = await Promise.all(Array.from({ length: 6 }, () => open(link(), 'POST')))
  assert.equal(answers.filter(({ body }) => body.includes('Vielen Dank')).length, 1)
  assert.ok(answers.every(({ statusCode }) => statusCode === 200))
})

test('the page is in the visitor’s language, has a strict Content-Security-Policy, and is not cached', async () => {
  await subscribe('sprache@k.example')
  await sendAll()
  const url = link()
  for (const [header, language] of [
    ['de-AT,en;q=0.5', 'de'],
    ['en-GB', 'en'],
    ['fr, de;q=0.2', 'de'],
    ['fr', 'en'],
  ] as const) {
    const { headers, body } = await open(url, 'GET', { 'accept-language': header })
    assert.match(body, new RegExp(`<html lang="${language}">`))
    assert.equal(headers['content-language'], language)
  }
  const { headers } = await open(url)
  assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-[^']+';/)
  assert.deepEqual(
    [headers['cache-control'], headers['referrer-policy'], headers['x-robots-tag']],
    ['no-store', 'no-referrer', 'noindex, nofollow'],
  )
  const put = await open(url, 'PUT' as 'POST')
  assert.deepEqual([put.statusCode, put.headers['allow']], [405, 'GET, HEAD, POST'])
  assert.equal((await app.inject({ method: 'HEAD', url })).body, '')
})

test('the text of a form is sent instead of the standard text', async () => {
  await subscribe('eigen@k.example', 2)
  await sendAll()
  assert.equal(server.received[0]!.headers['subject'], 'Noch ein Schritt, Jana')
  assert.match(
    server.received[0]!.text,
    /Bitte hier: https:\/\/kontor\.example\/newsletter\/confirm\/[\w-]{32}\r?\n/,
  )
})

test('the mail of a subscription that has been confirmed since is not sent', async () => {
  const cid = await subscribe('meanwhile@k.example')
  await sql`update newsletter_consent set confirmed_at = now() where contact_id = ${cid}`.execute(db)
  await sendAll()
  assert.equal(server.received.length, 0)
})
