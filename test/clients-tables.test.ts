// Every table keeps clients apart by a policy, or is shared; work on shared records spares what other clients use.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { subjectOf, subjectTables } from '../server/platform/database/change-log.ts'
import { scopedTo } from '../server/platform/database/client-scope.ts'
import { userRights } from '../server/platform/ground/rights.ts'
import { instanceOfClients, nameOfOthers, ownClient, tablesOfClients } from './support/two-clients.ts'

const { kontor } = await instanceOfClients(true)
const { owner, db } = kontor
after(() => kontor.close())

const tableOfSubject = Object.fromEntries(subjectTables.map((table) => [subjectOf(table), table]))

const user = { name: 'Own', rights: [...userRights], clientIds: [ownClient], crm: true }

const shared = 'of contacts, companies and the catalogue, which all clients share'
const ofInstance = 'of the instance: only administrators see the rows, or no endpoint shows them'
const ofUsers = 'of users, whom administrators manage; a request reads those of its own user'
const searched =
  'search/candidates.sql.ts selects by client: a policy would keep the search from using its index'

/** Tables without a policy, and why client 3 may see all of their rows, or sees none. */
const withoutPolicy: Readonly<Record<string, string>> = {
  address: shared,
  address_type: shared,
  app_user: ofUsers,
  article: shared,
  backup_run: ofInstance,
  booking_question: shared,
  booking_status: shared,
  bounced_address: shared,
  cache_invalidation: ofInstance,
  cancellation_step: shared,
  catalogue: shared,
  catalogue_category: shared,
  catalogue_change: ofInstance,
  catalogue_file: shared,
  challenge_secret: ofInstance,
  client: ofInstance,
  communication_template: ofInstance,
  company_link: shared,
  contact: shared,
  contact_category: shared,
  contact_identity: shared,
  contact_in_category: shared,
  contact_merge: shared,
  date_format: shared,
  date_status: shared,
  duplicate_dismissal: shared,
  duplicate_pair: shared,
  email_address: shared,
  event: shared,
  event_file: shared,
  event_in_category: shared,
  event_price: shared,
  event_slug: shared,
  feedback_question: shared,
  file_access_right: shared,
  files_folder: ofInstance,
  group_discount_step: shared,
  hotel_quota_status: shared,
  idempotency_key: ofUsers,
  image: shared,
  image_rendition: shared,
  image_resize: shared,
  invitation: ofUsers,
  known_device: ofUsers,
  lead_status: shared,
  location: shared,
  location_data: shared,
  mailbox: ofInstance,
  migration: ofInstance,
  module_type: shared,
  newsletter_service: shared,
  newsletter_subscription: shared,
  phone: shared,
  role: ofUsers,
  role_right: ofUsers,
  room: shared,
  search_entry: searched,
  search_pending: searched,
  search_word: searched,
  secret_key: ofInstance,
  security_event: ofInstance,
  series_sort: shared,
  session: ofUsers,
  setting: ofInstance,
  sign_in_failure: ofInstance,
  stored_file: shared,
  terms_version: 'read with its document alone',
  token: ofUsers,
  trainer: shared,
  trainer_absence: shared,
  trainer_data: shared,
  travel_time: shared,
  used_challenge: ofInstance,
  user_client: ofUsers,
  user_right: ofUsers,
  user_role: ofUsers,
  webhook_cursor: ofInstance,
  website_enquiry: ofInstance,
  website_pages: ofInstance,
}

test('every table keeps clients apart, or is shared', async () => {
  const tables = await tablesOfClients(owner)
  const { rows } = await sql<{ name: string; refersTo: string }>`
    select c.relname as name, coalesce((select string_agg(distinct f.confrelid::regclass::text, ',') from pg_constraint f
      where f.contype = 'f' and f.conrelid = c.oid), '') as "refersTo"
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relrowsecurity order by 1`.execute(
    owner,
  )
  assert.ok(tables.length > 50)
  assert.deepEqual(
    rows.map(({ name }) => name),
    Object.keys(withoutPolicy),
  )
})

test('triggers run as the owner of the tables, and views as whoever reads them', async () => {
  const { rows: triggers } = await sql<{ name: string }>`
    select proname as name from pg_proc p where pronamespace = 'public'::regnamespace and prorettype = 'trigger'::regtype
      and (not prosecdef or not exists (select from unnest(proconfig) c where c like 'search_path=%'))`.execute(
    owner,
  )
  assert.deepEqual(triggers, [], 'call let_triggers_see_all() in the migration')
  const { rows: views } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
      and not coalesce(reloptions, '{}') @> '{security_invoker=true}'`.execute(owner)
  assert.deepEqual(views, [])
})

test('the change log shows a change only if its record is shown', async () => {
  const { rows } = await sql<{ subject: string; kept: boolean }>`
    select s.subject, c.relrowsecurity as kept from unnest(${Object.keys(tableOfSubject)}::text[], ${Object.values(tableOfSubject)}::text[])
      as s(subject, name) join pg_class c on c.oid = s.name::regclass`.execute(owner)
  const kept = rows.flatMap((row) => (row.kept ? [row.subject] : []))
  assert.ok(kept.length > 10)
  const missing = 999_999
  await sql`insert into change_log (via, action, table_name, row_id, subject, subject_id)
    select 'test', 'update', subject, ${missing}, subject, ${missing} from unnest(${kept}::text[]) as subject`.execute(
    owner,
  )
  const scoped = scopedTo(db, { clientIds: [ownClient], defaultClientId: ownClient })
  const { rows: shown } = await sql<{
    subject: string
  }>`select subject from change_log where subject_id = ${missing}`.execute(scoped)
  assert.deepEqual(shown, [])
})

test('users without a client see nothing that belongs to one', async () => {
  const nobody = await kontor.signIn({ ...user, clientIds: [] })
  for (const path of [
    '/bookings',
    '/orders',
    '/dates',
    '/withdrawals',
    '/certificates',
    '/leads',
    '/tasks',
    '/imports',
  ])
    assert.deepEqual((await nobody.call('GET', path)).json, [], path)
  const all = await kontor.signIn({ ...user, clientIds: [1, 2, ownClient] })
  assert.equal((await all.call('GET', '/bookings')).json.length, 6)
})

test('a shared record that only another client uses stays, and the answer does not say whose it is', async () => {
  const event = await db
    .insertInto('event')
    .values({ title: 'Geteilt' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const date = await db
    .insertInto('event_date')
    .values({ event_id: event.id, client_id: 1, title: nameOfOthers })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [kept, other] = await db
    .insertInto('contact')
    .values(
      ['Eins', 'Zwei'].map((name) => ({
        contact_type: 'person',
        last_name: name,
        last_name_key: name.toLowerCase(),
      })),
    )
    .returning('id')
    .execute()
  const booking = await db
    .insertInto('booking')
    .values({ contact_id: other!.id, date_id: date.id, status: 'booked' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const session = await kontor.signIn(user)
  for (const path of [`/events/${event.id}`, `/contacts/${other!.id}`]) {
    const answer = await session.call('DELETE', path)
    assert.equal(answer.status, 409, answer.text)
    assert.ok(!answer.text.includes(nameOfOthers), answer.text)
  }
  const versions = await Promise.all(
    [kept!.id, other!.id].map(async (id) => (await session.call('GET', `/contacts/${id}`)).json[0].version),
  )
  const merged = await session.call('POST', `/contacts/${kept!.id}/merge`, {
    fromId: other!.id,
    version: versions[0],
    fromVersion: versions[1],
    choices: {},
  })
  assert.equal(merged.status, 200, merged.text)
  const moved = await db
    .selectFrom('booking')
    .select('contact_id')
    .where('id', '=', booking.id)
    .executeTakeFirstOrThrow()
  assert.equal(moved.contact_id, kept!.id)
  // The role is taken again: the rest of the request sees no row of the others.
  assert.equal((await session.call('GET', `/bookings/${booking.id}`)).status, 404)
})

test('records that a user enters belong to a client of the user', async () => {
  const session = await kontor.signIn(user)
  const created = await session.call('POST', '/dates', { eventId: 1 })
  assert.equal(created.status, 200, created.text)
  const { client_id } = await kontor.db
    .selectFrom('event_date')
    .select('client_id')
    .where('id', '=', created.json[0].id)
    .executeTakeFirstOrThrow()
  assert.equal(client_id, ownClient)
  const refused = await session.call('POST', '/dates', { eventId: 1, clientId: 1 })
  assert.equal(refused.status, 400, refused.text)
})

test('settings hold for all clients, so that users of single clients cannot change them', async () => {
  const ofSome = await kontor.signIn(user)
  const refused = [
    ['PATCH', '/settings', { name: 'Own' }],
    ['PATCH', '/mailbox', { clientId: ownClient }],
    ['POST', '/communication-templates', { name: 'Own', subject: '', body: '', subjectEn: '', bodyEn: '' }],
    ['PATCH', '/message-rules', { cause: 'booked', version: 0, rules: [] }],
    ['POST', '/lookups/date-statuses', { name: 'Own' }],
  ] as const
  for (const [method, path, body] of refused) {
    const answer = await ofSome.call(method, path, body)
    assert.equal(answer.status, 403, `${path}: ${answer.text}`)
    assert.equal(answer.json.code, 'rightOfAllClients', answer.text)
  }
  assert.ok(!(await ofSome.call('GET', '/session')).json[0].rights.includes('settings'))

  const ofAll = await kontor.signIn({ ...user, clientIds: [1, 2, ownClient] })
  assert.equal((await ofAll.call('PATCH', '/settings', { name: 'All' })).status, 200)
  assert.ok((await ofAll.call('GET', '/session')).json[0].rights.includes('settings'))
})
