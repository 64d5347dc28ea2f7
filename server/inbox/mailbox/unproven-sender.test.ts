// A letter whose sender is not proven changes nothing at a contact until staff file it.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestInstance, testInstance } from '../../../test/support/test-instance.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { type SenderAuthentication, senderAuthenticationNames } from '../sender-authentications.ts'
import { fileLetter } from './file-letter.ts'
import { parseLetter } from './letter.parse.ts'
import { ensureMailbox, recordOutcome } from './mailbox.sql.ts'

const key = '11111111-1111-4111-8111-111111111111'
const authservIds = ['mx.kontor.example']

let kontor: TestInstance
const run = (text: string) => sql.raw(text).execute(kontor.db)

before(async () => {
  kontor = await testInstance()
  await run(`insert into contact (id, contact_type, first_name, last_name) values (1, 'person', 'Anna', 'Schmidt');
    insert into email_address (contact_id, email, email_key) values (1, 'anna@kunde.example', 'anna@kunde.example');
    insert into event (id, title) values (1, 'Recht');
    insert into event_date (id, event_id, start_date, end_date, status) values (5, 1, '2026-07-01', '2026-07-01', 'planned');
    insert into booking (id, contact_id, date_id, status) values (51, 1, 5, 'booked')`)
})
after(() => kontor.close())

beforeEach(() =>
  run(`delete from logbook_entry; delete from mailbox_mail; delete from bounced_address; delete from outbox_mail; delete from task;
    insert into task (id, client_id, kind, subject, contact_id, booking_id) values (1000, 1, 'mail', 'Erste Frage', 1, 51);
    insert into outbox_mail (id, kind, recipient, contact_id, task_id, message_key, sent_at)
      values (9, 'reply', 'anna@kunde.example', 1, 1000, '${key}', now())`),
)

const results = {
  pass: 'dmarc=pass header.from=kunde.example',
  fail: 'spf=pass smtp.mailfrom=attacker.example; dmarc=fail header.from=kunde.example',
}
const answers = `In-Reply-To: <${key}@kontor.example>`

let uid = 0
/** A mail arrives. @returns its task; 0: it was a report */
async function arrive(result: string, headers: string[] = [], body = ['', 'Text']): Promise<number> {
  const raw = [
    `Authentication-Results: mx.kontor.example; ${result}`,
    'From: Anna Schmidt <anna@kunde.example>',
    'Subject: Frage',
    'Message-ID: <frage-1@kunde.example>',
    ...headers,
    ...body,
  ].join('\r\n')
  const letter = await parseLetter({ raw: Buffer.from(raw), authservIds })
  const mailbox = await ensureMailbox(kontor.db, 'office@mail.example/INBOX')
  const { taskId } = await inTransaction(kontor.db, { userId: null, via: 'mailbox' }, async (tx) => {
    const mail = { uid: ++uid, fingerprint: Buffer.alloc(1) }
    const entryId = await recordOutcome(tx, mailbox, mail, letter.report ? 'bounce' : 'filed')
    return fileLetter(tx, kontor, {
      entryId: entryId!,
      letter,
      received: [],
      problem: '',
      arrivedAt: undefined,
    })
  })
  return taskId
}

/** The records of a task, the entries in the logbook of the booking, and what is known of bounces. */
async function state(taskId: number) {
  const { rows } = await sql<{ contact: number | null; booking: number | null }>`
    select contact_id as contact, booking_id as booking from task where id = ${taskId}`.execute(kontor.db)
  const { rows: logged } = await sql`select from logbook_entry where booking_id = 51`.execute(kontor.db)
  const { rows: bounces } = await sql`
    select from bounced_address union all select from outbox_mail where bounced_at is not null`.execute(
    kontor.db,
  )
  return { ...rows[0], logged: logged.length, bounces: bounces.length }
}

const nothing = { contact: null, booking: null, logged: 0, bounces: 0 }

test('a letter is filed at its contact unless its sender is not proven', async () => {
  assert.deepEqual(await state(await arrive(results.pass)), { ...nothing, contact: 1 })
  assert.deepEqual(await state(await arrive('none')), { ...nothing, contact: 1 })
  assert.deepEqual(await state(await arrive(results.fail)), nothing)
  assert.deepEqual(await state(await arrive('spf=pass smtp.mailfrom=attacker.example; dmarc=none')), nothing)
})

test('an answer from a forged sender is a task that staff file with one click', async () => {
  assert.deepEqual(await state(await arrive(results.pass, [answers])), {
    contact: 1,
    booking: 51,
    logged: 1,
    bounces: 0,
  })
  await run('delete from logbook_entry')
  const taskId = await arrive(results.fail, [answers])
  assert.deepEqual(await state(taskId), nothing)

  const office = await kontor.signIn()
  const [task] = (await office.call('GET', `/tasks/${taskId}`)).json
  assert.deepEqual([task.senderAuthentication, task.authenticationResults], ['fail', 'spf=pass, dmarc=fail'])
  const unfiledAnswerTo = async () =>
    (await office.call('GET', `/tasks/${taskId}/mail-thread`)).json[0].unfiledAnswerTo
  assert.equal(await unfiledAnswerTo(), 'anna@kunde.example')

  const blind = await kontor.signIn({ rights: ['task:access', 'task:edit'] })
  assert.equal((await blind.call('POST', `/tasks/${taskId}/file-letter`)).status, 403)
  for (let click = 1; click <= 2; click++)
    assert.equal((await office.call('POST', `/tasks/${taskId}/file-letter`)).status, 200)
  assert.deepEqual(await state(taskId), { contact: 1, booking: 51, logged: 1, bounces: 0 })
  assert.equal(await unfiledAnswerTo(), '')
})

test('a report from a forged sender marks no address and no mail until staff file it', async () => {
  const report = [
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.kunde.example',
    '',
    'Final-Recipient: rfc822; anna@kunde.example',
    'Action: failed',
    'Status: 5.1.1',
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: <${key}@kontor.example>`,
    '',
    '--b--',
  ]
  const forged = await arrive(results.fail, [], report)
  assert.notEqual(forged, 0)
  assert.deepEqual(await state(forged), nothing)
  const office = await kontor.signIn()
  const claimsToAnswer = async (taskId: number) =>
    (await office.call('GET', `/tasks/${taskId}/mail-thread`)).json[0].unfiledAnswerTo
  assert.equal(await claimsToAnswer(forged), 'anna@kunde.example')

  // Staff know better: what it says is recorded with one click, once.
  for (let click = 1; click <= 2; click++)
    assert.equal((await office.call('POST', `/tasks/${forged}/file-letter`)).status, 200)
  assert.deepEqual(await state(forged), { ...nothing, contact: 1, bounces: 2 })
  assert.equal(await claimsToAnswer(forged), '')
  const list = await sql`select from task where lists_bounces`.execute(kontor.db)
  assert.equal(list.rows.length, 1)

  await run('delete from bounced_address; update outbox_mail set bounced_at = null')
  assert.equal(await arrive(results.pass, [], report), 0)
  assert.equal((await state(0)).bounces, 2)
})

test('the database knows the same verdicts as the code', async () => {
  const { rows } = await sql<{ rule: string }>`select pg_get_constraintdef(oid) as rule from pg_constraint
    where conname = 'task_sender_authentication_check'`.execute(kontor.db)
  const names = Array.from(rows[0]!.rule.matchAll(/'(\w*)'::text/g), ([, name]) => name)
  assert.deepEqual(names, ['', ...senderAuthenticationNames] satisfies (SenderAuthentication | '')[])
})
