// Mail that comes back: reports of mail servers, the webhook, marks, and tasks.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestInstance, testInstance } from '../../../test/support/test-instance.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { parseLetter } from '../mailbox/letter.parse.ts'
import { isAddressFault, recordReport } from './record-bounces.ts'

const token = 'a-secret-of-the-mail-service'
const key = '11111111-1111-4111-8111-111111111111'

let kontor: TestInstance
const run = (text: string) => sql.raw(text).execute(kontor.db)

before(async () => {
  kontor = await testInstance({ settings: { bounceToken: token } })
  await run(`insert into contact (id, contact_type, first_name, last_name) values (1, 'person', 'Anna', 'Schmidt'), (2, 'person', 'Jan', 'Meyer');
    insert into email_address (id, contact_id, email, email_key, is_default) values
      (11, 1, 'Anna@Kunde.example', 'anna@kunde.example', true), (12, 2, 'jan@kunde.example', 'jan@kunde.example', true)`)
})
after(() => kontor.close())

beforeEach(async () => {
  await run(`delete from bounced_address; delete from outbox_mail; delete from task;
    insert into task (id, client_id, kind, subject, mail_from, done_at) values (500, 1, 'mail', 'Frage', 'anna@kunde.example', now());
    insert into outbox_mail (id, kind, recipient, contact_id, task_id, message_key, sent_at, data)
      values (9, 'reply', 'anna@kunde.example', 1, 500, '${key}', now(), '{"to":["anna@kunde.example"],"cc":[],"quoteLength":0}')`)
})

/** A report of RFC 3464, as Postfix writes it. */
const report = ({
  recipient = 'anna@kunde.example',
  action = 'failed',
  status = '5.1.1',
  diagnostic = 'smtp; 550 5.1.1 <anna@kunde.example>: Recipient address rejected:\r\n    User unknown in virtual mailbox table',
  messageId = `<${key}@kontor.example>`,
  extra = '',
  original = 'text/rfc822-headers',
} = {}) =>
  [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.example (Mail Delivery System)',
    'To: office@kontor.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="A1.1/mx.example"',
    '',
    '--A1.1/mx.example',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This is the mail system at host mx.example.',
    '',
    '--A1.1/mx.example',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    'X-Postfix-Queue-ID: A1',
    'Arrival-Date: Mon, 15 Jun 2026 12:00:00 +0200 (CEST)',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mx.kunde.example',
    `Diagnostic-Code: ${diagnostic}`,
    extra,
    '',
    '--A1.1/mx.example',
    'Content-Description: Undelivered Message',
    `Content-Type: ${original}`,
    '',
    'From: Kontor <office@kontor.example>',
    'Subject: Re: Frage',
    `Message-ID: ${messageId}`,
    '',
    '--A1.1/mx.example--',
  ].join('\r\n')

/** As Exim writes it: no parts, a header, and the mail below. */
const eximReport = [
  'Return-path: <>',
  'From: Mail Delivery System <Mailer-Daemon@mx.example>',
  'To: office@kontor.example',
  'Subject: Mail delivery failed: returning message to sender',
  'X-Failed-Recipients: anna@kunde.example',
  'Auto-Submitted: auto-replied',
  '',
  'This message was created automatically by mail delivery software.',
  '',
  '  anna@kunde.example',
  '    host mx.kunde.example [192.0.2.1]',
  '    SMTP error from remote mail server after RCPT TO:<anna@kunde.example>:',
  '    550 5.1.1 No such user here',
  '',
  '------ This is a copy of the message, including all the headers. ------',
  '',
  `Message-ID: <${key}@kontor.example>`,
  'Subject: Re: Frage',
].join('\r\n')

async function take(raw: string): Promise<boolean> {
  const letter = await parseLetter({ raw: Buffer.from(raw), authservIds: [] })
  return letter.report === undefined
    ? false
    : inTransaction(kontor.db, { userId: null, via: 'mailbox' }, (tx) =>
        recordReport(tx, letter.report!, kontor.clock.now()),
      )
}

const state = async () => {
  const { rows } = await sql<{ mail: string; address: string; list: string; isOpen: boolean }>`select
    coalesce((select bounce_reason from outbox_mail where id = 9 and bounced_at is not null), '') as mail,
    coalesce((select string_agg(email_key || ': ' || reason, ' | ' order by email_key) from bounced_address), '') as address,
    coalesce((select string_agg(body, ' | ' order by id) from task where lists_bounces), '') as list,
    (select done_at is null from task where id = 500) as "isOpen"`.execute(kontor.db)
  return rows[0]!
}

const unknownUser =
  '550 5.1.1 <anna@kunde.example>: Recipient address rejected: User unknown in virtual mailbox table'

test('a report marks the mail and the address, opens the task again, and is listed', async () => {
  assert.equal(await take(report()), true)
  assert.deepEqual(await state(), {
    mail: unknownUser,
    address: `anna@kunde.example: ${unknownUser}`,
    list: `Anna Schmidt <anna@kunde.example>: ${unknownUser}`,
    isOpen: true,
  })
})

test('a report that comes twice changes nothing more', async () => {
  await take(report())
  const before = await state()
  await take(report())
  assert.deepEqual(await state(), before)
})

test('a report of Exim, and one with the whole mail', async () => {
  assert.equal(await take(eximReport), true)
  assert.equal((await state()).address, 'anna@kunde.example: 550 5.1.1 No such user here')
  await run('delete from bounced_address')
  assert.equal(await take(report({ original: 'message/rfc822' })), true)
  assert.match((await state()).address, /^anna@kunde.example: 550/)
})

test('faults of the mail or the moment do not mark the address', async () => {
  const diagnostic = 'smtp; 452 4.2.2 Mailbox full'
  assert.equal(await take(report({ status: '5.2.2', diagnostic })), true)
  const { mail, address, list } = await state()
  assert.deepEqual([mail, address], ['452 4.2.2 Mailbox full', ''])
  assert.match(list, /Mailbox full/)
})

test('a delay, a delivery and a report about mail of others are no bounces', async () => {
  assert.equal(await take(report({ action: 'delayed', status: '4.4.1' })), false)
  assert.equal(await take(report({ action: 'delivered', status: '2.0.0' })), false)
  assert.equal(await take(report({ messageId: '<anything@kontor.example>' })), false)
  assert.equal(
    await take(report({ messageId: '<22222222-2222-4222-8222-222222222222@kontor.example>' })),
    false,
    'whoever does not know a Message-ID marks nothing',
  )
  assert.deepEqual(await state(), { mail: '', address: '', list: '', isOpen: false })
})

test('behind a forwarding, the address is the one to which the mail was sent', async () => {
  await take(report({ recipient: 'internal-42@mx.kunde.example' }))
  assert.match((await state()).address, /^anna@kunde.example/)
})

test('of a reply to several only the address that the report names is marked', async () => {
  await run(
    `update outbox_mail set data = '{"to":["anna@kunde.example"],"cc":["jan@kunde.example"],"quoteLength":0}'`,
  )
  await take(report({ recipient: 'jan@kunde.example', diagnostic: 'smtp; 550 no such user' }))
  assert.equal((await state()).address, 'jan@kunde.example: 550 no such user')
})

test('which status says that an address does not work', () => {
  const faults = {
    '5.1.1': true,
    '5.1.10': true,
    '5.2.1': true,
    '5.4.1': true,
    '5.2.2': false,
    '5.3.4': false,
  }
  for (const [status, expected] of Object.entries({ ...faults, '5.7.1': false, '4.4.7': false }))
    assert.equal(isAddressFault({ status, reason: '' }), expected, status)
  assert.equal(isAddressFault({ status: '', reason: '550 No such user' }), true)
  assert.equal(isAddressFault({ status: '5.0.0', reason: '554 rejected as spam' }), false)
})

test('bounces of a mass mailing are one task; another begins when it is done', async () => {
  for (let number = 1; number <= 3; number++) {
    const uuid = `2222222${number}-2222-4222-8222-222222222222`
    await run(
      `insert into outbox_mail (kind, recipient, message_key, sent_at) values ('test', 'p${number}@kunde.example', '${uuid}', now())`,
    )
    await take(report({ recipient: `p${number}@kunde.example`, messageId: `<${uuid}@kontor.example>` }))
  }
  const lists = async () =>
    (
      await sql<{
        lines: number
        subject: string
      }>`select array_length(string_to_array(body, E'\n'), 1) as lines, subject
      from task where lists_bounces order by id`.execute(kontor.db)
    ).rows
  assert.deepEqual(await lists(), [{ lines: 3, subject: 'Unzustellbare E-Mails' }])
  await run(
    `update task set done_at = now() where lists_bounces; insert into setting values ('message_language', 'en')`,
  )
  await take(report())
  assert.deepEqual(await lists(), [
    { lines: 3, subject: 'Unzustellbare E-Mails' },
    { lines: 1, subject: 'Mails that came back' },
  ])
  await run(`delete from setting`)
})

test('the mark ends when the address is changed, or by hand', async () => {
  const office = await kontor.signIn()
  const contact = async () => (await office.call('GET', '/contacts/1')).json[0]
  const bounced = async () =>
    (
      await office.call(
        'GET',
        `/bounced-addresses?addresses=${encodeURIComponent('Anna@Kunde.example, jan@kunde.example')}`,
      )
    ).json
  await take(report())
  assert.deepEqual(await bounced(), [
    { address: 'Anna@Kunde.example', bouncedAt: (await bounced())[0].bouncedAt, reason: unknownUser },
  ])
  const { version, emails } = await contact()
  assert.equal((await office.call('PATCH', '/contacts/1', { version, comment: 'x', emails })).status, 200)
  assert.equal((await bounced()).length, 1, 'saving other fields keeps it')
  const change = { version: (await contact()).version, emails: [{ ...emails[0], email: 'anna@neu.example' }] }
  assert.equal((await office.call('PATCH', '/contacts/1', change)).status, 200)
  assert.deepEqual((await state()).address, '')
  await run(`update email_address set email = 'Anna@Kunde.example', email_key = 'anna@kunde.example' where id = 11;
    insert into bounced_address (email_key) values ('anna@kunde.example')`)
  assert.equal((await office.call('DELETE', '/contacts/2/bounced-addresses/11')).status, 404)
  assert.equal((await office.call('DELETE', '/contacts/1/bounced-addresses/11')).status, 200)
  assert.deepEqual((await state()).address, '')
})

const hook = (payload: unknown, authorization: string | undefined = `Bearer ${token}`) =>
  kontor.app.inject({
    method: 'POST',
    url: '/hooks/bounces',
    headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
    payload: JSON.stringify(payload),
  })

test('a mail service tells a bounce by Message-ID or recipient', async () => {
  const told = await hook({
    messageId: `<${key}@kontor.example>`,
    reason: 'unknown\r\nuser',
    permanent: true,
  })
  assert.deepEqual([told.statusCode, told.body], [204, ''])
  assert.deepEqual(
    [(await state()).mail, (await state()).address],
    ['unknown user', 'anna@kunde.example: unknown user'],
  )
  await run(`delete from bounced_address; update outbox_mail set bounced_at = null, bounce_reason = ''`)
  assert.equal((await hook({ recipient: 'ANNA@kunde.example', reason: 'full' })).statusCode, 204)
  assert.deepEqual([(await state()).mail, (await state()).address], ['full', ''])
})

test('the webhook needs its secret, a mail or an address, and nothing else', async () => {
  assert.equal((await hook({ recipient: 'anna@kunde.example' }, '')).statusCode, 401)
  assert.equal((await hook({ recipient: 'anna@kunde.example' }, 'Bearer wrong')).statusCode, 401)
  assert.equal((await hook({ recipient: 'anna@kunde.example' }, `token ${kontor.token}`)).statusCode, 401)
  const fields = (response: { body: string }) =>
    (JSON.parse(response.body).details as { field: string }[]).map(({ field }) => field)
  assert.deepEqual(fields(await hook({})), ['messageId'])
  assert.deepEqual(fields(await hook({ recipient: 'no address', permanent: 'yes', other: 1 })).toSorted(), [
    'other',
    'permanent',
    'recipient',
  ])
  assert.equal((await hook({ messageId: 'unknown@kontor.example' })).statusCode, 404)
  assert.equal((await hook('x'.repeat(70_000))).statusCode, 413)
  assert.deepEqual(await state(), { mail: '', address: '', list: '', isOpen: false })
  const without = await testInstance()
  try {
    const { statusCode } = await without.app.inject({ method: 'POST', url: '/hooks/bounces', payload: '{}' })
    assert.equal(statusCode, 404)
  } finally {
    await without.close()
  }
})
