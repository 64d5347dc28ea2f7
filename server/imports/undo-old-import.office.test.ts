// Undoing an import whose entries of the change log were deleted in part, and one whose contacts a later import had touched.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { instanceForImports } from '../../test/support/contact-imports.ts'
import { deleteOldChanges } from '../changes/retention-job.ts'

const { kontor, office, imports } = await instanceForImports()

const createContact = async (lastName: string): Promise<number> => {
  const body = { lastName, email: `${lastName.toLowerCase()}@alt.example`, city: 'Ulm' }
  const { status, json, text } = await kontor.call('POST', '/contacts', { body })
  assert.equal(status, 200, text)
  return json[0].id
}
const change = async (id: number) =>
  assert.equal((await kontor.call('PATCH', `/contacts/${id}`, { body: { title: 'Dr.' } })).status, 200)
const cityOf = async (id: number) =>
  (await kontor.call('GET', `/contacts/${id}`)).json[0].defaultAddress[0].city

test('values that can no longer be restored stay, and are reported', async () => {
  const [last, changed] = [await createContact('Letzte'), await createContact('Danach')]
  const table = `Nachname;E-Mail;Ort
Letzte;letzte@alt.example;Bonn
Danach;danach@alt.example;Bonn
Neue;neue@alt.example;Bonn
Neuere;neuere@alt.example;Bonn
`
  const one = await imports.check(await imports.upload(table), { onDuplicate: 'update' })
  const done = await imports.start(one.id)
  assert.deepEqual([done.status, done.updatedCount, done.createdCount], ['done', 2, 2])
  const { id: changedNew } = await kontor.db
    .selectFrom('contact')
    .select('id')
    .where('last_name', '=', 'Neuere')
    .executeTakeFirstOrThrow()
  await change(changed)
  await change(changedNew)
  await kontor.owner.transaction().execute(async (tx) => {
    await sql`alter table change_log disable trigger user`.execute(tx)
    await sql`update change_log set changed_at = changed_at - interval '50 days'`.execute(tx)
    await sql`alter table change_log enable trigger user`.execute(tx)
  })
  const { deletedCount } = await deleteOldChanges(kontor.db, { days: 40, accountingDays: 0 }, '0')
  assert.ok(deletedCount > 0)

  const undone = await imports.undo(one.id)
  assert.deepEqual([undone.status, undone.deletedCount, undone.keptCount], ['undone', 2, 2])
  assert.deepEqual([await cityOf(last), await cityOf(changed)], ['Ulm', 'Bonn'])
  const rows = await imports.rowsOf(one.id)
  assert.deepEqual(
    rows.map(({ outcome, errors }: { outcome: string; errors: { code: string }[] }) => [
      outcome,
      ...errors.map(({ code }) => code),
    ]),
    [['restored'], ['kept', 'imports.logDeleted'], ['deleted'], ['kept', 'imports.changedSince']],
  )
  assert.equal((await office.call('GET', `/contacts/${changed}`)).json[0].title, 'Dr.')
})

test('a later import that was undone, or a change that was taken back, keeps no contact of an earlier one', async () => {
  const known = await createContact('Bekannt')
  const head = 'Nachname;E-Mail;Ort;Telefon;Kategorie\n'
  const tableOf = (city: string, more = '') =>
    `${head}Bekannt;bekannt@alt.example;${city};;\nErste;erste@alt.example;${city};${more}\nZweite;zweite@alt.example;${city};${more}\nDritte;dritte@alt.example;${city};;\n`
  const plan = { onDuplicate: 'update', createCategories: true }
  const first = await imports.check(await imports.upload(tableOf('Bonn')), plan)
  assert.equal((await imports.start(first.id)).createdCount, 3)
  const second = await imports.check(await imports.upload(tableOf('Köln', '0221 12345;Gäste')), plan)
  assert.equal((await imports.start(second.id)).updatedCount, 4)
  const changeOf = async (name: string, city: string) => {
    const { rows } = await sql<{ id: number }>`select id from contact where last_name = ${name}`.execute(
      kontor.db,
    )
    const { status } = await kontor.call('PATCH', `/contacts/${rows[0]!.id}`, { body: { city } })
    assert.equal(status, 200)
  }
  assert.equal((await imports.undo(second.id)).keptCount, 0)
  await changeOf('Zweite', 'Aachen')
  await changeOf('Zweite', 'Bonn')
  await changeOf('Dritte', 'Aachen')
  const undone = await imports.undo(first.id)
  assert.deepEqual([undone.status, undone.deletedCount, undone.keptCount], ['undone', 3, 1])
  assert.deepEqual(
    (await imports.rowsOf(first.id)).map(({ outcome }: { outcome: string }) => outcome),
    ['restored', 'deleted', 'deleted', 'kept'],
  )
  assert.equal(await cityOf(known), 'Ulm')
})
