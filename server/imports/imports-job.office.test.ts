// The background job of imports, matching without an e-mail address, and the companies that imports create.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type OfficeSession, type TestInstance, testInstance } from '../../test/support/test-instance.ts'
import { deleteOldImportsJob, importsJob } from './imports-job.ts'

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
  (await by.upload('/imports/upload/people.csv', text)).json[0]
/** Runs the job until no import has a next step. */
const runToEnd = async (id: number) => {
  while (await job.run(kontor, signal));
  return read(id)
}
const post = async (id: number, name: string, by = office, body?: object) => {
  const { status, text } = await by.call('POST', `/imports/${id}/${name}`, body)
  assert.equal(status, 200, text)
}
// Not the options of the last import.
const defaultPlan = { onDuplicate: 'skip', createCompanies: true }
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

test('the job runs step by step; a paused import stops, and continues as the user who resumes it', async () => {
  const one = await upload(table(1200, 'stop'))
  await check(one)
  await post(one.id, 'start')
  assert.equal(await job.run(kontor, signal), true)
  assert.equal((await read(one.id)).createdCount, 500)
  await post(one.id, 'pause')
  assert.equal(await job.run(kontor, signal), false)
  const stopped = await read(one.id)
  assert.deepEqual([stopped.status, stopped.pauseReason, stopped.createdCount], ['running', 'requested', 500])
  const reader = await kontor.signIn({ rights: ['090300:access', '090300:edit', 'booking:access'] })
  assert.equal((await reader.call('POST', `/imports/${one.id}/resume`)).status, 403)
  const other = await kontor.signIn({ rights: ['090300:access', '090300:add', 'booking:access'] })
  await post(one.id, 'resume', other)
  const done = await runToEnd(one.id)
  assert.deepEqual([done.status, done.pauseReason, done.createdCount], ['done', '', 1200])
  const { rows } = await sql<{ user_id: number; count: number }>`
    select l.user_id, count(*)::integer as count from change_log l join contact_import_row r on r.contact_id = l.row_id
    where r.import_id = ${one.id} and l.table_name = 'contact' group by 1 order by 1`.execute(kontor.db)
  assert.deepEqual(rows, [
    { user_id: office.userId, count: 500 },
    { user_id: other.userId, count: 700 },
  ])
  assert.equal((await office.call('POST', `/imports/${one.id}/pause`)).status, 409)
  assert.equal((await office.call('POST', `/imports/${one.id}/resume`)).status, 409)
})

test('two processes share the steps of an import and write no row twice', async () => {
  const one = await upload(table(1600, 'two'))
  await check(one)
  await post(one.id, 'start')
  const jobs = [importsJob(), importsJob()]
  await Promise.all(
    jobs.map(async (each) => {
      while ((await read(one.id)).status === 'running') await each.run(kontor, signal)
    }),
  )
  const done = await read(one.id)
  assert.deepEqual([done.status, done.createdCount, done.invalidCount], ['done', 1600, 0])
})

test('an import pauses when its user is locked or loses the right', async () => {
  const clerk = await kontor.signIn({
    rights: ['090300:access', '090300:add', '090300:edit', 'booking:access'],
  })
  await kontor.call('POST', '/contacts', { body: { lastName: 'N0', email: 'right0@work.example' } })
  const one = await upload(table(600, 'right'), clerk)
  await check(one, { onDuplicate: 'update' }, clerk)
  await post(one.id, 'start', clerk)
  await job.run(kontor, signal)
  await kontor.db
    .deleteFrom('user_right')
    .where('user_id', '=', clerk.userId)
    .where('code', '=', '090300:edit')
    .execute()
  const paused = await runToEnd(one.id)
  assert.deepEqual([paused.status, paused.pauseReason, paused.createdCount], ['running', 'forbidden', 499])
  assert.equal((await clerk.call('POST', `/imports/${one.id}/resume`)).status, 403)
  await post(one.id, 'resume')
  assert.equal((await runToEnd(one.id)).status, 'done')

  const two = await upload(table(600, 'locked'), clerk)
  await check(two, {}, clerk)
  await post(two.id, 'start', clerk)
  await kontor.db
    .updateTable('app_user')
    .set({ locked_at: kontor.clock.now() })
    .where('id', '=', clerk.userId)
    .execute()
  const locked = await runToEnd(two.id)
  assert.deepEqual([locked.pauseReason, locked.createdCount], ['forbidden', 0])
  assert.equal((await undo(two.id)).status, 'undone')
})

test('a failing step is repeated; after the third failure the import pauses, with nothing of the step written', async () => {
  const one = await upload(table(10, 'fail'))
  await check(one)
  await sql`create function reject_import() returns trigger language plpgsql as $$ begin
    if new.last_name = 'N7' then raise exception 'no'; end if; return new; end $$`.execute(kontor.owner)
  await sql`create trigger reject_import before insert on contact for each row execute function reject_import()`.execute(
    kontor.owner,
  )
  await post(one.id, 'start')
  const persons = await countOf('person')
  for (let time = 0; time < 3; time++) {
    assert.equal((await read(one.id)).pauseReason, '')
    assert.equal(await job.run(kontor, signal), false)
  }
  const stopped = await read(one.id)
  assert.deepEqual([stopped.status, stopped.pauseReason, stopped.createdCount], ['running', 'failed', 0])
  assert.equal(await countOf('person'), persons)
  await sql`drop trigger reject_import on contact`.execute(kontor.owner)
  await post(one.id, 'resume')
  assert.equal((await runToEnd(one.id)).createdCount, 10)
})

test('a table without e-mail addresses creates nobody twice when it is imported again', async () => {
  const text =
    'Vorname;Nachname;PLZ;Telefon;Firma\n' +
    'Anna;Wiederkehr;50667;;\n' +
    'Bert;Wiederkehr;;0221 4711;\n' +
    'Carl;Wiederkehr;;;Wiederkehr KG\n' +
    'Dora;Wiederkehr;;;\n'
  const one = await upload(text)
  assert.deepEqual([(await check(one)).createdCount, (await runImport(one.id)).createdCount], [4, 4])
  const persons = await countOf('person')
  const again = await upload(text)
  const checked = await check(again)
  assert.deepEqual(
    [checked.createdCount, checked.skippedCount, checked.invalidCount, checked.companyCount],
    [0, 4, 0, 0],
  )
  const created = (await rowsOf(one.id)).map(({ contactId }: { contactId: number }) => contactId)
  assert.deepEqual(
    (await rowsOf(again.id)).map((row: { outcome: string; contactId: number }) => [
      row.outcome,
      row.contactId,
    ]),
    created.map((id: number) => ['skip', id]),
  )
  assert.equal((await runImport(again.id)).skippedCount, 4)
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
    (await rowsOf(alike.id)).map(({ outcome }: { outcome: string }) => outcome),
    ['skip', 'skip', 'skip', 'create', 'create', 'create', 'create'],
  )
})

test('a row that matches several contacts: the best match, otherwise an error if something would be written', async () => {
  const text = 'Vorname;Nachname;PLZ;Telefon\nJan;Doppel;20095;040 1\nJan;Doppel;20095;040 2\n'
  const one = await upload(text)
  await check(one)
  // Rows of one table that differ are different people.
  assert.equal((await runImport(one.id)).createdCount, 2)
  const ids = (await rowsOf(one.id)).map(({ contactId }: { contactId: number }) => contactId)
  const again = await upload(text)
  const filled = await check(again, { onDuplicate: 'fill' })
  assert.deepEqual([filled.updatedCount, filled.skippedCount], [0, 2], 'nothing is missing')
  assert.deepEqual(
    (await rowsOf(again.id)).map(({ contactId }: { contactId: number }) => contactId),
    ids,
  )
  const open = await upload('Vorname;Nachname;PLZ\nJan;Doppel;20095\n')
  const skipping = await check(open)
  assert.deepEqual([skipping.skippedCount, skipping.invalidCount], [1, 0])
  const filling = await check(open, { onDuplicate: 'fill' })
  assert.deepEqual([filling.updatedCount, filling.invalidCount], [0, 1])
  assert.deepEqual((await rowsOf(open.id))[0].errors, [
    {
      column: -1,
      field: '',
      code: 'imports.ambiguousContact',
      params: { first: ids[0], second: ids[1] },
      message: `may be contact ${ids[0]} or contact ${ids[1]}`,
    },
  ])
})

test('missing companies are created once, counted by the check, and deleted by undoing unless referred to', async () => {
  await kontor.call('POST', '/companies', { body: { name: 'Alt GmbH' } })
  const companies = await countOf('company')
  const text =
    'Nachname;E-Mail;Firma\n' +
    'A;a@firms.example;Alt GmbH\nB;b@firms.example;Neu GmbH\nC;c@firms.example;NEU GmbH\n' +
    'D;d@firms.example;Andere AG\nE;e@firms.example;\nF;f@firms.example;Bleibt KG\nG;keine;Nie GmbH\n'
  const one = await upload(text)
  assert.equal(one.plan.createCompanies, true)
  const checked = await check(one)
  assert.deepEqual([checked.createdCount, checked.invalidCount, checked.companyCount], [6, 1, 3])
  assert.equal(await countOf('company'), companies)
  const done = await runImport(one.id)
  assert.deepEqual([done.createdCount, done.companyCount], [6, 3])
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
  // One company is found by the search; another one gets a further person.
  const found = (await office.call('GET', '/companies?q=andere')).json
  assert.equal(found.length, 1)
  await kontor.call('POST', '/contacts', {
    body: { lastName: 'Neue', email: 'n@firms.example', company: 'Bleibt KG' },
  })
  const undone = await undo(one.id)
  assert.deepEqual([undone.deletedCount, undone.keptCount], [6, 0])
  assert.equal(await countOf('company'), companies + 1)
  const row = (await rowsOf(one.id)).find(({ cells }: { cells: string[] }) => cells[0] === 'F')
  assert.deepEqual(
    row.errors.map(({ code }: { code: string }) => code),
    ['imports.companyKept', 'contacts.hasPersons'],
  )

  const without = await upload('Nachname;E-Mail;Firma\nH;h@firms.example;Nur Text AG\n')
  assert.equal((await check(without, { createCompanies: false })).companyCount, 0)
  await runImport(without.id)
  const [person] = (await kontor.call('GET', '/contacts/search/email/h@firms.example')).json
  assert.deepEqual([person.company, person.companyId], ['Nur Text AG', 0])
})

test('undoing deletes a company that was created for an existing contact, and restores the contact', async () => {
  const { json } = await kontor.call('POST', '/contacts', {
    body: { lastName: 'Wechsel', email: 'w@change.example', company: 'Alter Text' },
  })
  const companies = await countOf('company')
  const text = 'Nachname;E-Mail;Firma\nWechsel;w@change.example;Wechsel & Co\n'
  const filling = await upload(text)
  assert.equal((await check(filling, { onDuplicate: 'fill' })).companyCount, 0)
  await runImport(filling.id)
  assert.equal(await countOf('company'), companies)
  const one = await upload(text)
  assert.equal((await check(one, { onDuplicate: 'update' })).companyCount, 1)
  assert.equal((await runImport(one.id)).companyCount, 1)
  assert.equal(await countOf('company'), companies + 1)
  const [changed] = (await kontor.call('GET', `/contacts/${json[0].id}`)).json
  assert.ok(changed.companyId > 0)
  const undone = await undo(one.id)
  assert.deepEqual([undone.deletedCount, undone.keptCount], [1, 0])
  assert.equal(await countOf('company'), companies)
  const [back] = (await kontor.call('GET', `/contacts/${json[0].id}`)).json
  assert.deepEqual([back.company, back.companyId], ['Alter Text', 0])
})

test('an import is deleted with its rows a year after it ended, but not one that runs; its contacts stay', async () => {
  const old = await upload(table(2500, 'old'))
  await check(old)
  await runImport(old.id)
  const draft = await upload(table(3, 'draft'))
  const young = await upload(table(3, 'young'))
  const running = await upload(table(3, 'running'))
  await post(running.id, 'check', office, { ...running.plan, ...defaultPlan })
  const people = await countOf('person')
  const age = (ids: number[], days: number) =>
    sql`update contact_import set created_at = created_at - make_interval(days => ${days}::integer), started_at = started_at - make_interval(days => ${days}::integer),
      ended_at = ended_at - make_interval(days => ${days}::integer) where id = any(${ids}::integer[])`.execute(
      kontor.db,
    )
  await age([old.id, draft.id, running.id], 366)
  await age([young.id], 364)
  const never = { ...kontor, settings: { ...kontor.settings, importDays: 0 } }
  assert.equal(await deleteOldImportsJob.run(never, signal), false)
  assert.equal((await office.call('GET', `/imports/${old.id}`)).status, 200)
  let batches = 0
  for (; await deleteOldImportsJob.run(kontor, signal); batches++);
  assert.equal(batches, 1, 'rows are deleted 2000 at a time')
  const statuses = await Promise.all(
    [old, draft, young, running].map(async ({ id }) => (await office.call('GET', `/imports/${id}`)).status),
  )
  assert.deepEqual(statuses, [404, 404, 200, 200])
  const { rows } =
    await sql`select from contact_import_row where import_id = any(${[old.id, draft.id]}::integer[])`.execute(
      kontor.db,
    )
  assert.equal(rows.length, 0)
  assert.equal(await countOf('person'), people)
  await runToEnd(running.id)
})
