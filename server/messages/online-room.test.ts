// The link to the online room is told to those who have a seat alone.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { openWebsiteWithMail } from '../../test/support/website.ts'
import { sendDue } from '../mail/sender.ts'
import { composeMessages } from './compose-messages.ts'

const { site, mailServer, close } = await openWebsiteWithMail({ start: '2026-11-25T12:00:00Z' })
const { db } = site.kontor
const room = 'https://raum.example/geheim'
let key: string
before(async () => {
  key = await site.createKey({ isSecret: true })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
      on conflict (status) do update set is_bookable = excluded.is_bookable, goes_ahead = excluded.goes_ahead;
    insert into event (id, title, is_published, visitors_may_name, visitors_may_cancel, visitors_may_move) values
      (1, 'Recht', true, true, true, true);
    insert into event_date (id, event_id, start_date, end_date, start_time, end_time, participants_max, status, format, online_link,
        is_published, has_waiting_list, offer_hours) values
      (10, 1, '2027-03-01', '2027-03-01', '09:00', '17:00', 1, 'open', 'online', 'https://raum.example/geheim', true, true, 24)`.execute(
    db,
  )
})
after(close)

const invoiceTo = { street: 'S', zip: '20457', city: 'Hamburg', country: 'DE' }
const ben = { firstName: 'Ben', lastName: 'Öztürk', email: 'ben@kontor.example' }
const cara = { firstName: 'Cara', lastName: 'Nolte', email: 'cara@kontor.example' }

async function book(orderer: typeof ben) {
  const body = { dateId: 10, seats: [orderer], orderer, invoiceTo, isConsumer: true, accepted: [] }
  const { status, text } = await site.post('/bookings', { ...body, whenFull: 'waitingList' }, { key })
  assert.equal(status, 201, text)
}

/** The mails that are sent now: who learns of the room. */
async function sent() {
  mailServer.received.length = 0
  await sql`update outbox_mail set next_attempt_at = now() where sent_at is null`.execute(db)
  while (await sendDue(site.kontor, new AbortController().signal, { message: composeMessages }));
  const mails = await Promise.all(mailServer.received.map(({ raw }) => PostalMime.parse(raw)))
  return mails.map((mail) => ({
    to: mail.to![0]!.address!,
    tellsRoom: [mail.text, mail.html, ...mail.attachments.map(contentOf)].some((one) => one?.includes(room)),
  }))
}

const contentOf = ({ content }: Email['attachments'][number]) =>
  typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString()

test('a seat tells the online room; the waiting list, and an offered seat, do not', async () => {
  await book(ben)
  const booked = await sent()
  assert.ok(booked.length > 0 && booked.every(({ to, tellsRoom }) => to === ben.email && tellsRoom))

  await book(cara)
  const waiting = await sent()
  assert.deepEqual(waiting, [{ to: cara.email, tellsRoom: false }])

  const office = await site.kontor.signIn({ rights: ['booking', '100100', '100400', '090300', 'message'] })
  const { rows } = await sql<{ id: number }>`
    select b.id from booking b join contact c on c.id = b.contact_id where c.last_name = 'Öztürk'`.execute(db)
  const path = `/bookings/${rows[0]!.id}`
  const { version } = (await office.call('GET', path)).json[0]
  const { status, text } = await office.call('PATCH', path, { version, status: 'cancelled', messages: {} })
  assert.equal(status, 200, text)
  // The seat is offered, and not taken yet.
  const offered = (await sent()).filter(({ to }) => to === cara.email)
  assert.deepEqual(offered, [{ to: cara.email, tellsRoom: false }])
  const { rows: left } = await sql`select from booking where status = 'offered'`.execute(db)
  assert.equal(left.length, 1)
})
