// Remains of a contact that is deleted. Every table that may hold an e-mail address, a name or a text about a person is listed here
// with its end.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from './support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db, owner } = kontor

const withContact = 'deleted with the contact'
const refuses = 'the contact is not deleted as long as the record refers to it'
const withOrder =
  'kept with the order, as a term of the agreement; the contact is not deleted as long as it has bookings'
const ofStaff = 'of users'
const ofProvider = 'of the provider: settings, texts and the catalogue'
const ends = 'has an end of its own (docs/operating.md, "How long data stays")'

const tables: Readonly<Record<string, string>> = {
  address: withContact,
  app_user: ofStaff,
  booking: refuses,
  booking_order: refuses,
  bounced_address: withContact,
  certificate: 'kept as it was issued; the contact is not deleted as long as it has bookings',
  change_log: 'kept as docs/operating.md says, "Change log"',
  communication_template: ofProvider,
  contact: withContact,
  contact_identity: withContact,
  contact_import: 'the columns of a file, and counts',
  contact_import_row: ends,
  contact_merge: refuses,
  date_alert: withContact,
  date_partner: ofProvider,
  date_responsible_person: ofProvider,
  email_address: withContact,
  event: ofProvider,
  event_date: ofProvider,
  feedback_response: 'anonymous',
  idempotency_key: ends,
  legal_page: ofProvider,
  letterhead: ofProvider,
  message: 'texts to all participants of a date',
  message_rule: ofProvider,
  newsletter_consent: refuses,
  newsletter_form: ofProvider,
  order_record: withOrder,
  outbox_mail: 'not sent: deleted with the contact; sent: a letter of the business, without its text',
  pending_booking: ends,
  phone: withContact,
  saved_view: ofStaff,
  sent_calendar_entry: ends,
  session: ofStaff,
  task: refuses,
  terms_document: ofProvider,
  terms_version: ofProvider,
  trainer: ofProvider,
  voucher_use: withOrder,
  webhook_attempt: ends,
  website_pages: ofProvider,
  withdrawal: 'kept as evidence of its receipt, with the order',
}

test('every table that may hold an address, a name or a text about a person is listed with its end', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and (c.data_type in ('json', 'jsonb')
      or c.data_type in ('text', 'ARRAY') and c.column_name ~ 'mail|recipient|first_name|last_name|phone|number$|entered|sender|address_|visitor_address|ip_address|payload|body')
    order by 1`.execute(db)
  assert.deepEqual(
    rows.map(({ name }) => name).filter((name) => !(name in tables)),
    [],
    'tables without an end',
  )
  const known = new Set(rows.map(({ name }) => name))
  assert.deepEqual(
    Object.keys(tables).filter((name) => !known.has(name)),
    [],
    'tables that hold nothing',
  )
})

/** The tables in which a text stands anywhere in a row. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(
    owner,
  )
  const found = []
  for (const { name } of rows) {
    const { rows: hits } = await sql
      .raw(`select from ${name} t where lower(t::text) like '%${text}%' limit 1`)
      .execute(owner)
    if (hits.length > 0) found.push(name)
  }
  return found
}

test('of a contact that is deleted, only the change log and the mails that were sent are left', async () => {
  const office = await kontor.signIn({ admin: true })
  const create = async (path: string, body: object) => {
    const { status, json, text } = await office.call('POST', path, body)
    assert.equal(status, 200, text)
    return json[0]
  }
  const [zelda, yusuf, shared] = [
    'zelda.quarz@kontor.example',
    'yusuf.quarz@kontor.example',
    'info@quarz.example',
  ]
  const person = await create('/contacts', {
    firstName: 'Zelda',
    lastName: 'Quarz',
    emails: [{ email: zelda }, { email: shared }],
  })
  await create('/contacts', {
    firstName: 'Yusuf',
    lastName: 'Andere',
    emails: [{ email: yusuf }, { email: shared }],
  })
  const event = await create('/events', { title: 'Rhetorik' })
  await sql
    .raw(`
    insert into date_alert (id, client_id, event_id, email, language, created_at, confirmed_at) values
      (1, 1, ${event.id}, 'Zelda.Quarz@kontor.example', 'de', now(), now()), (2, 1, ${event.id}, '${yusuf}', 'de', now(), now()),
      (3, 1, ${event.id}, '${shared}', 'de', now(), now());
    insert into date_alert_link (hash, alert_id) values (sha256('zelda'), 1);
    insert into bounced_address (email_key, reason) values ('${zelda}', 'unknown user');
    insert into outbox_mail (kind, recipient, language, data, created_at, sent_at) values
      ('date_alert', '${zelda}', 'de', '{"alertId": 1}', now(), now()), ('date_alert', '${zelda}', 'de', '{"alertId": 1}', now(), null),
      ('date_alert', '${yusuf}', 'de', '{"alertId": 2}', now(), now());
    insert into outbox_mail (kind, recipient, language, data, created_at, sent_at, contact_id, body) values
      ('test', '${zelda}', 'de', '{}', now(), null, ${person.id}, 'Guten Tag')`)
    .execute(owner)
  assert.equal((await office.call('DELETE', `/contacts/${person.id}`)).status, 200)
  assert.deepEqual(await tablesWith('zelda'), ['change_log'])
  assert.ok((await tablesWith('yusuf')).includes('search_word'), 'the words of others stay')
  const { rows } = await sql<{ id: number }>`select id from date_alert order by id`.execute(owner)
  assert.deepEqual(rows, [{ id: 2 }, { id: 3 }])
  assert.equal((await sql`select from outbox_mail where recipient = ${yusuf}`.execute(owner)).rows.length, 1)
})

test('an alert that ends takes its mails along', async () => {
  await sql`delete from date_alert`.execute(owner)
  assert.equal((await sql`select from outbox_mail where kind = 'date_alert'`.execute(owner)).rows.length, 0)
})
