// The change log: complete, append-only, with its actors.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { columnKeys, tableKeys } from '../../office/shell/history/column-keys.ts'
import { columnTexts } from '../../office/shell/history/column-texts.ts'
import { logTexts } from '../../office/shell/history/log-texts.ts'
import { runUnblocking } from '../../test/support/blocked-time.ts'
import { textsOfPage } from '../../test/support/office-texts.ts'
import { testInstance } from '../../test/support/test-instance.ts'
import { createFirstUser } from '../commands/first-user.ts'
import { officeEndpoints } from '../office.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor
const office = await kontor.signIn({ admin: true, name: 'Anna Weber' })

const newest = async () => {
  const row = await db.selectFrom('change_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  return { ...row!, id: Number(row!.id) }
}
const entriesAfter = (id: number) =>
  db.selectFrom('change_log').selectAll().where('id', '>', String(id)).orderBy('id').execute()

test('the log cannot be changed by any statement', async () => {
  await office.call('POST', '/contact-categories', { name: 'A' })
  for (const statement of [
    'update change_log set via = $$x$$',
    'delete from change_log',
    'truncate change_log',
  ])
    await assert.rejects(sql.raw(statement).execute(kontor.owner), /append-only/)
})

/** Tables without a log: derived, short-lived, or about signing in. */
const unlogged = [
  ...[
    'booking_history',
    'busy_period',
    'cache_invalidation',
    'change_log',
    'migration',
    'idempotency_key',
    'session',
    'sign_in_failure',
    'signing_secret',
  ],
  'backup_run',
  'known_device',
  'security_event',
  ...['calendar_day', 'sent_calendar_entry'],
  ...['contact_identity', 'files_folder', 'mailbox', 'mailbox_mail', 'outbox_mail'],
  ...['feedback_invitation', 'feedback_response'],
  ...['event_slug', 'website_key_use', 'catalogue_change', 'image_rendition', 'image_resize'],
  ...[
    'seat_hold',
    'pending_booking',
    'terms_version',
    'challenge_secret',
    'used_challenge',
    'website_enquiry',
    'secret_key',
  ],
  ...['date_alert', 'date_alert_date', 'date_alert_link'],
  ...['order_acceptance', 'order_form', 'order_link', 'order_record', 'seat_link', 'voucher_use'],
  ...['webhook_attempt', 'webhook_change', 'webhook_cursor', 'webhook_delivery', 'webhook_secret'],
]

test('every table is logged', async () => {
  const { rows } = await sql<{ name: string; logged: boolean }>`
    select c.relname as name, count(t.*) filter (where t.tgname in ('log_insert', 'log_update', 'log_delete')) = 3 as logged
    from pg_class c left join pg_trigger t on t.tgrelid = c.oid and t.tgenabled <> 'D'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`.execute(db)
  const withoutTrigger = rows.filter(({ logged }) => !logged).map(({ name }) => name)
  for (const name of unlogged) assert.ok(withoutTrigger.includes(name), `${name} is logged, or gone`)
  const search = withoutTrigger.filter((name) => !unlogged.includes(name))
  // Tables of the search and of saved views are derived.
  assert.deepEqual(
    search.filter((name) => !/search|index|saved|duplicate|dismissed|merge|import/.test(name)),
    [],
  )
})

test('every logged table and column has a text in both languages, and none has two', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column
    from pg_class c join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'log_insert'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by 1, 2`.execute(
    db,
  )
  const hidden =
    /_key$|^(id|hash|password_hash|totp_secret|totp_last_step|sha256|confirmation_hash|token|logo)$/
  const shown = rows.filter(({ column }) => !hidden.test(column))
  const texts = await textsOfPage('office/changes/index.tsx')
  for (const language of ['de', 'en'] as const) {
    const textOf = (keys: string[]) => keys.map((key) => texts[language].get(key)).find(Boolean)
    const own = columnTexts[language] as Record<string, Record<string, string>>
    const used = new Set<string>()
    const wrong = shown.filter(({ table, column }) => {
      const ofForm = textOf(columnKeys(table, column))
      const ofLog = own[table]?.[column] ?? (ofForm === undefined ? own['all']?.[column] : undefined)
      if (ofLog !== undefined) used.add(`${own[table]?.[column] ? table : 'all'}.${column}`)
      return (ofForm ?? ofLog) === undefined || ofForm === ofLog || textOf(tableKeys(table)) === undefined
    })
    assert.deepEqual(
      wrong.map(({ table, column }) => `${table}.${column}`),
      [],
      `${language}: the form has no text (office/shell/history/column-keys.ts), or column-texts.ts repeats it`,
    )
    const entries = Object.entries(own).flatMap(([table, columns]) =>
      Object.keys(columns).map((column) => `${table}.${column}`),
    )
    assert.deepEqual(entries.toSorted(), [...used].toSorted(), `${language}: column-texts.ts`)
    const tables = Object.keys(logTexts[language]['relations'] as object)
    assert.deepEqual(
      tables.filter((table) => !rows.some((row) => row.table === table) || textOf(tableKeys(table).slice(1))),
      [],
      `${language}: log-texts.ts`,
    )
  }
})

test('entries of the interface have the user of the token', async () => {
  const user = await kontor.addUser({ rights: ['090300'] })
  const before = await newest()
  const body = { lastName: 'Weber', email: 'w@k.example' }
  assert.equal((await kontor.call('POST', '/contacts', { body, token: user.token })).status, 200)
  const entries = await entriesAfter(before.id)
  assert.ok(entries.some(({ table_name, action }) => table_name === 'contact' && action === 'insert'))
  for (const entry of entries) assert.deepEqual([entry.user_id, entry.via], [user.id, 'interface'])
})

test('entries of a command have its name', async () => {
  const own = await testInstance()
  try {
    await own.db.deleteFrom('app_user').execute()
    await createFirstUser(own)
    const [entry] = await own.db
      .selectFrom('change_log')
      .select(['user_id', 'via'])
      .where('table_name', '=', 'app_user')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    assert.deepEqual(entry, { user_id: null, via: 'kontor serve' })
  } finally {
    await own.close()
  }
  const folder = join(import.meta.dirname, '../commands')
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const viaValues = texts.flatMap((text) => [...text.matchAll(/via: '([^']*)'/g)].map(([, via]) => via!))
  assert.ok(viaValues.length >= 3)
  for (const via of viaValues) assert.match(via, /^kontor \w+/)
})

/** A writing endpoint, its body, and the table of its log entry; an id is that of the record created before it. */
const writes: [string, string, object | undefined, string, string?][] = [
  ['POST', '/users', { name: 'N', email: 'n@k.example', rights: ['100100'] }, 'app_user'],
  ['PATCH', '/users/{userId}', { name: 'M' }, 'app_user'],
  ['POST', '/users/{userId}/lock', undefined, 'app_user'],
  ['POST', '/users/{userId}/unlock', undefined, 'app_user'],
  ['POST', '/users/{userId}/invite', undefined, 'invitation'],
  ['POST', '/clients', { name: 'N' }, 'client'],
  ['PATCH', '/clients/{id}', { name: 'M' }, 'client'],
  ['POST', '/clients/{clientId}/signing-keys', undefined, 'signing_key'],
  ['POST', '/tokens', { userId: 1, label: 'L', operations: ['getEvents'] }, 'token'],
  ['POST', '/tokens/{tokenId}/revoke', undefined, 'token'],
  ['POST', '/contact-categories', { name: 'N' }, 'contact_category'],
  ['PATCH', '/contact-categories/{id}', { name: 'M' }, 'contact_category'],
  ['DELETE', '/contact-categories/{id}', undefined, 'contact_category'],
  ['POST', '/lead-categories', { name: 'N', clientId: 1 }, 'lead_category'],
  ['PATCH', '/lead-categories/{id}', { name: 'M' }, 'lead_category'],
  ['DELETE', '/lead-categories/{id}', undefined, 'lead_category'],
  ['POST', '/articles', { name: 'N' }, 'article'],
  ['PATCH', '/articles/{id}', { price: 1.5 }, 'article'],
  ['DELETE', '/articles/{id}', undefined, 'article'],
  ['POST', '/communication-templates', { name: 'N' }, 'communication_template'],
  ['PATCH', '/communication-templates/{id}', { subject: 'S' }, 'communication_template'],
  ['DELETE', '/communication-templates/{id}', undefined, 'communication_template'],
  ['POST', '/newsletter-forms', { name: 'N', clientId: 1 }, 'newsletter_form'],
  ['PATCH', '/newsletter-forms/{id}', { doubleOptIn: true }, 'newsletter_form'],
  ['DELETE', '/newsletter-forms/{id}', undefined, 'newsletter_form'],
  ['PATCH', '/settings', { name: 'N' }, 'setting'],
  ['POST', '/lookups/{list}', { name: 'N' }, 'date_status', '/lookups/date_status'],
  ['PATCH', '/lookups/{list}/{key}', { name: 'M' }, 'date_status', '/lookups/date_status/n'],
  ['DELETE', '/lookups/{list}/{key}', undefined, 'date_status', '/lookups/date_status/n'],
  ['PATCH', '/session', { language: 'de' }, 'app_user'],
]

const idParameter = /\{(id|\w+Id)\}/

/** Endpoints that write no logged table. */
const withoutLog = [
  ...['POST /users/{userId}/end-sessions', 'POST /users/{userId}/reset-second-factor'],
  'POST /communication-templates/preview',
]

test('every writing endpoint of the settings creates a log entry with its user', async () => {
  const mine =
    /^\/(users|clients|tokens|contact-categor|lead-categor|articles|communication-t|template-|newsletter-|settings|lookups)/
  const there = officeEndpoints
    .filter(({ method, path }) => method !== 'GET' && mine.test(path))
    .map(({ method, path }) => `${method} ${path}`)
  const listed = writes.map(([method, path]) => `${method} ${path}`)
  assert.deepEqual(
    there.filter((one) => !listed.includes(one) && !withoutLog.includes(one)),
    [],
  )
  let id = 0
  for (const [method, path, body, table, address] of writes) {
    const at = (address ?? path).replace(idParameter, String(id))
    const versioned = method === 'PATCH' && idParameter.test(path)
    const version = versioned ? (await office.call('GET', at)).json[0].version : undefined
    const before = await newest()
    const versionedBody = versioned ? { ...body, version } : body
    const answer = await office.call(method, at, versionedBody)
    assert.equal(answer.status, 200, `${method} ${at}: ${answer.text}`)
    if (method === 'POST') id = answer.json[0].id ?? id
    const entries = await entriesAfter(before.id)
    assert.ok(
      entries.some((entry) => entry.table_name === table),
      `${method} ${path} leaves no entry`,
    )
    for (const entry of entries)
      assert.deepEqual([entry.user_id, entry.via], [office.userId, 'office'], `${method} ${path}`)
  }
})

test('only administrators see the whole log: filtered, newest first, in pages by id', async () => {
  const plain = await kontor.signIn({ rights: ['090300', '100100', '100400', 'booking', 'export'] })
  for (const path of ['/change-log', '/change-log/export', '/changes', '/changes?subject=user'])
    assert.equal((await plain.call('GET', path)).status, 403, path)
  const all = (await office.call('GET', '/change-log?perPage=200')).json as {
    id: number
    tableName: string
  }[]
  const ids = all.map(({ id }) => id)
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => b - a),
  )
  const paged: number[] = []
  for (let before = ''; ; ) {
    const page = (await office.call('GET', `/change-log?perPage=7${before}`)).json
    if (page.length === 0) break
    paged.push(...page.map(({ id }: { id: number }) => id))
    before = `&beforeId=${paged.at(-1)}`
  }
  assert.deepEqual(paged.slice(0, ids.length), ids)
  assert.equal(new Set(paged).size, paged.length)
  const only = async (query: string) => (await office.call('GET', `/change-log?perPage=200&${query}`)).json
  for (const entry of await only('tableName=article&action=update'))
    assert.deepEqual([entry.tableName, entry.action], ['article', 'update'])
  assert.ok((await only('tableName=article&action=update')).length > 0)
  assert.ok(
    (await only(`userId=${office.userId}`)).every(
      (one: { actor: { name: string } }) => one.actor.name === 'Anna Weber',
    ),
  )
  assert.ok((await only('via=interface')).length > 0)
  assert.equal((await office.call('GET', '/change-log?perPage=201')).status, 400)
})

test('days are those of the instance’s time zone', async () => {
  // Two days if the test runs over midnight.
  const { rows } = await sql<{ first: string; last: string; next: string }>`
    with days as (select (changed_at at time zone 'Europe/Berlin')::date as day from change_log)
    select min(day)::text as first, max(day)::text as last, (max(day) + 1)::text as next from days`.execute(
    db,
  )
  const { first, last, next } = rows[0]!
  const count = async (query: string) =>
    (await office.call('GET', `/change-log?perPage=200&${query}`)).json.length
  assert.ok((await count(`from=${first}&to=${last}`)) > 0)
  assert.equal(await count(`from=${next}`), 0)
  assert.equal(await count('to=2020-01-01'), 0)
  assert.deepEqual((await office.call('GET', '/change-log?from=gestern')).json.details[0].field, 'from')
})

test('the log as CSV has a line for each column, with formulas escaped', async () => {
  await office.call('POST', '/contact-categories', { name: '=1+1' })
  const { text, headers } = await office.call('GET', '/change-log/export?tableName=contact_category')
  assert.match(String(headers['content-type']), /text\/csv/)
  assert.match(text, /;contact_category;\d+;contact_category;\d+;name;;'=1\+1\r\n/)
})

test('the log as CSV has all entries, newest first, however many there are', async () => {
  await sql`insert into change_log (via, action, table_name, row_id, subject, subject_id, after)
    select 'test', 'insert', 'article', n, 'article', n, jsonb_build_object('name', n) from generate_series(900001, 900450) n`.execute(
    kontor.db,
  )
  const lines = (await office.call('GET', '/change-log/export?tableName=article')).text
    .trimEnd()
    .split('\r\n')
  assert.equal(lines[0], '\ufeffid;at;user;via;action;table;record;subject;subjectId;column;before;after')
  const rows = lines.slice(1).map((line) => line.split(';'))
  const ids = rows.map(([id]) => Number(id))
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => b - a),
  )
  const records = rows.filter(([, , , via]) => via === 'test').map(([, , , , , , record]) => Number(record))
  assert.deepEqual(
    records,
    Array.from({ length: 450 }, (_, index) => 900450 - index),
  )
})

test('long texts are shown in part, and exported whole; other requests do not wait for them', async () => {
  const long = 'ä"'.repeat(2_000_000)
  for (const name of ['a', 'b'])
    await sql`insert into change_log (via, action, table_name, row_id, subject, subject_id, before, after)
      values ('long', 'update', 'article', 1, 'article', 1, ${{ name, description: 'x', list: [] }}, ${{ name, description: long, list: [long] }})`.execute(
      kontor.db,
    )
  const [entry] = (await office.call('GET', '/change-log?via=long')).json
  assert.deepEqual(entry.before, { name: 'b', description: 'x', list: [] })
  assert.deepEqual(entry.after, {
    name: 'b',
    description: `${long.slice(0, 5000)}…`,
    list: `${JSON.stringify([long]).slice(0, 5000)}…`,
  })
  const exported = await office.call('GET', '/change-log/export?via=long')
  assert.equal(exported.text.split(long.replaceAll('"', '""')).length, 3)
  // Read piece by piece: the whole text in one piece would block this process, which is the client as well.
  await kontor.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = kontor.app.server.address() as AddressInfo
  const { result } = await runUnblocking(150, async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/office/api/change-log/export?via=long`, {
      headers: { cookie: office.cookie },
    })
    let length = 0
    for await (const bytes of answer.body!) length += bytes.length
    return length
  })
  assert.equal(result, Buffer.byteLength(exported.text))
})
