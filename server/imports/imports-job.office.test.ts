// How imports go on by themselves, whom they know without an e-mail address, and the companies that they make.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type OfficeSession, type TestInstance, testInstance } from '../../test/support/test-instance.ts'
import { importsJob } from './imports-job.ts'

let kontor: TestInstance
let office: OfficeSession
before(async () => {
  kontor = await testInstance()
  office = await kontor.signIn()
})
after(() => kontor.close())

const job = importsJob()
const { signal } = new AbortController()
type One = { id: number; plan: object }
const read = async (id: number) => (await office.call('GET', `/imports/${id}`)).json[0]
const upload = async (text: string, by = office) =>
  (await by.upload('/imports/files/people.csv', text)).json[0]
/** Lets all imports go on until none does. */
const runToEnd = async (id: number) => {
  while (await job.run(kontor, signal));
  return read(id)
}
const post = async (id: number, name: string, by = office, body?: object) => {
  const { status, text } = await by.call('POST', `/imports/${id}/${name}`, body)
  assert.equal(status, 200, text)
}
// Not what the user chose for the last table.
const defaultPlan = { duplicates: 'skip', createCompanies: true }
const check = async (one: One, plan: object = {}, by = office) => {
  await post(one.id, 'check', by, { ...one.plan, ...defaultPlan, ...plan })
  return runToEnd(one.id)
}
const runImport = async (id: number, by = office) => {
  await post(id, 'start', by)
  return runToEnd(id)
}
const undo = async (id: number) => {
  await post(id, 'undo')
  return runToEnd(id)
}
const rowsOf = async (id: number) => (await office.call('GET', `/imports/${id}/rows`)).json
const countOf = async (type: string) =>
  Number(
    (
      await kontor.db
        .selectFrom('contact')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('contact_type', '=', type as 'person')
        .executeTakeFirstOrThrow()
    ).count,
  )
const table = (count: number, mark: string) =>
  `Nachname;E-Mail\n${Array.from({ length: count }, (_, n) => `N${n};${mark}${n}@work.example`).join('\n')}\n`

test('a step after another without anybody asking; stopped it stands still, and goes on as who lets it', async () => {
  const one = await upload(table(1200, 'stop'))
  await check(one)
  await post(one.id, 'start')
  assert.equal(await job.run(kontor, signal), true)
  assert.equal((await read(one.id)).made, 500)
  await post(one.id, 'pause')
  assert.equal(await job.run(kontor, signal), false)
  const stopped = await read(one.id)
  assert.deepEqual([stopped.state, stopped.paused, stopped.made], ['running', 'requested', 500])
  const reader = await kontor.signIn({ rights: ['090300:access', '090300:edit'] })
  assert.equal((await reader.call('POST', `/imports/${one.id}/continue`)).status, 403)
  const other = await kontor.signIn({ rights: ['090300:access', '090300:add'] })
  await post(one.id, 'continue', other)
  const done = await runToEnd(one.id)
  assert.deepEqual([done.state, done.paused, done.made], ['done', '', 1200])
  const { rows } = await sql<{ user_id: number; count: number }>`
    select l.user_id, count(*)::integer as count from change_log l join contact_import_row r on r.contact_id = l.row_id
    where r.import_id = ${one.id} and l.table_name = 'contact' group by 1 order by 1`.execute(kontor.db)
  assert.deepEqual(rows, [
    { user_id: office.userId, count: 500 },
    { user_id: other.userId, count: 700 },
  ])
  assert.equal((await office.call('POST', `/imports/${one.id}/pause`)).status, 409)
  assert.equal((await office.call('POST', `/imports/${one.id}/continue`)).status, 409)
})

test('two processes at once do a step each time, and no row twice', async () => {
  const one = await upload(table(1600, 'two'))
  await check(one)
  await post(one.id, 'start')
  const jobs = [importsJob(), importsJob()]
  await Promise.all(
    jobs.map(async (each) => {
      while ((await read(one.id)).state === 'running') await each.run(kontor, signal)
    }),
  )
  const done = await read(one.id)
  assert.deepEqual([done.state, done.made, done.faulty], ['done', 1600, 0])
})

test('who is locked, or has the right no more, drives nothing', async () => {
  const clerk = await kontor.signIn({ rights: ['090300:access', '090300:add', '090300:edit'] })
  await kontor.call('POST', '/contacts', { body: { lastName: 'N0', email: 'right0@work.example' } })
  const one = await upload(table(600, 'right'), clerk)
  await check(one, { duplicates: 'update' }, clerk)
  await post(one.id, 'start', clerk)
  await job.run(kontor, signal)
  await kontor.db
    .deleteFrom('user_right')
    .where('user_id', '=', clerk.userId)
    .where('code', '=', '090300:edit')
    .execute()
  const paused = await runToEnd(one.id)
  assert.deepEqual([paused.state, paused.paused, paused.made], ['running', 'forbidden', 499])
  assert.equal((await clerk.call('POST', `/imports/${one.id}/continue`)).status, 403)
  await post(one.id, 'continue')
  assert.equal((await runToEnd(one.id)).state, 'done')

  const two = await upload(table(600, 'locked'), clerk)
  await check(two, {}, clerk)
  await post(two.id, 'start', clerk)
  await kontor.db
    .updateTable('app_user')
    .set({ locked_at: kontor.clock.now() })
    .where('id', '=', clerk.userId)
    .execute()
  const locked = await runToEnd(two.id)
  assert.deepEqual([locked.paused, locked.made], ['forbidden', 0])
  // Undoing begins anew, as somebody else.
  assert.equal((await undo(two.id)).state, 'undone')
})

test('a step that fails is tried again, and after the third time the import stands still, with nothing of it written', async () => {
  const one = await upload(table(10, 'fail'))
  await check(one)
  await sql`create function refuse_import() returns trigger language plpgsql as $$ begin
    if new.last_name = 'N7' then raise exception 'no'; end if; return new; end $$`.execute(kontor.db)
  await sql`create trigger refuse_import before insert on contact for each row execute function refuse_import()`.execute(
    kontor.db,
  )
  await post(one.id, 'start')
  const persons = await countOf('person')
  for (let time = 0; time < 3; time++) {
    assert.equal((await read(one.id)).paused, '')
    assert.equal(await job.run(kontor, signal), false)
  }
  const stopped = await read(one.id)
  assert.deepEqual([stopped.state, stopped.paused, stopped.made], ['running', 'failed', 0])
  assert.equal(await countOf('person'), persons)
  await sql`drop trigger refuse_import on contact`.execute(kontor.db)
  await post(one.id, 'continue')
  assert.equal((await runToEnd(one.id)).made, 10)
})

test('a table without e-mail addresses that is imported again makes nobody twice', async () => {
  const text =
    'Vorname;Nachname;PLZ;Telefon;Firma\n' +
    'Anna;Wiederkehr;50667;;\n' +
    'Bert;Wiederkehr;;0221 4711;\n' +
    'Carl;Wiederkehr;;;Wiederkehr KG\n' +
    'Dora;Wiederkehr;;;\n'
  const one = await upload(text)
  assert.deepEqual([(await check(one)).made, (await runImport(one.id)).made], [4, 4])
  const persons = await countOf('person')
  const again = await upload(text)
  const checked = await check(again)
  assert.deepEqual([checked.made, checked.skipped, checked.faulty, checked.companies], [0, 4, 0, 0])
  const created = (await rowsOf(one.id)).map(({ contactId }: { contactId: number }) => contactId)
  assert.deepEqual(
    (await rowsOf(again.id)).map((row: { verdict: string; contactId: number }) => [
      row.verdict,
      row.contactId,
    ]),
    created.map((id: number) => ['skip', id]),
  )
  assert.equal((await runImport(again.id)).skipped, 4)
  assert.equal(await countOf('person'), persons)

  // Case and accents do not count, nor how a phone number is written; another first name, postcode or number does.
  const alike = await upload(
    'Vorname;Nachname;PLZ;Telefon;Firma\n' +
      'ANNA;wiederkehr;50667;0221 99;\n' +
      'Bért;Wiederkehr;10115;(0221) 47-11;\n' +
      'Carl;Wiederkehr;;;WIEDERKEHR KG\n' +
      'Dora;Wiederkehr;50667;;\n' +
      'Emil;Wiederkehr;50667;;\n' +
      'Bert;Wiederkehr;;0221 4712;\n' +
      'Anna;Wiederkehr;50668;;\n',
  )
  await check(alike)
  assert.deepEqual(
    (await rowsOf(alike.id)).map(({ verdict }: { verdict: string }) => verdict),
    ['skip', 'skip', 'skip', 'create', 'create', 'create', 'create'],
  )
})

test('a row that may be several contacts: the one that has more of it, else a fault where something would be written', async () => {
  const text = 'Vorname;Nachname;PLZ;Telefon\nJan;Doppel;20095;040 1\nJan;Doppel;20095;040 2\n'
  const one = await upload(text)
  await check(one)
  // Rows of one table that differ are different people.
  assert.equal((await runImport(one.id)).made, 2)
  const ids = (await rowsOf(one.id)).map(({ contactId }: { contactId: number }) => contactId)
  const again = await upload(text)
  assert.deepEqual([(await check(again, { duplicates: 'fill' })).changed], [2])
  assert.deepEqual(
    (await rowsOf(again.id)).map(({ contactId }: { contactId: number }) => contactId),
    ids,
  )
  const open = await upload('Vorname;Nachname;PLZ\nJan;Doppel;20095\n')
  const skipping = await check(open)
  assert.deepEqual([skipping.skipped, skipping.faulty], [1, 0])
  const filling = await check(open, { duplicates: 'fill' })
  assert.deepEqual([filling.changed, filling.faulty], [0, 1])
  assert.deepEqual((await rowsOf(open.id))[0].faults, [
    { column: -1, field: '', message: `may be contact ${ids[0]} or contact ${ids[1]}` },
  ])
})

test('companies that nobody knows are made once, told before, and go with the import where nobody else needs them', async () => {
  await kontor.call('POST', '/companies', { body: { name: 'Alt GmbH' } })
  const companies = await countOf('company')
  const text =
    'Nachname;E-Mail;Firma\n' +
    'A;a@firms.example;Alt GmbH\nB;b@firms.example;Neu GmbH\nC;c@firms.example;NEU GmbH\n' +
    'D;d@firms.example;Andere AG\nE;e@firms.example;\nF;f@firms.example;Bleibt KG\nG;keine;Nie GmbH\n'
  const one = await upload(text)
  assert.equal(one.plan.createCompanies, true)
  const checked = await check(one)
  assert.deepEqual([checked.made, checked.faulty, checked.companies], [6, 1, 3])
  assert.equal(await countOf('company'), companies)
  const done = await runImport(one.id)
  assert.deepEqual([done.made, done.companies], [6, 3])
  const { rows: linked } = await sql<{ last_name: string; company: string | null; parent: boolean }>`
    select c.last_name, o.last_name as company, a.parent_contact_id is not distinct from c.company_id as parent
    from contact c left join contact o on o.id = c.company_id
    join email_address e on e.contact_id = c.id join address a on a.contact_id = c.id
    where e.email_key like '%@firms.example' order by 1`.execute(kontor.db)
  assert.deepEqual(
    linked.map(({ last_name, company, parent }) => [last_name, company, parent]),
    [
      ['A', 'Alt GmbH', true],
      ['B', 'Neu GmbH', true],
      ['C', 'Neu GmbH', true],
      ['D', 'Andere AG', true],
      ['E', null, true],
      ['F', 'Bleibt KG', true],
    ],
  )
  // One is found by the search, another one somebody else comes to work for.
  const found = (await office.call('GET', '/companies?q=andere')).json
  assert.equal(found.length, 1)
  await kontor.call('POST', '/contacts', {
    body: { lastName: 'Neue', email: 'n@firms.example', company: 'Bleibt KG' },
  })
  const undone = await undo(one.id)
  assert.deepEqual([undone.removed, undone.kept], [6, 0])
  assert.equal(await countOf('company'), companies + 1)
  const row = (await rowsOf(one.id)).find(({ cells }: { cells: string[] }) => cells[0] === 'F')
  assert.match(row.faults[0].message, /^the company \d+ that was made with it stays$/)
  assert.match(row.faults[1].message, /people/)

  const without = await upload('Nachname;E-Mail;Firma\nH;h@firms.example;Nur Text AG\n')
  assert.equal((await check(without, { createCompanies: false })).companies, 0)
  await runImport(without.id)
  const [text_] = (await kontor.call('GET', '/contacts/search/email/h@firms.example')).json
  assert.deepEqual([text_.company, text_.companyId], ['Nur Text AG', 0])
})

test('a company that was made for a contact that exists goes too, and the contact is as it was', async () => {
  const { json } = await kontor.call('POST', '/contacts', {
    body: { lastName: 'Wechsel', email: 'w@change.example', company: 'Alter Text' },
  })
  const companies = await countOf('company')
  const text = 'Nachname;E-Mail;Firma\nWechsel;w@change.example;Wechsel & Co\n'
  const filling = await upload(text)
  assert.equal((await check(filling, { duplicates: 'fill' })).companies, 0)
  await runImport(filling.id)
  assert.equal(await countOf('company'), companies)
  const one = await upload(text)
  assert.equal((await check(one, { duplicates: 'update' })).companies, 1)
  assert.equal((await runImport(one.id)).companies, 1)
  assert.equal(await countOf('company'), companies + 1)
  const [changed] = (await kontor.call('GET', `/contacts/${json[0].id}`)).json
  assert.ok(changed.companyId > 0)
  const undone = await undo(one.id)
  assert.deepEqual([undone.removed, undone.kept], [1, 0])
  assert.equal(await countOf('company'), companies)
  const [back] = (await kontor.call('GET', `/contacts/${json[0].id}`)).json
  assert.deepEqual([back.company, back.companyId], ['Alter Text', 0])
})
