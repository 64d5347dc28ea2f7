// Messages go out while their processes are killed: each recipient gets its message once, or again with the same Message-ID.
// KONTOR_TEST_MESSAGES=1000 sends as many, and kills 20 times.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  queryDatabase,
  type RunningService,
  removeDataFolder,
  serve,
  start,
  stop,
  waitUntil,
  waitUntilServing,
} from '../support/kontor-process.ts'
import { mailEnvironment, mailInstance } from '../support/mail-instance.ts'
import { type MailServer, startMailServer } from '../support/servers/mail-server.ts'

const messageCount = Number(process.env['KONTOR_TEST_MESSAGES'] ?? 60)
const killCount = messageCount >= 1000 ? 20 : 3

let data: string
let mail: MailServer
let service: RunningService

before(async () => {
  mail = await startMailServer()
  ;({ data } = await mailInstance())
})
after(async () => {
  await mail.close()
  await removeDataFolder(data)
})

const startWorkers = () =>
  waitUntilServing(
    start(['serve', '--workers', '2'], { KONTOR_DATA: data, KONTOR_PORT: '0', ...mailEnvironment(mail) }),
  )

const insertMessages = `
  insert into event (id, title) values (1, 'Projektmanagement');
  insert into event_date (id, event_id, start_date, start_time, end_time) values (1, 1, current_date + 30, '09:00', '17:00');
  insert into contact (id, contact_type, last_name, last_name_key)
    select n, 'person', 'Name ' || n, 'name ' || n from generate_series(1, ${messageCount}) n;
  insert into address (id, contact_id, address_type_id, is_default) select n, n, 2, true from generate_series(1, ${messageCount}) n;
  insert into email_address (contact_id, address_id, email, email_key, is_default)
    select n, n, 'p' || n || '@k.example', 'p' || n || '@k.example', true from generate_series(1, ${messageCount}) n;
  insert into booking (id, contact_id, date_id, status) select n, n, 1, 'booked' from generate_series(1, ${messageCount}) n;
  insert into message (id, cause, date_id, has_calendar) values (1, 'moved', 1, true);
  insert into outbox_mail (kind, message_id, date_id, role, contact_id, recipient, language, booking_id, cause_key, causes, data)
    select 'message', 1, 1, 'participant', n, 'p' || n || '@k.example', 'de', n, '1 booking ' || n, '{moved}',
      jsonb_build_object('key', 'booking ' || n, 'bookingIds', jsonb_build_array(n))
    from generate_series(1, ${messageCount}) n;`

test('messages are sent once through kill -9 of all processes, or again with the same Message-ID', {
  timeout: 3_600_000,
}, async () => {
  await serve(data).then(async (one) => {
    await queryDatabase(data, insertMessages)
    await stop(one)
  })
  const sentCount = async () =>
    Number(
      (await queryDatabase(data, 'select count(*)::int as n from outbox_mail where sent_at is not null'))[0]![
        'n'
      ],
    )
  mail.rejectMail = () => wait(20).then(() => undefined)
  service = await startWorkers()
  for (let kill = 1; kill <= killCount; kill++) {
    const next = Math.floor((messageCount * kill) / (killCount + 1))
    await waitUntil(() => mail.received.length >= next)
    service.child.kill('SIGKILL')
    await service.ended
    service = await startWorkers()
    // Mails that the killed processes had claimed are due at once instead of after five minutes.
    await queryDatabase(
      data,
      'update outbox_mail set next_attempt_at = now() where is_claimed and sent_at is null',
    )
  }
  await waitUntil(async () => (await sentCount()) === messageCount)
  await stop(service)
  const idsByRecipient = Map.groupBy(
    mail.received.map(({ to, headers }) => ({ to: to[0]!, id: headers['message-id']! })),
    ({ to }) => to,
  )
  const doubled = [...idsByRecipient.values()].filter((all) => all.length > 1)
  for (const all of doubled) assert.equal(new Set(all.map(({ id }) => id)).size, 1, JSON.stringify(all))
  assert.equal(idsByRecipient.size, messageCount)
  assert.ok(doubled.length <= killCount * 8, String(doubled.length))
  console.log(
    `# ${messageCount} messages, ${killCount} times kill -9: ${doubled.length} recipients got theirs again, with the same Message-ID`,
  )
})
