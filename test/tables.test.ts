// Every table is in the change log, or is listed here with the reason why not. Backups copy every table without further ado.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { tablesLeftOut } from '../server/backup/copied-tables.ts'
import { testInstance } from './support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())

const derivedReason = 'derived from other tables'
const transientReason = 'only of temporary use'

const notLogged: Record<string, string> = {
  backup_run: 'a log itself',
  booking_history: 'history itself: the changes of bookings are logged',
  busy_period: derivedReason,
  cache_invalidation: transientReason,
  calendar_day: derivedReason,
  catalogue_change: transientReason,
  challenge_secret: 'a secret',
  change_log: 'the change log itself',
  contact_identity: derivedReason,
  contact_import_row: 'a copy of a file; changes of contacts are logged',
  date_alert: 'of visitors, who ask for it and end it themselves',
  date_alert_date: 'what mails have told',
  date_alert_link: 'a secret',
  duplicate_pair: derivedReason,
  event_slug: derivedReason,
  feedback_invitation: 'a secret; together with the time of a change, answers could be attributed',
  feedback_response: 'anonymous: the time of a change would tell who answered',
  files_folder: 'of the folder, not a record',
  idempotency_key: transientReason,
  image_rendition: derivedReason,
  image_resize: 'a queue',
  known_device: 'a secret, and not a record',
  mailbox: 'what the service has read',
  mailbox_mail: 'what the service has read; changes of tasks are logged',
  migration: transientReason,
  order_acceptance: 'written once, with the order',
  order_form: 'a secret',
  order_link: 'a secret',
  order_record: 'written once, with the order',
  outbox_mail: 'a queue',
  pending_booking: transientReason,
  saved_view: 'how a user looks at lists, not a record',
  search_entry: derivedReason,
  search_pending: derivedReason,
  search_word: derivedReason,
  seat_hold: transientReason,
  seat_link: 'a secret',
  security_event: 'the security log itself',
  sent_calendar_entry: 'what mails have sent; changes of dates are logged',
  session: 'a secret, and not a record',
  secret_key: 'the name of a key, not a record',
  sign_in_failure: transientReason,
  signing_secret: 'a secret',
  terms_version: 'history itself: the changes of documents are logged',
  used_challenge: transientReason,
  website_enquiry: transientReason,
  voucher_use: 'written once, with the order',
  webhook_attempt: 'a log itself',
  webhook_change: transientReason,
  webhook_cursor: transientReason,
  webhook_delivery: 'a queue',
  webhook_secret: 'a secret',
  website_key_use: 'a count, not a record',
}

const tables = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(
    kontor.db,
  )
  return rows.map(({ name }) => name)
}

test('the changes of every table are logged', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where tgname in ('log_insert', 'log_update', 'log_delete') group by 1 having count(*) = 3 order by 1`.execute(
    kontor.db,
  )
  const logged = rows.map(({ name }) => name)
  assert.deepEqual([...logged, ...Object.keys(notLogged)].toSorted(), await tables())
})

test('docs/operating.md tells the end of every table that is not a record', async () => {
  const text = await readFile(new URL('../docs/operating.md', import.meta.url), 'utf8')
  const section = /\n## How long data stays\n(.*?)\n## /s.exec(text)![1]!
  const told = [...section.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, names]) =>
    [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
  )
  const written = Object.entries(notLogged).filter(([, reason]) => reason !== derivedReason)
  assert.deepEqual(told.toSorted(), written.map(([name]) => name).toSorted())
})

test('every table that a backup leaves out exists, and no table that it copies refers to one', async () => {
  const names = await tables()
  const leftOut = Object.keys(tablesLeftOut)
  assert.deepEqual(
    leftOut.filter((name) => !names.includes(name)),
    [],
  )
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass || ' refers to ' || confrelid::regclass as name from pg_constraint
    where contype = 'f' and confrelid::regclass::text = any(${leftOut}) and conrelid::regclass::text <> all(${leftOut})`.execute(
    kontor.db,
  )
  assert.deepEqual(rows, [])
})
