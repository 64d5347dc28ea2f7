// Old entries of the change log are deleted, except the last change of each record that exists.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { fullDataSet } from '../../test/support/full-data-set.ts'
import { testInstance } from '../../test/support/test-instance.ts'
import { importDataSet } from '../exchange/import.ts'
import { tableOf } from '../platform/database/change-log.ts'
import { readSettings } from '../platform/settings/settings.ts'
import { accountingSubjects, changeLogRetentionJob, deleteOldChanges } from './retention-job.ts'

const kontor = await testInstance({ settings: { changeLogDays: 100, changeLogAccountingDays: 100 } })
after(() => kontor.close())
const { db } = kontor
const office = await kontor.signIn()

/** Makes all entries older. */
async function ageLog(days: number): Promise<void> {
  await kontor.owner.transaction().execute(async (tx) => {
    await sql`alter table change_log disable trigger user`.execute(tx)
    await sql`update change_log set changed_at = changed_at - make_interval(days => ${days}::integer)`.execute(
      tx,
    )
    await sql`alter table change_log enable trigger user`.execute(tx)
  })
}
async function runJob(): Promise<void> {
  const job = changeLogRetentionJob()
  while (await job.run(kontor, new AbortController().signal));
}
const entriesOf = async (subject: string, id: number) =>
  (
    await db
      .selectFrom('change_log')
      .select(['action', 'table_name', 'id'])
      .where('subject', '=', subject)
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action, table_name }) => `${action} ${table_name}`)
const newContact = async (lastName: string) => {
  const email = `${lastName}@log.example`
  return (await kontor.call('POST', '/contacts', { body: { lastName, email, city: 'Ulm' } })).json[0].id
}
const rename = async (id: number, title: string) => {
  const { status, text } = await kontor.call('PATCH', `/contacts/${id}`, { body: { title } })
  assert.equal(status, 200, text)
}
const versionOf = async (id: number) => (await office.call('GET', `/contacts/${id}`)).json[0].version

beforeEach(async () => {
  await ageLog(200)
  await runJob()
})

test('the last change of a record stays, and with it the version; of rows that were inserted with it, the last entry', async () => {
  const unchanged = await newContact('Unverändert')
  const created = await entriesOf('contact', unchanged)
  const unchangedVersion = await versionOf(unchanged)
  assert.ok(created.length > 2)
  const id = await newContact('Geändert')
  await rename(id, 'Dr.')
  await ageLog(99)
  await rename(id, 'Prof.')
  await runJob()
  assert.equal((await entriesOf('contact', id)).length, created.length + 2, 'younger than 100 days')

  const version = await versionOf(id)
  await ageLog(2)
  await runJob()
  assert.deepEqual(await entriesOf('contact', id), ['update contact'])
  assert.deepEqual(await entriesOf('contact', unchanged), ['insert contact', created.at(-1)])
  assert.equal(await versionOf(unchanged), unchangedVersion)
  assert.equal(await versionOf(id), version)
  const [entry, ...more] = (await office.call('GET', `/changes?subject=contact&subjectId=${id}`)).json
  assert.deepEqual([entry.before, entry.after, more], [{ title: 'Dr.' }, { title: 'Prof.' }, []])
  const saved = await office.call('PATCH', `/contacts/${id}`, { version, title: '' })
  assert.equal(saved.status, 200, saved.text)
  const stale = await office.call('PATCH', `/contacts/${id}`, { version, title: 'Dr.' })
  assert.equal(stale.status, 409)

  // The entry that was the last one is not any more.
  await ageLog(99)
  await runJob()
  assert.deepEqual(await entriesOf('contact', id), ['update contact'])
})

test('of a deleted record nothing stays; the log still shows its references', async () => {
  const id = await newContact('Gelöscht')
  const [lead] = (
    await kontor.call('POST', '/leads/createLead', { body: { leadContact: id, subject: 'Anfrage' } })
  ).json
  const leadId = lead.leadId ?? lead.id
  await db.deleteFrom('lead_contact').where('contact_id', '=', id).execute()
  await ageLog(50)
  const removed = await office.call('DELETE', `/contacts/${id}`)
  assert.equal(removed.status, 200, removed.text)
  await ageLog(60)
  await runJob()
  assert.ok((await entriesOf('contact', id)).length > 0, 'deleted 60 days ago')
  await ageLog(60)
  await db.updateTable('lead').set({ name: 'Anfrage 2' }).where('id', '=', leadId).execute()
  await runJob()
  assert.deepEqual(await entriesOf('contact', id), [])
  const log = await office.call('GET', '/change-log')
  assert.equal(log.status, 200, log.text)
  const removal = log.json.find((one: { tableName: string }) => one.tableName === 'lead_contact')
  if (removal) assert.equal(removal.labels[`contact_id:${id}`].isDeleted, true)
})

test('records without an id of their own keep the last change of their kind', async () => {
  await office.call('PATCH', '/settings', { name: 'Eins', timeZone: '', holidayRegion: 'BY' })
  await ageLog(1)
  await office.call('PATCH', '/settings', { name: 'Zwei', timeZone: '', holidayRegion: 'BY' })
  await ageLog(200)
  await runJob()
  const { rows } = await sql<{ after: { value: string } }>`
    select after from change_log where subject = 'setting'`.execute(db)
  assert.deepEqual(
    rows.map(({ after: row }) => row.value),
    ['Zwei'],
  )
})

test('long logs are deleted in batches', async () => {
  const id = await newContact('Viel')
  await sql`insert into change_log (changed_at, via, action, table_name, row_id, subject, subject_id, before, after)
    select now() - interval '300 days' + g * interval '1 second', 'office', 'update', 'contact', ${id}::integer, 'contact', ${id}::integer, '{}', '{}'
    from generate_series(1, 5000) g`.execute(db)
  await rename(id, 'Dr.')
  const before = (await entriesOf('contact', id)).length
  const first = await deleteOldChanges(db, { days: 100, accountingDays: 0 }, '0')
  assert.ok(first.nextAfterId !== undefined && first.deletedCount <= 2000)
  await runJob()
  assert.equal((await entriesOf('contact', id)).length, before - 5000)
})

test('changes of bookings, orders and the like are kept longer; the log behind them is deleted nevertheless', async () => {
  const id = await newContact('Kunde')
  await rename(id, 'Dr.')
  await rename(id, 'Prof.')
  const log = async (subject: string) =>
    sql`insert into change_log (changed_at, via, action, table_name, row_id, subject, subject_id, before, after)
      select now(), 'office', 'update', ${tableOf(subject)}, 9000, ${subject}, 9000, '{}', '{}' from generate_series(1, 2500)`.execute(
      db,
    )
  for (const subject of accountingSubjects) await log(subject)
  const later = await newContact('Später')
  await rename(later, 'Dr.')
  await ageLog(101)
  const retention = { changeLogDays: 100, changeLogAccountingDays: 200 }
  const separate = { ...kontor, settings: { ...kontor.settings, ...retention } }
  const runSeparate = async () => {
    const job = changeLogRetentionJob()
    while (await job.run(separate, new AbortController().signal));
  }
  await runSeparate()
  for (const subject of accountingSubjects)
    assert.equal((await entriesOf(subject, 9000)).length, 2500, subject)
  for (const contact of [id, later]) assert.deepEqual(await entriesOf('contact', contact), ['update contact'])
  await ageLog(100)
  await runSeparate()
  for (const subject of accountingSubjects) assert.deepEqual(await entriesOf(subject, 9000), [], subject)
})

test('the default is two years, and eleven for accounts; 0 keeps entries for ever', async () => {
  const id = await newContact('Ewig')
  await rename(id, 'Dr.')
  await ageLog(4500)
  const before = await entriesOf('contact', id)
  const settings = { ...kontor.settings, changeLogDays: 0, changeLogAccountingDays: 0 }
  assert.equal(
    await changeLogRetentionJob().run({ ...kontor, settings }, new AbortController().signal),
    false,
  )
  assert.deepEqual(await entriesOf('contact', id), before)
  const { changeLogDays, changeLogAccountingDays, importDays } = readSettings({})
  assert.deepEqual([changeLogDays, changeLogAccountingDays, importDays], [730, 11 * 365 + 3, 365])
  assert.equal(readSettings({ KONTOR_CHANGE_LOG_DAYS: '365' }).changeLogDays, 365)
  for (const wrong of ['1', '29', 'x', '-1'])
    assert.throws(() => readSettings({ KONTOR_CHANGE_LOG_DAYS: wrong }), /KONTOR_CHANGE_LOG_DAYS must be/)
})

test('entries of the last 30 days cannot be deleted by any statement', async () => {
  await ageLog(29)
  const id = await newContact('Frisch')
  const remove = () => db.deleteFrom('change_log').where('subject_id', '=', id).execute()
  await assert.rejects(remove(), /append-only/)
  await ageLog(29)
  await assert.rejects(remove(), /append-only/)
  await ageLog(2)
  await remove()
  assert.deepEqual(await entriesOf('contact', id), [])
})

test('every subject with ids is a table with ids', async () => {
  const other = await testInstance()
  try {
    const bytes = Buffer.from(JSON.stringify(fullDataSet()))
    await importDataSet(other.db, Readable.from([bytes]))
    const { rows } = await sql<{ subject: string }>`
      select distinct subject from change_log where subject_id > 0`.execute(other.db)
    assert.ok(rows.length > 10)
    for (const { subject } of rows)
      await sql`select id from ${sql.table(tableOf(subject))} limit 0`.execute(other.db)
  } finally {
    await other.close()
  }
})
