// Rules of messages: several for a cause, inherited ones, who gets which template.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { type TestInstance, testInstance } from '../../../test/support/test-instance.ts'
import { planMessagesJob } from '../plan-messages-job.ts'

let kontor: TestInstance
let office: Awaited<ReturnType<TestInstance['signIn']>>
const never = new AbortController().signal
const run = (text: string) => sql.raw(text).execute(kontor.db)

before(async () => {
  kontor = await testInstance()
  office = await kontor.signIn()
  const today = Temporal.PlainDate.from(kontor.clock.now().toISOString().slice(0, 10))
  const inDays = (days: number) => today.add({ days }).toString()
  await run(`insert into catalogue (id, name) values (1, 'Katalog');
    insert into catalogue_category (id, catalogue_id, name) values (1, 1, 'Wirtschaft');
    insert into catalogue_category (id, catalogue_id, name, parent_id) values (2, 1, 'Recht', 1);
    insert into event (id, title) values (1, 'Vertragsrecht');
    insert into event_in_category (event_id, category_id) values (1, 2);
    insert into event_date (id, event_id, start_date, end_date, status) values (1, 1, '${inDays(2)}', '${inDays(2)}', 'planned');
    insert into date_responsible_person (date_id, position, salutation, first_name, last_name, email)
      values (1, 1, 'ms', 'Sina', 'Plan', 'sina@k.example');
    insert into contact (id, contact_type, first_name, last_name) values (1, 'person', 'Ada', 'Bunt');
    insert into email_address (contact_id, email, email_key, is_default) values (1, 'ada@k.example', 'ada@k.example', true);
    insert into booking (id, contact_id, date_id, status) values (11, 1, 1, 'booked');
    insert into communication_template (id, name, subject, body) values (5, 'Intern', 'Intern: {{ date.title }}', 'Liste')`)
})
after(() => kontor.close())
beforeEach(() => run('delete from outbox_mail; delete from message; delete from message_rule'))

type Rule = {
  id?: number
  offsetDays: number
  recipients: string[]
  templateId: number
  hasCalendar: boolean
  fileRights: string[]
  documentKinds: string[]
  isEnabled: boolean
}
const rule = (more: Partial<Rule> = {}): Rule => ({
  offsetDays: 0,
  recipients: ['participant'],
  templateId: 0,
  hasCalendar: false,
  fileRights: [],
  documentKinds: [],
  isEnabled: true,
  ...more,
})
const write = (of: object, rules: object[], { cause = 'reminder', version = 0 } = {}) =>
  office.call('PATCH', '/message-rules', { ...of, cause, version, rules })
type Shown = Rule & { id: number; cause: string; scope: string; version: number; isOwn: boolean }
const shown = async (query = '', cause = 'reminder'): Promise<Shown[]> =>
  (await office.call('GET', `/message-rules${query}`)).json.filter((one: Shown) => one.cause === cause)
const fieldsOf = (answer: { status: number; json: { details: { field: string }[] } }) => {
  assert.equal(answer.status, 400)
  return answer.json.details.map(({ field }) => field)
}

test('two rules at different days, and two at one day for different recipients; late participants are reminded once', async () => {
  const two = await write({ eventId: 1 }, [
    rule({ offsetDays: -14 }),
    rule({ offsetDays: -3, hasCalendar: true }),
    rule({ offsetDays: -3, recipients: ['staff', 'trainer'], templateId: 5 }),
  ])
  assert.equal(two.status, 200, two.text)
  const coming = (await office.call('GET', '/dates/1/rehearsal')).json
  assert.deepEqual(
    coming.map((one: Record<string, unknown>) => [one['cause'], one['offsetDays'], one['recipientCount']]),
    [
      ['reminder', -14, 1],
      ['reminder', -3, 2],
    ],
  )
  const texts = (await office.call('GET', '/dates/1/rehearsed-messages?cause=reminder&offsetDays=-3')).json
  assert.deepEqual(
    texts.map((one: Record<string, unknown>) => [one['email'], one['subject']]),
    [
      ['ada@k.example', 'Erinnerung: Vertragsrecht'],
      ['sina@k.example', 'Intern: Vertragsrecht'],
    ],
  )
  await planMessagesJob.run(kontor, never)
  await planMessagesJob.run(kontor, never)
  const { rows } = await sql<{ told: string }>`
    select o.recipient || ' ' || coalesce(m.template_id, 0) || ' ' || m.has_calendar as told
    from outbox_mail o join message m on m.id = o.message_id order by 1`.execute(kontor.db)
  assert.deepEqual(
    rows.map(({ told }) => told),
    ['ada@k.example 0 true', 'sina@k.example 5 false'],
  )
  const told = (await office.call('GET', '/dates/1/rehearsal')).json
  assert.deepEqual(
    told.map((one: Record<string, unknown>) => one['toldCount']),
    [1, 2],
  )
})

test('rules are inherited from the nearest wider scope, until a record has its own, and again without them', async () => {
  assert.deepEqual(
    (await shown('?dateId=1')).map(({ scope, isOwn }) => [scope, isOwn]),
    [['default', false]],
  )
  await write({ categoryId: 1 }, [rule({ offsetDays: -14 }), rule({ offsetDays: -3 })])
  for (const query of ['?dateId=1', '?eventId=1', '?categoryId=2'])
    assert.deepEqual(
      (await shown(query)).map(({ id, scope, isOwn, offsetDays }) => [id, scope, isOwn, offsetDays]),
      [
        [0, 'category', false, -14],
        [0, 'category', false, -3],
      ],
    )
  await write({ eventId: 1 }, [rule({ offsetDays: -5 })])
  const [inherited] = await shown('?dateId=1')
  assert.deepEqual([inherited!.scope, inherited!.offsetDays], ['event', -5])
  const [own] = await shown('?eventId=1')
  assert.equal((await write({ eventId: 1 }, [], { version: own!.version })).status, 200)
  assert.deepEqual(
    (await shown('?dateId=1')).map(({ scope }) => scope),
    ['category', 'category'],
  )
  assert.deepEqual(
    (await shown('?categoryId=1')).map(({ isOwn }) => isOwn),
    [true, true],
  )
})

test('rules are changed, exchanged, added and removed together; a user with older ones is refused', async () => {
  await write({}, [
    rule({ offsetDays: -3, recipients: ['participant', 'orderer'] }),
    rule({ offsetDays: -3, recipients: ['staff'] }),
  ])
  const [first, second] = await shown()
  const version = Math.max(first!.version, second!.version)
  const changed = [
    rule({ id: first!.id, offsetDays: -3, recipients: ['staff'] }),
    rule({ id: second!.id, offsetDays: -3, recipients: ['participant'], documentKinds: ['certificate'] }),
    rule({ offsetDays: -1, fileRights: ['public'] }),
  ]
  assert.equal((await write({}, changed, { version })).status, 200)
  const after = await shown()
  assert.deepEqual(
    after.map(({ offsetDays, recipients }) => [offsetDays, recipients]),
    [
      [-3, ['staff']],
      [-3, ['participant']],
      [-1, ['participant']],
    ],
  )
  assert.equal((await write({}, changed, { version })).status, 409)
  assert.equal((await write({}, [rule()], { version: 0 })).status, 409)
  const kept = Math.max(...after.map((one) => one.version))
  assert.equal((await write({}, [rule({ id: 999 })], { version: kept })).status, 409)
})

test('two who begin at once do not both write', async () => {
  const answers = await Promise.all(
    [1, 2, 3].map((days) =>
      write({ dateId: 1 }, [
        rule({ recipients: ['staff', 'trainer'], offsetDays: -3, hasCalendar: days > 1 }),
      ]),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409])
  assert.equal((await shown('?dateId=1')).length, 1)
})

test('errors name the field', async () => {
  assert.deepEqual(fieldsOf(await write({}, [rule({ offsetDays: 1 })], { cause: 'booked' })), [
    'rules[0].offsetDays',
  ])
  assert.deepEqual(fieldsOf(await write({}, [rule(), rule({ recipients: [] })])), ['rules[1].recipients'])
  assert.deepEqual(
    fieldsOf(
      await write({}, [
        rule({ offsetDays: -3 }),
        rule({ offsetDays: -3, recipients: ['staff', 'participant'] }),
      ]),
    ),
    ['rules[1].recipients'],
  )
  assert.deepEqual(fieldsOf(await write({}, [rule({ templateId: 99 })])), ['rules[0].templateId'])
  assert.deepEqual(fieldsOf(await write({}, [rule({ fileRights: ['nobody'] })])), ['rules[0].fileRights'])
  assert.deepEqual(fieldsOf(await write({}, [rule({ documentKinds: ['novel'] })])), [
    'rules[0].documentKinds[0]',
  ])
  assert.deepEqual(fieldsOf(await write({ eventId: 99 }, [rule()])), ['eventId'])
  assert.deepEqual(fieldsOf(await write({ eventId: 1, dateId: 1 }, [rule()])), ['dateId'])
})

test('those who plan may change the rules of events and dates, administrators all', async () => {
  const planner = await kontor.signIn({ rights: ['090300', 'booking', 'catalogue', 'bulk'] })
  const body = { cause: 'reminder', version: 0, rules: [rule({ offsetDays: -3 })] }
  const status = async (of: object) =>
    (await planner.call('PATCH', '/message-rules', { ...of, ...body })).status
  assert.deepEqual(
    [
      await status({}),
      await status({ categoryId: 1 }),
      await status({ eventId: 1 }),
      await status({ dateId: 1 }),
    ],
    [403, 403, 200, 200],
  )
})

test('a text that staff changed replaces the template that they saw, and not that of another rule', async () => {
  const rules = [rule(), rule({ recipients: ['staff'], templateId: 5 })]
  assert.equal((await write({ dateId: 1 }, rules, { cause: 'booking_cancelled' })).status, 200)
  const change = { ids: [11], status: 'cancelled' }
  const previews = (await office.call('POST', '/bookings/bulk-update/message-preview', change)).json
  assert.deepEqual(
    previews.map((one: Record<string, unknown>) => [one['cause'], one['templateId']]),
    [
      ['booking_cancelled', 0],
      ['booking_cancelled', 5],
    ],
  )
  const text = { subject: 'Schade', body: 'Bis bald', subjectEn: '', bodyEn: '' }
  const messages = { texts: [{ cause: 'booking_cancelled', templateId: 0, ...text }] }
  assert.equal((await office.call('POST', '/bookings/bulk-update', { ...change, messages })).status, 200)
  const { rows } = await sql<{ told: string }>`
    select o.recipient || ' ' || m.subject as told from outbox_mail o join message m on m.id = o.message_id order by 1`.execute(
    kontor.db,
  )
  assert.deepEqual(
    rows.map(({ told }) => told),
    ['ada@k.example Schade', 'sina@k.example '],
  )
})
