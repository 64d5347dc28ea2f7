// Mails are in the name of the client of their date: sender, colour, and the provider in their text.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startMailServer } from '../../test/support/servers/mail-server.ts'
import { type TestInstance, testInstance } from '../../test/support/test-instance.ts'
import { backgroundJobs } from '../jobs.ts'

let kontor: TestInstance
let mailServer: Awaited<ReturnType<typeof startMailServer>>
before(async () => {
  mailServer = await startMailServer()
  kontor = await testInstance({
    settings: { publicUrl: 'https://kontor.example.org', mail: mailServer.settings },
  })
  await sql
    .raw(
      `update client set name = 'Akademie' where id = 1; insert into client (id, name) values (2, 'Nordlicht & Söhne');
      insert into letterhead (client_id, address_lines, phone, accent_color, sender_name, sender_address) values
        (2, E'Hafen 1\\n20457 Hamburg', '+49 40 1', '#7a3e00', 'Nordlicht Seminare', 'seminare@nordlicht.example');
      insert into legal_page (client_id, kind, url, body) values (2, 'imprint', '', '<p>Hafen 1</p>'), (null, 'privacy', 'https://a.example/p', '');
      insert into date_status (status, name) values ('open', 'open') on conflict do nothing;
      insert into event (id, title) values (1, 'R');
      insert into event_date (id, event_id, start_date, status, client_id) values (1, 1, '2099-01-01', 'open', 2)`,
    )
    .execute(kontor.db)
})
after(async () => {
  await kontor.close()
  await mailServer.close()
})

/** The mail that the job sends of an entry of the outbox. */
async function sent(kind: string, columns: string, values: string) {
  mailServer.received.length = 0
  await sql
    .raw(
      `insert into outbox_mail (kind, recipient, subject, body, ${columns}) values ('${kind}', 'ben@kontor.example', 'Eingang', 'Guten Tag', ${values})`,
    )
    .execute(kontor.db)
  const job = backgroundJobs.find(({ name }) => name === 'send-mail')!
  await job.run(kontor, new AbortController().signal)
  assert.equal(mailServer.received.length, 1)
  return mailServer.received[0]!
}

test('a mail of a date has sender, address, colour and imprint of its client; bounces still come to the instance', async () => {
  for (const [kind, columns, values] of [
    ['calendar', 'date_id', '1'],
    ['withdrawal', 'client_id', '2'],
  ] as const) {
    const mail = await sent(kind, columns, values)
    const raw = JSON.stringify(mail)
    assert.match(raw, /Nordlicht Seminare <seminare@nordlicht\.example>/)
    assert.equal(mail.from, mailServer.settings.from.address)
    assert.match(raw, /Guten Tag.*Nordlicht & S(ö|=C3=B6)hne.*Hafen 1, 20457 Hamburg/s)
    assert.match(raw, /Impressum: https:\/\/kontor\.example\.org\/legal\/imprint\?client(=3D|=)2/)
    assert.match(raw, /Datenschutz: https:\/\/a\.example\/p/)
    assert.match(raw, /border-top:4px solid #7a3e00/)
  }
})

test('without a sender of its own, one of several clients has its name and the address of the instance', async () => {
  const raw = JSON.stringify(await sent('withdrawal', 'date_id', 'null'))
  assert.match(raw, new RegExp(`Akademie <${mailServer.settings.from.address}>`))
  assert.match(raw, /Guten Tag.*-- .*Akademie/s)
  assert.doesNotMatch(raw, /Nordlicht|#7a3e00/)
})

test('a mail to a user is that of the instance', async () => {
  mailServer.received.length = 0
  await sql`insert into outbox_mail (kind, recipient) values ('test', 'a@kontor.example')`.execute(kontor.db)
  await backgroundJobs.find(({ name }) => name === 'send-mail')!.run(kontor, new AbortController().signal)
  assert.doesNotMatch(JSON.stringify(mailServer.received), /Akademie|border-top/)
})
