// Mail that visitors cause has a budget; beyond it, mail waits, and staff release it or call it back.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { startMailServer } from '../../test/support/servers/mail-server.ts'
import { hiddenFields, openWebsite, type Website } from '../../test/support/website.ts'
import { networksOf } from '../platform/ground/network.ts'
import { lineWithoutLinks } from './line-without-links.ts'
import { sendDue } from './sender.ts'
import { mailsPerHour } from './visitor-budget.ts'

let site: Website
let mailServer: Awaited<ReturnType<typeof startMailServer>>
before(async () => {
  mailServer = await startMailServer()
  site = await openWebsite({ start: '2026-11-25T12:00:00Z', settings: { mail: mailServer.settings } })
})
beforeEach(async () => {
  mailServer.received.length = 0
  await sql`delete from outbox_mail; delete from withdrawal`.execute(site.kontor.db)
})
after(async () => {
  await site.kontor.close()
  await mailServer.close()
})

const sendAll = async () => {
  while (await sendDue(site.kontor, new AbortController().signal));
  return mailServer.received.length
}

async function withdraw(declaration: { email: string; name?: string; contract?: string }) {
  const fields = { name: 'Ben', contract: 'K7QF-3M2X', part: '', ...declaration }
  const second = await site.send('/withdraw', fields)
  assert.equal((await site.send('/withdraw', hiddenFields(second.body))).status, 200)
}

test('a mailbox gets a few mails within an hour; the others wait, and nothing else is lost', async () => {
  for (let n = 0; n < mailsPerHour.address + 3; n++) await withdraw({ email: 'victim@elsewhere.example' })
  assert.equal(await sendAll(), mailsPerHour.address)
  const admin = await site.kontor.signIn({ admin: true })
  const [status] = (await admin.call('GET', '/outbox-status')).json
  assert.deepEqual([status.heldCount, (await admin.call('GET', '/start')).json[0].heldMailCount], [3, 3])
  const held = await admin.call('GET', '/outbox-mails?status=held')
  assert.deepEqual(
    held.json.map((mail: { status: string; recipient: string }) => [mail.status, mail.recipient]),
    Array(3).fill(['held', 'victim@elsewhere.example']),
  )
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from withdrawal`.execute(site.kontor.db)
  assert.equal(rows[0]!.n, mailsPerHour.address + 3)

  await sql`update outbox_mail set next_attempt_at = now() where held_at is not null`.execute(site.kontor.db)
  assert.equal(await sendAll(), mailsPerHour.address)
  await sql`update outbox_mail set attempted_at = attempted_at - interval '1 hour', next_attempt_at = now()`.execute(
    site.kontor.db,
  )
  assert.equal(await sendAll(), mailsPerHour.address + 3)
})

test('the mails of a network to different mailboxes have a budget, too', async () => {
  for (let n = 0; n < mailsPerHour.network + 1; n++) await withdraw({ email: `victim${n}@elsewhere.example` })
  assert.equal(await sendAll(), mailsPerHour.network)
})

test('staff release the mails that wait, or call them back, with one click; their own mail has no budget', async () => {
  const admin = await site.kontor.signIn({ admin: true })
  for (let n = 0; n < mailsPerHour.address + 2; n++) await withdraw({ email: 'victim@elsewhere.example' })
  await sendAll()
  assert.deepEqual((await admin.call('POST', '/outbox-mails/held/release')).json, [{ releasedCount: 2 }])
  assert.equal(await sendAll(), mailsPerHour.address + 2)
  for (let n = 0; n < 2; n++) await withdraw({ email: 'victim@elsewhere.example' })
  await sendAll()
  assert.deepEqual((await admin.call('POST', '/outbox-mails/held/refuse')).json, [{ refusedCount: 2 }])
  assert.equal(await sendAll(), mailsPerHour.address + 2)
  await admin.call('POST', '/outbox-mails/test', { recipient: 'victim@elsewhere.example' })
  assert.equal(await sendAll(), mailsPerHour.address + 3)
})

test('the receipt of a withdrawal carries no link and no further line of a stranger', async () => {
  await withdraw({
    email: 'victim@elsewhere.example',
    name: 'Ben\r\nSehr geehrter Kunde,',
    contract: 'Gewinn: https://evil.example/prize',
  })
  await sendAll()
  const [mail] = mailServer.received
  const text = mail!.raw.replaceAll(/=\r?\n/g, '')
  assert.match(text, /Name: Ben Sehr geehrter Kunde,/)
  assert.match(text, /Vertrag: \(liegt uns vor/)
  assert.doesNotMatch(text, /evil\.example/)
})

test('a text with a link, or what looks like one, is left out; names are not', () => {
  for (const text of ['https://a.b', 'see www.x', 'Visit example.com now', 'EVIL.DE/prize', 'http:x'])
    assert.equal(lineWithoutLinks(text), '', text)
  for (const name of ['Dr. med. Ben', 'A. Köhler', 'Anna-Lena', 'St.Pölten', 'Müller & Co. KG', 'e.V.'])
    assert.equal(lineWithoutLinks(name), name)
})

test('networks of a visitor: an IPv4 address and its /24, /56 and /48 of an IPv6 address', () => {
  const [network, site] = networksOf('2001:db8:1:2301::1')
  assert.deepEqual(networksOf('2001:db8:1:23ff::9'), [network, site])
  assert.deepEqual(
    networksOf('2001:db8:1:2401::1').map((one, index) => one === [network, site][index]),
    [false, true],
  )
  assert.notEqual(networksOf('2001:db8:2:2301::1')[1], site)
  assert.deepEqual(networksOf('::ffff:192.0.2.7'), networksOf('192.0.2.7'))
  assert.equal(networksOf('192.0.2.7')[1], networksOf('192.0.2.200')[1])
})
