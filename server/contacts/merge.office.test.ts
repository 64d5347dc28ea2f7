// Merging contacts and companies: all rows move, the old id keeps answering, and the merge can be undone exactly.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from '../../test/support/test-instance.ts'
import { derivedColumns, historyColumns, ownedTables, references } from './merge.tables.ts'

const kontor = await testInstance()
after(() => kontor.close())
const office = await kontor.signIn({
  rights: ['090300', 'lead', 'task', 'booking:access'],
  clientIds: [1],
  name: 'Ina',
})
const { db } = kontor
await db
  .insertInto('contact_category')
  .values([
    { id: 1, name: 'A' },
    { id: 2, name: 'B' },
  ])
  .execute()
await sql`insert into newsletter_form (id, name, client_id) values (1, 'F', 1)`.execute(db)
await sql`insert into event (id, title) values (1, 'Kurs')`.execute(db)
await sql`insert into event_date (id, event_id, client_id) values (1, 1, 1), (2, 1, 1)`.execute(db)

const create = async (body: object, path = '/contacts') => {
  const { status, json, text } = await office.call('POST', path, body)
  assert.equal(status, 200, text)
  return json[0]
}
const read = async (id: number) => (await office.call('GET', `/contacts/${id}`)).json[0]
const merge = async (into: number, from: number, choices: object = {}) => {
  const [a, b] = [await read(into), await read(from)]
  return office.call('POST', `/contacts/${into}/merge`, {
    fromId: from,
    version: a.version,
    fromVersion: b.version,
    choices,
  })
}

/** All rows of all tables except the change log, the merges and derived rows. */
async function everything() {
  const { rows: tables } = await sql<{
    name: string
  }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('cache_invalidation', 'catalogue_change', 'change_log', 'contact_merge', 'session', 'duplicate_pair', 'migration',
        'search_entry', 'search_word', 'token')`.execute(db)
  const found: Record<string, unknown> = {}
  for (const { name } of tables)
    found[name] = (
      await sql<{
        row: string
      }>`select to_jsonb(t)::text as row from ${sql.table(name)} t order by 1`.execute(db)
    ).rows.map(({ row }) => row)
  return found
}

let count = 0
/** Two locations to which those of a pair have travel times: one has the merged contact alone, the other has both. */
const others: number[] = []
/** Two contacts that have rows in every table. */
async function pair(type: 'person' | 'location' = 'person') {
  const n = ++count
  const one = (lastName: string, email: string, more: object = {}) =>
    create({
      lastName,
      contactType: type,
      emails: [{ email: `${email}${n}@x.example` }, { email: `both${n}@x.example` }],
      phones: [{ type: 'phone', areaCode: '040', number: `12 3${n}` }],
      addresses: [
        { addressTypeId: 2, street: 'Weg', city: 'Ulm' },
        { addressTypeId: 3, isInvoice: true, city: lastName },
      ],
      trainerData: [{ objectives: lastName }],
      locationData: [{ comment: lastName }],
      ...more,
    })
  const into = await one(`Müller ${n}`, 'm', { categoryIds: [1], comment: 'erst' })
  const from = await one(`Mueller ${n}`, 'mm', {
    categoryIds: [1, 2],
    comment: 'dann',
    title: 'Dr.',
    website: 'https://x.example',
    locationLink: 'L',
  })
  for (const id of [into.id, from.id]) {
    await sql`insert into newsletter_subscription values (${id}, 'kontor', '1', ${id === into.id}, ${id !== into.id}, ${id !== into.id})`.execute(
      db,
    )
    await sql`insert into newsletter_consent (contact_id, form_id, client_id, email, given_ip_address, given_user_agent) values (${id}, 1, 1, 'a@b', '::1', 'x')`.execute(
      db,
    )
    await sql`with l as (insert into lead (client_id, name) values (1, 'L') returning id) insert into lead_contact select id, ${id} from l`.execute(
      db,
    )
    await sql`insert into booking (contact_id, date_id, status) values (${id}, 1, 'booked')`.execute(db)
    await sql`insert into task (client_id, kind, contact_id) values (1, 'todo', ${id})`.execute(db)
    await sql`insert into logbook_entry (contact_id, text) values (${id}, 'x')`.execute(db)
    await sql`insert into invoice_confirmation (contact_id, address_id) values (${id}, (select max(id) from address where contact_id = ${id}))`.execute(
      db,
    )
    await sql`insert into trainer (contact_id, last_name) values (${id}, 'T')`.execute(db)
    await sql`insert into outbox_mail (kind, recipient, contact_id, consent_id) select 'double_opt_in', 'x', ${id}, max(id) from newsletter_consent where contact_id = ${id}`.execute(
      db,
    )
    if (type === 'location') {
      await sql`insert into date_location values (1, ${id})`.execute(db)
      await sql`insert into room (location_id, name) values (${id}, 'Raum')`.execute(db)
    }
  }
  if (type === 'location') {
    await sql`insert into date_location values (2, ${from.id})`.execute(db)
    const [one, both] = [
      await create({ lastName: `Eins ${n}`, contactType: 'location' }),
      await create({ lastName: `Beide ${n}`, contactType: 'location' }),
    ]
    await sql`insert into location (contact_id) values (${one.id}), (${both.id}), (${into.id}) on conflict do nothing`.execute(
      db,
    )
    const time = (a: number, b: number, minutes: number) =>
      sql`insert into travel_time (low_id, high_id, minutes) values (${Math.min(a, b)}, ${Math.max(a, b)}, ${minutes})`.execute(
        db,
      )
    await time(into.id, from.id, 10)
    await time(from.id, one.id, 20)
    await time(from.id, both.id, 30)
    await time(both.id, into.id, 40)
    others.push(one.id, both.id)
  }
  await sql`insert into lead_contact select min(id), ${from.id} from lead on conflict do nothing`.execute(db)
  const third = await create({ lastName: `Third ${n}` })
  await sql`insert into duplicate_dismissal (low_id, high_id) values (least(${from.id}::int, ${third.id}), greatest(${from.id}::int, ${third.id}))`.execute(
    db,
  )
  return { into: into.id as number, from: from.id as number }
}

test('every reference to a contact is handled by the merge', async () => {
  const { rows } = await sql<{ place: string }>`
    select c.conrelid::regclass || '.' || a.attname as place from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid in ('contact'::regclass, 'location'::regclass)`.execute(db)
  const handled = [
    ...references.map(({ table, column }) => `${table}.${column}`),
    ...ownedTables.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)),
    ...derivedColumns,
  ].filter((place) => place !== 'contact.id')
  assert.deepEqual(handled.toSorted(), rows.map(({ place }) => place).toSorted())
  const { rows: named } = await sql<{ place: string }>`
    select table_name || '.' || column_name as place from information_schema.columns c
    where table_schema = 'public' and column_name ~ '(^|_)contact_id$' and table_name <> 'change_log'
      and exists (select from information_schema.tables t where t.table_name = c.table_name and t.table_type = 'BASE TABLE')`.execute(
    db,
  )
  for (const { place } of named)
    assert.ok(handled.includes(place) || historyColumns.includes(place), `${place} has no place in the merge`)
})

for (const type of ['person', 'location'] as const)
  test(`a ${type} moves with everything, its id answers, and undoing restores both exactly`, async () => {
    const { into, from } = await pair(type)
    const before = await everything()
    const answer = await merge(into, from, { lastName: 'from', defaultEmail: 'from' })
    assert.equal(answer.status, 200, answer.text)
    const [merged] = answer.json
    assert.deepEqual(
      [merged.lastName, merged.title, merged.comment, merged.website],
      [`Mueller ${count}`, 'Dr.', 'erst\n\ndann', 'https://x.example'],
    )
    assert.deepEqual(
      merged.emails.map((one: { email: string }) => one.email.split(/\d/)[0]),
      ['mm', 'm', 'both'],
    )
    assert.equal(merged.phones.length, 1, 'the same number once')
    assert.deepEqual([merged.categoryIds, merged.mergedIds, merged.trainerData.length], [[1, 2], [from], 2])
    for (const { table, columns } of ownedTables)
      for (const column of columns)
        assert.equal(
          (await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${from}`.execute(db)).rows
            .length,
          0,
          table,
        )
    for (const { table, column } of references)
      assert.equal(
        (await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${from}`.execute(db)).rows
          .length,
        0,
        table,
      )

    if (type === 'location') {
      const { rows } = await sql<{ other: number; minutes: number }>`
        select low_id + high_id - ${into}::int as other, minutes from travel_time where ${into} in (low_id, high_id) order by 2`.execute(
        db,
      )
      assert.deepEqual(
        rows,
        others.map((other, nth) => ({ other, minutes: [20, 40][nth] })),
      )
    }
    const [seen] = (await kontor.call('GET', `/contacts/${from}`)).json
    assert.equal(seen.id, into)
    assert.deepEqual(
      seen.extNewsletter.flat().map((one: { is_active: number }) => one.is_active),
      [0],
      'unsubscribed wins',
    )
    assert.ok((await kontor.call('GET', `/leads/search/cid/${from}`)).json.length >= 2)

    const undone = await office.call('POST', `/contacts/${from}/unmerge`)
    assert.equal(undone.status, 200, undone.text)
    assert.deepEqual(undone.json, [{ fromId: from, intoId: into, kept: [] }])
    assert.deepEqual(await everything(), before)
    assert.equal((await kontor.call('GET', `/contacts/${from}`)).json[0].id, from)
    assert.equal((await office.call('POST', `/contacts/${from}/unmerge`)).status, 404)
  })

test('PATCH of a merged id changes the remaining contact', async () => {
  const { into, from } = await pair()
  assert.equal((await merge(into, from)).status, 200)
  const { status, json } = await kontor.call('PATCH', `/contacts/${from}`, { body: { firstName: 'Neu' } })
  assert.deepEqual([status, json[0].id, json[0].firstName], [200, into, 'Neu'])
  assert.equal((await kontor.call('GET', '/contacts/999999')).status, 404)
})

test('a merged id in a body stands for the remaining contact', async () => {
  const { into, from } = await pair()
  assert.equal((await merge(into, from)).status, 200)
  await sql`insert into article (id, name) values (1, 'Mittagessen') on conflict do nothing`.execute(db)
  const post = async (path: string, body: object) => {
    const { status, json, text } = await kontor.call('POST', path, { body })
    assert.equal(status, 200, `${path}: ${text}`)
    return json[0]
  }
  const { leadId } = await post('/leads/createLead', {
    leadContact: from,
    leadComment: 'Rückruf',
    useContactComment: true,
  })
  await post(`/mail/crmlead/${leadId}`, { subject: 'Frage', cid: from })
  await post('/invoiceConfirm', {
    contactId: from,
    elements: [
      {
        ...{ resTyp: 'ART', resId: 1, dateStart: '2026-10-12', timeStart: '09:00' },
        ...{ dateEnd: '2026-10-12', timeEnd: '17:00' },
      },
    ],
  })
  const { cid } = await post('/newsletter/subscribe/1', { email: 'neu@x.example', contactId: from })
  assert.equal(cid, into)
  const { rows } = await sql<{ of: string; contact: number }>`
    select 'lead' as of, contact_id as contact from lead_contact where lead_id = ${leadId}
    union all select 'logbook', contact_id from logbook_entry where contact_id is not null and text = 'Rückruf'
    union all select 'task', contact_id from task where lead_id = ${leadId}
    union all (select 'confirmation', contact_id from invoice_confirmation order by id desc limit 1)`.execute(
    db,
  )
  assert.deepEqual(
    rows,
    ['lead', 'logbook', 'task', 'confirmation'].map((of) => ({ of, contact: into })),
  )
  const employer = await create({ name: 'Werk GmbH' }, '/companies')
  const twin = await create({ name: 'Werk AG' }, '/companies')
  assert.equal((await merge(employer.id, twin.id)).status, 200)
  const changed = await kontor.call('PATCH', `/contacts/${from}`, { body: { companyId: twin.id } })
  assert.deepEqual([changed.status, changed.json[0].companyId], [200, employer.id])
})

test('rows that were changed since the merge are not restored and are listed', async () => {
  const { into, from } = await pair()
  assert.equal((await merge(into, from, { title: 'from' })).status, 200)
  const now = await read(into)
  const email = now.emails.find(({ email }: { email: string }) => email.startsWith('mm'))
  await office.call('PATCH', `/contacts/${into}`, {
    version: now.version,
    title: 'Prof.',
    emails: now.emails.filter((one: object) => one !== email),
  })
  const { json } = await office.call('POST', `/contacts/${from}/unmerge`)
  const kept = json[0].kept.map(({ tableName, columns }: { tableName: string; columns: string[] }) => [
    tableName,
    columns,
  ])
  assert.deepEqual(
    kept.toSorted(),
    [
      ['contact', ['title']],
      ['email_address', []],
    ].toSorted(),
  )
  const [a, b] = [await read(into), await read(from)]
  assert.deepEqual([a.title, b.title], ['Prof.', 'Dr.'])
})

test('a subscription that only the merged contact had returns to it', async () => {
  const { into, from } = await pair()
  await sql`insert into newsletter_subscription values (${from}, 'kontor', '2', true, false, false)`.execute(
    db,
  )
  const before = await everything()
  assert.equal((await merge(into, from)).status, 200)
  const { json } = await office.call('POST', `/contacts/${from}/unmerge`)
  assert.deepEqual(json, [{ fromId: from, intoId: into, kept: [] }])
  assert.deepEqual(await everything(), before)
})

test('companies: people, addresses and leads follow; a merge of merges is undone newest first', async () => {
  const [a, b, c] = await Promise.all(
    ['Alpha', 'Beta', 'Gamma'].map((name) => create({ name }, '/companies')),
  )
  const person = await create({ lastName: 'Mitarbeiter', companyId: a.id })
  await sql`insert into lead (client_id, name, company_id) values (1, 'L', ${a.id})`.execute(db)
  const before = await everything()
  assert.equal((await merge(b.id, a.id)).status, 200)
  assert.equal((await read(person.id)).companyId, b.id)
  assert.equal((await merge(c.id, b.id)).status, 200)
  assert.equal((await kontor.call('GET', `/companies/${a.id}`)).json[0].id, c.id)
  assert.equal((await kontor.call('PATCH', `/companies/${a.id}`, { body: { name2: '' } })).json[0].id, c.id)
  const early = await office.call('POST', `/contacts/${a.id}/unmerge`)
  assert.equal(early.status, 409)
  assert.equal(early.json.code, 'contacts.mergedSince')
  assert.equal((await office.call('POST', `/contacts/${b.id}/unmerge`)).status, 200)
  assert.equal((await office.call('POST', `/contacts/${a.id}/unmerge`)).status, 200)
  assert.deepEqual(await everything(), before)
})

test('a merge needs the right, two contacts of a type, and their last versions', async () => {
  const { into, from } = await pair()
  const company = await create({ name: 'Firma' }, '/companies')
  const [a, b] = [await read(into), await read(from)]
  const body = { fromId: from, version: a.version, fromVersion: b.version, choices: {} }
  const reader = await kontor.signIn({ rights: ['090300:access', '090300:add', 'booking:access'] })
  assert.equal((await reader.call('POST', `/contacts/${into}/merge`, body)).status, 403)
  assert.equal((await reader.call('POST', `/contacts/${from}/unmerge`)).status, 403)
  assert.equal((await merge(into, company.id)).status, 400)
  assert.equal((await office.call('POST', `/contacts/${into}/merge`, { ...body, fromId: into })).status, 400)
  assert.equal((await office.call('POST', `/contacts/${into}/merge`, { ...body, fromId: 99999 })).status, 404)
  const stale = await office.call('POST', `/contacts/${into}/merge`, { ...body, fromVersion: 1 })
  assert.deepEqual([stale.status, stale.headers['x-kontor-conflict']], [409, 'stale'])
  const both = await Promise.all([
    office.call('POST', `/contacts/${into}/merge`, body),
    office.call('POST', `/contacts/${from}/merge`, {
      fromId: into,
      version: b.version,
      fromVersion: a.version,
      choices: {},
    }),
  ])
  assert.deepEqual(
    both.map(({ status }) => (status === 404 ? 409 : status)).sort(),
    [200, 409],
    'one of two merges at once',
  )
})
