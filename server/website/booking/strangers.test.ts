// Strangers learn nothing: a booking in the name of a known person looks and reads like any other, on every page and in every mail.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { pdfText, withoutPoppler } from '../../../test/support/pdf.ts'
import { startMailServer } from '../../../test/support/servers/mail-server.ts'
import { openWebsite, type Website } from '../../../test/support/website.ts'
import { sendDue } from '../../mail/sender.ts'
import { composeMessages } from '../../messages/compose-messages.ts'
import { composeOrderLinks } from './page/compose-order-links.ts'

let site: Website
let key: string
let mailServer: Awaited<ReturnType<typeof startMailServer>>
before(async () => {
  mailServer = await startMailServer()
  site = await openWebsite({
    start: '2026-11-25T12:00:00Z',
    settings: { publicUrl: 'https://kontor.example.org', mail: mailServer.settings },
  })
  key = await site.createKey({ isSecret: true })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
      on conflict (status) do update set is_bookable = true, goes_ahead = true;
    insert into event (id, title, is_published, visitors_may_name, visitors_may_cancel, visitors_may_move) values
      (1, 'R', true, true, true, true);
    insert into event_date (id, event_id, start_date, participants_max, status, is_published) values
      (10, 1, '2027-03-01', 30, 'open', true), (11, 1, '2027-04-01', 30, 'open', true)`.execute(
    site.kontor.db,
  )
  const office = await site.kontor.signIn({ rights: ['090300', 'booking:access'] })
  const company = await office.call('POST', '/companies', { name: 'Nordlicht' })
  assert.equal(company.status, 200, company.text)
  for (const [firstName, lastName] of [
    ['Annabella', 'Köhler'],
    ['Benedikta', 'Nolte'],
  ]) {
    const known = await office.call('POST', '/contacts', {
      salutation: 'ms',
      title: 'Prof. Dr.',
      firstName,
      lastName,
      company: 'Nordlicht',
      emails: [
        { email: `${firstName}@nordlicht.example`, isDefault: true },
        { email: `${lastName}@kontor.example`.replace('ö', 'oe').toLowerCase() },
      ],
    })
    assert.equal(known.status, 200, known.text)
  }
  await sql`update contact set language = 'en' where first_name = 'Annabella'`.execute(site.kontor.db)
})
after(async () => {
  await site.kontor.close()
  await mailServer.close()
})

type Person = { lastName: string; email: string }

function textOf(name: string, content: string | ArrayBuffer | Uint8Array): string {
  if (name.endsWith('.pdf')) return withoutPoppler ? '' : pdfText(Buffer.from(content as ArrayBuffer))
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
  // Long lines of a calendar file are folded.
  return text.replaceAll(/\r?\n /g, '')
}

/** Sends all mail at once. */
async function sentMails() {
  mailServer.received.length = 0
  await sql`update outbox_mail set next_attempt_at = now()`.execute(site.kontor.db)
  const composers = { message: composeMessages, order_links: composeOrderLinks }
  while (await sendDue(site.kontor, new AbortController().signal, composers));
  const mails = await Promise.all(
    mailServer.received.map(async ({ raw, to }) => ({ to, mail: await PostalMime.parse(raw) })),
  )
  return mails
    .map(({ to, mail: { subject, text, html, attachments, to: named } }) => ({
      to,
      named,
      subject,
      text,
      html,
      files: attachments.map(({ filename, content }) => [filename, textOf(filename ?? '', content)]),
    }))
    .toSorted((one, other) => JSON.stringify(one.to).localeCompare(JSON.stringify(other.to)))
}

/** Books for two persons, walks all that a stranger can see of it, and says it with the names and secrets left out. */
async function walk(orderer: Person, participant: Person): Promise<string> {
  const seen: unknown[] = []
  const person = ({ lastName, email }: Person) => ({ firstName: 'A.', lastName, email })
  const { json, status, text } = await site.post(
    '/bookings',
    {
      dateId: 10,
      seats: [person(participant), { later: true }],
      orderer: { ...person(orderer), company: 'Nordlicht' },
      invoiceTo: { street: 'S', zip: '20457', city: 'Hamburg', country: 'DE' },
      isConsumer: false,
      accepted: [],
    },
    { key },
  )
  assert.equal(status, 201, text)
  seen.push(json, await sentMails())
  const { pathname } = new URL(json.manageUrl)
  const walkPages = async () => {
    for (const language of ['de', 'en'])
      for (const part of [
        '',
        '?part=names',
        '?part=move',
        '?part=cancel',
        '?part=documents',
        '?part=letters',
      ])
        seen.push((await site.open(pathname + part, language)).body)
  }
  await walkPages()
  await site.send('/booking', { email: orderer.email })
  seen.push(await sentMails())
  const { rows } = await sql<{ id: number }>`
    select b.id from booking b join booking_order o on o.id = b.order_id where o.code = ${json.code} order by b.id`.execute(
    site.kontor.db,
  )
  const [first, second] = rows.map(({ id }) => id)
  const swapped = { [`firstName.${second}`]: 'A.', [`lastName.${second}`]: orderer.lastName }
  seen.push(
    (await site.send(`${pathname}?part=names`, { ...swapped, [`email.${second}`]: orderer.email })).body,
    await sentMails(),
    (await site.send(`${pathname}?part=move`, { date: '11', [`seat.${first}`]: 'on' })).body,
    await sentMails(),
    (await site.send(`${pathname}?part=cancel`, { [`seat.${first}`]: 'on', step: 'confirm' })).body,
    await sentMails(),
  )
  await walkPages()
  const told = JSON.stringify(seen, null, 1)
  const { lastName, email } = participant
  return [
    [orderer.lastName, 'ORDERER'],
    [lastName, 'PARTICIPANT'],
    [orderer.email, 'orderer@example'],
    [email, 'participant@example'],
    [json.code, 'CODE'],
  ]
    .reduce((all, [from, to]) => all.replaceAll(from!, to!), told)
    .replaceAll(/<style>.*?<\/style>/g, '')
    .replaceAll(/\/(booking|seat)\/[\w-]{20,}/g, '/$1/SECRET')
    .replaceAll(/(name|for|id|value|UID|href)([=:]\\?"?)[^"\\ ]*\d+[^"\\ ]*/g, '$1$2…')
    .replaceAll(new RegExp(`section-(${first}|${second})\\b`, 'g'), 'section-…')
    .replaceAll(/(um|at) \d\d:\d\d/g, '$1 …')
    .replaceAll(/UID:\S+|DTSTAMP:\S+/g, '…')
}

test('a page, a mail or a file of an order says the same of known and of unknown persons', async () => {
  const known = await walk(
    { lastName: 'Köhler', email: 'koehler@kontor.example' },
    { lastName: 'Nolte', email: 'nolte@kontor.example' },
  )
  const unknown = await walk(
    { lastName: 'Kähler', email: 'kaehler@kontor.example' },
    { lastName: 'Nelte', email: 'nelte@kontor.example' },
  )
  for (const secret of ['Annabella', 'Benedikta', 'Prof. Dr.', 'Frau'])
    assert.ok(!known.includes(secret), `${secret} is told`)
  assert.ok(known.includes('ORDERER') && known.includes('PARTICIPANT'))
  const others = new Set(unknown.split('\n'))
  assert.deepEqual(
    known.split('\n').filter((line) => !others.has(line)),
    [],
  )
  assert.equal(known.length, unknown.length)
})

test('a button of a page that was opened by a link in a mail proves the mailbox: from then on, mail greets the contact', async () => {
  const orderer = { firstName: 'A.', lastName: 'Köhler', email: 'koehler@kontor.example' }
  const { json } = await site.post(
    '/bookings',
    {
      dateId: 11,
      seats: [{ later: true }],
      orderer,
      invoiceTo: { street: 'S', zip: '20457', city: 'Hamburg', country: 'DE' },
      isConsumer: false,
      accepted: [],
    },
    { key },
  )
  const claims = async () =>
    (
      await sql<{
        claims: boolean
      }>`select claims_contact as claims from booking_order where code = ${json.code}`.execute(site.kontor.db)
    ).rows[0]!.claims
  const [mail] = await sentMails()
  await site.send(new URL(json.manageUrl).pathname, {})
  assert.equal(await claims(), true)
  const [path] = /\/booking\/[\w-]{43}/.exec(mail!.text!)!
  await site.open(path!)
  assert.equal(await claims(), true)
  await site.send(path!, {})
  assert.equal(await claims(), false)
})
