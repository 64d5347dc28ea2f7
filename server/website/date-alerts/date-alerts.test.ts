// Visitors are told of new dates of an event: asked for, confirmed by mail, one mail for each new date, ended by the link of any mail.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { openWebsiteWithMail } from '../../../test/support/website.ts'
import { sendDue } from '../../mail/sender.ts'
import { composeDateAlerts } from './compose-date-alerts.ts'
import { dateAlertsJob } from './date-alerts-job.ts'

const { site, mailServer, close } = await openWebsiteWithMail({ start: '2026-11-25T12:00:00Z' })
const { kontor } = site
const { db } = kontor
before(() =>
  sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    update client set name = 'Akademie Nord' where id = 1;
    update website_pages set key_id = (select min(id) from website_key);
    insert into event (id, title, is_published) values (1, 'Moderation', true), (2, 'Geheim', false)`.execute(
    db,
  ),
)
beforeEach(() =>
  sql`delete from date_alert; delete from outbox_mail; delete from event_date;
    insert into event_date (id, event_id, start_date, participants_max, status, is_published) values (10, 1, '2027-03-01', 5, 'open', true)`.execute(
    db,
  ),
)
after(close)

const signal = new AbortController().signal
const run = async () => {
  await kontor.barrier.ensureCurrent()
  return dateAlertsJob.run(kontor, signal)
}
const publish = (id: number, startDate: string) =>
  sql`insert into event_date (id, event_id, start_date, participants_max, status, is_published) values (${id}, 1, ${startDate}, 5, 'open', true)`.execute(
    db,
  )
async function sentMails() {
  mailServer.received.length = 0
  await sql`update outbox_mail set next_attempt_at = now() where sent_at is null`.execute(db)
  while (await sendDue(kontor, signal, { date_alert: composeDateAlerts }));
  return Promise.all(mailServer.received.map(({ raw }) => PostalMime.parse(raw)))
}
const ask = (email = 'ben@kontor.example', more = {}) => site.send('/events/1/new-dates', { email, ...more })
const linkIn = ({ text }: { text?: string | undefined }) => /\/new-dates\/[\w-]+/.exec(text!)![0]
/** Asks, and confirms by the link. @returns the link */
async function subscribe(email?: string): Promise<string> {
  await ask(email)
  const [mail] = await sentMails()
  const link = linkIn(mail!)
  assert.equal((await site.send(link, { action: 'confirm' })).status, 200)
  return link
}

test('the page of an event leads to the form; the address is confirmed by a link, whose opening changes nothing', async () => {
  assert.match(
    (await site.open('/events/moderation')).body,
    /href="\/events\/moderation\/new-dates\?lang=de">Neue Termine per E-Mail/,
  )
  assert.match((await site.open('/events/1/new-dates')).text, /Neue Termine: Moderation/)
  assert.equal((await site.open('/events/2/new-dates')).status, 404)
  assert.equal((await ask('nobody')).status, 422)
  assert.deepEqual(await sentMails(), [])
  const asked = await ask()
  assert.match(asked.text, /Sehen Sie in Ihr Postfach/)
  const [mail, ...others] = await sentMails()
  assert.equal(others.length, 0)
  assert.equal(mail!.subject, 'Bitte bestätigen: neue Termine von Moderation')
  assert.match(mail!.text!, /Akademie Nord/)
  const link = linkIn(mail!)
  assert.match((await site.open(link)).text, /Möchten Sie neue Termine/)
  await publish(11, '2027-04-01')
  await run()
  assert.deepEqual(await sentMails(), [], 'nobody has confirmed')
  assert.match((await site.send(link, { action: 'confirm' })).text, /Nicht mehr benachrichtigen/)
  // Dates of before are no news, and asking again sends nothing.
  await run()
  await ask('BEN@kontor.example')
  assert.deepEqual(await sentMails(), [])
})

test('each new date that can be booked is told once, with a link that ends it', async () => {
  await subscribe()
  await subscribe('anna@kontor.example')
  await publish(12, '2027-05-01')
  await sql`insert into event_date (id, event_id, start_date, participants_max, status, is_published) values (13, 1, '2027-06-01', 5, 'open', false)`.execute(
    db,
  )
  await Promise.all([run(), run(), run()])
  const mails = await sentMails()
  assert.deepEqual(mails.map(({ to, subject }) => [to![0]!.address, subject]).toSorted(), [
    ['anna@kontor.example', 'Neuer Termin: Moderation'],
    ['ben@kontor.example', 'Neuer Termin: Moderation'],
  ])
  const toBen = mails.find(({ to }) => to![0]!.address === 'ben@kontor.example')!
  assert.match(toBen.text!, /1\. Mai 2027/)
  assert.match(toBen.text!, /https:\/\/kontor\.example\.org\/events\/moderation\?lang=de/)
  await run()
  assert.deepEqual(await sentMails(), [])
  // Published later, it is new.
  await sql`update event_date set is_published = true where id = 13`.execute(db)
  const ended = await site.send(linkIn(toBen), { action: 'end' })
  assert.match(ended.text, /Es kommen keine E-Mails/)
  await run()
  assert.deepEqual(
    (await sentMails()).map(({ to }) => to![0]!.address),
    ['anna@kontor.example'],
  )
  const { rows } = await sql`select from date_alert where email = 'ben@kontor.example'`.execute(db)
  assert.equal(rows.length, 0)
  assert.equal((await site.open(linkIn(toBen))).status, 404)
})

test('a mail that waits is not sent after the end, nor about a date that is withdrawn', async () => {
  const link = await subscribe()
  await publish(14, '2027-05-01')
  await run()
  await sql`update event_date set is_published = false where id = 14`.execute(db)
  assert.deepEqual(await sentMails(), [])
  await publish(15, '2027-05-02')
  await run()
  await site.send(link, { action: 'end' })
  assert.deepEqual(await sentMails(), [])
})

test('pressing a button twice at once confirms once; an old form of confirming ends nothing', async () => {
  await ask()
  const link = linkIn((await sentMails())[0]!)
  const answers = await Promise.all([1, 2, 3].map(() => site.send(link, { action: 'confirm' })))
  for (const { status } of answers) assert.equal(status, 200)
  await publish(16, '2027-05-01')
  assert.equal((await site.send(link, { action: 'confirm' })).status, 200)
  await run()
  assert.equal((await sentMails()).length, 1)
})

test('programs fill in the trap; a mailbox gets no more mails than its budget', async () => {
  await ask('bot@kontor.example', { homepage: 'x' })
  assert.deepEqual(await sentMails(), [])
  for (let at = 0; at < 15; at++) await ask('full@kontor.example')
  assert.equal((await sentMails()).length, 10)
})

test('alerts end after a week without confirmation, and after two years; staff see how many there are', async () => {
  await subscribe()
  await ask('late@kontor.example')
  const office = await kontor.signIn({ rights: [] })
  assert.deepEqual((await office.call('GET', '/events/1/date-alerts')).json, [{ count: 1 }])
  const remaining = async (move: string) => {
    await sql
      .raw(
        `update date_alert set created_at = created_at - interval '${move}', confirmed_at = confirmed_at - interval '${move}'`,
      )
      .execute(db)
    await run()
    return (await sql<{ email: string }>`select email from date_alert`.execute(db)).rows.map(
      ({ email }) => email,
    )
  }
  assert.equal((await remaining('6 days')).length, 2)
  assert.deepEqual(await remaining('2 days'), ['ben@kontor.example'])
  assert.deepEqual(await remaining('2 years'), [])
})
