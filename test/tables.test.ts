// Every table is in the change log and, with every column, in a backup, or is listed here with the reason why not.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { sections } from '../server/exchange/data-set.schema.ts'
import { importDataSet } from '../server/exchange/import.ts'
import { historyTables } from '../server/exchange/sections/history.ts'
import { fullDataSet } from './support/full-data-set.ts'
import { testInstance } from './support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())

const derivedReason = 'derived from other tables'
const transientReason = 'only of temporary use'

const notLogged: Record<string, string> = {
  booking_history: 'history itself: the changes of bookings are logged',
  busy_period: derivedReason,
  cache_invalidation: transientReason,
  catalogue_change: transientReason,
  challenge_secret: 'a secret',
  change_log: 'the change log itself',
  contact_identity: derivedReason,
  contact_import_row: 'a copy of a file; changes of contacts are logged',
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
  order_link: 'a secret',
  outbox_mail: 'a queue',
  pending_booking: transientReason,
  saved_view: 'how a user looks at lists, not a record',
  search_entry: derivedReason,
  search_word: derivedReason,
  seat_hold: transientReason,
  seat_link: 'a secret',
  security_event: 'the security log itself',
  session: 'a secret, and not a record',
  sign_in_failure: transientReason,
  signing_secret: 'a secret',
  terms_version: 'history itself: the changes of documents are logged',
  used_challenge: transientReason,
  voucher_use: 'written once, with the order',
  webhook_attempt: 'a log itself',
  webhook_change: transientReason,
  webhook_cursor: transientReason,
  webhook_delivery: 'a queue',
  webhook_secret: 'a secret',
  website_key_use: 'a count, not a record',
}

const notExported: Record<string, string> = {
  attendance_link: transientReason,
  busy_period: derivedReason,
  cache_invalidation: transientReason,
  catalogue_change: transientReason,
  challenge_secret: 'of this installation',
  contact_identity: derivedReason,
  duplicate_pair: derivedReason,
  files_folder: 'a restored instance has a folder of its own',
  idempotency_key: transientReason,
  image_rendition: derivedReason,
  image_resize: derivedReason,
  invitation: transientReason,
  known_device: transientReason,
  migration: transientReason,
  pending_booking: transientReason,
  search_entry: derivedReason,
  search_word: derivedReason,
  seat_hold: transientReason,
  security_event: 'of this installation; the addresses of clients stay with it',
  session: 'users sign in again to a restored instance',
  sign_in_failure: transientReason,
  used_challenge: transientReason,
  webhook_attempt: 'of this installation',
  webhook_change: transientReason,
  webhook_cursor: transientReason,
  webhook_delivery: 'of this installation',
  website_key_use: 'of this installation',
}

const columnsNotExported: Record<string, string> = {
  'app_user.totp_last_step': transientReason,
  'event_date.reserved_count': derivedReason,
  'outbox_mail.is_claimed': transientReason,
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

test('every table is restored from a backup', async () => {
  // Child tables are read only if there are records to which they belong.
  await importDataSet(
    kontor.db,
    Readable.from([Buffer.from(JSON.stringify({ ...fullDataSet(), attachments: [] }))]),
  )
  const covered: string[] = []
  const reader = kontor.db.withPlugin({
    transformQuery({ node }) {
      covered.push(JSON.stringify(node))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  // Raw statements do not pass plugins.
  const execute = reader.executeQuery.bind(reader)
  reader.executeQuery = (statement) => {
    covered.push('sql' in statement ? statement.sql : '')
    return execute(statement)
  }
  for (const { read } of sections) for await (const _record of read(reader));
  const text = covered.join('\n')
  const isIncluded = (table: string) =>
    new RegExp(`\\b${table}\\b`).test(text) || historyTables.some((one) => one.table === table)
  const missing = (await tables()).filter((table) => !isIncluded(table))
  assert.deepEqual(missing, Object.keys(notExported).toSorted())
})

// Attachments need files: the backup's own tests cover them.
test('every column is restored from a backup: after an import of the full data set, none has only its default', async () => {
  const { rows } = await sql<{ table: string; column: string; empty: string }>`
    select c.relname as table, a.attname as column, coalesce(pg_get_expr(d.adbin, d.adrelid), 'null') as empty
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attgenerated = '' order by 1, 2`.execute(
    kontor.db,
  )
  const exported = rows.filter(
    ({ table }) =>
      !(table in notExported) && table !== 'attachment' && !historyTables.some((one) => one.table === table),
  )
  const unfilled: string[] = []
  for (const { table, column, empty } of exported) {
    const { rows: found } = await sql<{ filled: boolean }>`
      select exists (select from ${sql.table(table)} where ${sql.ref(column)} is distinct from ${sql.raw(empty)}) as filled`.execute(
      kontor.db,
    )
    if (!found[0]!.filled) unfilled.push(`${table}.${column}`)
  }
  assert.deepEqual(unfilled, Object.keys(columnsNotExported).toSorted())
})
